"""The search bots: legal, repeatable, fair, in time, and not blind to what is obvious."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from random import Random
from typing import Any

import pytest

from tatze.bots.search import bot as search
from tatze.bots.search.bot import SearchBot
from tatze.bots.search.compile_worker import CompileWorker
from tatze.core.errors import MissingExtra, SetupError
from tatze.core.sample import sample
from tatze.core.setup import make_setup
from tatze.core.table import Table
from tatze.games import game_named, game_names
from tests.games.linko import position as linko
from tests.games.verflixxt import position as verflixxt
from tests.helpers import every_setting, open_table, random_table


def searching(table: Table[Any], **how: Any) -> int:
    bot = SearchBot(table.game.name, **{"playouts": 60, "seed": 5, **how})
    return bot.choose(table.view(table.actor), table.legal_actions)


@pytest.mark.parametrize(("name", "rules", "players"), every_setting())
def test_a_search_never_chooses_what_is_not_legal(name: str, rules: str, players: int) -> None:
    bot = SearchBot(name, playouts=12, seed=players)
    table = open_table(name, rules, players, seed=players)
    while not table.over:
        action = bot.choose(table.view(table.actor), table.legal_actions)
        assert action in table.legal_actions
        table.play(action)


@pytest.mark.parametrize("name", game_names())
def test_the_same_seed_and_view_lead_to_the_same_choice(name: str) -> None:
    for stop in (0, 11, 24):
        table = random_table(name, "base", 4, seed=stop, stop=stop)
        bot = SearchBot(name, playouts=1500, seed=9)
        first = bot.choose(table.view(table.actor), table.legal_actions)
        searching(random_table(name, "base", 3, seed=1, stop=9))
        assert bot.choose(table.view(table.actor), table.legal_actions) == first
        assert searching(table, playouts=1500, seed=9) == first


def test_the_seed_matters_where_there_are_few_playouts() -> None:
    table = open_table("linko", "base", 4)
    assert len({searching(table, playouts=5, seed=seed) for seed in range(30)}) > 1


@pytest.mark.parametrize("name", game_names())
def test_a_search_knows_no_more_than_its_view(name: str) -> None:
    """Other hidden cards, the same choice: with the view alone it could not be otherwise, so the state is given."""
    game, random = game_named(name), Random(3)
    for stop in (3, 20, 41):
        table = random_table(name, "base", 4, seed=stop, stop=stop)
        bot = SearchBot(name, playouts=200, seed=2)
        choice = bot.choose(table.view(table.actor), table.legal_actions)
        for _ in range(3):
            other = sample(game, table.view(table.actor), random)
            assert bot.choose(game.view(other, table.actor), game.legal_actions(other)) == choice


def chosen(name: str, s: Any, seed: int) -> str:
    game = game_named(name)
    bot = SearchBot(name, playouts=400, seed=seed)
    return game.write(bot.choose(game.view(s, s.actor), game.legal_actions(s)))


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_the_whole_last_set_when_that_wins(seed: int) -> None:
    there = linko.position(
        ["9 9 9", "1 3 4 6 8 11 13", "2 3 5 7 8 10 12"], ["12", "7 / 5x2", "4"], "1 2 3 4 5 6", "7 7 8 8 9 10 11 12"
    )
    assert chosen("linko", there.s, seed) == "9x3"


@pytest.mark.parametrize("seed", range(4))
def test_it_does_not_end_a_game_that_it_would_lose(seed: int) -> None:
    there = linko.position(
        ["9 j", "1 3 4 6 8", "2 3 5 7 8"], ["", "7x4 / 5x4 / 6x4", "4"], "1 2 3 4 5 j", "8 8 9 10 11 12"
    )
    assert "9+j" in there.legal
    assert there.game.outcome(played(there, chosen("linko", there.s, seed))) is None


def played(there: linko.Position, text: str) -> Any:
    there.play(text)
    return there.s


@pytest.mark.parametrize("seed", range(4))
def test_it_leaves_the_opponent_alone_on_a_bad_tile_and_wins(seed: int) -> None:
    """The other way round it would have the +8 at once, and then be the last on the −10."""
    there = verflixxt.position("start -10:AB +8:A finish", ["", "+5"], die=6)
    assert there.legal == {"m1", "m2"}
    assert chosen("verflixxt", there.s, seed) == "m1"


@pytest.mark.parametrize("seed", range(4))
def test_it_steals_the_tile_that_wins(seed: int) -> None:
    there = verflixxt.position("start steal:A finish", ["+2", "+3 -1", "-4 +5"], die=3)
    there.play("m1")
    assert there.legal == {"steal:B", "steal:C"}
    assert chosen("verflixxt", there.s, seed) == "steal:C"


def test_a_single_legal_action_is_answered_at_once() -> None:
    bot = SearchBot("linko", seconds=5)
    begun = time.perf_counter()
    assert bot.choose(open_table("linko", "base", 4).view(0), [7]) == 7
    assert time.perf_counter() - begun < 0.05
    assert bot.playouts_made == 0


@pytest.mark.parametrize("name", game_names())
def test_a_time_is_used_and_kept(name: str) -> None:
    """Waiting for a busy core takes as long as it takes, so the thread's own time is held against the budget;
    bench/budgets.py looks closer."""
    table = random_table(name, "base", 4, seed=2, stop=12)
    bot = SearchBot(name, seconds=0.02, seed=1)
    bot.prepare()
    for budget in (None, 0.05, 0.05, 0.05):
        begun, worked = time.perf_counter(), time.thread_time()
        bot.choose(table.view(table.actor), table.legal_actions, budget)
        assert time.thread_time() - worked < 1.1 * (budget or 0.02)
        assert time.perf_counter() - begun > 0.9 * (budget or 0.02)
        assert bot.playouts_made > 20


class SlowingSearcher:
    """A searcher with a clock of its own, where every playout takes longer than the one before."""

    seconds_between_clock_checks = 0.004
    settled = False

    def __init__(self, grows: float) -> None:
        self.now = 0.0
        self.grows = grows

    def search(self, first: int, count: int) -> None:
        self.now += sum(50e-6 * (1 + self.grows * number) for number in range(first, first + count))


@pytest.mark.parametrize("grows", [0, 0.01, 0.1])
@pytest.mark.parametrize("seconds", [0.01, 0.05, 0.25])
def test_a_search_that_gets_slower_and_slower_still_ends_in_time(
    seconds: float, grows: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher: Any = SlowingSearcher(grows)
    bot = SearchBot("linko", seconds)
    monkeypatch.setattr(time, "perf_counter", lambda: searcher.now)
    bot._search_for(searcher, 0.0, seconds)
    longest = 50e-6 * (1 + grows * bot.playouts_made)
    assert 0.98 * seconds - 2 * longest <= searcher.now < 0.98 * seconds + longest


class NeverDone(CompileWorker):
    """A compile worker that says it is never done."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._thread.join()

    @property
    def done(self) -> bool:
        return False


