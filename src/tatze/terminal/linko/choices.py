"""What can be done in Linko, in groups: plays by value, draws by where the card comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from tatze.games.linko.notation import play_of, write_card
from tatze.games.linko.show import LinkoView
from tatze.games.linko.state import BACK, PLAY, TAKE
from tatze.terminal.board import Bunch, Choice, Foresee, Scene
from tatze.terminal.linko import cards
from tatze.terminal.linko.speech import hidden, layer_set

WORDS = ("take", "leave", "back", "discard", "deck", "pass", "pool", "place", "shadow")


def question(scene: Scene) -> str:
    shown: LinkoView = scene.game.show(scene.view)
    params: dict[str, object] = {"turn": scene.names[shown.turn]}
    if shown.owner is not None and shown.phase in ("take", "back"):
        params |= {"owner": scene.object(shown.owner), "set": layer_set(scene, shown.displays[shown.owner][-1])}
    if shown.owed:
        params["cards"] = hidden(scene, shown.owed)
    one = ".one" if shown.phase == "draw" and shown.owed == 1 else ""
    return scene.say(f"ask.{shown.phase}{one}", **params)


def bunches(scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
    phase = scene.view.phase
    if phase == PLAY:
        return plays(scene, legal, foresee)
    if phase in (TAKE, BACK):
        return [Bunch(Text(), [answer(scene, action) for action in legal])]
    found: dict[str, list[Choice]] = {}
    for action in legal:
        text = scene.game.write(action)
        kind = text.partition(":")[0]
        choice = Choice(action, Text(write(scene, action), style="bold"), effect(scene, foresee(action)))
        found.setdefault("pool" if kind == "place" else kind, []).append(choice)
    return [Bunch(Text(scene.say(f"table.{kind}"), style="dim"), some) for kind, some in found.items()]


def plays(scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
    """One group for each value, the smaller plays first."""
    values: dict[int, list[int]] = {}
    for action in legal:
        values.setdefault(play_of(action)[0], []).append(action)
    found = []
    for value, actions in values.items():
        actions.sort(key=lambda action: (sum(play_of(action)[1:]), play_of(action)[2]))
        label = Text.assemble(" " * (2 - len(write_card(value))), cards.pile(value, 1), ":")
        found.append(Bunch(label, [play(scene, action, foresee) for action in actions]))
    return found


def play(scene: Scene, action: int, foresee: Foresee) -> Choice:
    return Choice(action, Text(scene.game.write(action)), effect(scene, foresee(action)))


def effect(scene: Scene, seen: Mapping[str, Any]) -> str:
    """What `foresee` said, in a few words."""
    if seen["ends"]:
        return scene.say("effect.ends")
    shadow = [scene.say("effect.shadow")] if seen["shadow"] else []
    return ", ".join(shadow + [scene.names[seat] for seat in seen["abluxxes"]])


def answer(scene: Scene, action: int) -> Choice:
    """Take or leave, take back or discard: what follows from it."""
    shown: LinkoView = scene.game.show(scene.view)
    assert shown.owner is not None
    layer = shown.displays[shown.owner][-1]
    about = scene.say(
        f"choice.{scene.game.write(action)}",
        set=layer_set(scene, layer),
        owner=scene.names[shown.owner],
        cards=hidden(scene, layer.numbers + layer.jokers),
    )
    return Choice(action, Text(write(scene, action), style="bold"), about=about)


def write(scene: Scene, action: int) -> str:
    """The notation with the word of the reader's language."""
    text = scene.game.write(action)
    word, colon, rest = text.partition(":")
    return scene.say(f"typed.{word}").split()[0] + colon + rest if word in WORDS else text


def read(scene: Scene, text: str) -> str:
    """Words of the reader's language become the notation's; so does a row of cards such as 7 7 j."""
    word, colon, rest = "".join(text.lower().split()).partition(":")
    for known in WORDS:
        if word in (known, *scene.say(f"typed.{known}").split()):
            return f"{known}{colon}{rest}"
    row = text.lower().split()
    numbers = [card for card in row if card != "j"]
    jokers = len(row) - len(numbers)
    if len(row) < 2 or len(set(numbers)) > 1 or not all(card.isdigit() for card in numbers):
        return text
    some = [f"{numbers[0]}x{len(numbers)}"] if numbers else []
    return "+".join(some + ([f"jx{jokers}"] if jokers else []))
