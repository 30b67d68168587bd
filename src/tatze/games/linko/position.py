"""Positions of Linko as text, in the words of the rulebook.

    start A; turn B play; A: 1x2 5 (j) [8x3 6+j]; B: 7 9 []; C: 4 [12]; pool 4 7 1 12 1 2; deck 3 5 6; discard 9

A hand has the cards that only its seat knows, then in parentheses those that everybody knows, then in brackets the
display, the oldest layer first. In a view `?9` stands for nine cards that the viewer does not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tatze.core.game import LETTERS
from tatze.core.layout import NOBODY, OMNISCIENT, Row
from tatze.core.position_format import (
    NONE,
    PositionFormat,
    Sections,
    check,
    read_seat,
    read_whole_number,
    seat_count,
)
from tatze.core.text import shown
from tatze.games.linko import rules
from tatze.games.linko.notation import layer_of, play_of, read, read_card, write_card, write_set
from tatze.games.linko.position_checks import check_position
from tatze.games.linko.show import PHASES, display
from tatze.games.linko.state import (
    BACK,
    CARDS,
    CARDS_GONE,
    DRAW,
    HAND_EMPTY,
    JOKER,
    NUMBERS,
    OVER,
    PICK,
    PLAYS,
    POOL,
    QUIET_ROUNDS,
    STALEMATE,
    TAKE,
    State,
)
from tatze.games.linko.views import unseen_of

REASONS = {HAND_EMPTY: "hand-empty", CARDS_GONE: "cards-gone", STALEMATE: "stalemate"}
_SEAT = re.compile(r"(?P<own>[^()\[\]]*)(?:\((?P<known>[^()\[\]]*)\))?\s*(?:\[(?P<display>[^()\[\]]*)\])?")
_CARDS = re.compile(r"(?P<card>j|[0-9]{1,2})(?:x(?P<count>[0-9]{1,2}))?")
_UNKNOWN = re.compile(r"\?([0-9]{1,3})")


# --- Writing ---


def write(s: State) -> Sequence[str]:
    """Return the sections of a state or a view."""
    return [
        f"start {LETTERS[s.start]}",
        f"turn {' '.join(_turn(s))}",
        *(f"{LETTERS[seat]}: {write_seat(s, seat)}" for seat in range(s.players)),
        f"pool {' '.join(write_place(s, place) for place in range(POOL))}",
        f"deck {_deck(s)}",
        *([f"shadow {write_cards(s.shadow)}"] if s.duel else []),
        f"discard {write_cards(s.discard)}",
        *([f"quiet {s.quiet}"] if s.quiet else []),
        *_comparison(s),
    ]


def write_cards(row: Row) -> str:
    """Return cards counted by value, such as "1x2 5 j"."""
    texts = [write_card(card) + (f"x{row[card]}" if row[card] > 1 else "") for card in range(1, JOKER + 1) if row[card]]
    return " ".join(texts) or NONE


def _turn(s: State) -> Iterator[str]:
    yield LETTERS[s.turn]
    yield PHASES[s.phase]
    if s.phase in (TAKE, BACK, DRAW):
        yield LETTERS[rules.owner(s)]
    if s.phase == DRAW:
        yield str(s.owed)
    if s.phase == OVER:
        yield REASONS[s.reason]


def write_seat(s: State, seat: int) -> str:
    """Return a seat's hand and display, such as \"1x2 5 (j) [8x3 6+j]\"."""
    own = [s.hand[seat][card] - s.known[seat][card] for card in range(JOKER + 1)]
    unknown = s.held[seat] - sum(s.hand[seat])
    cards = " ".join([*([write_cards(own)] if any(own) else []), *([f"?{unknown}"] if unknown else [])])
    known = f"({write_cards(s.known[seat])})" if any(s.known[seat]) else ""
    layers = " ".join(write_set(*layer_of(layer)) for layer in display(s, seat))
    return " ".join(part for part in (cards, known, f"[{layers}]") if part)


