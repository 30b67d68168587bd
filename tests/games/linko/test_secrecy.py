"""What the others hold changes nothing that a seat is told, also not while its own action is carried out."""

from __future__ import annotations

from random import Random

import pytest

from tatze.core.layout import Event
from tatze.core.setup import make_setup
from tatze.core.table import visible_event
from tatze.games.linko import GAME
from tatze.games.linko.state import JOKER, MISS, State
from tests.helpers import states

SETTINGS = [(rule_set.name, players) for rule_set in GAME.rule_sets.values() for players in rule_set.players]
SAFE = 25
"""Cards at the bottom of the deck that no single action can bring up."""


def swapped(s: State, viewer: int, random: Random) -> State:
    """The same position, with the unknown cards of the other hands exchanged for cards deep in the deck."""
    twin = GAME.layout.copy(s)
    deep = list(range(max(s.top + SAFE, 0), s.cards))
    random.shuffle(deep)
    for seat in range(s.players):
        unknown = [c for c in range(1, JOKER + 1) for _ in range(s.hand[seat][c] - s.known[seat][c])]
        for card in unknown if seat != viewer else []:
            if deep:
                place = deep.pop()
                twin.hand[seat][card] -= 1
                twin.hand[seat][twin.deck[place]] += 1
                twin.deck[place] = card
    return twin


def told(s: State, action: int, viewer: int) -> tuple[list[Event], bytes]:
    """What a seat sees of an action, and afterwards."""
    after = GAME.layout.copy(s)
    GAME.apply(after, action)
    return [visible_event(GAME, event, viewer) for event in after.events], GAME.layout.pack(GAME.view(after, viewer))


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_events_do_not_depend_on_what_the_others_hold(rules: str, players: int) -> None:  # L-38
    random = Random(1)
    changed = 0
    for s, legal, _ in states(GAME, make_setup(GAME, rules, players), seed=13):
        if s.reason or s.cards - s.top <= SAFE:
            break
        for viewer in range(players):
            twin = swapped(s, viewer, random)
            changed += GAME.layout.pack(twin) != GAME.layout.pack(s)
            for action in legal if viewer == s.actor else []:
                assert told(twin, action, viewer) == told(s, action, viewer)
    assert changed


@pytest.mark.parametrize(("rules", "players"), SETTINGS)
def test_of_another_seats_draw_from_the_deck_nothing_is_told(rules: str, players: int) -> None:  # L-38
    deck = GAME.read("deck")
    drawn = 0
    played = (state for seed in range(14, 200) for state in states(GAME, make_setup(GAME, rules, players), seed))
    for s, legal, _ in played:
        if deck not in legal or s.owed == 1 or s.phase == MISS:
            continue  # the last card of a draw is followed by a refill, which everybody sees
        for card in range(1, JOKER + 1):
            twin = GAME.layout.copy(s)
            twin.deck[s.top] = card
            for viewer in range(-1, players):
                if viewer != s.actor:
                    assert told(twin, deck, viewer) == told(s, deck, viewer)
        drawn += 1
        if drawn == 5:
            break
    assert drawn == 5
