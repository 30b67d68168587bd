"""The cards in docs/games and the page of the environments say what is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tatze.core.observation import Block, bounds
from tatze.games import BUILT_IN, game_named
from tatze.games.linko import observe as linko
from tatze.games.verflixxt import observe as verflixxt
from tests.test_docs import FencedParser

DOCS = Path(__file__).parents[2] / "docs"
CONSTANTS = {
    "linko": {
        "draws, ones, duel, part, shared": linko.AGREEMENT,
        "phase": linko.TURN,
        "cards owed": linko.COUNTS,
        "own hand, 1 to 13": linko.HAND,
        "pool, 1 to 13": linko.POOLED,
        "place, card": linko.PLACES,
        "cards in hand": linko.SEATS_AT,
    },
    "verflixxt": {
        "action tiles, guards, luck below": verflixxt.AGREEMENT,
        "phase": verflixxt.TURN,
        "tile, points": verflixxt.TILES,
        "tiles in the tower": verflixxt.SEATS_AT,
    },
}


def page(name: str) -> str:
    return (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")


def row_of(block: Block) -> str:
    """How the card's row of a block begins."""
    index = f"{block.at}" if block.count == 1 else f"{block.at}–{block.at + block.count - 1}"
    index += f" + {block.stride}i" if block.repeat > 1 else ""
    return f"| {index} | {block.name} | {block.low} to {block.high} |".replace("-", "−")


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_place_of_an_observation_is_in_one_block(name: str) -> None:
    low, high = bounds(game_named(name).observation.blocks, game_named(name).observation.length)
    assert all(least < most for least, most in zip(low, high, strict=True))


def test_blocks_that_overlap_or_leave_a_gap_are_refused() -> None:
    for wrong in ([Block("a", 0, 2, 0, 1)], [Block("a", 0, 3, 0, 1), Block("b", 2, 1, 0, 1)]):
        with pytest.raises(ValueError, match="once each"):
            bounds(wrong, 3)


@pytest.mark.parametrize("name", BUILT_IN)
def test_blocks_begin_where_the_observation_says(name: str) -> None:
    begins = {block.name: block.at for block in game_named(name).observation.blocks}
    assert {block: begins[block] for block in CONSTANTS[name]} == CONSTANTS[name]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_card_has_every_block_in_order(name: str) -> None:
    table = page(name).split("## Observation")[1].split("## The end")[0]
    rows = [line for line in table.splitlines() if re.match(r"\| \d", line)]
    expected = [row_of(block) for block in game_named(name).observation.blocks]
    assert [row[: len(start)] for row, start in zip(rows, expected, strict=True)] == expected


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_card_names_every_action_id_once(name: str) -> None:
    game = game_named(name)
    actions = page(name).split("## Actions")[1].split("## Observation")[0]
    rows = re.findall(r"^\| (\d+)(?:–(\d+))? \| `([^`]+)`(?: to `([^`]+)`)? \|", actions, re.MULTILINE)
    ids = [action for first, last, _, _ in rows for action in range(int(first), int(last or first) + 1)]
    assert ids == list(range(game.actions))
    for first, last, begin, end in rows:
        assert game.write(int(first)) == begin
        assert game.write(int(last or first)) == (end or begin)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_card_has_the_games_figures(name: str) -> None:
    game = game_named(name)
    facts = dict(re.findall(r"^\| ([\w ]+) \| (.+) \|$", page(name).split("## Actions")[0], re.MULTILINE))
    length = game_named(name).observation.length
    assert facts["version"] == str(game_named(name).observation.version)
    assert facts["actions"].startswith(f"{game.actions},")
    assert facts["observation"].startswith(f"{length} numbers")
    assert re.findall(r"`([\w-]+)`", facts["rule sets"]) == list(game.rule_sets)
    assert set(game.options) <= set(re.findall(r"`([\w-]+)`", facts["options"]))
    for number, reason in game.reasons.items():
        assert f"| {number} | `{reason}` |" in page(name)
    for rule_set in game.rule_sets.values():
        for players in rule_set.players:
            assert re.search(rf"^\| `{rule_set.name}` \| {players} \| \d+ \|", page(name), re.MULTILINE)


@pytest.mark.usefixtures("compiled")
def test_the_examples_of_the_page_run_as_printed() -> None:
    failed, tried = doctest.testfile(
        str(DOCS / "environments.md"),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
        parser=FencedParser(),
        encoding="utf-8",
    )
    assert tried > 20
    assert failed == 0
