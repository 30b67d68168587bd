"""The learned bots: legal, quick, fair, the same as the trainer's, and loaded by nobody who does not need them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn import functional

from tatze.bots import bot_named
from tatze.bots.guided.bot import GuidedBot
from tatze.bots.guided.searcher import AheadDesk, GuidedDesk, guided_desk
from tatze.bots.learned import bot as learned
from tatze.bots.learned.bot import WEIGHTS, LearnedBot, chances, network_of
from tatze.bots.learned.network import Network, UnfitWeights, describe, needs, win_chances
from tatze.bots.search.bot import Workshop
from tatze.bots.search.match import Match, Pairing
from tatze.compiled.builder import MissingExtra
from tatze.core.errors import SetupError
from tatze.core.layout import CHANCE, EVERYONE, State
from tatze.core.sample import sample
from tatze.core.table import Table
from tatze.games import BUILT_IN, game_named
from tatze.train.net import imported, padded
from tests.games.verflixxt import position as verflixxt
from tests.helpers import every_setting, open_table, random_table


@pytest.mark.parametrize(("name", "rules", "players"), every_setting(BUILT_IN))
def test_a_learned_bot_never_chooses_what_is_not_legal(name: str, rules: str, players: int) -> None:
    bots: list[LearnedBot | GuidedBot] = [LearnedBot(name), GuidedBot(name, playouts=6, seed=1)]
    table = open_table(name, rules, players, seed=players)
    while not table.over:
        bot = bots[len(table.entries) % 9 == 0]
        action = bot.choose(table.view(table.actor), table.legal_actions)
        assert action in table.legal_actions
        table.play(action)
    assert bots[0].excuse == bots[1].excuse == ""


# --- The weights ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_page_beside_the_weights_says_what_they_say_of_themselves(name: str) -> None:
    path = WEIGHTS / f"{name}.npz"
    about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert about == network_of(name).about
    assert about.items() >= needs(name).items()
    assert path.stat().st_size <= 6_000_000
    assert about["command"].startswith(f"tatze train {name} ")
    assert "/" not in about["command"]


@pytest.mark.parametrize(("field", "other"), [("fingerprint", "0123456789abcdef"), ("version", 99)])
def test_weights_for_other_rules_or_features_are_refused(
    field: str, other: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = network_of("verflixxt")
    Network(network.weights, {**network.about, field: other}).save(tmp_path / "verflixxt.npz")
    monkeypatch.setattr(learned, "WEIGHTS", tmp_path)
    monkeypatch.setattr(learned, "network_of", network_of.__wrapped__)
    bot = LearnedBot("verflixxt")
    with pytest.raises(UnfitWeights, match=f"made for {field} {other}, but this is {field} {network.about[field]}"):
        bot.prepare()
    table = random_table("verflixxt", "base", 4, seed=1, stop=9)
    view, legal = table.view(table.actor), table.legal_actions
    assert bot.choose(view, legal) == bot_named("verflixxt", "thumb").choose(view, legal)
    assert field in bot.excuse


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_shipped_network_says_what_the_trainers_would_to_rounding(name: str) -> None:
    network = network_of(name)
    net = imported(network)
    rows = np.array([row for row, _, _ in rows_of(name)])
    with torch.no_grad():
        told = torch.from_numpy(rows).float()
        policy, worth = net(functional.pad(told, (0, padded(rows.shape[1]) - rows.shape[1])))
    mine = network.think(rows)
    assert np.allclose(mine[0], policy.numpy(), atol=1e-3)
    assert np.allclose(mine[1], worth.numpy(), atol=1e-3)


def rows_of(name: str) -> list[tuple[Any, Any, list[int]]]:
    tables = [random_table(name, "base", 4, seed=seed, stop=3 * seed) for seed in range(12)]
    running = [table for table in tables if not table.over]
    views = [(table.view(table.actor), table.legal_actions) for table in running]
    return [(describe(name, view), view, legal) for view, legal in views]


@pytest.mark.parametrize("name", BUILT_IN)
def test_compiled_and_plain_bots_choose_alike(name: str) -> None:
    desk = GuidedDesk(name, nodes=1)
    for _, view, legal in rows_of(name):
        desk.lay(view, 0)
        assert desk.best_liked(np.array(legal), len(legal)) == LearnedBot(name).choose(view, legal)


# --- Choices ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("kind", ["learned", "guided:40"])
def test_a_learned_bot_knows_no_more_than_its_view(name: str, kind: str) -> None:
    """Other hidden cards, the same choice: with the view alone it could not be otherwise, so the state is given."""
    game, random = game_named(name), Random(3)
    for stop in (3, 20, 41):
        table = random_table(name, "base", 4, seed=stop, stop=stop)
        bot = bot_named(name, kind, 2)
        choice = bot.choose(table.view(table.actor), table.legal_actions)
        for _ in range(3):
            other = sample(game, table.view(table.actor), random)
            assert bot.choose(game.view(other, table.actor), game.legal_actions(other)) == choice


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_seed_and_view_lead_to_the_same_walks(name: str) -> None:
    table = random_table(name, "base", 4, seed=8, stop=11)
    view, legal = table.view(table.actor), table.legal_actions
    trees = []
    for _ in range(2):
        desk = GuidedDesk(name)
        desk.lay(view, 9)
        desk.search(0, 300)
        assert desk.favourite() in legal
        trees.append(desk.tree[: desk.book[0]].copy())
    assert (trees[0] == trees[1]).all()
    first = trees[0]["child"][0]
    visits = 0
    while first:
        visits, first = visits + trees[0]["visits"][first], trees[0]["sibling"][first]
    assert visits == 299  # all but the walk that looked at the root


@pytest.mark.parametrize("name", BUILT_IN)
def test_one_walk_is_the_policy_and_a_full_tree_does_no_harm(name: str) -> None:
    for _, view, legal in rows_of(name):
        if len(legal) > 1:
            one = GuidedDesk(name)
            one.lay(view, 0)
            one.search(0, 1)
            assert one.favourite() == LearnedBot(name).choose(view, legal)
            for desk in (GuidedDesk(name, nodes=40), guided_desk(name, nodes=40)):
                desk.lay(view, 3)
                desk.search(0, 200)
                assert desk.favourite() in legal


@pytest.mark.parametrize(("rules", "players"), [("base", 2), ("base", 4), ("pro", 3), ("combined", 2)])
def test_an_action_is_worth_what_is_hoped_for_after_the_best_reply_to_every_roll(rules: str, players: int) -> None:
    """The same in plain Python, position by position."""
    game, network, desk = game_named("verflixxt"), network_of("verflixxt"), AheadDesk("verflixxt")

    def after(s: State, action: int) -> State:
        copy: State = game.layout.copy(s)
        game.apply(copy, action)
        return copy

    def hopes(s: State, seat: int) -> list[float]:
        outcome = game.outcome(s)
        if outcome:
            return [(other in outcome.winners) / len(outcome.winners) for other in range(players)]
        found = win_chances(network.think(describe("verflixxt", game.view(s, seat))[None])[1], players)[0]
        return [float(found[(other - seat) % players]) for other in range(players)]

    def replied(s: State) -> list[float]:
        if not game.legal_actions(s):
            return hopes(s, 0)
        return max((hopes(after(s, reply), s.actor) for reply in game.legal_actions(s)), key=lambda row: row[s.actor])

    for stop in (2, 17, 60, 75, 85):
        table = random_table("verflixxt", rules, players, seed=stop, stop=stop)
        if table.over:
            continue
        me, view, legal = table.actor, table.view(table.actor), table.legal_actions
        desk.lay(view, 1)
        desk.search(0, 1)
        for i, action in enumerate(legal):
            then = after(view, action)
            rolls = game.legal_actions(then) if then.actor == CHANCE else []
            rows = [replied(after(then, roll)) for roll in rolls] or [replied(then)]
            assert desk.worth[i] == pytest.approx(sum(row[me] for row in rows) / len(rows), abs=1e-5)


class ClockedDesk(GuidedDesk):
    """A desk with a clock of its own instead of walks: most of what a batch takes it takes for a single one too."""

    now = 0.0

    def _walk(self, first: int, count: int) -> None:
        self.now += 0.004 + 100e-6 * count


@pytest.mark.parametrize(("seconds", "least"), [(0.01, 1), (0.05, 8), (0.2, 200), (1.0, 3000)])
def test_walks_by_the_clock_are_made_in_batches_too_and_end_in_time(
    seconds: float, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, bot = ClockedDesk("linko", 1), GuidedBot("linko", seconds)
    begun = desk.now
    monkeypatch.setattr(time, "perf_counter", lambda: desk.now)
    bot._watch(desk, begun, seconds)
    assert bot.made >= least
    assert desk.now - begun < seconds


@pytest.mark.parametrize(("parts", "word"), [((700, 300), 375), ((1,), 1)])
def test_a_search_counts_the_networks_word_beside_its_playouts(parts: tuple[int, ...], word: int) -> None:
    """Beside few of them too: who has little time goes by the network."""
    table = random_table("verflixxt", "base", 4, seed=8, stop=11)
    legal, trees = table.legal_actions, []
    for _ in range(2):
        desk = AheadDesk("verflixxt")
        desk.lay(table.view(table.actor), 9)
        first = 0
        for part in parts:
            desk.search(first, part)
            first += part
        trees.append(desk.tree[: desk.book[0]].copy())
    assert (trees[0] == trees[1]).all()
    tree, child, visits = trees[0], trees[0]["child"][0], 0
    while child:
        visits, child = visits + tree["visits"][child], tree["sibling"][child]
    assert visits == sum(parts) + word * len(legal)


@pytest.mark.parametrize("seed", range(3))
def test_a_guided_search_leaves_the_opponent_alone_on_a_bad_tile_and_wins(seed: int) -> None:
    there = verflixxt.position("start -10:AB +8:A finish", ["", "+5"], die=6)
    bot = GuidedBot("verflixxt", playouts=400, seed=seed)
    assert there.game.write(bot.choose(there.game.view(there.s, 0), there.game.legal_actions(there.s))) == "m1"


@pytest.mark.parametrize(
    ("game", "rules", "players", "least"),
    [
        ("linko", "base", 4, 0.6),
        ("linko", "duel", 2, 0.85),
        ("verflixxt", "base", 4, 0.6),
        ("verflixxt", "pro", 2, 0.9),
    ],
)
def test_a_learned_bot_is_far_better_than_yardsticks(game: str, rules: str, players: int, least: float) -> None:
    match = Match(Pairing(game, rules, players, "learned", "yardstick"))
    deals = 160 // players
    assert sum(match.deal(77, number).share for number in range(deals)) / deals > least


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_decision_takes_a_few_milliseconds(name: str) -> None:
    """The thread's own time, and the middle one: the machine may be busy. bench/learned.py looks closer."""
    bot = LearnedBot(name)
    bot.prepare()
    times = []
    for _, view, legal in rows_of(name):
        begun = time.thread_time()
        bot.choose(view, legal)
        times.append(time.thread_time() - begun)
    assert sorted(times)[len(times) // 2] < 0.005


# --- Chances ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules", "players"), every_setting(BUILT_IN))
def test_chances_are_those_of_the_seats_and_add_up_to_one(name: str, rules: str, players: int) -> None:
    table = random_table(name, rules, players, seed=2, stop=7)
    for seat in range(players):
        found = chances(name, table.view(seat))
        assert len(found) == players
        assert sum(found) == pytest.approx(1)


def test_who_is_about_to_win_has_the_better_chance_whoever_looks() -> None:
    there = verflixxt.position("start -1:A -2:B finish", ["+8 +7", "+1 -9"], die=6)
    for seat in range(2):
        mine, other = chances("verflixxt", there.game.view(there.s, seat))
        assert mine > 0.9 > 0.1 > other


def test_before_the_die_falls_chances_are_the_mean_over_its_rolls() -> None:
    game = game_named("verflixxt")
    s = random_table("verflixxt", "base", 3, seed=5, stop=9).state
    before = game.layout.copy(s)
    game.apply(before, game.legal_actions(before)[0])
    rolls = game.legal_actions(before)
    assert len(rolls) == 6
    after = []
    for roll in rolls:
        copy = game.layout.copy(before)
        game.apply(copy, roll)
        after.append(chances("verflixxt", game.view(copy, 1)))
    assert chances("verflixxt", game.view(before, 1)) == pytest.approx(tuple(np.mean(after, axis=0)))


@pytest.mark.parametrize("name", BUILT_IN)
def test_of_a_finished_game_chances_are_what_came_out(name: str) -> None:
    table: Table[Any] = random_table(name, "base", 3, seed=4)
    assert table.outcome
    found = chances(name, table.view(0))
    assert {seat for seat, chance in enumerate(found) if chance} == set(table.outcome.winners)
    assert sum(found) == pytest.approx(1)


def test_a_view_of_nobody_has_no_chances() -> None:
    with pytest.raises(SetupError, match="nobody's"):
        chances("linko", open_table("linko", "base", 4).view(EVERYONE))


# --- What is not there ------------------------------------------------------------------------------------------------


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=False)


