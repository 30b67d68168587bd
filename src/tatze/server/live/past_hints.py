"""Hints about finished games: what a strong bot would have done, from what the deciding seat could see then."""

from __future__ import annotations

from tatze.server.live.archive import Archive
from tatze.server.live.bot_pool import HINT_LEVEL, BotPool
from tatze.server.live.frames import legal_action
from tatze.server.live.live_table import LiveTable
from tatze.server.table.notation import read_action
from tatze.server.table.refusals import Refused
from tatze.server.table.rows import Grant
from tatze.server.table.state import TableState
from tatze.wire import PastAdvice


class PastHints:
    """Gives hints about finished games to people of the table, one at a time to each seat."""

    def __init__(self, archive: Archive, bots: BotPool) -> None:
        self.archive = archive
        self.bots = bots
        self._pending: set[Grant] = set()

    async def hint(self, live: LiveTable, grant: Grant, number: int, version: int) -> PastAdvice:
        """Return a hint for the seat that decided at a version of a finished game; games are counted from 1."""
        if live.state.hints == "off":
            raise Refused("hint/off")
        if grant in self._pending:
            raise Refused("rate/limited")
        self._pending.add(grant)
        try:
            return await self._advise(await self.archive.past_decision(live, number, version))
        finally:
            self._pending.discard(grant)

    async def _advise(self, state: TableState) -> PastAdvice:
        if state.current_game is None:
            raise Refused("hint/none")
        hint = await self.bots.advise(state, state.actor)
        action = read_action(state.game, hint.action)
        choice = legal_action(state.game, state.current_game.state, action)
        return PastAdvice(state.version, state.actor, choice, HINT_LEVEL, hint.chances, hint.stand_in)
