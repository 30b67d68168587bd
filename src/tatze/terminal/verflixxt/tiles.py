"""Tiles and pieces as they look in the terminal."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from tatze.core.game import LETTERS
from tatze.games.verflixxt.show import TrackTile
from tatze.terminal.board import Scene
from tatze.terminal.colours import COLD_TO_HOT, GOLD, solid

PLUS, MINUS, ACTION = COLD_TO_HOT[5], COLD_TO_HOT[12], COLD_TO_HOT[1]
SEATS = ("cyan", "magenta", "yellow", "green", "red", "blue")
GUARD = "g"


def colour(tile: str) -> str:
    if tile == "L":
        return GOLD
    return PLUS if tile[0] == "+" else MINUS if tile[0] == "-" else ACTION


def face(scene: Scene, tile: str) -> Text:
    """A tile as short as it can be said."""
    text = tile.replace("-", "−") if tile[0] in "+-" else scene.say(f"track.{tile}")
    return Text(text, style=solid(colour(tile)))


def spoken(scene: Scene, tile: str) -> str:
    """A tile as the object of a sentence."""
    return scene.say("spoken.L") if tile == "L" else called(scene, tile)


def called(scene: Scene, tile: str) -> str:
    return tile.replace("-", "−") if tile[0] in "+-" else scene.say(f"tile.{tile}")


def place(scene: Scene, number: int, tile: str) -> str:
    """A tile of the track in a sentence: its number and what it is."""
    name = called(scene, tile)
    return name if tile in ("start", "finish") else scene.say("place", number=number, tile=name)


def seat_style(seat: int) -> Style:
    return Style(color=SEATS[seat], bold=True)


def standing(tile: TrackTile) -> Text:
    """Who stands on a tile: a letter for each seat, with a count where it has several pieces there."""
    parts = [
        Text(LETTERS[seat] + (str(count) if count > 1 else ""), style=seat_style(seat))
        for seat, count in enumerate(tile.pieces)
        if count
    ]
    if tile.guards:
        parts.append(Text(GUARD + (str(tile.guards) if tile.guards > 1 else "")))
    return Text("").join(parts)