def test_numpy_and_weights_are_loaded_by_the_first_decision_alone() -> None:
    code = (
        "import sys; import tatze.cli.play, tatze.terminal.play; from tatze.bots import bot_named, levels\n"
        "bots = [bot_named('linko', name) for name in ('kitten', 'cat', 'learned')]; levels('linko', 'de')\n"
        "assert 'numpy' not in sys.modules and 'tatze.bots.learned.network' not in sys.modules\n"
        "bots[2].prepare(); assert 'numpy' in sys.modules"
    )
    assert run(code).stderr == ""


def test_without_numpy_the_thumb_bot_answers_and_the_error_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from tatze.bots import bot_named; from tatze.compiled.builder import MissingExtra\n"
        "from tests.helpers import open_table\n"
        "table = open_table('linko', 'base', 4); view, legal = table.view(table.actor), table.legal_actions\n"
        "for name in ('learned', 'guided', 'tiger'):\n"
        "    bot = bot_named('linko', name)\n"
        "    assert bot.choose(view, legal) == bot_named('linko', 'thumb').choose(view, legal)\n"
        "    try: bot.prepare()\n"
        "    except MissingExtra as error: print(error)\n"
    )
    done = run(code)
    assert done.stderr == ""
    assert done.stdout.count("pip install 'tatze[compiled]'") == 3


def test_while_the_compiler_works_the_policy_alone_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(Workshop):
        def _work(self) -> None:
            self.failure = MissingExtra("this needs Numba")

    monkeypatch.setattr("tatze.bots.guided.bot.guided_workshop", Missing)
    bot = GuidedBot("linko", seconds=0.01)
    while not bot.excuse.startswith("this needs"):
        for _, view, legal in rows_of("linko"):
            assert bot.choose(view, legal) == LearnedBot("linko").choose(view, legal)
