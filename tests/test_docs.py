"""The pages say what is so: their examples run, their links lead somewhere, and every command is named."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

import tatze
from tatze.core.record import read_record, record_data, record_text
from tatze.games import BUILT_IN, game_named
from tests.helpers import POUNCE

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
FOLDERS = ("decisions", "reference", "research")
"""Folders whose README lists their pages."""
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)")
MACHINE_PATH = re.compile(r"(?<![\w.~/:-])(?:/(?:home|root|Users|work|tmp|mnt|usr|var|opt|srv)/|[A-Za-z]:\\)")


class FencedParser(doctest.DocTestParser):
    """Reads Markdown: the fence that closes a block is no output of the example above it."""

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        return super().parse(re.sub(r"^```.*$", "", string, flags=re.MULTILINE), name)


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The addresses of a page's headings, as Git hosts make them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


RUN_PAGES = (README, *(DOCS / f"{name}.md" for name in ("library", "fairness", "positions")))


@pytest.mark.parametrize("page", RUN_PAGES, ids=page_name)
def test_the_examples_of_a_page_run_as_printed(page: Path) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=flags, parser=FencedParser(), encoding="utf-8"
    )
    assert tried > 3
    assert failed == 0


def test_the_example_of_the_package_runs() -> None:
    failed, tried = doctest.testmod(tatze)
    assert tried
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page_name(page)} links to {target}"
        if anchor:
            assert anchor in anchors(file), f"{page_name(page)} links to {target}"


def test_every_page_of_the_documentation_stands_on_a_shelf() -> None:
    listing = [DOCS / name for name in ("index.md", "index.de.md", *(f"{one}/README.md" for one in FOLDERS))]
    linked = {(page.parent / target).resolve() for page in listing for target in re.findall(LINK, prose(page))}
    assert [
        page_name(page) for page in sorted(DOCS.rglob("*.md")) if page != DOCS / "index.md" and page not in linked
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_no_page_names_a_place_on_somebodys_machine(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if MACHINE_PATH.search(line)] == []


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_first_page_names_every_rule_set_with_its_players(game: str) -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    for rule_set in game_named(game).rule_sets.values():
        low, high = rule_set.players[0], rule_set.players[-1]
        players = str(low) if low == high else f"{low}–{high}"
        row = rf"^\| {game.capitalize()} \| `{rule_set.name}` \| {players} \| "
        assert re.search(row, text, re.MULTILINE), f"{game} {rule_set.name} for {players}"


def test_the_record_that_is_printed_replays_and_its_json_is_what_it_gives() -> None:
    page = DOCS / "records.md"
    (text,) = [block for block in blocks(page, "text") if block.startswith("[Tatze ")]
    (data,) = [json.loads(block) for block in blocks(page, "json")]
    table = read_record(text).replay(game_named("linko"))
    assert record_data(table) == data
    software = read_record(text).headers["Software"]
    again = record_text(table, day="2026-01-31").replace(f"tatze {tatze.__version__}", software)
    assert again[: again.rindex(" ")] == text[: text.rindex(" ")]


def test_the_page_on_adding_a_game_has_the_real_text_of_the_game_that_tests_install() -> None:
    page = DOCS / "adding-a-game.md"
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in POUNCE.rglob("*.*") if path.suffix in (".py", ".txt")
    }
    code = [*blocks(page, "python"), *blocks(page, "text")]
    assert len(code) > 8
    for block in code:
        assert any(block.strip() in text for text in texts.values()), block
    for name, lines in re.findall(
        r"^\| `tatze_pounce/(\w+\.py)` \|.*\| (\d+) \|$", page.read_text("utf-8"), re.MULTILINE
    ):
        assert len(texts[name].splitlines()) == int(lines), name
