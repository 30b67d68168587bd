"""Bots beside the event loop: a bot that fails does not hold a table up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tatze.bots import bot_named
from tatze.core.errors import TatzeError
from tatze.core.layout import State
from tatze.server.live import bot_pool
from tatze.server.live.bot_pool import BotPool, win_chances
from tatze.server.metrics import Metrics
from tatze.server.table.refusals import Refused
from tests.server.table.logs import two_people


class BrokenBot:
    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        raise RuntimeError("this one is broken")


class CheatingBot:
    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        return 10**6


@pytest.mark.parametrize(("bot", "event"), [(BrokenBot(), "bot-error"), (CheatingBot(), "bot-illegal")])
def test_where_a_bot_fails_a_simple_one_decides(
    bot: BrokenBot | CheatingBot, event: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        bot_pool, "bot_named", lambda game, level, **_: bot if level == "cat" else bot_named(game, level)
    )
    log = two_people()
    log.add("started")
    pool = BotPool(Metrics(), 1)
    choice = asyncio.run(pool.choose(log.state, log.state.actor, "cat"))
    pool.close()
    assert log.state.current_game
    assert choice.action in log.state.current_game.legal_actions
    assert choice.stand_in
    assert [record.msg for record in caplog.records] == [event]


class UnreadyBot:
    fallback_reason = ""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        self.fallback_reason = "the search is still being compiled"
        return legal[-1]


def test_a_choice_and_a_hint_say_whether_a_simpler_bot_made_them(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unready = UnreadyBot()
    named = {"lynx": unready, "tiger": unready}
    monkeypatch.setattr(bot_pool, "bot_named", lambda game, level, **_: named.get(level) or bot_named(game, level))
    log = two_people(hints="on")
    log.add("started")
    pool = BotPool(Metrics(), 1)
    for _ in range(2):
        assert asyncio.run(pool.choose(log.state, log.state.actor, "lynx")).stand_in
    assert not asyncio.run(pool.choose(log.state, log.state.actor, "cat")).stand_in
    assert [record.msg for record in caplog.records] == ["bot-stand-in"], "said once"
    assert asyncio.run(pool.hint(log.state, log.state.actor)).stand_in
    pool.close()


def test_nothing_is_advised_before_a_game() -> None:
    pool = BotPool(Metrics(), 1)
    with pytest.raises(Refused, match="nothing to advise"):
        asyncio.run(pool.choose(two_people().state, 0, "cat"))
    with pytest.raises(Refused):
        asyncio.run(pool.hint(two_people().state, 0))
    pool.close()


def test_without_numpy_nobody_knows_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> list[float]:
        raise TatzeError("no NumPy")

    log = two_people()
    log.add("started")
    assert log.state.current_game
    view = log.state.current_game.view(0)
    chances = win_chances("linko", view)
    assert chances
    assert sum(chances) == pytest.approx(1)
    monkeypatch.setattr(bot_pool, "chances", missing)
    assert win_chances("linko", view) is None
