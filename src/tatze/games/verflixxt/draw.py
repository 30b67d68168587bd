"""A view of Verflixxt as lines of text, for print(table)."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.games.verflixxt import rules
from tatze.games.verflixxt.position import write_tower, write_track_tile
from tatze.games.verflixxt.show import PHASES
from tatze.games.verflixxt.state import MOVE, OVER, ROLL, State

TILES_A_LINE = 10


def draw(v: State, names: tuple[str, ...]) -> str:
    """Return the track, with its pieces and guards, then a line for each seat, with its points and tower."""
    tiles = [f"{t}|{write_track_tile(v, t)}" for t in range(v.finish + 1) if t == v.finish or v.tile[t]]
    width = max(len(name) for name in names)
    track = [f"  {'  '.join(tiles[i : i + TILES_A_LINE])}" for i in range(0, len(tiles), TILES_A_LINE)]
    seats = [
        f"{'>' if seat == v.turn else ' '} {LETTERS[seat]} {names[seat]:{width}} {rules.score(v, seat):4d}  "
        f"{write_tower(v, seat)}"
        for seat in range(v.players)
    ]
    return "\n".join([*track, *seats, f"  {_decision(v, names)}"])


def _decision(v: State, names: tuple[str, ...]) -> str:
    if v.phase == OVER:
        return "the game is over"
    if v.phase == ROLL:
        return f"the die is rolled for {names[v.turn]}"
    rolled = f" (rolled {v.die})" if v.phase == MOVE else ""
    return f"{names[v.turn]} decides: {PHASES[v.phase]}{rolled}"
