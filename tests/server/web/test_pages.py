"""The page's files: what is cached, what is compressed, and what leads to the page itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tatze.server.settings import Settings
from tatze.server.web.pages import Pages
from tatze.server.web.services import Services


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>")
    (built / "robots.txt").write_text("User-agent: *")
    (built / "assets" / "app-1234.js").write_text("go()")
    (built / "assets" / "app-1234.js.gz").write_bytes(b"compressed")
    return built


def show(folder: Path, path: str, accept: str = "") -> Response:
    services = Services(Settings(database=f"sqlite:///{folder.parent / 'games.sqlite'}"))
    services.bots.close()
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/{path}",
        "path_params": {"path": path},
        "headers": [(b"accept-encoding", accept.encode())],
        "app": Starlette(),
    }
    return asyncio.run(Pages(services, folder, folder / "docs").show(Request(scope)))


def test_a_file_with_a_digest_in_its_name_may_be_kept_for_ever_and_others_not(folder: Path) -> None:
    assert "immutable" in show(folder, "assets/app-1234.js").headers["cache-control"]
    assert show(folder, "robots.txt").headers["cache-control"] == "no-cache"


def test_a_browser_that_can_unpack_gets_the_compressed_file(folder: Path) -> None:
    packed = show(folder, "assets/app-1234.js", "gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-type"].startswith("text/javascript")
    plain = show(folder, "assets/app-1234.js", "br")
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_a_path_that_is_no_file_leads_to_the_page(folder: Path) -> None:
    for path in ("", "join", "table/abc"):
        response = show(folder, path)
        assert (response.status_code, response.headers["cache-control"]) == (200, "no-cache")
        assert response.headers["content-type"].startswith("text/html")
    assert show(folder, "missing.js").status_code == 404
    assert show(folder, "../secret.txt").status_code == 404


def test_a_page_that_was_not_built_says_so(tmp_path: Path) -> None:
    response = show(tmp_path / "nothing", "")
    assert response.status_code == 503
    assert b"make web" in bytes(response.body)


def test_the_documentation_is_shown_where_it_was_built(folder: Path) -> None:
    assert show(folder, "docs").status_code == 404
    assert b"make docs" in bytes(show(folder, "docs/").body)
    (folder / "docs" / "rules").mkdir(parents=True)
    (folder / "docs" / "index.html").write_text("<!doctype html>")
    (folder / "docs" / "rules" / "index.html").write_text("<!doctype html>")
    assert show(folder, "docs").headers["location"] == "/docs/"
    assert show(folder, "docs/").headers["content-type"].startswith("text/html")
    assert show(folder, "docs/rules/index.html").status_code == 200
    assert show(folder, "docs/nowhere.html").status_code == 404
