"""What is played: meetings of two entrants over the same deals, and the games that follow from that.

Backends play the games: `tatze.arena.run` any bots at tables, in processes or on a Ray cluster; `tatze.arena.compiled`
rule bots, searches and networks in compiled code; `tatze.train.device_games` networks in training, on the device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from tatze.arena.entrants import Entrant
from tatze.core.errors import SetupError
from tatze.core.setup import Setup
from tatze.review.requirements import LuckValue

FORMATS = ("round-robin", "gauntlet")
FORFEITS = ("lose", "stand-in", "abort")
"""What a forfeited decision of a program leads to: its game is lost, `thumb` decides once, or the match stops."""


class Meeting(NamedTuple):
    """One seat of the hero among seats of the field. With two players it is one against one."""

    hero: str
    field: str


class Bout(NamedTuple):
    """One game of a match: the deal of this number, with the hero on the seat `rotation`."""

    hero: str
    field: str
    deal: int
    rotation: int

    @property
    def meeting(self) -> Meeting:
        return Meeting(self.hero, self.field)

    def seats(self, players: int) -> list[str]:
        """The label of the entrant on each seat."""
        return [self.hero if seat == self.rotation else self.field for seat in range(players)]


@dataclass(frozen=True)
class Match:
    """Everything that the results of a match follow from."""

    game: str
    setup: Setup
    seed: int
    deals: int
    """Number of deals; each is played once for every seat of the hero."""
    entrants: tuple[Entrant, ...]
    hero: str = ""
    """The label of the entrant that meets all others in a gauntlet; empty in a round robin."""
    forfeit: str = "lose"
    """One of `FORFEITS`."""
    luck: LuckValue | None = None
    """The value function by which results are adjusted for luck; None if they are not."""

    @property
    def format(self) -> str:
        return "gauntlet" if self.hero else "round-robin"

    @property
    def fair(self) -> float:
        """The share of victories that entrants of equal strength have."""
        return 1 / self.setup.players

    def meetings(self) -> list[Meeting]:
        """All meetings of the match."""
        labels = [entrant.label for entrant in self.entrants]
        if self.hero:
            return [Meeting(self.hero, label) for label in labels if label != self.hero]
        # With two players, A among B is the same as B among A.
        pairs = combinations(labels, 2) if self.setup.players == 2 else permutations(labels, 2)
        return [Meeting(*pair) for pair in pairs]

    def bouts(self) -> Iterator[Bout]:
        """All games, ordered by deal, so that a match that is stopped has games of every meeting."""
        for deal in range(self.deals):
            for hero, field in self.meetings():
                for rotation in range(self.setup.players):
                    yield Bout(hero, field, deal, rotation)

    def entrant(self, label: str) -> Entrant:
        """The entrant of a label."""
        return next(entrant for entrant in self.entrants if entrant.label == label)


def deals_for(games: int, players: int) -> int:
    """Return the number of deals for at least this number of games; an interval needs two deals."""
    if games < 1:
        raise SetupError(f"--games is at least 1, not {games}")
    return max(2, -(-games // players))
