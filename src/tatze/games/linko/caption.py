"""What a picture of Linko shows, in words: the line above the table and the label for those who cannot see it."""

from __future__ import annotations

from tatze.core.game import LETTERS, leaders
from tatze.core.layout import EVERYONE, OMNISCIENT, Row
from tatze.core.svg import shorten
from tatze.games.linko import rules
from tatze.games.linko import state as k
from tatze.games.linko.notation import layer_of, write_card, write_set
from tatze.games.linko.rules import layer_at
from tatze.games.linko.state import State

ENDS = {k.HAND_EMPTY: "a hand is empty", k.CARDS_GONE: "deck and pool are empty", k.STALEMATE: "twenty idle rounds"}


def called(v: State, names: tuple[str, ...]) -> tuple[str, ...]:
    """A name for every seat, also where none was given."""
    return tuple(names[i] if i < len(names) and names[i].strip() else f"Seat {LETTERS[i]}" for i in range(v.players))


def rule_set(v: State) -> str:
    if v.shared:
        return "first edition"
    kind = "expert rules" if v.ones else "base game" if v.draws else "advanced rules"
    if v.duel:
        return "duel" if v.draws else f"duel, {kind}"
    return kind


def seen_by(v: State, names: tuple[str, ...]) -> str:
    if v.viewer == OMNISCIENT:
        return "all hands open"
    return "seen by everyone" if v.viewer == EVERYONE else f"seen by {shorten(names[v.viewer], 18)}"


def status(v: State, names: tuple[str, ...]) -> str:
    """One sentence on who decides what, or on who won."""
    if v.reason:
        return _end(v, names)
    who = shorten(names[v.actor], 18)
    other = shorten(names[rules.owner(v) if v.actor == v.turn else v.turn], 18)
    return {
        k.PLAY: f"{who} plays",
        k.TAKE: f"{who} abluxxes {other}: take or leave?",
        k.BACK: f"{other} leaves it; {who} takes back or discards",
        k.DRAW: f"{who} has to draw {v.owed}",
        k.MISS: f"{who} abluxxed nothing and may draw a card",
        k.PICK: f"{who} takes a set of the Shadow Display",
    }[v.phase]


def _end(v: State, names: tuple[str, ...]) -> str:
    winners = leaders([rules.standing(v, seat) for seat in range(v.players)])
    who = " and ".join(shorten(names[seat], 14) for seat in winners)
    return f"{who} {'wins' if len(winners) == 1 else 'win'} with {signed(rules.score(v, winners[0]))}: {ENDS[v.reason]}"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def label(v: State, names: tuple[str, ...]) -> str:
    """A view in words. Sets are written as in the notation: 7x2+j."""
    parts = [f"Linko, {rule_set(v)}, {seen_by(v, names)}. {status(v, names)}."]
    parts += [_seat(v, seat, names[seat]) for seat in range(v.players)]
    pool = ", ".join(_place(v, place) for place in range(k.POOL) if v.pool[place])
    parts.append(f"Deck {v.cards - v.top}. Pool: {pool or 'empty'}. Discard pile: {_counted(v.discard) or 'empty'}.")
    if v.duel:
        parts.append(f"Shadow display: {_counted(v.shadow) or 'empty'}.")
    return " ".join(parts)


def _seat(v: State, seat: int, name: str) -> str:
    turn = ", has the paw" if seat == v.turn and not v.reason else ""
    hand = _counted(v.hand[seat])
    hidden = v.held[seat] - sum(v.hand[seat])
    seen = f" ({hand}{f' and {hidden} hidden' if hidden else ''})" if hand else ""
    return f"{name}{turn}: score {signed(rules.score(v, seat))}, {v.held[seat]} in hand{seen}, {display(v, seat)}."


def display(v: State, seat: int) -> str:
    layers = [write_set(*layer_of(layer_at(v, seat, place))) for place in range(v.depth[seat])]
    return f"display from the oldest layer {', '.join(layers)}" if layers else "display empty"


def _place(v: State, place: int) -> str:
    group = [write_set(k.NUMBERS, v.pool_13s[place], 0), write_set(k.JOKER, 0, v.pool_jokers[place])]
    return "+".join([write_card(v.pool[place]), *filter(None, group)])


def _counted(row: Row) -> str:
    sets = [write_set(card, row[card], 0) for card in range(1, k.JOKER)] + [write_set(k.JOKER, 0, row[k.JOKER])]
    return ", ".join(filter(None, sets))
