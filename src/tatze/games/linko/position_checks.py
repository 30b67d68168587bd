"""What a position of Linko must keep to be one that a game can be in. A ValueError says what is wrong."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.core.layout import OMNISCIENT
from tatze.core.position_format import check
from tatze.games.linko import rules
from tatze.games.linko.notation import write_card
from tatze.games.linko.state import (
    BACK,
    CARDS_GONE,
    COPIES,
    DRAW,
    HAND_EMPTY,
    JOKER,
    JOKERS,
    MISS,
    OVER,
    PICK,
    PLAY,
    POOL,
    QUIET_ROUNDS,
    SHADOW,
    SHADOW_TOP,
    STALEMATE,
    TAKE,
    State,
)
from tatze.games.linko.views import unseen_of


def check_position(s: State) -> None:
    """Check cards, pool, hands and the decision that is to be made."""
    check_cards(s)
    check_pool(s)
    if s.phase == OVER:
        check_end(s)
    else:
        check_running(s)


def check_cards(s: State) -> None:
    """Every card of the box is exactly once somewhere."""  # L-1
    hidden = 0
    for card in range(1, JOKER + 1):
        left = unseen_of(s, card)
        if s.viewer == OMNISCIENT:
            left -= s.deck[s.top : s.cards].count(card)
        copies = JOKERS if card == JOKER else COPIES
        check(left >= 0, f"{copies - left} cards {write_card(card)} are named, but there are {copies}")
        check(s.viewer != OMNISCIENT or left == 0, f"{left} of the {copies} cards {write_card(card)} are missing")
        hidden += left
    if s.viewer != OMNISCIENT:
        places = s.cards - s.top + sum(s.held[seat] - sum(s.hand[seat]) for seat in range(s.players))
        check(hidden == places, f"{hidden} cards are hidden, but deck and hands have room for {places}")


def check_pool(s: State) -> None:
    """The pool is full while the deck lasts, except in the middle of a draw; the Shadow Display has up to 13 cards."""
    full = all(s.pool)
    check(full or s.top == s.cards or s.phase == DRAW, "pool: it is refilled while the deck has cards")  # L-18
    for place in range(POOL):
        covered = s.pool_13s[place] + s.pool_jokers[place]
        check(s.pool[place] > 0 or covered == 0, f"pool: nothing lies under the cover in place {place + 1}")
    if s.duel:
        check(sum(s.shadow) <= SHADOW, f"shadow: at most {SHADOW} cards")  # L-31
        check(sum(s.shadow[SHADOW_TOP + 1 :]) == 0, "shadow: 13s and jokers lie on the pool instead")  # L-32


def check_running(s: State) -> None:
    """Nobody has an empty hand, there is something to draw, and the decision is one that can come up."""
    for seat in range(s.players):
        check(s.held[seat] > 0, f"{LETTERS[seat]}: an empty hand ends the game")  # L-21
    check(s.top < s.cards or any(s.pool), "deck and pool are both empty: that ends the game")  # L-22
    check(s.quiet < QUIET_ROUNDS * s.players, "quiet: so many idle turns end the game")  # L-23
    check(s.phase == PLAY or s.depth[s.turn] > 0, "turn: who has played has a layer in the display")
    if s.phase in (TAKE, BACK):
        layer = s.open[s.turn]
        beaten = rules.beats(s, rules.layer_value(layer), rules.layer_count(layer), rules.owner(s))
        check(beaten, f"turn: the play does not abluxx the top layer of {LETTERS[rules.owner(s)]}")  # L-10
    elif s.phase == DRAW:
        most = rules.layer_count(s.open[s.turn])
        check(s.owed <= most, f"turn: at most {most} cards are to be drawn, as many as were abluxxed")  # L-13, L-14
    elif s.phase == MISS:
        check(s.draws == 1, "turn: this rule set has no draw after a miss")  # L-26, L-28
    elif s.phase == PICK:
        check(s.duel == 1, "turn: only the duel has a Shadow Display to pick from")  # L-34


def check_end(s: State) -> None:
    """The reason of the end is there to be seen."""
    if s.reason == HAND_EMPTY:
        check(s.held[s.turn] == 0, f"turn: the hand of {LETTERS[s.turn]} is not empty")  # L-21
    elif s.reason == CARDS_GONE:
        check(s.top == s.cards and not any(s.pool), "turn: deck and pool are not both empty")  # L-22
    elif s.reason == STALEMATE:
        check(s.quiet == QUIET_ROUNDS * s.players, "turn: a stalemate has twenty idle rounds")  # L-23
