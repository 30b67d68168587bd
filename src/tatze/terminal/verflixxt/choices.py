"""What can be done in Verflixxt: which piece or guard moves where, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from tatze.games.verflixxt.notation import write_tile
from tatze.games.verflixxt.rules import tile_at
from tatze.games.verflixxt.state import MOVE_GUARD, MOVE_PIECE
from tatze.terminal.board import Choice, Scene
from tatze.terminal.verflixxt.tiles import place, spoken


def choice(scene: Scene, action: int, seen: Mapping[str, Any]) -> Choice:
    text = Text(scene.game.write(action), style="bold")
    ends = scene.say("effect.ends") if seen.get("ends") else ""
    if "from" in seen:
        about = scene.say("choice.steal", tile=spoken(scene, seen["takes"]), name=scene.names[seen["from"]])
        return Choice(action, text, ends, about)
    number = action - (MOVE_GUARD if seen["guard"] else MOVE_PIECE)
    left = place(scene, number, write_tile(tile_at(scene.view, number)))
    reached = place(scene, seen["lands"], seen["on"])
    about = scene.say("choice.guard" if seen["guard"] else "choice.piece", left=left, reached=reached)
    return Choice(action, text, ", ".join(filter(None, [effect(scene, seen), ends])), about)


def effect(scene: Scene, seen: Mapping[str, Any]) -> str:
    """What leaving the tile brings."""
    if seen["guard"]:
        return ""
    if seen["takes"]:
        return scene.say("effect.takes", tile=spoken(scene, seen["takes"]))
    if seen["boxes_start"]:
        return scene.say("effect.boxed")
    if seen["gives"]:
        return scene.say("effect.gives", tile=spoken(scene, seen["gives"]), name=scene.names[seen["gives_to"]])
    return scene.say(f"effect.{seen['acts']}") if seen["acts"] else ""
