"""A game stepped singly at native speed is the game that the rules play."""

from __future__ import annotations

from random import Random

import pytest

from tatze.compiled.forms import form_of
from tatze.compiled.single import Single
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.layout import CHANCE
from tatze.core.setup import make_setup, write_rules
from tatze.core.threefry import DICE, below, block
from tatze.games import game_named, game_names


@pytest.mark.parametrize("name", game_names())
def test_a_single_game_follows_the_plain_rules_step_by_step(name: str) -> None:
    game, form, random = game_named(name), form_of(name, "plain"), Random(1)
    single = Single(name, players=3, seed=11)
    count = single.reset(4)
    s, template = game.layout.new(), game.layout.new()
    write_rules(game, make_setup(game, "base", 3), template)
    template.start = -1
    form.deal_game(s, template, [0] * game.deal_size, 11, 4)
    rolls = 0
    while not s.reason:
        legal = game.legal_actions(s)
        if s.actor == CHANCE:
            game.apply(s, legal[below(block(11, 4, rolls, DICE)[0], len(legal))])
            rolls += 1
            continue
        assert list(single.legal[:count]) == legal
        assert single.actor == s.actor
        action = random.choice(legal)
        game.apply(s, action)
        count = single.step(action)
    assert count == 0
    assert single.reason == s.reason


def test_a_single_game_refuses_what_is_illegal_and_stays_as_it_was() -> None:
    single = Single("verflixxt", players=3)
    count = single.reset(0)
    before = single.pack()
    legal = list(single.legal[:count])
    for action in (-1, single.game.actions, next(a for a in range(single.game.actions) if a not in legal)):
        with pytest.raises(IllegalAction, match=f"action {action} is not legal"):
            single.step(action)
    with pytest.raises(IllegalAction, match=r"an action is a whole number, not 1\.0"):
        single.step(1.0)  # type: ignore[arg-type]  # that is the point
    assert single.pack() == before


def test_numbers_beyond_the_counters_width_are_refused() -> None:
    with pytest.raises(SetupError):
        Single("verflixxt", seed=1 << 32)
    with pytest.raises(SetupError):
        Single("verflixxt").reset(-1)
