"""The history on this device, the file it travels in, the result as a picture, and links to a step of a replay."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.services import Node, wait_until
from tests.web.conftest import PHONE, Open
from tests.web.people import BOT, click_something, click_to_the_end, join, menu, over, sit
from tests.web.test_pages import complaints

SHARING = """
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ files }) => {
        const bytes = new Uint8Array(await files[0].arrayBuffer());
        window.shared.push({ type: files[0].type, bytes: [...bytes.slice(0, 4)] });
    };
"""
"""A device that can share files, and keeps what was shared."""


def game(number: int, **more: Any) -> dict[str, Any]:
    """A finished game as the history keeps it."""
    facts = {"game": "linko", "rules": "duel", "names": ["Ada", "Luchs"], "levels": ["", "lynx"], "scores": [12, 7]}
    return {"id": f"other/{number}", "at": 1_700_000_000_000 + number, "seat": 0, "winners": [0], **facts, **more}


def give(page: Page, name: str, content: bytes) -> None:
    """Choose a file to read."""
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/json", "buffer": content})


def file_of(games: list[dict[str, Any]], version: int = 1) -> bytes:
    return json.dumps({"kind": "tatze history", "version": version, "games": games}).encode()


def saved(page: Page, button: str, tmp_path: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.fixture
def played(open_page: Open, node: Node) -> Page:
    """A page on which a game against a bot has just ended."""
    page, _ = sit(open_page, node, [BOT], rules="pro", options={"track": "5 -1"})
    page.wait_for_selector(".table .board")
    click_to_the_end(page, seed=3)
    assert over(page)
    return page


def test_a_finished_game_is_in_the_history_and_travels_in_a_file(played: Page, open_page: Open, tmp_path: Path) -> None:
    played.goto("/")
    played.get_by_role("link", name="Your history").click()
    summary = played.get_by_role("region", name="At a glance")
    expect(summary.locator("dd").first).to_have_text("1")
    expect(played.get_by_role("link", name="Watch again")).to_be_visible()
    path = saved(played, "Save a file", tmp_path)
    content = path.read_bytes()
    assert [one["rules"] for one in json.loads(content)["games"]] == ["pro"]
    assert "token" not in content.decode()

    other = open_page("/mine")
    expect(other.get_by_text("There is nothing here yet.")).to_be_visible()
    give(other, path.name, content)
    expect(other.get_by_role("status")).to_have_text("One game was added.")
    give(other, path.name, content)
    expect(other.get_by_role("status")).to_have_text("All of these games are in your history already.")
    expect(other.get_by_role("region", name="At a glance").locator("dd").first).to_have_text("1")
    expect(other.get_by_role("link", name="Watch again")).to_have_count(0)  # only who played it may


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{]", "This is not a history of Tatze."),
        (b'{"name": "package"}', "This is not a history of Tatze."),
        (file_of([game(1)])[:-9], "The file is damaged and was not read."),
        (file_of([game(1), game(2, seat=7)]), "The file is damaged and was not read."),
        (file_of([], version=9), "The file comes from a newer version of Tatze."),
        (b" " * 2_000_001, "The file is too large: 2 MB at most."),
    ],
    ids=["text", "foreign", "cut", "wrong", "newer", "huge"],
)
def test_a_bad_file_is_refused_and_nothing_is_lost(open_page: Open, content: bytes, said: str) -> None:
    page = open_page("/mine")
    give(page, "good.json", file_of([game(1), game(2, winners=[1])]))
    expect(page.get_by_role("status")).to_have_text("2 games were added.")
    give(page, "bad.json", content)
    expect(page.get_by_role("status")).to_contain_text(said)
    page.reload()
    expect(page.get_by_role("region", name="At a glance").locator("dd")).to_have_text(["2", "1", "0", "1"])


def test_the_history_can_be_filtered_and_deleted_in_both_languages(open_page: Open) -> None:
    page = open_page("/mine", viewport=PHONE, locale="de-DE", settings={"theme": "light"})
    games = [game(n, winners=[n % 2]) for n in range(1, 31)]
    games += [game(40, game="verflixxt", rules="base", names=["Ada", "<b>Bea</b>"], levels=["", ""], scores=[-3, 4])]
    give(page, "many.json", file_of(games))
    expect(page.get_by_role("status")).to_have_text("31 Partien sind dazugekommen.")
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    numbers = page.get_by_role("region", name="Auf einen Blick").locator("dd")
    expect(numbers.first).to_have_text("31")
    expect(page.get_by_text("<b>Bea</b>")).to_be_visible()
    page.get_by_role("radio", name="Verflixxt").check(force=True)
    expect(numbers).to_have_text(["1", "1", "1", "1"])
    page.get_by_role("button", name="Bilanz löschen").click()
    page.get_by_role("dialog").get_by_role("button", name="Bilanz löschen").click()
    expect(page.get_by_text("Hier steht noch nichts.")).to_be_visible()


def test_lessons_do_not_count_and_the_transfer_offers_the_file(open_page: Open) -> None:
    page = open_page("/mine")
    give(page, "one.json", file_of([game(1)]))
    page.goto("/learn")
    page.locator(".lessons button, .lessons a").first.click()
    page.wait_for_selector(".table .board")
    menu(page, "Continue on another device")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Save a file")).to_be_visible()
    stored = json.loads(page.evaluate("localStorage.getItem('tatze.history')"))
    assert [one["id"] for one in stored] == ["other/1"]


def test_a_result_is_shared_as_a_picture_or_saved(played: Page, tmp_path: Path) -> None:
    png = saved(played, "Save a picture", tmp_path).read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 1200
    assert len(png) > 20_000  # an empty ground is smaller
    played.add_init_script(SHARING)
    played.reload()
    played.get_by_role("button", name="Share a picture").click()
    wait_until(lambda: played.evaluate("window.shared.length === 1"), "the picture")
    shared = played.evaluate("window.shared[0]")
    assert (shared["type"], bytes(shared["bytes"])) == ("image/png", b"\x89PNG")


@pytest.mark.parametrize(("wish", "opens"), [({}, True), ({"watching": "off"}, False)], ids=["watched", "closed"])
def test_a_link_leads_strangers_to_a_step_where_the_table_may_be_watched(
    open_page: Open, node: Node, wish: dict[str, str], opens: bool
) -> None:
    page, code = sit(open_page, node, [{"kind": "open"}], rules="pro", options={"track": "5"}, **wish)
    guest = join(open_page, code)
    while not over(page):
        for one in (page, guest):
            click_something(one, Random(0))
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.goto(guest.url.replace("/table/", "/replay/") + "/1")
    for _ in range(3):
        guest.get_by_role("button", name="Next step").click()
    expect(guest).to_have_url(guest.url.partition("#")[0] + "#at=3")
    copy = guest.get_by_role("button", name="Copy a link to this step")
    stranger_path = guest.url.partition("#")[0]
    if opens:
        copy.click()
        expect(guest.get_by_role("button", name="Copied")).to_be_visible()
        link = guest.evaluate("navigator.clipboard.readText()")
        stranger = open_page(link)
        expect(stranger.get_by_text("3 /")).to_be_visible()
        expect(stranger.locator(".told")).to_have_text(guest.locator(".told").inner_text())
    else:
        expect(copy).to_have_count(0)
    expected = ("403",)
    barred = open_page(stranger_path if opens else f"{stranger_path}#at=3&code={code}", expected=expected)
    expect(barred.get_by_role("heading", name="This table is private")).to_be_visible()
