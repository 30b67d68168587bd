"""Linko's table in the terminal: displays, pool, piles, and the reader's hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tatze.core.layout import Event
from tatze.games.linko.notation import write_card
from tatze.games.linko.show import Cards, Layer, LinkoView
from tatze.games.linko.state import JOKER, PLAY
from tatze.games.linko.views import unseen_of
from tatze.terminal.board import TURN_MARK, Bunch, Foresee, Scene
from tatze.terminal.colours import signed
from tatze.terminal.linko import cards, choices, speech
from tatze.terminal.packing import pack

INDENT = 16
FEW = 6
"""So many covered layers of a display are shown even where lines are very scarce; `look` shows all."""


class LinkoBoard:
    """The board of Linko."""

    has_hands = True

    def corner(self, scene: Scene) -> str:
        shown: LinkoView = scene.game.show(scene.view)
        return scene.say("table.counts", deck=shown.deck, discard=sum(shown.discard.values()))

    def draw(self, scene: Scene) -> RenderableType:
        shown: LinkoView = scene.game.show(scene.view)
        parts: list[RenderableType] = [seats(scene, shown), middle(scene, shown)]
        if shown.seat is not None:
            parts.append(hand(scene, shown))
        return Group(*parts)

    def details(self, scene: Scene) -> RenderableType:
        return details(scene, scene.game.show(scene.view))

    def question(self, scene: Scene) -> str:
        return choices.question(scene)

    def choices(self, scene: Scene, legal: Sequence[int], foresee: Foresee) -> list[Bunch]:
        return choices.bunches(scene, legal, foresee)

    def first_number(self, scene: Scene) -> int:
        """1 to 13 are cards while one plays, so there the choices begin at 21."""
        return 21 if scene.view.phase == PLAY else 1

    def read(self, scene: Scene, text: str) -> str:
        return choices.read(scene, text)

    def write(self, scene: Scene, action: int) -> str:
        return choices.write(scene, action)

    def sentences(self, scene: Scene, events: Sequence[Event]) -> list[str]:
        return speech.sentences(scene, events)


def seats(scene: Scene, shown: LinkoView) -> RenderableType:
    """Everybody, clockwise from the reader's left as a play is compared, the reader last."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=1)
    grid.add_column(max_width=14, no_wrap=True, overflow="ellipsis")
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    grid.add_row("", "", *(Text(scene.say(f"table.{word}"), style="dim") for word in ("hand", "score", "display")))
    first = 0 if shown.seat is None else shown.seat + 1
    for step in range(shown.players):
        grid.add_row(*seat_row(scene, shown, (first + step) % shown.players))
    return grid


def seat_row(scene: Scene, shown: LinkoView, seat: int) -> list[RenderableType]:
    hand = shown.hands[seat]
    display = layers(scene, shown.displays[seat])
    if scene.aid and hand.known and seat != shown.seat:
        known = scene.say("table.known.brief" if scene.scarce else "table.known")
        display.append("   " if scene.scarce else "\n").append(f"{known} ", style="dim italic")
        display.append_text(cards.counts(hand.known))
    return [
        Text(TURN_MARK if seat == shown.turn else "", style="bold"),
        Text(scene.names[seat], style="bold" if seat in (shown.actor, shown.seat) else ""),
        Text(str(hand.size)),
        Text(signed(shown.scores[seat]), style="bold"),
        display,
    ]


def layers(scene: Scene, display: Sequence[Layer]) -> Text:
    """A display: covered layers in notation, the oldest first, then the open one."""
    if not display:
        return Text.assemble((scene.say("table.empty"), "dim"))
    row = [cards.covered_layer(layer) for layer in display[:-1]]
    if scene.scarce > 1 and len(row) > FEW:
        row = [Text(f"…{len(row) - FEW}", style="dim"), *row[-FEW:]]
    return Text.assemble(*(part for layer in row for part in (layer, (" │ ", "dim"))), cards.open_layer(display[-1]))


def middle(scene: Scene, shown: LinkoView) -> RenderableType:
    """The pool; in the duel by its places, and the Shadow Display."""
    duel = shown.shadow is not None
    places = [Text.assemble((f"{i}:", "dim") if duel else "", cards.group(p)) for i, p in enumerate(shown.pool, 1)]
    rows = [pack(Text(scene.say("table.pool"), style="dim"), places, INDENT, scene.width, gap=1)]
    if shown.shadow is not None:
        label = Text(scene.say("table.shadow"), style="dim")
        rows.append(pack(label, cards.card_row(shown.shadow), INDENT, scene.width, gap=1))
    return Text("\n").join(rows)


def hand(scene: Scene, shown: LinkoView) -> RenderableType:
    """The reader's own cards, equal ones side by side."""
    assert shown.seat is not None
    own = shown.hands[shown.seat]
    label = Text(f"{scene.say('table.own')} ({own.size})", style="bold")
    return pack(label, cards.card_row(own.cards or {}), INDENT, scene.width, gap=1)


def details(scene: Scene, shown: LinkoView) -> RenderableType:
    """What is known of each hand, all layers, the discard pile, and how often each card has not been seen yet."""
    rows = []
    for seat in range(shown.players):
        own = shown.hands[seat]
        unknown = own.size - sum(own.known.values())
        rest = scene.say("details.unknown", count=unknown)
        rows += [
            Text(scene.say("details.hand", name=scene.names[seat], size=own.size), style="bold"),
            Text.assemble("  ", cards.counts(own.known), "  ", rest),
            Text.assemble("  ", layers(scene, shown.displays[seat])),
        ]
    rows += [Text(scene.say("details.discard"), style="bold"), Text.assemble("  ", cards.counts(shown.discard))]
    rows += [Text(scene.say("details.unseen"), style="bold"), Text.assemble("  ", cards.counts(unseen(scene)))]
    return Group(*rows)


def unseen(scene: Scene) -> Cards:
    """The cards that the reader has not seen: in the deck, or hidden in other hands."""
    left = {write_card(card): unseen_of(scene.view, card) for card in range(1, JOKER + 1)}
    return {card: count for card, count in left.items() if count}
