"""Events as sentences: the game's own where it has words for them, otherwise the event's name and numbers."""

from __future__ import annotations

from tatze.core.layout import Event
from tatze.core.outline import SEATS
from tatze.terminal.board import Scene

TURN_EVENTS = ("turned",)
"""Names of events that are not told, because the table shows whose turn it is."""


def is_told(scene: Scene, event: Event) -> bool:
    return scene.game.events[event[0]].name not in TURN_EVENTS


def sentence(scene: Scene, event: Event) -> str:
    """One event in the reader's words."""
    kind = scene.game.events[event[0]]
    given = dict(zip(kind.fields, event[1:], strict=False))
    params: dict[str, object] = dict(given)
    params |= {name: scene.names[given[name]] for name in SEATS if name in given}
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
