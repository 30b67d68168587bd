"""The drawing of a view: it is an image of its own, shows what the view shows, and gives nothing else away."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tatze.core.layout import EVERYONE
from tatze.games.linko import GAME, art
from tatze.games.linko.panels import CASCADE, KEPT
from tatze.games.linko.picture import draw
from tatze.games.linko.state import State
from tests.games.linko.position import position
from tests.helpers import every_setting, random_table

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Mira", "Jonas", "Tariq", "Ayumi", "Lou")
SETTINGS = [(rules, players) for game, rules, players in every_setting() if game == "linko"]


def drawn(v: State, names: tuple[str, ...] = NAMES) -> ElementTree.Element:
    return ElementTree.fromstring(draw(v, names))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def used(root: ElementTree.Element) -> list[str]:
    """The names of the symbols in the picture: c7 is a card, s7 a small one, c0 and s0 their backs."""
    whole = root.findall(f"./{SVG}g//{SVG}use")
    return [element.attrib["href"].rpartition("-")[2] for element in whole]


def label(root: ElementTree.Element) -> str:
    return root.attrib["aria-label"]


def with_other_secrets(v: State, seed: int) -> State:
    """A whole state that looks the same to the viewer."""
    s = GAME.layout.copy(v)
    cards = [0] * GAME.deal_size
    cards = cards[: GAME.unseen(s, cards)]
    Random(seed).shuffle(cards)
    GAME.fill(s, cards)
    return s


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_every_rule_set_draws_from_the_first_action_to_the_last(rules: str, players: int) -> None:
    for stop in (0, 1, 25, 26, 27, 28, 60, 10**6):
        table = random_table("linko", rules, players, seed=3, stop=stop)
        views = [table.state, table.view(), *(table.view(seat) for seat in range(players))]
        for v in views:
            root = drawn(v)
            assert root.attrib["role"] == "img"
            assert f"deck {v.cards - v.top}" in texts(root)
            assert len(draw(v, NAMES).encode()) < 50_000


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_what_a_viewer_may_not_see_changes_no_byte(rules: str, players: int) -> None:
    table = random_table("linko", rules, players, seed=5, stop=20)
    for viewer in range(EVERYONE, players):
        v = table.view(viewer)
        one, two = with_other_secrets(v, 1), with_other_secrets(v, 2)
        assert draw(one, NAMES) != draw(two, NAMES)
        assert draw(GAME.view(one, viewer), NAMES) == draw(GAME.view(two, viewer), NAMES) == draw(v, NAMES)


def test_the_deck_never_shows_even_with_all_hands_open() -> None:
    s = random_table("linko", "base", 4, stop=20).state
    before = draw(s, NAMES)
    s.deck.reverse()
    assert draw(s, NAMES) == before


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"'><svg onload=x>", "&amp;", "a\0b\x1b\ud800\uffff", "\u202eabc", " ", ""]
)
def test_a_hostile_name_is_only_text(name: str) -> None:
    v = random_table("linko", "base", 3, stop=30).view(0)
    tame, hostile = drawn(v, ("a", "b", "c")), drawn(v, (name, name, name))
    assert [element.tag for element in hostile.iter()] == [element.tag for element in tame.iter()]
    assert [sorted(element.attrib) for element in hostile.iter()] == [sorted(element.attrib) for element in tame.iter()]


def test_a_name_that_looks_like_markup_can_be_read() -> None:
    root = drawn(random_table("linko", "base", 3, stop=30).view(0), ("Mira", "<b>&", "Tariq"))
    assert "<b>&" in texts(root)
    assert "<b>&: score" in label(root)


def test_missing_names_become_seats() -> None:
    assert {"Seat A", "Seat B", "Seat C"} <= set(texts(drawn(random_table("linko", "base", 3).view(), ())))


def test_a_long_name_is_cut_in_the_picture_and_whole_in_its_words() -> None:
    long = "Wilhelmine " * 3 + "Lux"
    root = drawn(random_table("linko", "base", 5, stop=30).view(), (long,) * 5)
    assert all(
        len(text) < 18 for text in texts(root) if text.startswith("Wil") and "score" not in text and ":" not in text
    )
    assert long in label(root)


def test_ids_of_two_pictures_differ_and_every_reference_is_met() -> None:
    pictures = [draw(random_table("linko", "base", 4, seed=seed, stop=40).view(0), NAMES) for seed in (1, 2)]
    ids = [set(re.findall(r'\bid="([^"]+)"', svg)) for svg in pictures]
    assert not ids[0] & ids[1]
    for svg, own in zip(pictures, ids, strict=True):
        assert {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)} == own
        assert "<style" not in svg
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_the_own_hand_is_large_and_other_hands_show_only_what_is_known() -> None:
    s = position(["7 7 7 j", "9 9 2"], pool="1 - - - - -", deck="5 6", rules="first").s
    s.known[1][2] = 1
    own, other, everyone = (used(drawn(GAME.view(s, viewer))) for viewer in (0, 1, EVERYONE))
    assert own.count("c7") == 3
    assert own.count("c14") == 1
    assert "c9" not in own
    assert own.count("s0") == 2
    assert "c7" not in other
    assert other.count("c9") == 2
    assert "c7" not in everyone
    assert "c9" not in everyone


def test_a_group_of_the_duel_lies_on_its_pool_card() -> None:
    s = position(["7 7", "9 9"], pool="4+13+13+j 2 - - - -", deck="5 6", rules="duel", shadow="3 3 8").s
    root = drawn(GAME.view(s, EVERYONE))
    assert [used(root).count(card) for card in ("c4", "c13", "c14", "c2")] == [1, 1, 1, 1]
    assert [used(root).count(card) for card in ("c3", "c8")] == [2, 1]
    assert "Pool: 4+13x2+j, 2." in label(root)
    assert "Shadow display: 3x2, 8." in label(root)


def test_what_is_being_abluxxed_is_outlined() -> None:
    table = position(["9 9 5", "1 1", "1"], ["", "4", "7x2"], pool="1 2 3 4 5 6", deck="5 6")
    assert art.CORAL not in draw_strokes(table.s)
    table.play("9x2")
    assert draw_strokes(table.s).count(art.CORAL) == 1
    assert "Mira abluxxes Tariq: take or leave?" in texts(drawn(table.s))


def draw_strokes(s: State) -> list[str]:
    return [element.attrib.get("stroke", "") for element in drawn(s).iter(f"{SVG}rect")]


def test_a_deep_display_keeps_every_layer_in_little_room() -> None:
    values = [1 + i % 12 for i in range(48)]
    displays = [" / ".join(map(str, values)), " / ".join("13" for _ in range(CASCADE)), ""]
    root = drawn(GAME.view(position(["1 2", "3", "4"], displays, pool="13 - - - - -", deck="5").s, EVERYONE))
    assert f"{len(values) - KEPT} older layers" in texts(root)
    assert [used(root).count(f"c{value}") for value in values[-KEPT:]] == [1] * KEPT
    assert used(root).count("c13") == CASCADE + 1
    assert float(root.attrib["height"]) < 900
    assert ", ".join(map(str, values)) in label(root)


def test_the_end_names_the_winner_and_the_reason() -> None:
    table = position(["9", "1 1", "1"], ["3x2", "", ""], pool="1 2 3 4 5 6", deck="5 6")
    table.play("9")
    root = drawn(table.s)
    assert "Mira wins with +3: a hand is empty" in texts(root)
    assert "paw" not in used(root)


def test_the_paw_lies_with_the_turn_also_while_another_decides() -> None:
    table = position(["9 9 5", "1 1", "1"], ["", "4", "7x2"], pool="1 2 3 4 5 6", deck="5 6")
    table.play("9x2", "take")
    assert table.s.actor == 2
    assert used(drawn(table.s)).count("paw") == 1
    assert "Mira, has the paw: score" in label(drawn(table.s))
    assert "Tariq has to draw 2" in texts(drawn(table.s))
