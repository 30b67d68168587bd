"""Verflixxt's table in the terminal: the track with everybody on it, and the towers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.core.game import LETTERS
from tatze.core.layout import Event
from tatze.games.verflixxt.show import TrackTile, VerflixxtView
from tatze.terminal.board import TURN_MARK, Bunch, Foresee, Scene
from tatze.terminal.colours import signed
from tatze.terminal.packing import pack
from tatze.terminal.verflixxt import choices, speech, tiles


class VerflixxtBoard:
    """The board of Verflixxt."""

    has_hands = False

    def corner(self, scene: Scene) -> str:
        shown: VerflixxtView = scene.game.show(scene.view)
        left = scene.say("table.tiles", count=len(shown.track) - 1)
        return f"{left} · {scene.say('table.die', die=shown.die)}" if shown.die else left

    def draw(self, scene: Scene) -> RenderableType:
        shown: VerflixxtView = scene.game.show(scene.view)
        return Group(track(scene, shown), towers(scene, shown))

    def details(self, scene: Scene) -> RenderableType:
        return legend(scene, scene.game.show(scene.view))

    def question(self, scene: Scene) -> str:
        shown: VerflixxtView = scene.game.show(scene.view)
        return scene.say(f"ask.{shown.phase}", die=shown.die)

    def choices(self, scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
        return [Bunch(Text(), [choices.choice(scene, action, foresee(action)) for action in legal])]

    def first_number(self, scene: Scene) -> int:
        return 1

    def read(self, scene: Scene, text: str) -> str:
        return text

    def write(self, scene: Scene, action: int) -> str:
        return scene.game.write(action)

    def sentences(self, scene: Scene, events: Sequence[Event]) -> list[str]:
        return speech.sentences(scene, events)


def track(scene: Scene, shown: VerflixxtView) -> RenderableType:
    """The tiles between start and finish, each with its number, and below it who stands there."""
    inner = [tile for tile in shown.track if tile.tile not in ("start", "finish")]
    upper = [Text.assemble((f"{tile.number:>2} ", "dim"), tiles.face(scene, tile.tile)) for tile in inner]
    if scene.scarce:
        return pack(Text(), [occupied(cell, tile) for cell, tile in zip(upper, inner, strict=True)], 0, scene.width)
    lower = [Text.assemble("   ", tiles.standing(tile)) for tile in inner]
    widest = max((cell_len(cell.plain) for cell in upper + lower), default=1) + 1
    per_row = max(scene.width // widest, 1)
    lines = []
    for first in range(0, len(inner), per_row):
        lines.append(row(upper[first : first + per_row], widest))
        lines.append(row(lower[first : first + per_row], widest))
    return Text("\n").join(lines)


def occupied(cell: Text, tile: TrackTile) -> Text:
    """A tile with those who stand there behind it."""
    standing = tiles.standing(tile)
    return Text.assemble(cell, ":", standing) if standing.plain else cell


def row(cells: Sequence[Text], width: int) -> Text:
    return Text.assemble(*(part for cell in cells for part in (cell, " " * (width - cell_len(cell.plain)))))


def towers(scene: Scene, shown: VerflixxtView) -> RenderableType:
    """Everybody in the order of play: points, pieces not yet under way, pieces home, and the tower."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=1)
    grid.add_column(max_width=16, no_wrap=True, overflow="ellipsis")
    for _ in range(3):
        grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    titles = (Text(scene.say(f"table.{word}"), style="dim") for word in ("score", "start", "home", "tower"))
    grid.add_row("", "", *titles)
    waiting = next((tile.pieces for tile in shown.track if tile.tile == "start"), [0] * shown.players)
    for seat in range(shown.players):
        bold = "bold" if seat in (shown.actor, shown.seat) else ""
        grid.add_row(
            Text(TURN_MARK if seat == shown.turn else "", style="bold"),
            Text.assemble((LETTERS[seat], tiles.seat_style(seat)), " ", (scene.names[seat], bold)),
            Text(signed(shown.scores[seat]), style="bold"),
            count(waiting[seat]),
            count(shown.home[seat]),
            tower(scene, shown.towers[seat]),
        )
    return grid


def count(pieces: int) -> Text:
    return Text(str(pieces) if pieces else "–", style="" if pieces else "dim")


def tower(scene: Scene, stack: Sequence[str]) -> Text:
    if not stack:
        return Text(scene.say("table.empty"), style="dim")
    below = [part for tile in stack[:-1] for part in (tiles.face(scene, tile), " ")]
    return Text.assemble(*below, "[", tiles.face(scene, stack[-1]), "]")


def legend(scene: Scene, shown: VerflixxtView) -> RenderableType:
    names = ", ".join(f"{LETTERS[seat]} {scene.names[seat]}" for seat in range(shown.players))
    left = [tiles.face(scene, tile.tile) for tile in shown.track if is_numbered(tile)]
    label = Text(scene.say("legend.left"), style="bold")
    lines = [Text(scene.say("legend.pieces", names=names)), Text(scene.say("legend.tiles"))]
    return Group(*lines, Text(), pack(label, left, 20, scene.width, gap=1))


def is_numbered(tile: TrackTile) -> bool:
    return tile.tile == "L" or tile.tile[0] in "+-"
