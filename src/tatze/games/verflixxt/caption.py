"""What a picture of Verflixxt shows, in words: the line above the track and the label for those who cannot see it."""

from __future__ import annotations

from tatze.core.game import LETTERS, leaders
from tatze.core.svg import shorten
from tatze.games.verflixxt import rules
from tatze.games.verflixxt.art import signed
from tatze.games.verflixxt.notation import write_tile
from tatze.games.verflixxt.state import CHOOSE, ROLL, State


def called(v: State, names: tuple[str, ...]) -> tuple[str, ...]:
    """A name for every seat, also where none was given."""
    return tuple(names[i] if i < len(names) and names[i].strip() else f"Seat {LETTERS[i]}" for i in range(v.players))


def rule_set(v: State) -> str:
    kind = "combined" if v.guarded and v.action_tiles else "pro rules" if v.guarded else "base game"
    return f"{kind}, luck below" if v.luck_below else kind


def status(v: State, names: tuple[str, ...]) -> str:
    """One sentence on who decides what, or on who won."""
    if v.reason:
        winners = leaders([rules.standing(v, seat) for seat in range(v.players)])
        who = " and ".join(shorten(names[seat], 14) for seat in winners)
        return f"{who} {'wins' if len(winners) == 1 else 'win'} with {signed(rules.score(v, winners[0]))}"
    who = shorten(names[v.turn], 18)
    if v.phase == ROLL:
        return f"{who} rolls the die"
    if v.phase == CHOOSE:
        return f"{who} steals from whom?"
    return f"{who} rolled a {v.die} and moves"


def tile_label(v: State, t: int, names: tuple[str, ...]) -> str:
    """A tile of the track and who stands on it."""
    people = [f"{names[seat]} ×{v.pieces[seat][t]}" for seat in range(v.players) if v.pieces[seat][t]]
    if v.guards[t]:
        people.append(f"guards ×{v.guards[t]}")
    tile = write_tile(rules.tile_at(v, t)).replace("-", "−")
    return f"{t}: {tile}" + (f" ({', '.join(people)})" if people else "")


def label(v: State, names: tuple[str, ...]) -> str:
    """A view in words."""
    seen = "" if v.viewer < 0 else f", seen by {names[v.viewer]}"
    parts = [f"Verflixxt, {rule_set(v)}{seen}. {status(v, names)}."]
    track = [tile_label(v, t, names) for t in range(v.finish + 1) if rules.tile_at(v, t)]
    parts.append(f"Track: {', '.join(track)}.")
    for seat in range(v.players):
        tower = " ".join(write_tile(tile).replace("-", "−") for tile in v.tower[seat][: v.height[seat]])
        parts.append(f"{names[seat]}: {tower or 'no tiles'}, {signed(rules.score(v, seat))} points.")
    return " ".join(parts)
