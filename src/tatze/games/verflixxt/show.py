"""A view of Verflixxt as plain data, and the reasons behind refusals: what screens, JSON and errors are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tatze.core.game import LETTERS, Detail, leaders
from tatze.games.verflixxt import rules
from tatze.games.verflixxt.notation import write_tile
from tatze.games.verflixxt.state import (
    CHOOSE,
    FINISH,
    MOVE,
    MOVE_GUARD,
    MOVE_PIECE,
    OVER,
    ROLL,
    ROLL_IT,
    STEAL_FROM,
    State,
)

PHASES = {ROLL: "roll", MOVE: "move", CHOOSE: "steal", OVER: "over"}


@dataclass(frozen=True, slots=True)
class TrackTile:
    """A tile that still lies on the track, start and finish included."""

    number: int
    """Its number on the track as it was laid; actions name it by this."""
    tile: str
    pieces: list[int]
    """How many pieces each seat has on it."""
    guards: int


@dataclass(frozen=True, slots=True)
class VerflixxtView:
    """What one seat, or everybody (`seat` is None), may know."""

    seat: int | None
    players: int
    start: int
    turn: int
    actor: int | None
    """Who decides now; None when the die does or the game is over."""
    phase: str
    die: int | None
    """What was rolled this turn."""
    acting: int | None
    """The number of the action tile whose theft is being chosen."""
    track: list[TrackTile]
    """The tiles from start to finish, the gaps closed."""
    towers: list[list[str]]
    """Per seat the tiles, the lowest first."""
    home: list[int]
    """How many pieces of each seat have reached the finish."""
    luck_below: bool
    scores: list[int]
    """As they would be if the game ended now."""


def show(v: State) -> VerflixxtView:
    seats = range(v.players)
    return VerflixxtView(
        seat=v.viewer if v.viewer >= 0 else None,
        players=v.players,
        start=v.start,
        turn=v.turn,
        actor=v.actor if v.actor >= 0 else None,
        phase=PHASES[v.phase],
        die=v.die or None,
        acting=v.acting or None,
        track=[
            show_tile(t, v.tile[t] if t < v.finish else FINISH, pieces, v.guards[t])
            for t, pieces in enumerate(zip(*v.pieces[: v.players], strict=True))
            if t == v.finish or (t < v.finish and v.tile[t])
        ],
        towers=[[write_tile(tile) for tile in v.tower[seat][: v.height[seat]]] for seat in seats],
        home=[v.pieces[seat][v.finish] for seat in seats],
        luck_below=bool(v.luck_below),
        scores=[rules.score(v, seat) for seat in seats],
    )


@lru_cache(10_000)  # from one moment to the next few tiles change
def show_tile(number: int, tile: int, pieces: tuple[int, ...], guards: int) -> TrackTile:
    return TrackTile(number, write_tile(tile), list(pieces), guards)


def own(s: State, seat: int) -> dict[str, Any]:
    """Everybody sees everything."""  # V-34
    return {}


def describe_foresight(s: State, action: int, seen: int) -> Mapping[str, Any]:
    """What a legal action would bring about, as data."""
    if s.phase == ROLL:
        return {"roll": action - ROLL_IT}
    ends = bool(seen & rules.SEEN_END)
    if s.phase == CHOOSE:
        seat = action - STEAL_FROM
        return {"takes": write_tile(top(s, seat)), "from": seat, "ends": ends}
    to = seen & rules.SEEN_TILE
    landing = {"lands": to, "on": write_tile(rules.tile_at(s, to)), "home": to == s.finish}
    if action > MOVE_GUARD:
        return {"guard": True, **landing}
    left = s.tile[action - MOVE_PIECE]
    gift_to = seen // rules.SEEN_RECEIVER - 1
    return {
        "guard": False,
        **landing,
        "takes": write_tile(left) if seen & rules.SEEN_TAKES else None,
        "boxes_start": bool(seen & rules.SEEN_BOXED),
        "acts": write_tile(left) if seen & rules.SEEN_ACTS else None,
        "gives": write_tile(top(s, s.turn)) if gift_to >= 0 else None,
        "gives_to": gift_to if gift_to >= 0 else None,
        "ends": ends,
    }


def top(s: State, seat: int) -> int:
    """The top tile of a tower that has one."""
    return s.tower[seat][s.height[seat] - 1]


def why(s: State, action: int, rule: int) -> Detail:
    """The details behind a refusal: a key of the words files and its parameters."""
    if s.reason:
        return Detail("why.over")
    seat = LETTERS[s.turn]
    if s.phase == MOVE and MOVE_PIECE <= action <= MOVE_GUARD:
        return _why_piece(s, seat, action - MOVE_PIECE)
    if s.phase == MOVE and MOVE_GUARD < action < STEAL_FROM:
        return _why_guard(s, action - MOVE_GUARD, rule)
    if s.phase == CHOOSE and action >= STEAL_FROM:
        return _why_steal(s, seat, action - STEAL_FROM)
    if s.phase == MOVE and action >= STEAL_FROM:
        return Detail("why.no_steal", {"seat": seat})
    return Detail(f"why.phase_{PHASES[s.phase]}", {"seat": seat, "die": s.die})


def _why_piece(s: State, seat: str, t: int) -> Detail:
    if t == s.finish:
        return Detail("why.home")
    return _missing_tile(s, t) or Detail("why.no_piece", {"seat": seat, "number": t, "tile": write_tile(s.tile[t])})


def _why_guard(s: State, t: int, rule: int) -> Detail:
    if rule == 26:
        return Detail("why.no_guards")
    if t == s.finish:
        return Detail("why.guard_home")
    if missing := _missing_tile(s, t):
        return missing
    key = "why.lone_guard" if s.guards[t] else "why.no_guard"
    return Detail(key, {"number": t, "tile": write_tile(s.tile[t])})


def _missing_tile(s: State, t: int) -> Detail | None:
    if t > s.finish:
        return Detail("why.no_tile", {"number": t, "finish": s.finish})
    return None if s.tile[t] else Detail("why.tile_gone", {"number": t})


def _why_steal(s: State, seat: str, other: int) -> Detail:
    if other >= s.players:
        return Detail("why.no_seat", {"other": LETTERS[other]})
    if other == s.turn:
        return Detail("why.own_tower", {"seat": seat})
    return Detail("why.empty_tower", {"other": LETTERS[other]})


def leads(v: State, seat: int) -> bool:
    """Whether nobody stands higher: in a finished game, whether this seat is among the winners."""
    return seat in leaders([rules.standing(v, other) for other in range(v.players)])
