"""The OpenSpiel games pass OpenSpiel's test; chance is explicit, and an information state is all a seat has seen."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]  # OpenSpiel ships no types
import pytest

import tatze.envs.openspiel  # noqa: F401  # registers the games
from tatze.core.errors import IllegalAction, SetupError
from tatze.core.layout import EVERYONE
from tatze.core.setup import make_setup
from tatze.core.table import unshuffled_deal
from tatze.envs.explicit import ExplicitGame
from tatze.games import game_named, game_names
from tests.helpers import every_setting

SETTINGS = every_setting()
CHOSEN: list[tuple[str, dict[str, Any]]] = [
    ("linko", {}),
    ("linko", {"rules": "first", "players": 5}),
    ("linko", {"rules": "duel-expert", "shadow_part": "yes"}),
    ("verflixxt", {}),
    ("verflixxt", {"rules": "pro", "players": 6, "luck_below": "yes", "start": 2}),
    ("verflixxt", {"rules": "combined", "players": 2, "track": "-1 5 L 8 -10"}),
    ("pounce", {"players": 4}),
]


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"python_tatze_{name}", params)


def advance(state: Any, random: Random, steps: int = 10**6) -> Any:
    """Let chance and random players decide so often, or to the end."""
    while steps and not state.is_terminal():
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        actions, weights = zip(*outcomes, strict=True)
        state.apply_action(random.choices(actions, weights)[0])
        steps -= 1
    return state


@pytest.mark.parametrize(("name", "params"), CHOSEN, ids=str)
def test_openspiels_random_simulation_passes_with_serialisation(name: str, params: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **params), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_every_setting_can_be_loaded_and_played_to_the_end(name: str, rules: str, players: int) -> None:
    game = load(name, rules=rules, players=players)
    state = advance(game.new_initial_state(), Random(1))
    assert game.num_players() == players
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert state.move_number() <= game.max_game_length()
    assert pyspiel.load_game(str(game)).num_players() == players


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_chance_deals_what_is_in_the_box(name: str, rules: str, players: int) -> None:
    """Whatever is dealt: probabilities add up to 1 at each node, and all cards or tiles are dealt in the end."""
    game = game_named(name)
    play = ExplicitGame(game, make_setup(game, rules, players))
    random = Random(2)
    nodes = 0
    while play.table is None:
        actions, weights = zip(*play.outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        play.apply(random.choices(actions, weights)[0])
        nodes += 1
    box = unshuffled_deal(game, play.setup)
    assert sorted(play.deal) == sorted(box)
    assert nodes == 1 + len(box)


def test_a_card_is_as_likely_as_copies_of_it_are_left() -> None:
    state = load("linko").new_initial_state()
    assert state.chance_outcomes() == [(seat, 1 / 4) for seat in range(4)]
    state.apply_action(2)
    assert dict(state.chance_outcomes()) == pytest.approx({**dict.fromkeys(range(13), 8 / 109), 13: 5 / 109})
    state.apply_action(13)
    state.apply_action(13)
    assert dict(state.chance_outcomes()) == pytest.approx({**dict.fromkeys(range(13), 8 / 107), 13: 3 / 107})
    assert state.action_to_string(13) == "deal:j"


def test_a_roll_is_a_chance_node_with_six_outcomes() -> None:
    state = load("verflixxt", rules="pro", start=0).new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(pips, 1 / 6) for pips in range(6)]
    assert [state.action_to_string(action) for action in range(6)] == ["d1", "d2", "d3", "d4", "d5", "d6"]
    state.apply_action(5)
    assert state.current_player() == 0


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_an_information_state_tells_apart_what_the_seats_history_does(name: str, rules: str, players: int) -> None:
    """Over many positions: two texts are equal exactly when the table's keys of the histories are."""
    game = load(name, rules=rules, players=players)
    texts, keys = [], []
    for seed in range(4):
        state = advance(game.new_initial_state(), Random(seed % 2), 150 + seed // 2)
        for seat in range(players):
            texts.append(state.information_state_string(seat))
            keys.append(state.explicit.table.history(seat))
    for i in range(len(texts)):
        assert [texts[i] == text for text in texts] == [keys[i] == key for key in keys]


def test_an_information_state_remembers_what_the_view_forgets() -> None:
    """Who has drawn from the deck and who has not is no longer to be seen when the next turn begins."""
    state = advance(load("linko", start=0).new_initial_state(), Random(1), 109 + 30)
    seat = state.current_player()
    text = state.information_state_string(seat)
    assert text.count("played") == sum(entry.action < 629 for entry in state.explicit.table.entries)
    assert "played" not in state.observation_string(seat)


@pytest.mark.parametrize("rules", ["base", "first", "duel"])
def test_a_seat_is_told_nothing_about_cards_it_may_not_see(rules: str) -> None:
    """Two deals that differ in cards of the deck, and in a hidden card of seat 0: nobody else can tell."""
    game = game_named("linko")
    setup = make_setup(game, rules, start=0)
    deal = unshuffled_deal(game, setup)
    Random(5).shuffle(deal)
    swapped = list(deal)
    inside = next(i for i in range(11) if deal[i] != deal[-1])
    swapped[inside], swapped[-1] = deal[-1], deal[inside]
    one, other = _dealt(rules, deal), _dealt(rules, swapped)
    for seat in range(setup.players):
        same = seat != 0
        assert (one.information_state_string(seat) == other.information_state_string(seat)) == same
        assert (one.observation_string(seat) == other.observation_string(seat)) == same
        assert (one.observation_tensor(seat) == other.observation_tensor(seat)) == same
    both = sorted(set(one.legal_actions()) & set(other.legal_actions()))
    for action in both[:1]:
        one.apply_action(action)
        other.apply_action(action)
    assert one.information_state_string(1) == other.information_state_string(1)


def test_only_the_one_who_draws_from_the_deck_learns_the_card() -> None:
    game = game_named("linko")
    deal = unshuffled_deal(game, make_setup(game, "base"))
    Random(5).shuffle(deal)
    top = 4 * 13 + 6
    assert deal[top] != deal[-1]
    one, other = _dealt("base", deal), _dealt("base", [*deal[:top], deal[-1], *deal[top + 1 : -1], deal[top]])
    for seat in range(4):
        assert one.information_state_string(seat) == other.information_state_string(seat)
    for action in (one.legal_actions()[0], game.read("deck")):
        one.apply_action(action)
        other.apply_action(action)
    for seat in range(4):
        assert (one.information_state_string(seat) == other.information_state_string(seat)) == (seat != 0)


def _dealt(rules: str, deal: list[int]) -> Any:
    state = load("linko", rules=rules, start=0).new_initial_state()
    for item in deal:
        state.apply_action(state.explicit.items.index(item))
    return state


def test_a_public_observer_sees_what_everybody_may_see() -> None:
    game = load("linko")
    state = advance(game.new_initial_state(), Random(1), 130)
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    observer = game.make_py_observer(kind)
    observer.set_from(state, 0)
    first = observer.tensor.tolist()
    observer.set_from(state, 2)
    assert observer.tensor.tolist() == first
    assert f"viewer={EVERYONE}" in observer.string_from(state, 2)
    everything = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(SetupError):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=everything))


