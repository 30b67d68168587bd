"""Tracks to choose from, and how one is read from what people type."""

from __future__ import annotations

from tatze.core.errors import SetupError
from tatze.games.verflixxt.notation import read_tile, write_tile
from tatze.games.verflixxt.state import MOST_TILES, TRACK, State

SHUFFLED = "shuffled"

_DOWN = "-1 -2 -3 -4 -5 -6 -7 -8"
_LUCK = "L L L L L L"
_PLUS = "+8 +7 +6 +5 +4 +3 +2 +1"
_LAST = f"{_DOWN} -9 -10"

TRACKS = {
    "pro": f"{_DOWN} {_LUCK} {_PLUS} {_LAST}",  # V-25
    "swapped": f"{_DOWN} {_PLUS} {_LUCK} {_LAST}",  # V-32
    "lucky-last": f"{_DOWN} {_PLUS} {_LAST} {_LUCK}",
}
_NAMES = {tiles: name for name, tiles in TRACKS.items()}


def write_track(s: State, text: str) -> str:
    """Lay the track that the text names or lists; a shuffled one is laid when the game begins."""
    name = text.strip().lower()
    tiles = [] if name == SHUFFLED else read_track(TRACKS.get(name, text))
    for t in range(1, TRACK):
        s.tile[t] = tiles[t - 1] if t <= len(tiles) else 0
    s.finish = len(tiles) + 1 if tiles else 0
    spelled = " ".join(write_tile(tile) for tile in tiles)
    return _NAMES.get(spelled, spelled) or SHUFFLED


def read_track(text: str) -> list[int]:
    """The tiles of a list such as "-1 5 L 8 -10"."""
    words = text.replace(",", " ").split()
    if not words:  # V-33
        raise SetupError("the track has no tiles: it needs at least one, as in track=-1 5 L 8 -10")
    if len(words) > MOST_TILES:
        raise SetupError(f"the track has {len(words)} tiles: at most {MOST_TILES} are possible")
    try:
        return [read_tile(word) for word in words]
    except ValueError as error:
        known = ", ".join((SHUFFLED, *TRACKS))
        raise SetupError(f"the track cannot be laid: {error}; named tracks are {known}") from None
