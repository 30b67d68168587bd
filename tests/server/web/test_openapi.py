"""The published document describes the API that is really there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tatze.server.table.refusals import REFUSALS
from tatze.server.web.openapi import document
from tatze.server.web.routes import ROUTES
from tests.server.site import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(Path(tmp_path_factory.mktemp("openapi"))) as site:
        yield site


def test_it_is_published_and_names_every_address(site: Site) -> None:
    published = site.get("/api/openapi.json")
    assert published == json.loads(json.dumps(document()))
    assert published["openapi"].startswith("3.1")
    named = {(path, method) for path, methods in published["paths"].items() for method in methods}
    assert named == {(route.path, route.method.lower()) for route in ROUTES} | {("/api/tables/{table}/stream", "get")}


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(document())
    schemas = document()["components"]["schemas"]
    used = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert used <= schemas.keys()
    assert {"Welcome", "Update", "RefusedFrame", "Problem", "NewTable"} <= schemas.keys()


def test_every_code_has_a_status_and_every_refusal_is_declared() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path("src/tatze/server").rglob("*.py"))
    raised = set(re.findall(r'Refused\("([a-z-]+/[a-z-]+)"', source))
    said = set(re.findall(r'"([a-z]+/[a-z-]+)"', source))
    assert raised <= REFUSALS.keys()
    assert REFUSALS.keys() <= said
    assert all(400 <= status < 600 for status, _ in REFUSALS.values())


def test_every_request_may_meet_a_database_that_does_not_answer() -> None:
    for methods in document()["paths"].values():
        for operation in methods.values():
            named = operation["responses"]["503"]["description"].split(", ")
            assert {"server/busy", "server/unknown"} <= set(named)
            assert len(named) == len(set(named))


def test_answers_have_the_fields_that_are_described(site: Site) -> None:
    opened = site.open()
    schemas = document()["components"]["schemas"]
    for answer, name in ((opened, "Opened"), (opened["table"], "TableInfo"), (site.get("/api/about"), "About")):
        assert fields(answer) == set(schemas[name]["properties"])
    with site.talk(opened) as talk:
        assert fields(talk.welcome) == set(schemas["Welcome"]["properties"])
        assert fields(talk.moment) == set(schemas["Moment"]["properties"])


def fields(answer: Any) -> set[str]:
    return set(answer)
