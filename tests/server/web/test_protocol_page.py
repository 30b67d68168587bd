"""docs/protocol.md says what is so: its examples are what the types are, and no frame, address or code is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tatze import wire
from tatze.server.table.refusals import REFUSALS
from tatze.server.web.openapi import document

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_is_what_its_type_says(name: str, text: str) -> None:
    kind: Any = getattr(wire, name)
    read = msgspec.json.decode(text, type=kind)
    given, known = msgspec.json.decode(text), msgspec.to_builtins(read)
    assert {key: known[key] for key in given} == given, "a field that the type does not have"
    if not issubclass(kind, wire.Request):
        missing = known.keys() - given.keys()
        assert not missing, "the server sends every field"


def test_every_frame_is_named() -> None:
    for kind in (*get_args(wire.FromClient), *get_args(wire.FromServer)):
        assert f"`{kind.__struct_config__.tag}`" in PAGE or f'"t": "{kind.__struct_config__.tag}"' in PAGE, kind


def test_every_code_stands_there_with_its_status_and_sentence() -> None:
    rows = re.findall(r"^\| `([a-z-]+/[a-z-]+)` \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert {code: (int(status), text) for code, status, text in rows} == REFUSALS
    assert [code for code, _, _ in rows] == list(REFUSALS)


def test_every_address_of_the_api_stands_there() -> None:
    for path, methods in document()["paths"].items():
        for method in methods:
            assert f"| `{method.upper()} {path}` |" in PAGE, f"{method} {path}"


def test_every_command_is_named() -> None:
    (do,) = [field for field in msgspec.structs.fields(wire.Command) if field.name == "do"]
    assert all(f"`{word}`" in PAGE for word in get_args(do.type))