def test_a_clone_goes_its_own_way() -> None:
    state = advance(load("linko").new_initial_state(), Random(1), 120)
    before = str(state), state.information_state_string(0)
    advance(state.clone(), Random(2))
    assert (str(state), state.information_state_string(0)) == before


@pytest.mark.parametrize("steps", [0, 40, 130, 10**6])
def test_states_and_games_can_be_pickled_and_serialised(steps: int) -> None:
    game = load("linko", rules="expert", players=3)
    state = advance(game.new_initial_state(), Random(1), steps)
    twin_game, twin = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for again in (twin, pickle.loads(pickle.dumps(state))):
        assert str(again) == str(state)
        assert again.history() == state.history()
    for again in (twin_game, pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game)


def test_an_illegal_action_is_refused() -> None:
    state = advance(load("linko", start=0).new_initial_state(), Random(1), 109)
    wrong = next(action for action in range(667) if action not in state.legal_actions())
    with pytest.raises(IllegalAction):
        state.apply_action(wrong)


@pytest.mark.parametrize(
    "wrong", [{"players": 9}, {"rules": "none"}, {"start": 5}, {"rules": "base", "shadow_part": "yes"}], ids=str
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        load("linko", **wrong)


@pytest.mark.parametrize("name", [name for name in game_names() if game_named(name).hidden])
def test_information_set_tree_search_plays_with_resampled_states(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped,unused-ignore]  # no types

    state = pyspiel.load_game(f"python_tatze_{name}").new_initial_state()
    random = np.random.RandomState(3)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(random.choice(actions, p=chances)))
    player = state.current_player()
    twin = state.resample_from_infostate(player, lambda: 0.25)
    assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.legal_actions() == state.legal_actions()
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.4,
        evaluator=mcts.RandomRolloutEvaluator(1, random),
        max_simulations=2,
        random_state=random,
    )
    assert bot.step(state) in state.legal_actions()


def test_nothing_can_be_resampled_before_the_deal() -> None:
    with pytest.raises(SetupError, match="nothing is dealt"):
        pyspiel.load_game(f"python_tatze_{game_names()[0]}").new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_monte_carlo_counterfactual_regret_minimisation_learns_on_a_short_track() -> None:
    """Outcome sampling walks through chance nodes, information states and legal actions to the end, again and again."""
    from open_spiel.python.algorithms import outcome_sampling_mccfr  # type: ignore[import-untyped,unused-ignore]

    game = load("verflixxt", rules="pro", players=2, start=0, track="1 -1")
    np.random.seed(5)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(20):
        solver.iteration()
    policy = solver.average_policy()
    state = advance(game.new_initial_state(), Random(1), 3)
    while state.is_chance_node():
        state = advance(state, Random(1), 1)
    chances = policy.action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)
