"""Positions of Verflixxt from short texts, and a way to say what is played in them."""

from __future__ import annotations

from collections.abc import Sequence

from tatze.core.game import LETTERS
from tatze.core.layout import CHANCE, OMNISCIENT
from tatze.core.setup import make_setup, write_rules
from tatze.games.verflixxt import GAME, rules
from tatze.games.verflixxt.notation import WORDS, read_tile, write_tile
from tatze.games.verflixxt.state import FINISH, MOVE, ROLL, State
from tests.games import position as base

TILES = {word: tile for tile, word in WORDS.items()}


class Position(base.Position[State]):
    def __init__(self, s: State) -> None:
        super().__init__(GAME, s)

    @property
    def tiles(self) -> str:
        """The tiles still on the track."""
        return " ".join(write_tile(tile) for tile in self.s.tile[: self.s.finish] if tile)

    def on(self, t: int) -> str:
        """Who stands on tile t."""
        pieces = [LETTERS[seat] * self.s.pieces[seat][t] for seat in range(self.s.players)]
        return "".join(pieces) + "g" * self.s.guards[t]

    def tower(self, seat: int) -> str:
        return " ".join(write_tile(tile) for tile in self.s.tower[seat][: self.s.height[seat]])

    @property
    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], str]:
        outcome = GAME.outcome(self.s)
        assert outcome
        return outcome.winners, outcome.scores, outcome.reason


def position(
    track: str,
    towers: Sequence[str] = ("", "", ""),
    die: int = 0,
    turn: int = 0,
    rules: str = "base",
    **options: object,
) -> Position:
    """A position before or, with a die, after the roll. The track reads "start:AA -3:B L:g gift . finish:B": tiles,
    who stands on them, g for a guard, a dot for a tile that is gone. Pieces that are nowhere named are home."""
    s = GAME.layout.checked()
    write_rules(GAME, make_setup(GAME, rules, len(towers), options=options), s)
    s.viewer = OMNISCIENT
    for t in range(len(s.tile)):
        s.tile[t] = 0
    for t, word in enumerate(track.split()):
        _lay(s, t, word)
    for seat, text in enumerate(towers):
        for tile in text.split():
            s.tower[seat][s.height[seat]] = read_tile(tile)
            s.height[seat] += 1
    _bring_the_rest_home(s)
    s.turn = turn
    s.die = die
    s.actor, s.phase = (turn, MOVE) if die else (CHANCE, ROLL)
    return Position(s)


def _lay(s: State, t: int, word: str) -> None:
    name, _, people = word.partition(":")
    tile = 0 if name == "." else TILES.get(name) or read_tile(name)
    if tile == FINISH:
        s.finish = t
    else:
        s.tile[t] = tile
    s.guards[t] = people.count("g")
    for seat in range(s.players):
        s.pieces[seat][t] = people.count(LETTERS[seat])


def _bring_the_rest_home(s: State) -> None:
    for seat in range(s.players):
        missing = rules.piece_count(s) - sum(s.pieces[seat])
        assert missing >= 0, f"seat {LETTERS[seat]} has more than {rules.piece_count(s)} pieces"
        s.pieces[seat][s.finish] += missing
