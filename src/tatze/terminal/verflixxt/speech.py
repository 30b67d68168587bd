"""Verflixxt's events as sentences, in the reader's language and from the reader's seat."""

from __future__ import annotations

from collections.abc import Sequence

from tatze.core.layout import Event
from tatze.games.verflixxt.notation import write_tile
from tatze.games.verflixxt.state import TURNED
from tatze.terminal.board import Scene
from tatze.terminal.verflixxt.tiles import place, spoken


def sentences(scene: Scene, events: Sequence[Event]) -> list[str]:
    """One sentence each. Whose turn it is can be seen, so it is not told."""
    return [sentence(scene, event) for event in events if event[0] != TURNED]


def sentence(scene: Scene, event: Event) -> str:
    kind = scene.game.events[event[0]]
    given = dict(zip(kind.fields, event[1:], strict=False))
    params: dict[str, object] = dict(given)
    for field in ("seat", "other"):
        if field in given:
            params[field] = scene.names[given[field]]
    for field in ("tile", "side"):
        if field in given:
            params[field] = spoken(scene, write_tile(given[field]))
    if "left" in given:
        params["left"] = place(scene, given["from"], write_tile(given["left"]))
        params["reached"] = place(scene, given["to"], write_tile(given["reached"]))
    if "reason" in given:
        params["reason"] = scene.say(f"reason.{scene.game.reasons[given['reason']]}")
    return scene.say(key(scene, f"event.{kind.name}", given), **params)


def key(scene: Scene, name: str, given: dict[str, int]) -> str:
    """The sentence that fits the reader: as the one who did it, the one it was done to, or neither."""
    if given.get("seat") == scene.reader and f"{name}.you" in scene.words:
        return f"{name}.you"
    if given.get("other") == scene.reader and f"{name}.to_you" in scene.words:
        return f"{name}.to_you"
    return name
