"""Cards, layers and groups as they look in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from tatze.games.linko.notation import write_card, write_set
from tatze.games.linko.show import Layer, Place
from tatze.games.linko.state import JOKER, NUMBERS
from tatze.terminal.colours import COLD_TO_HOT, GOLD, faint, solid


def colour(card: int) -> str:
    """Cold for low values, hot for high ones, gold for jokers."""
    return GOLD if card == JOKER else COLD_TO_HOT[card - 1]


def number(card: str) -> int:
    return JOKER if card == "j" else int(card)


def pile(card: int, count: int) -> Text:
    """Equal cards side by side."""
    return Text(" ".join([write_card(card)] * count), style=solid(colour(card)))


def card_row(held: Mapping[str, int]) -> list[Text]:
    """Cards as piles, one for each value."""
    return [padded(pile(number(card), count)) for card, count in held.items()]


def padded(cards: Text) -> Text:
    """With the edge of the card on both sides."""
    return Text(f" {cards.plain} ", style=cards.style)


def open_layer(layer: Layer) -> Text:
    """The layer that can be abluxxed: in brackets and bright."""
    cards = [pile(layer.value, layer.numbers)] if layer.numbers else []
    cards += [pile(JOKER, layer.jokers)] if layer.jokers else []
    return Text.assemble("[", Text(" ").join(cards), "]")


def covered_layer(layer: Layer) -> Text:
    """An older layer, in notation and faint."""
    return Text(write_set(layer.value, layer.numbers, layer.jokers), style=faint(colour(layer.value)))


def counts(cards: Mapping[str, int]) -> Text:
    """Cards in notation, such as 3 7x2 j."""
    if not cards:
        return Text("–", style="dim")
    texts = ((card, card if count == 1 else f"{card}x{count}") for card, count in cards.items())
    return Text(" ").join(Text(text, style=faint(colour(number(card)))) for card, text in texts)


def group(place: Place | None) -> Text:
    """What lies in one place of the pool."""
    if place is None:
        return Text("–", style="dim")
    parts = [padded(pile(number(place.card), 1))]
    parts += [padded(pile(NUMBERS, place.thirteens))] if place.thirteens else []
    parts += [padded(pile(JOKER, place.jokers))] if place.jokers else []
    return Text("+").join(parts)
