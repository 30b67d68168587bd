"""What a position of Verflixxt must keep to be one that a game can be in. A ValueError says what is wrong."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.core.position_format import check
from tatze.games.verflixxt import rules
from tatze.games.verflixxt.notation import write_tile
from tatze.games.verflixxt.state import CHOOSE, EIGHT, GIFT, LUCKY, OVER, PLUS, STEAL, State


def check_position(s: State) -> None:
    """Check pieces, track, guards, towers and the decision that is to be made."""
    check_pieces(s)
    check_track(s)
    check_guards(s)
    check_turn(s)


def check_pieces(s: State) -> None:
    """Everybody has as many pieces as there must be, and none stands where no tile is."""
    count = rules.piece_count(s)
    for seat in range(s.players):
        pieces = sum(s.pieces[seat])
        check(pieces == count, f"track: {LETTERS[seat]} has {pieces} pieces, but everybody has {count}")  # V-4
    for t in range(s.finish):
        stand = sum(s.pieces[seat][t] for seat in range(s.players)) + s.guards[t]
        check(s.tile[t] != 0 or stand == 0, f"track: somebody stands on tile {t}, which is gone")
    on_start = sum(s.pieces[seat][0] for seat in range(s.players))
    check(s.tile[0] == 0 or on_start > 0, "track: the start goes to the box with the last piece; write a dot")  # V-12


def check_track(s: State) -> None:
    """Action tiles lie where they belong, and every tile that is gone is in a tower."""
    gone = 0
    for t in range(1, s.finish):
        acts = s.tile[t] in (GIFT, STEAL)
        belongs = bool(s.action_tiles) and t % (EIGHT + 1) == 0  # V-6, V-30
        check(acts == belongs, f"track: tile {t} is {'an' if belongs else 'no'} action tile in this rule set")
        gone += s.tile[t] == 0
    kept = sum(s.height)
    check(gone == kept, f"{gone} tiles are gone from the track, but the towers have {kept}")  # V-9


def check_guards(s: State) -> None:
    """As many guards are there as tiles that began with one, and none on the start."""  # V-26
    guards = sum(s.guards)
    if not s.guarded:
        check(guards == 0, "track: this rule set has no guards")
        return
    tiles = [*s.tile[1 : s.finish], *(tile for seat in range(s.players) for tile in s.tower[seat])]
    posted = sum(tile in (LUCKY, PLUS, PLUS - 1) for tile in tiles)
    wanted = f"one for each {write_tile(LUCKY)}, {write_tile(PLUS)} and {write_tile(PLUS - 1)}"
    check(guards == posted, f"track: {guards} guards, but there are {posted}, {wanted}")
    check(s.guards[0] == 0, "track: no guard stands on the start")


def check_turn(s: State) -> None:
    """The decision is one that can come up."""
    out = rules.pieces_out(s)
    if s.phase == OVER:
        check(out == 0, "turn: not all pieces are home")  # V-21
        return
    if s.phase == CHOOSE:
        check(s.tile[s.acting] == STEAL, f"turn: tile {s.acting} is no Steal tile")
        stand = sum(s.pieces[seat][s.acting] for seat in range(s.players)) + s.guards[s.acting]
        check(stand == 0, f"turn: somebody still stands on tile {s.acting}")  # V-13
        check(rules.can_steal(s), "turn: nobody else has a tile to steal")  # V-17
        return
    check(out > 0, "turn: all pieces are home, so the game is over")
    home = s.pieces[s.turn][s.finish]
    check(home < rules.piece_count(s), f"turn: all pieces of {LETTERS[s.turn]} are home")  # V-20
