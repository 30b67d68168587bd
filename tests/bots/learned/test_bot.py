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
from tatze.bots.learned import LearnedBot, chances
from tatze.bots.learned import bot as learned
from tatze.bots.learned.bot import WEIGHTS, network_of
from tatze.bots.learned.network import Network, UnfitWeights, requirements
from tatze.core.errors import SetupError
from tatze.core.layout import EVERYONE
from tatze.core.sample import sample
from tatze.core.table import Table
from tatze.games import BUILT_IN, game_named
from tatze.train.net import imported, padded
from tests.bots.positions import rows_of
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
    assert bots[0].fallback_reason == bots[1].fallback_reason == ""


# --- The weights ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_page_beside_the_weights_says_what_they_say_of_themselves(name: str) -> None:
    path = WEIGHTS / f"{name}.npz"
    about = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert about == network_of(name).about
    assert about.items() >= requirements(name).items()
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
    bot = LearnedBot("verflixxt", stand_in=True)
    with pytest.raises(UnfitWeights, match=f"made for {field} {other}, but this is {field} {network.about[field]}"):
        bot.prepare()
    table = random_table("verflixxt", "base", 4, seed=1, stop=9)
    view, legal = table.view(table.actor), table.legal_actions
    assert bot.choose(view, legal) == bot_named("verflixxt", "thumb").choose(view, legal)
    assert field in bot.fallback_reason
    with pytest.raises(UnfitWeights):
        LearnedBot("verflixxt").choose(view, legal)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_shipped_network_says_what_the_trainers_would_to_rounding(name: str) -> None:
    network = network_of(name)
    net = imported(network)
    rows = np.array([row for row, _, _ in rows_of(name)])
    with torch.no_grad():
        told = torch.from_numpy(rows).float()
        policy, worth = net(functional.pad(told, (0, padded(rows.shape[1]) - rows.shape[1])))
    mine = network.evaluate(rows)
    assert np.allclose(mine[0], policy.numpy(), atol=1e-3)
    assert np.allclose(mine[1], worth.numpy(), atol=1e-3)


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
        "import sys; import tatze.cli.play, tatze.terminal.series; from tatze.bots import bot_named, levels\n"
        "bots = [bot_named('linko', name) for name in ('kitten', 'cat', 'learned')]; levels('linko', 'de')\n"
        "assert 'numpy' not in sys.modules and 'tatze.bots.learned.network' not in sys.modules\n"
        "bots[2].prepare(); assert 'numpy' in sys.modules"
    )
    assert run(code).stderr == ""


def test_without_numpy_a_bot_refuses_and_only_a_stand_in_answers_for_it() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from tatze.bots import bot_named, check_installed; from tatze.core.errors import MissingExtra\n"
        "from tests.helpers import open_table\n"
        "table = open_table('linko', 'base', 4); view, legal = table.view(table.actor), table.legal_actions\n"
        "for name in ('learned', 'guided', 'tiger'):\n"
        "    bot = bot_named('linko', name, stand_in=True)\n"
        "    assert bot.choose(view, legal) == bot_named('linko', 'thumb').choose(view, legal)\n"
        "    for refused in (bot.prepare, lambda: bot_named('linko', name).choose(view, legal),\n"
        "                    lambda: check_installed('linko', name)):\n"
        "        try: refused()\n"
        "        except MissingExtra as error: print(error)\n"
    )
    done = run(code)
    assert done.stderr == ""
    assert done.stdout.count("pip install 'tatze[compiled]'") == 9


def test_a_simulation_without_the_extra_is_refused_and_writes_nothing(tmp_path: Path) -> None:
    for bot in ("tiger", "lynx"):
        words = ["simulate", "linko", "--bot", bot, "--out", str(tmp_path / "out")]
        without = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None"
        code = f"{without}\nfrom tatze.cli import main; sys.exit(main({words}))"
        done = run(code)
        assert done.returncode == 1
        assert done.stderr == f"tatze: the bot {bot} needs NumPy and Numba: pip install 'tatze[compiled]'\n"
        assert not (tmp_path / "out").exists()
