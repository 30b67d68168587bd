"""Plays the games of a match in compiled code, at native speed.

    match = one_against(Setting(GAME, "base", 4), "search:500", "yardstick", seed=1)
    games = CompiledGames(match)
    deal = games.play_deal(0)

The deals follow from the seed by the counter-based generator of `tatze.compiled`; they are not those of a table with
the same seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tatze.core.errors import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ImportError:
    raise MissingExtra("this needs NumPy and Numba: pip install 'tatze[compiled]'") from None

from tatze.arena.compiled import drivers
from tatze.arena.compiled.drivers import DECIDES_IN_PYTHON, RANDOM, THUMB, YARDSTICK, RunningGame
from tatze.arena.compiled.network_seat import NetworkSeat
from tatze.arena.entrants import Entrant
from tatze.arena.match import Bout, Match
from tatze.arena.play import Played
from tatze.bots.search.drivers import GAME, VIEW
from tatze.bots.search.searcher import PlayoutSearcher, parameter_records, search_form
from tatze.compiled.builder import Form, build
from tatze.compiled.templates import template_of
from tatze.core.errors import SetupError
from tatze.games import game_named

RULE_BOT_CODES = {"random": RANDOM, "thumb": THUMB, "yardstick": YARDSTICK}
WHOLE_GAME = 1 << 40
"""More playouts than all searches of a game have."""
PROGRESS = np.dtype(
    [
        ("moves", "i8"),
        ("searches", "i8"),  # decisions made by searches
        ("playouts_left", "i8"),  # of the search that is under way
        ("search_seed", "i8"),
        ("waiting", "i8"),  # number of actions that a bot in Python has to choose from
        ("chosen", "i8"),  # the action that is carried out next, or NO_ACTION
    ]
)


class DealResult(NamedTuple):
    """What the hero of a meeting got from one deal, as the mean over all of its seats."""

    share: float
    """Share of the victory."""
    lead: float
    """Score minus the best score of the others."""
    searches: int
    """Number of decisions that searches made, in all games of the deal together."""


@cache
def match_form(game: str) -> Form:
    """The compiled functions of a game's search with playouts and of its matches."""
    return build("cpu", [drivers], {}, base=search_form(game))


class CompiledGames:
    """The backend of a match between rule bots, searches with counted playouts, and networks. Threads need one each."""

    def __init__(self, match: Match) -> None:
        game, players = game_named(match.game), match.setup.players
        self.match = match
        self.network_seats: dict[int, NetworkSeat] = {}
        self.codes: dict[str, int] = {entrant.label: self._code(entrant) for entrant in match.entrants}
        self.searcher: PlayoutSearcher = PlayoutSearcher(match.game, nodes=1 + max(1, *self.codes.values()) * 2)
        self.functions: Form = match_form(match.game)
        self.template: Any = template_of(game, match.setup)
        self.deal: npt.NDArray[np.int8] = np.zeros(max(1, game.deal_size), np.int8)
        self.game: RunningGame = RunningGame(
            states=self.searcher.states,
            actions=np.zeros(game.actions, np.int32),
            bots=np.zeros(players, np.int64),
            parameters=parameter_records(game.search, players),
            progress=np.zeros(1, PROGRESS),
        )
        self.progress: Any = self.game.progress[0]
        self.bout: Bout = next(match.bouts())

    def _code(self, entrant: Entrant) -> int:
        """The code by which the drivers know an entrant's bot."""
        if entrant.name in RULE_BOT_CODES:
            return RULE_BOT_CODES[entrant.name]
        if entrant.name == "search" and entrant.playouts:
            return entrant.playouts
        if entrant.name != "learned" and not (entrant.name == "guided" and entrant.playouts):
            raise SetupError(f'"{entrant.label}" cannot play compiled games, or needs a number of playouts for that')
        code = DECIDES_IN_PYTHON - len(self.network_seats)
        self.network_seats[code] = NetworkSeat(self.match.game, entrant.playouts or 0)
        return code

    def play(self, bouts: Iterable[Bout]) -> Iterator[Played]:
        """Play games of the match one after another."""
        return map(self.play_bout, bouts)

    def play_deal(self, number: int) -> DealResult:
        """Play the deal of this number in the match's first meeting, once with the hero on every seat."""
        hero, field = self.match.meetings()[0]
        players = self.match.setup.players
        share, lead, searches = 0.0, 0.0, 0
        for seat in range(players):
            played = self.play_bout(Bout(hero, field, number, seat))
            share += played.share(seat) / players
            lead += played.lead(seat) / players
            searches += int(self.progress["searches"])
        return DealResult(share, lead, searches)

    def play_bout(self, bout: Bout) -> Played:
        """Play one game to its end."""
        self.begin(bout)
        while self.advance():
            pass
        return self.result()

    def begin(self, bout: Bout) -> None:
        """Deal a game, and seat the bots."""
        self.bout = bout
        self.game.bots[:] = [self.codes[label] for label in bout.seats(self.match.setup.players)]
        state = self.game.states[GAME]
        self.functions.deal_match_game(state, self.template[0], self.deal, self.progress, self.match.seed, bout.deal)

    def advance(self, playouts: int = WHOLE_GAME) -> bool:
        """Play on until `playouts` playouts are made, or a bot in Python has decided, or the game is over. Return
        whether it goes on."""
        game, seed = self.game, self.match.seed
        if self.functions.play_match_game(
            game, self.searcher.tree, self.searcher.buffers, seed, self.bout.deal, playouts
        ):
            return True
        waiting = int(self.progress["waiting"])
        if waiting:
            seat = self.network_seats[int(game.bots[game.states["actor"][GAME]])]
            self.progress["chosen"] = seat.choose(game.states[VIEW], game.actions, waiting, seed)
        return bool(waiting)

    def result(self) -> Played:
        """Return the result of the game that has just ended."""
        players, state = self.match.setup.players, self.game.states[GAME]
        shares, scores = np.zeros(players), np.zeros(players, np.int64)
        self.functions.write_outcome(state, shares, scores)
        return Played(
            self.bout,
            int(state["start"]),
            scores=scores.tolist(),
            winners=np.flatnonzero(shares).tolist(),
            reason=game_named(self.match.game).reasons[int(state["reason"])],
        )