@pytest.mark.parametrize("name", game_names())
def test_while_the_compiler_works_the_thumb_bot_answers_and_it_says_so(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tatze.bots import bot_named, stand_in_reason

    monkeypatch.setattr(search, "search_worker", NeverDone)
    table = random_table(name, "base", 4, seed=4, stop=9)
    bot = SearchBot(name, seconds=3, stand_in=True)
    view, legal = table.view(table.actor), table.legal_actions
    assert bot.choose(view, legal) == bot_named(name, "thumb").choose(view, legal)
    assert "compiled" in stand_in_reason(bot)
    assert bot.playouts_made == 0
    bot.prepare()
    bot.choose(view, legal, 0.01)
    assert stand_in_reason(bot) == ""
    assert bot.playouts_made > 0


@pytest.mark.parametrize("name", game_names())
def test_a_bot_without_a_stand_in_waits_for_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "search_worker", NeverDone)
    table = random_table(name, "base", 4, seed=4, stop=9)
    bot = SearchBot(name, seconds=0.01)
    bot.choose(table.view(table.actor), table.legal_actions)
    assert bot.playouts_made > 0


def test_without_a_compiler_the_thumb_bot_answers_and_playouts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(CompileWorker):
        def _compile(self) -> None:
            self.failure = MissingExtra("this needs Numba")

    monkeypatch.setattr(search, "search_worker", Missing)
    table = open_table("linko", "base", 4)
    bot = SearchBot("linko", seconds=0.01, stand_in=True)
    while not bot.fallback_reason.startswith("this needs"):
        assert bot.choose(table.view(table.actor), table.legal_actions) in table.legal_actions
    for refusing in (SearchBot("linko", playouts=10), SearchBot("linko", seconds=0.01)):
        with pytest.raises(MissingExtra):
            refusing.choose(table.view(table.actor), table.legal_actions)


def test_leaving_while_the_compiler_works_is_no_accident(tmp_path: Any) -> None:
    code = (
        "import time; from pathlib import Path; from tatze.bots.search.bot import SearchBot; SearchBot('linko')\n"
        f"while not any(Path({str(tmp_path)!r}).rglob('*.nbi')): time.sleep(0.01)  # until a function is compiled\n"
    )
    environment = {**os.environ, "TATZE_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_impossible_budgets_are_refused() -> None:
    budgets: tuple[dict[str, Any], ...] = ({"seconds": 0}, {"seconds": -1}, {"playouts": 0})
    for how in budgets:
        with pytest.raises(SetupError):
            SearchBot("linko", **how)


def test_more_players_than_usual_are_no_problem() -> None:
    game = game_named("verflixxt")
    table = Table.open(game, make_setup(game, "combined", 6))
    assert searching(table) in table.legal_actions
