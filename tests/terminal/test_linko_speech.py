from __future__ import annotations

import pytest

from tatze.core.layout import EVERYONE, Event
from tatze.games.linko import state as k
from tatze.terminal.board import Scene
from tatze.terminal.linko.speech import sentences
from tests.helpers import open_table
from tests.terminal.helpers import NAMES

PLAYED_WITH_JOKER = (k.PLAYED, 0, 7, 2, 1, 0)
JOKERS_ALONE = (k.PLAYED, 1, 14, 0, 2, 0)
SINGLE_EIGHT = (k.PLAYED, 1, 8, 1, 0, 0)
ABLUXXED_READER = (k.ABLUXXED, 1, 0, 5, 3, 0)


def told(events: list[Event], lang: str, reader: int = 0) -> list[str]:
    table = open_table("linko", "base", 3)
    return sentences(Scene(table.game, table.view(reader), NAMES[:3], lang), events)


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (PLAYED_WITH_JOKER, "You play two 7s with a joker.", "Du legst zwei 7er mit einem Joker aus."),
        (JOKERS_ALONE, "Bela plays two jokers.", "Bela legt zwei Joker aus."),
        (SINGLE_EIGHT, "Bela plays an 8.", "Bela legt eine 8 aus."),
        (ABLUXXED_READER, "Bela abluxxes three 5s from you.", "Bela luxxt dir drei 5er ab."),
        ((k.ABLUXXED, 0, 2, 1, 1, 0), "You abluxx a 1 from Carla.", "Du luxxt Carla eine 1 ab."),
        (
            (k.DREW_DECK, 1, 0, 0, 0, 0),
            "Bela draws a card from the deck.",
            "Bela zieht eine Karte vom Nachziehstapel nach.",
        ),
        (
            (k.ENDED, 1, 0, 0, 0, 0),
            "The game is over: somebody played their last card.",
            "Die Partie ist zu Ende: Jemand hat die letzte Handkarte ausgelegt.",
        ),
        (
            (k.COVERED, 2, 14, 0, 0, 0),
            "Place 3 of the pool gets a joker on top.",
            "Stelle 3 im Vorrat bekommt einen Joker obendrauf.",
        ),
    ],
)
def test_events_are_told_from_the_readers_seat_in_both_languages(event: Event, english: str, german: str) -> None:
    assert told([event], "en") == [english]
    assert told([event], "de") == [german]


def test_cards_drawn_one_after_the_other_are_told_together() -> None:
    draws = [(k.DREW_DECK, 0, 4, 0, 0, 0), (k.DREW_DECK, 0, 14, 0, 0, 0), (k.DREW_DECK, 0, 4, 0, 0, 0)]
    assert told(draws, "en") == ["You draw two 4s and a joker from the deck."]
    hidden = [(k.DREW_DECK, 1, 0, 0, 0, 0)] * 2
    assert told(hidden, "de") == ["Bela zieht zwei Karten vom Nachziehstapel nach."]


def test_draws_of_different_seats_are_told_apart() -> None:
    draws = [(k.DREW_DECK, 1, 0, 0, 0, 0), (k.DREW_DECK, 2, 0, 0, 0, 0)]
    assert len(told(draws, "en")) == 2


def test_a_group_of_the_pool_is_told_with_all_its_cards() -> None:
    assert told([(k.DREW_POOL, 1, 3, 2, 1, 2)], "en") == ["Bela draws a 2, a 13 and two jokers from the pool."]


def test_spectators_are_nobodys_you() -> None:
    assert told([PLAYED_WITH_JOKER], "en", EVERYONE) == ["Anna plays two 7s with a joker."]
