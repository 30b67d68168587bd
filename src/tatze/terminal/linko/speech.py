"""Linko's events as sentences, in the reader's language and from the reader's seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tatze.core.layout import Event
from tatze.games.linko.show import Layer
from tatze.games.linko.state import (
    ABLUXXED,
    COVERED,
    DREW_DECK,
    DREW_POOL,
    ENDED,
    JOKER,
    NUMBERS,
    PLAYED,
    REFILLED,
    SHADOW_REFILLED,
    SHADOWED,
    TURNED,
)
from tatze.terminal.board import Scene

GATHERED = (DREW_DECK, DREW_POOL, REFILLED, SHADOW_REFILLED, COVERED)
"""Several of a kind in a row are told in one sentence."""


def sentences(scene: Scene, events: Sequence[Event]) -> list[str]:
    return [sentence(scene, some) for some in gathered(events)]


def gathered(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events that make one sentence together. Whose turn it is can be seen, so it is not told."""
    some: list[Event] = []
    for event in events:
        if event[0] == TURNED:
            continue
        if some and same(some[-1], event):
            some.append(event)
            continue
        if some:
            yield some
        some = [event]
    if some:
        yield some


def same(one: Event, other: Event) -> bool:
    if one[0] != other[0] or one[0] not in GATHERED:
        return False
    return one[0] in (REFILLED, SHADOW_REFILLED) or one[1] == other[1]


def sentence(scene: Scene, some: Sequence[Event]) -> str:
    event = some[0]
    kind = scene.game.events[event[0]]
    params: dict[str, object] = dict(zip(kind.fields, event[1:], strict=False))
    key = f"event.{kind.name}"
    if kind.fields[0] == "seat":
        key += ".you" if event[1] == scene.reader else ""
        params["seat"] = scene.names[event[1]]
    if "owner" in kind.fields:
        params["owner"] = scene.object(event[2])
    if event[0] in (PLAYED, ABLUXXED):
        value, numbers, jokers = event[2:5] if event[0] == PLAYED else event[3:6]
        params["set"] = layer_set(scene, Layer(value, numbers, jokers))
    elif event[0] == SHADOWED:
        params["set"] = some_of(scene, event[2], event[3])
    elif event[0] in GATHERED:
        params |= {"cards": card_list(scene, some), "place": event[1] + 1}
    elif event[0] == ENDED:
        params["reason"] = scene.say(f"reason.{scene.game.reasons[event[1]]}")
    return scene.say(key, **params)


def card_list(scene: Scene, some: Sequence[Event]) -> str:
    """The cards of several events, equal ones counted: two 7s and a joker."""
    found: Counter[int] = Counter()
    for event in some:
        fields = scene.game.events[event[0]].fields
        found[event[1 + fields.index("card")]] += 1
        if event[0] == DREW_POOL:
            found[NUMBERS] += event[4]
            found[JOKER] += event[5]
    return scene.join([some_of(scene, card, count) for card, count in found.items() if count])


def some_of(scene: Scene, card: int, count: int) -> str:
    """So many equal cards; card 0 is one that the reader may not see."""
    if count == 1:
        return scene.say(f"card.{card}")
    kind = {0: "hidden", JOKER: "jokers"}.get(card, "numbers")
    return scene.say(f"cards.{kind}", count=scene.number(count), value=card)


def hidden(scene: Scene, count: int) -> str:
    return some_of(scene, 0, count)


def layer_set(scene: Scene, layer: Layer) -> str:
    """A layer or a play: two 7s with a joker."""
    if not layer.numbers:
        return some_of(scene, JOKER, layer.jokers)
    numbers = some_of(scene, layer.value, layer.numbers)
    if not layer.jokers:
        return numbers
    which = "set.with_one" if layer.jokers == 1 else "set.with_more"
    return scene.say(which, numbers=numbers, count=scene.number(layer.jokers))