def write_place(s: State, place: int) -> str:
    """Return what lies in a place of the pool, such as \"5+13+j\"."""
    if not s.pool[place]:
        return NONE
    covers = [write_card(NUMBERS)] * s.pool_13s[place] + [write_card(JOKER)] * s.pool_jokers[place]
    return "+".join([write_card(s.pool[place]), *covers])


def _deck(s: State) -> str:
    if s.viewer != OMNISCIENT:
        return f"?{s.cards - s.top}"
    return " ".join(write_card(card) for card in s.deck[s.top : s.cards]) or NONE


def _comparison(s: State) -> Iterator[str]:
    """How far the comparison went and whether something was abluxxed, where that does not follow from the rest."""
    compared, hit = usual_comparison(s)
    if s.compared != compared:
        yield f"compared {s.compared}"
    if s.hit != hit:
        yield f"hit {s.hit}"


def usual_comparison(s: State) -> tuple[int, int]:
    """Return the number of opponents compared, and whether something was abluxxed, that a position has if it does not
    say otherwise."""
    if s.phase in (TAKE, BACK, DRAW):
        return s.compared, 1
    if s.phase == PICK or (s.phase == OVER and s.reason == HAND_EMPTY) or not any(s.depth):
        return 0, 0
    return s.players - 1, 0


def options(s: State) -> Mapping[str, object]:
    """Return the option of a state."""
    return {"shadow_part": "yes" if s.part else "no"} if s.duel else {}


# --- Reading ---


def read_sections(s: State, sections: Sections) -> None:
    """Fill a state in which rule set, options and viewer stand already."""
    s.cards = CARDS - 4 if s.duel else CARDS
    s.start = read_seat(sections.need("start"), s.players, "start")
    _read_turn(s, sections.need("turn").split())
    for seat in range(s.players):
        _read_seat(s, seat, sections.need(LETTERS[seat]))
    _read_pool(s, sections.need("pool").split())
    _read_deck(s, sections.need("deck"))
    if s.duel:
        _add(s.shadow, read_cards(sections.need("shadow"), "shadow"))
    _read_discard(s, sections.take("discard"))
    s.quiet = read_whole_number(sections.take("quiet") or "0", -1, QUIET_ROUNDS * s.players, "quiet")
    compared, hit = usual_comparison(s)
    s.compared = read_whole_number(sections.take("compared") or str(compared), 0, s.players - 1, "compared")
    s.hit = read_whole_number(sections.take("hit") or str(hit), 0, 1, "hit")
    check_position(s)


def read_cards(text: str, what: str) -> Iterator[int]:
    """Yield the cards of a text such as "1x2 5 j"; `what` names the section for the message."""
    for word in text.split():
        if word == NONE:
            continue
        match = _CARDS.fullmatch(word)
        if not match:
            raise ValueError(f'{what}: "{shown(word)}" are no cards: write 7, 7x3, j or jx2')
        for _ in range(int(match["count"] or 1)):
            yield read_card(match["card"])


def _add(row: Row, cards: Iterable[int]) -> None:
    for card in cards:
        row[card] += 1


def _read_turn(s: State, words: list[str]) -> None:
    phases = {name: phase for phase, name in PHASES.items()}
    check(len(words) > 1 and words[1] in phases, f"turn: a seat and one of {', '.join(phases)} are needed")
    s.turn = s.actor = read_seat(words[0], s.players, "turn")
    s.phase = phases[words[1]]
    rest = words[2:]
    if s.phase in (TAKE, BACK, DRAW):
        check(bool(rest), "turn: the seat is missing whose layer is abluxxed")
        other = read_seat(rest.pop(0), s.players, "turn")
        check(other != s.turn, "turn: nobody abluxxes the own layer")
        s.compared = (other - s.turn) % s.players
        s.actor = s.turn if s.phase == TAKE else other
    if s.phase == DRAW:
        check(bool(rest), "turn: the number of cards is missing that are to be drawn")
        s.owed = read_whole_number(rest.pop(0), 1, CARDS, "turn")
    if s.phase == OVER:
        reasons = {name: reason for reason, name in REASONS.items()}
        check(bool(rest) and rest[0] in reasons, f"turn: why the game is over is one of {', '.join(reasons)}")
        s.reason, s.actor = reasons[rest.pop(0)], NOBODY
    check(not rest, f'turn: "{shown(" ".join(rest))}" is too much')


