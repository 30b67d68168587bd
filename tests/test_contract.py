"""What every game keeps, in every rule set and for every number of players. There is no list of exceptions."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tatze.core.game import Detail, Game
from tatze.core.layout import CHANCE, EVERYONE, NOBODY, State
from tatze.core.record import read_record, record_text
from tatze.core.sample import sample
from tatze.core.setup import make_setup
from tatze.core.table import visible_event
from tatze.games import game_named, game_names
from tests.helpers import every_setting, random_table, states

SETTINGS = every_setting()


@pytest.mark.parametrize("name", game_names())
def test_every_action_has_one_text_and_comes_back_from_it(name: str) -> None:
    game = game_named(name)
    texts = [game.write(action) for action in range(game.actions)]
    assert len(set(texts)) == game.actions
    assert [game.read(text) for text in texts] == list(range(game.actions))
    assert all(not set(text) & set(' "*\n') for text in texts)


@pytest.mark.parametrize("name", game_names())
def test_a_variant_and_a_number_of_players_name_at_most_one_rule_set(name: str) -> None:
    rule_sets = game_named(name).rule_sets
    cells = [(one.variant, players) for one in rule_sets.values() for players in one.players]
    assert len(set(cells)) == len(cells)
    assert {one.variant for one in rule_sets.values()} <= set(rule_sets)


@pytest.mark.parametrize("name", game_names())
def test_a_limited_rule_holds_in_some_rule_sets_that_there_are(name: str) -> None:
    game = game_named(name)
    for held in game.limited_rules.values():
        assert 0 < len(held) < len(game.rule_sets)
        assert set(held) <= set(game.rule_sets)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_an_action_is_legal_exactly_when_no_rule_forbids_it(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    for seed in range(3):
        for step, (s, legal, _) in enumerate(states(game, make_setup(game, rules, players), seed)):
            if step % 5 == 0 or s.reason:
                assert legal == [action for action in range(game.actions) if game.refusal(s, action) == 0]
            assert bool(legal) == (s.reason == 0)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_every_refusal_names_a_rule_and_has_its_words(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    for step, (s, _, _) in enumerate(states(game, make_setup(game, rules, players), seed=4)):
        if step % 7 == 0 or s.reason:
            for action in range(game.actions):
                number = game.refusal(s, action)
                if number:
                    detail = game.why(s, action, number)
                    for lang in ("en", "de"):
                        assert game.say(lang, detail.key, detail.params)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_state_can_be_turned_into_its_own_view(name: str, rules: str, players: int) -> None:
    """CUDA devices have no room for a second state in each thread."""
    game = game_named(name)
    for step, (s, _, _) in enumerate(states(game, make_setup(game, rules, players), seed=6)):
        if step % 10 == 0 or s.reason:
            for viewer in (EVERYONE, *range(players)):
                itself = game.layout.copy(s)
                game.hide(itself, viewer, itself)
                assert list(game.layout.values(itself)) == list(game.layout.values(game.view(s, viewer)))


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_view_differs_from_its_state_in_the_private_and_secret_fields_alone(
    name: str, rules: str, players: int
) -> None:
    """On CUDA devices a view has places of its own for these fields alone."""
    game = game_named(name)
    same = game.layout.fields.keys() - {"viewer", *game.private, *game.secret}
    for step, (s, _, _) in enumerate(states(game, make_setup(game, rules, players), seed=6)):
        if step % 10 == 0 or s.reason:
            for viewer in (EVERYONE, *range(players)):
                view = game.view(s, viewer)
                assert {name: getattr(view, name) for name in same} == {name: getattr(s, name) for name in same}


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_the_checked_form_plays_the_same_games(name: str, rules: str, players: int) -> None:
    """It refuses negative indices and numbers too large for their field, so the compiled forms cannot meet them."""
    game = game_named(name)
    setup = make_setup(game, rules, players)
    for seed in range(5):
        plain = list(game.layout.values([s for s, _, _ in states(game, setup, seed)][-1]))
        checked = list(game.layout.values([s for s, _, _ in states(game, setup, seed, checked=True)][-1]))
        assert plain == checked


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_games_end_with_winners_who_have_the_best_score(name: str, rules: str, players: int) -> None:
    for seed in range(3):
        table = random_table(name, rules, players, seed)
        outcome = table.outcome
        assert outcome
        assert outcome.winners
        assert all(outcome.scores[seat] == max(outcome.scores) for seat in outcome.winners)
        assert table.actor == NOBODY
        assert table.legal == []


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_record_replays_to_the_same_game(name: str, rules: str, players: int) -> None:
    for seed, stop in ((1, 10**6), (2, 15)):
        table = random_table(name, rules, players, seed, stop)
        text = record_text(table, day="2026-01-31")
        again = read_record(text).replay(table.game)
        assert record_text(again, day="2026-01-31") == text
        assert table.game.layout.pack(again.state) == table.game.layout.pack(table.state)
        assert again.happened == table.happened


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_the_actor_sees_what_is_legal(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    for s, legal, _ in states(game, make_setup(game, rules, players), seed=5):
        if s.actor >= 0:
            assert game.legal_actions(game.view(s, s.actor)) == legal


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_hiding_twice_hides_no_more(name: str, rules: str, players: int) -> None:
    """A view of a view is the view, also when it is written over an older one."""
    game = game_named(name)
    pack = game.layout.pack
    old = {viewer: game.layout.new() for viewer in range(EVERYONE, players)}
    for s, _, _ in states(game, make_setup(game, rules, players), seed=6):
        for viewer, out in old.items():
            game.hide(s, viewer, out)
            assert pack(out) == pack(game.view(s, viewer))
            assert pack(game.view(out, viewer)) == pack(out)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_nobody_is_sent_anything_that_depends_on_what_he_may_not_see(name: str, rules: str, players: int) -> None:
    """Shuffle everything hidden from a seat: its view, its legal actions, refusals with their reasons, and foresight
    stay the same byte for byte."""
    game = game_named(name)
    random = Random(7)
    for step, (s, legal, _) in enumerate(states(game, make_setup(game, rules, players), seed=7)):
        if step % 3:
            continue
        for viewer in range(EVERYONE, players):
            view = game.view(s, viewer)
            other = sample(game, view, random)
            assert game.layout.pack(game.view(other, viewer)) == game.layout.pack(view)
            assert game.show(game.view(other, viewer)) == game.show(view)
            if viewer == s.actor:
                assert game.legal_actions(other) == legal
                asked = range(0, game.actions, 3)
                assert [game.refusal(other, a) for a in asked] == [game.refusal(s, a) for a in asked]
                assert [game.foresee(other, a) for a in legal] == [game.foresee(s, a) for a in legal]
                assert _why(game, other) == _why(game, s)


def _why(game: Game[Any], s: State) -> list[Detail]:
    refused = [(action, game.refusal(s, action)) for action in range(0, game.actions, 5)]
    return [game.why(s, action, number) for action, number in refused if number]


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_what_a_seat_sees_beyond_everybody_is_its_own_and_read_from_its_view(
    name: str, rules: str, players: int
) -> None:
    """`own` reads nothing that `hide` would not let through, and where it is empty everybody sees the same."""
    game = game_named(name)
    random = Random(13)
    for step, (s, _, _) in enumerate(states(game, make_setup(game, rules, players), seed=13)):
        if step % 5:
            continue
        everybody = game.show(game.view(s, EVERYONE))
        for seat in range(players):
            view = game.view(s, seat)
            assert game.own(view, seat) == game.own(s, seat) == game.own(sample(game, view, random), seat)
            if not game.own(s, seat):
                assert replace(game.show(view), seat=None) == everybody


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_an_event_reveals_exactly_when_somebody_learns_what_chance_decided(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    for s, _, action in states(game, make_setup(game, rules, players), seed=14):
        if action < 0:
            break
        actor, viewer = s.actor, max(s.actor, 0)
        before, after = game.view(s, viewer), game.layout.copy(s)
        game.apply(after, action)
        learned = _unseen(game, before) != _unseen(game, game.view(after, viewer))
        assert (learned or actor == CHANCE) == any(game.events[event[0]].reveals for event in after.events)
        s.events.clear()


def _unseen(game: Game[Any], view: State) -> list[int]:
    out = [0] * game.deal_size
    return out[: game.unseen(view, out)]


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_sampled_state_keeps_what_is_public_and_plays_on_to_the_end(name: str, rules: str, players: int) -> None:
    game = game_named(name)
    table = random_table(name, rules, players, seed=8, stop=20)
    random = Random(8)
    for viewer in range(EVERYONE, players):
        for _ in range(5):
            s = sample(game, table.view(viewer), random)
            assert game.layout.pack(game.view(s, viewer)) == game.layout.pack(table.view(viewer))
            while not s.reason:
                game.apply(s, random.choice(game.legal_actions(s)))


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_events_name_seats_and_what_is_declared(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=9)
    for events in table.happened:
        for event in events:
            kind = table.game.events[event[0]]
            assert not any(event[1 + len(kind.fields) :])
            for viewer in range(EVERYONE, players):
                shown = visible_event(table.game, event, viewer)
                changed = [i for i in range(len(event)) if shown[i] != event[i]]
                assert not changed or (viewer != event[1] and kind.fields[changed[0] - 1] == kind.secret)


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_undo_leads_back_and_the_game_goes_on_as_before(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=10, stop=25)
    pack = table.game.layout.pack
    before, line, version = pack(table.state), table.kept_entries, table.version
    table.undo(0, 7)
    assert len(table.kept_entries) <= len(line) - 6  # a roll that was undone falls again at once
    assert table.kept_entries == line[: len(table.kept_entries)]
    for entry in line[len(table.kept_entries) :]:
        if entry.actor != CHANCE:
            table.play(entry.action)
    assert pack(table.state) == before
    assert table.kept_entries == line
    assert table.version == version + 8


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_copy_goes_its_own_way(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=11, stop=10)
    before = record_text(table)
    twin = table.copy()
    while not twin.over:
        twin.play(twin.legal_actions[0])
        if twin.version > 3000:
            break
    assert record_text(table) == before


@pytest.mark.parametrize(("name", "rules", "players"), SETTINGS)
def test_a_state_is_bytes_and_back(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=12, stop=30)
    data = table.game.layout.pack(table.state)
    assert table.game.layout.pack(table.game.layout.unpack(data)) == data
