"""The guided bot: not blind to what is obvious, and with the policy in the compiler's place."""

from __future__ import annotations

import pytest

from tatze.bots.guided.bot import GuidedBot
from tatze.bots.learned.bot import LearnedBot
from tatze.bots.search.compile_worker import CompileWorker
from tatze.core.errors import MissingExtra
from tests.bots.positions import rows_of
from tests.games.verflixxt import position as verflixxt


@pytest.mark.parametrize("seed", range(3))
def test_a_guided_search_leaves_the_opponent_alone_on_a_bad_tile_and_wins(seed: int) -> None:
    there = verflixxt.position("start -10:AB +8:A finish", ["", "+5"], die=6)
    bot = GuidedBot("verflixxt", playouts=400, seed=seed)
    assert there.game.write(bot.choose(there.game.view(there.s, 0), there.game.legal_actions(there.s))) == "m1"


def test_while_the_compiler_works_the_policy_alone_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(CompileWorker):
        def _compile(self) -> None:
            self.failure = MissingExtra("this needs Numba")

    monkeypatch.setattr("tatze.bots.guided.bot.guided_worker", Missing)
    bot = GuidedBot("linko", seconds=0.01, stand_in=True)
    while not bot.fallback_reason.startswith("this needs"):
        for _, view, legal in rows_of("linko"):
            assert bot.choose(view, legal) == LearnedBot("linko").choose(view, legal)
