"""The page as an app: what its manifest promises is there, it can be installed, and a new build replaces the old."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tatze.web import STATIC
from tests.server.services import Node, wait_until
from tests.web.chromium import FLAGS, chromium
from tests.web.conftest import Open
from tests.web.people import play_now
from tests.web.test_pages import complaints

NODE = Path(__file__).parents[2] / "web" / "node.py"
COLOUR = re.compile("#[0-9a-f]{6}")


def size_of(picture: bytes) -> str:
    """What a PNG says of itself: it begins with a signature, and then with width and height."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return f"{width}x{height}"


def controlled(page: Page) -> None:
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"), "the service worker's control")


def kept(page: Page) -> list[str]:
    """The caches there are."""
    found: list[str] = page.evaluate("caches.keys()")
    return found


def kept_files(page: Page) -> set[str]:
    found = page.evaluate("""
        caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))
            .then(all => all.flat().map(request => new URL(request.url).pathname))
    """)
    return set(found)


def test_the_manifest_is_complete_and_its_icons_are_as_it_says(node: Node) -> None:
    answer = httpx.get(f"{node.url}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    said = answer.json()
    assert (said["id"], said["start_url"], said["scope"], said["display"]) == ("/", "/", "/", "standalone")
    assert said["name"]
    assert len(said["short_name"]) <= 12
    assert said["lang"] == "en"
    assert said["description"] != said["description_localized"]["de"]
    assert COLOUR.fullmatch(said["background_color"])
    page = httpx.get(node.url).text
    assert f'<meta name="theme-color" content="{said["theme_color"]}"' in page
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert {icon.get("purpose", "any") for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        picture = httpx.get(f"{node.url}{icon['src']}").raise_for_status()
        assert picture.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert size_of(picture.content) == icon["sizes"]
    assert {"192x192", "512x512", "any"} <= {icon["sizes"] for icon in said["icons"]}


def test_chromium_finds_nothing_that_would_keep_it_from_installing_the_page(
    browser: Browser, node: Node, tmp_path: Path
) -> None:
    """In a profile of its own: nothing is installed from a private window."""
    context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=chromium(), args=list(FLAGS))
    page = context.new_page()
    page.goto(node.url)
    controlled(page)
    chrome = context.new_cdp_session(page)
    manifest = chrome.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["data"]
    assert chrome.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_page_for_when_there_is_no_network_is_accessible_too(open_page: Open, theme: str) -> None:
    page = open_page("/offline.html", settings={"theme": theme})
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    assert complaints(page) == []


def test_without_a_network_every_address_shows_the_friendly_page_in_its_own_clothes(open_page: Open) -> None:
    page = open_page(expected=("ERR_", "Failed to load"))
    controlled(page)
    page.context.set_offline(True)
    page.goto("/table/abc")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("document.styleSheets.length") == 1
    assert page.evaluate("document.querySelector('img').naturalWidth") > 0
    page.context.set_offline(False)


def test_a_new_build_replaces_what_the_old_one_kept(browser: Browser, tmp_path: Path) -> None:
    folder, fresh = tmp_path / "page", tmp_path / "fresh"
    shutil.copytree(STATIC, folder)
    with Node(module="tests.web.other_page", environment={"PAGE": str(folder)}) as node:
        page = browser.new_context(base_url=node.url, locale="en-GB").new_page()
        page.goto("/")
        controlled(page)
        play_now(page, "verflixxt", players=2)
        before = kept(page)
        assert len(before) == 1
        assert any(name.startswith("/assets/Table-") for name in kept_files(page))
        build = ["vite", "build", "--outDir", str(fresh), "--minify", "false", "--logLevel", "error"]
        subprocess.run([sys.executable, NODE, *build], check=True)
        shutil.rmtree(folder)
        shutil.copytree(fresh, folder)
        page.goto("/")
        wait_until(lambda: not set(before) & set(kept(page)), "the end of what the old worker kept")
        page.reload()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        there = {f"/{file.relative_to(folder)}" for file in folder.rglob("*")}
        assert kept_files(page) <= there
        assert page.evaluate("[...document.scripts].map(one => new URL(one.src).pathname)") == scripts(folder)
        page.context.close()


def scripts(folder: Path) -> list[Any]:
    return re.findall('src="([^"]+)"', (folder / "index.html").read_text(encoding="utf-8"))
