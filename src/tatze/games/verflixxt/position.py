"""Positions of Verflixxt as text, in the words of the rulebook.

    start A; turn B move 4; track start:AA -3:Bg L:g gift . finish:B; A: +3 -2; B: L

The track has its tiles from start to finish, each with the pieces (A, B, …) and guards (g) on it; a dot stands where a
tile was taken away. Each seat has its tower, the lowest tile first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tatze.core.game import LETTERS
from tatze.core.layout import CHANCE, NOBODY
from tatze.core.position_format import (
    NONE,
    PositionFormat,
    Sections,
    check,
    read_seat,
    read_whole_number,
    seat_count,
)
from tatze.core.text import shown
from tatze.games.verflixxt.notation import WORDS, read_tile, write_tile
from tatze.games.verflixxt.position_checks import check_position
from tatze.games.verflixxt.show import PHASES
from tatze.games.verflixxt.state import (
    ALL_HOME,
    CHOOSE,
    FINISH,
    MOST_TILES,
    MOVE,
    OVER,
    PIPS,
    ROLL,
    START,
    TRACK,
    State,
)

GONE = "."
"""What stands on the track where a tile was taken away."""
GUARD = "g"
MOST_PIECES = 60
"""The largest number of pieces and guards on one tile that is read at all."""
REASONS = {ALL_HOME: "all-home"}
_TILES = {word: tile for tile, word in WORDS.items()}


# --- Writing ---


def write(s: State) -> Sequence[str]:
    """Return the sections of a state or a view."""
    return [
        f"start {LETTERS[s.start]}",
        f"turn {' '.join(_turn(s))}",
        f"track {' '.join(write_track_tile(s, t) for t in range(s.finish + 1))}",
        *(f"{LETTERS[seat]}: {write_tower(s, seat)}" for seat in range(s.players)),
    ]


def _turn(s: State) -> Iterator[str]:
    yield LETTERS[s.turn]
    yield PHASES[s.phase]
    if s.phase in (MOVE, CHOOSE):
        yield str(s.die)
    if s.phase == CHOOSE:
        yield str(s.acting)
    if s.phase == OVER:
        yield REASONS[s.reason]


def write_track_tile(s: State, t: int) -> str:
    """Return a tile of the track with the pieces and guards on it, such as \"-3:ABg\"."""
    tile = FINISH if t == s.finish else s.tile[t]
    pieces = "".join(LETTERS[seat] * s.pieces[seat][t] for seat in range(s.players)) + GUARD * s.guards[t]
    return (write_tile(tile) if tile else GONE) + (f":{pieces}" if pieces else "")


def write_tower(s: State, seat: int) -> str:
    """Return the tiles of a tower, the lowest first."""
    return " ".join(write_tile(tile) for tile in s.tower[seat][: s.height[seat]]) or NONE


def options(s: State) -> Mapping[str, object]:
    """Return the option of a state. The track is in the position itself."""
    return {"luck_below": "yes" if s.luck_below else "no"}


# --- Reading ---


def read_sections(s: State, sections: Sections) -> None:
    """Fill a state in which rule set, options and viewer stand already."""
    s.start = read_seat(sections.need("start"), s.players, "start")
    _read_track(s, sections.need("track").split())
    _read_turn(s, sections.need("turn").split())
    for seat in range(s.players):
        _read_tower(s, seat, sections.need(LETTERS[seat]))
    check_position(s)


def _read_track(s: State, words: list[str]) -> None:
    check(3 <= len(words) <= TRACK, f"track: start, 1 to {MOST_TILES} tiles and finish are needed")
    check(words[-1].partition(":")[0] == WORDS[FINISH], "track: it ends with finish")
    check(
        words[0].partition(":")[0] in (WORDS[START], GONE), "track: it begins with start, or with a dot if that is gone"
    )
    s.finish = len(words) - 1
    for t in range(TRACK):
        s.tile[t] = 0
    for t, word in enumerate(words):
        name, _, people = word.partition(":")
        if 0 < t < s.finish:
            check(name not in (WORDS[START], WORDS[FINISH]), f'track: "{name}" stands in the middle')
        if t < s.finish and name != GONE:
            s.tile[t] = _TILES[name] if name in _TILES else read_tile(name)
        _put_pieces(s, t, people)


def _put_pieces(s: State, t: int, people: str) -> None:
    check(len(people) <= MOST_PIECES, f"track: too many pieces on tile {t}")
    for letter in people:
        if letter == GUARD:
            s.guards[t] += 1
        else:
            s.pieces[read_seat(letter, s.players, "track")][t] += 1


def _read_turn(s: State, words: list[str]) -> None:
    phases = {name: phase for phase, name in PHASES.items()}
    check(len(words) > 1 and words[1] in phases, f"turn: a seat and one of {', '.join(phases)} are needed")
    s.turn = s.actor = read_seat(words[0], s.players, "turn")
    s.phase = phases[words[1]]
    rest = words[2:]
    if s.phase == ROLL:
        s.actor = CHANCE
    if s.phase in (MOVE, CHOOSE):
        check(bool(rest), "turn: what was rolled is missing")
        s.die = read_whole_number(rest.pop(0), 1, PIPS, "turn")
    if s.phase == CHOOSE:
        check(bool(rest), "turn: the number of the action tile is missing")
        s.acting = read_whole_number(rest.pop(0), 1, s.finish - 1, "turn")
    if s.phase == OVER:
        reasons = {name: reason for reason, name in REASONS.items()}
        check(bool(rest) and rest[0] in reasons, f"turn: why the game is over is one of {', '.join(reasons)}")
        s.reason, s.actor = reasons[rest.pop(0)], NOBODY
    check(not rest, f'turn: "{shown(" ".join(rest))}" is too much')


def _read_tower(s: State, seat: int, text: str) -> None:
    words = [] if text == NONE else text.split()
    check(len(words) <= MOST_TILES, f"{LETTERS[seat]}: at most {MOST_TILES} tiles in a tower")
    for word in words:
        s.tower[seat][s.height[seat]] = read_tile(word)
        s.height[seat] += 1


POSITIONS = PositionFormat(write=write, read=read_sections, options=options, players=seat_count)