def _read_seat(s: State, seat: int, text: str) -> None:
    what = LETTERS[seat]
    match = _SEAT.fullmatch(text)
    if not match:
        raise ValueError(f"{what}: a seat is written 1x2 5 (j) [8x3 6], cards, known cards and display")
    words = match["own"].split()
    unknown = [word for word in words if _UNKNOWN.fullmatch(word)]
    own = list(read_cards(" ".join(word for word in words if word not in unknown), what))
    check(not unknown or s.viewer not in (OMNISCIENT, seat), f"{what}: ? is for hands that the viewer does not see")
    check(not own or s.viewer in (OMNISCIENT, seat), f"{what}: a view has no cards here but ?9 and the known ones")
    known = list(read_cards(match["known"] or "", what))
    _add(s.hand[seat], [*own, *known])
    _add(s.known[seat], known)
    s.held[seat] = min(CARDS, len(own) + len(known) + sum(int(word[1:]) for word in unknown))
    for word in (match["display"] or "").split():
        _lay(s, seat, word)


def _lay(s: State, seat: int, word: str) -> None:
    action = read(word)
    check(action < PLAYS, f'{LETTERS[seat]}: "{shown(word)}" is no layer')
    check(s.shown[seat] < CARDS - 13, f"{LETTERS[seat]}: too many cards in the display")
    value, numbers, jokers = play_of(action)
    rules.lay(s, seat, rules.pack_layer(value, numbers, jokers))
    s.shown[seat] += numbers + jokers
    s.laid[value] += numbers
    s.laid[JOKER] += jokers


def _read_pool(s: State, words: list[str]) -> None:
    check(len(words) <= POOL, f"pool: there are {POOL} places, not {len(words)}")
    for place, word in enumerate(words):
        if word == NONE:
            continue
        bottom, *covers = word.split("+")
        s.pool[place] = read_card(bottom)
        for cover in covers:
            check(bool(s.duel), "pool: cards lie on each other only in the duel")
            check(
                cover in (write_card(NUMBERS), write_card(JOKER)),
                f'pool: only 13s and jokers cover, not "{shown(cover)}"',
            )
            if cover == write_card(JOKER):
                s.pool_jokers[place] += 1
            else:
                s.pool_13s[place] += 1


def _read_deck(s: State, text: str) -> None:
    if match := _UNKNOWN.fullmatch(text):
        check(s.viewer != OMNISCIENT, "deck: in a whole position the cards are named, the top one first")
        s.top = s.cards - int(match[1])
        check(s.top >= 0, f"deck: at most {s.cards} cards")
        return
    cards = list(read_cards(text, "deck"))
    check(not cards or s.viewer == OMNISCIENT, "deck: a view has only the number of cards, such as ?40")
    check(len(cards) <= s.cards, f"deck: at most {s.cards} cards")
    s.top = s.cards - len(cards)
    for i, card in enumerate(cards):
        s.deck[s.top + i] = card


def _read_discard(s: State, text: str | None) -> None:
    """Read the discard pile; without one, everything that is nowhere else lies there."""
    if text is not None:
        _add(s.discard, read_cards(text, "discard"))
        return
    check(s.viewer == OMNISCIENT, "discard: a view names the cards of the discard pile")
    for card in range(1, JOKER + 1):
        s.discard[card] = max(0, unseen_of(s, card) - s.deck[s.top : s.cards].count(card))


POSITIONS = PositionFormat(write=write, read=read_sections, options=options, players=seat_count)
