"""The rules of Linko, in the order of the rulebook. The numbers are those of docs/rules/linko.md.

Plain functions over one state, in the part of Python that also compiles: integers, `if`, `for`, `while`, calls, and
indexing. Nothing here draws random numbers, and nothing here is written a second time elsewhere.
"""

from __future__ import annotations

from tatze.core.layout import NOBODY, OMNISCIENT, Row, note
from tatze.games.linko.state import (
    ABLUXXED,
    ACTIONS,
    BACK,
    BACK_TO_HAND,
    CARDS,
    CARDS_GONE,
    COMPARE,
    COPIES,
    COVERED,
    DISCARD_IT,
    DISCARDED,
    DRAW,
    DREW_DECK,
    DREW_POOL,
    ENDED,
    FROM_DECK,
    FROM_PLACE,
    FROM_POOL,
    HAND,
    HAND_EMPTY,
    JOKER,
    JOKERS,
    JOKERS_ALONE,
    LEAVE_IT,
    LEFT,
    MISS,
    NEXT,
    NO_DRAW,
    NUMBERS,
    OVER,
    PASSED,
    PER_COUNT,
    PER_VALUE,
    PICK,
    PICK_SHADOW,
    PLAY,
    PLAYED,
    PLAYS,
    POOL,
    QUIET_ROUNDS,
    REFILLED,
    SHADOW,
    SHADOW_REFILLED,
    SHADOW_TOP,
    SHADOWED,
    STALEMATE,
    TAKE,
    TAKE_IT,
    TOOK,
    TOOK_BACK,
    TURNED,
    State,
)

# --- Set-up ---------------------------------------------------------------------------------------------------------


def stock(s: State, deal: Row) -> int:
    """Write the cards to be shuffled into `deal`; say how many there are."""
    n = 0
    for value in range(1, NUMBERS + 1):  # L-1
        for _ in range(COPIES):
            deal[n] = value
            n += 1
    jokers = JOKERS
    if s.duel:
        jokers -= 4  # L-30
    for _ in range(jokers):
        deal[n] = JOKER
        n += 1
    return n


def begin(s: State, deal: Row, n: int) -> None:
    """Set the table with the shuffled cards of `deal`. Players, start and rule set are in the state already."""
    s.viewer = OMNISCIENT
    s.cards = n
    for i in range(CARDS):
        if i == n:
            break
        s.deck[i] = deal[i]
    for seat in range(s.players):
        if s.duel:  # L-30
            s.hand[seat][JOKER] = 2
            s.known[seat][JOKER] = 2
            s.held[seat] = 2
        while s.held[seat] < HAND:  # L-4
            receive(s, seat, reveal(s))
    for place in range(POOL):  # L-5
        s.pool[place] = reveal(s)
    if s.duel:
        refill_shadow(s, SHADOW)  # L-31
    s.quiet = 0
    s.turn = s.start  # L-3
    s.actor = s.start
    s.phase = PLAY


def reveal(s: State) -> int:
    """Turn over the top card of the deck."""
    card = s.deck[s.top]
    s.top += 1
    s.quiet = -1
    return card


def receive(s: State, seat: int, card: int) -> None:
    s.hand[seat][card] += 1
    s.held[seat] += 1


# --- A play ---------------------------------------------------------------------------------------------------------


def play_value(play: int) -> int:
    """The value of a play; JOKER for jokers alone."""
    if play > JOKERS_ALONE:
        return JOKER
    return play // PER_VALUE + 1


def play_numbers(play: int) -> int:
    """How many number cards it has."""
    if play > JOKERS_ALONE:
        return 0
    return play // PER_COUNT % COPIES + 1


def play_jokers(play: int) -> int:
    """How many jokers it has."""
    if play > JOKERS_ALONE:
        return play - JOKERS_ALONE
    return play % PER_COUNT


def play_cards(s: State, play: int) -> None:
    """Lay cards from the hand onto the own display as its new top layer."""
    seat = s.turn
    value = play_value(play)
    numbers = play_numbers(play)
    jokers = play_jokers(play)
    lay(s, seat, pack_layer(value, numbers, jokers))
    s.shown[seat] += numbers + jokers
    s.laid[value] += numbers
    s.laid[JOKER] += jokers
    leave_hand(s, seat, value, numbers)
    leave_hand(s, seat, JOKER, jokers)
    s.held[seat] -= numbers + jokers
    s.compared = 0
    s.hit = 0
    note(s, PLAYED, seat, value, numbers, jokers)
    if s.held[seat] == 0:  # L-21
        end(s, HAND_EMPTY)
    elif s.duel and shadow_candidates(s, value, numbers + jokers):  # L-34
        s.phase = PICK
    else:
        s.phase = COMPARE


def lay(s: State, seat: int, layer: int) -> None:
    """Put a layer on a display; what was open is buried."""  # L-9
    if s.depth[seat]:
        s.buried[seat][s.depth[seat] - 1] = s.open[seat]
    s.open[seat] = layer
    s.depth[seat] += 1


def pack_layer(value: int, numbers: int, jokers: int) -> int:
    """A layer as one number: its value, how many cards it has, and how many of them are jokers."""
    return value << 8 | numbers + jokers << 4 | jokers


def layer_value(layer: int) -> int:
    return layer >> 8


def layer_count(layer: int) -> int:
    return layer >> 4 & 15


def layer_jokers(layer: int) -> int:
    return layer & 15


def layer_numbers(layer: int) -> int:
    return layer_count(layer) - layer_jokers(layer)


def layer_at(s: State, seat: int, place: int) -> int:
    """A layer of a display, counted from the oldest, 0."""
    if place == s.depth[seat] - 1:
        return s.open[seat]
    return s.buried[seat][place]


def leave_hand(s: State, seat: int, card: int, count: int) -> None:
    """Cards leave a hand: of those that everybody knows of in it, as many are no longer known."""  # L-39
    if count == 0:
        return
    s.hand[seat][card] -= count
    if s.known[seat][card] > count:
        s.known[seat][card] -= count
    else:
        s.known[seat][card] = 0


# --- Abluxxing ------------------------------------------------------------------------------------------------------


def outranks(s: State, value: int, other: int) -> bool:
    """Whether a set of this value beats an equally large set of the other value."""
    if s.ones and value == 1:  # L-27
        return other >= NUMBERS
    return value > other  # L-8, L-10, L-12


def beats(s: State, value: int, count: int, seat: int) -> bool:
    """Whether a play of `count` cards as `value` abluxxes the top layer of that seat."""
    layer = s.open[seat]
    return layer_count(layer) == count and outranks(s, value, layer_value(layer))  # L-10


def owner(s: State) -> int:
    """The opponent compared last: the one whose layer is being abluxxed."""
    return seat_after(s, s.compared)


def seat_after(s: State, steps: int) -> int:
    """The seat so many places to the left of the active player's, fewer than once around."""
    seat = s.turn + steps
    if seat >= s.players:
        seat -= s.players
    return seat


def compare(s: State) -> None:
    """Compare the play with the opponents not yet compared, up to the next hit or the end of the turn."""
    value = layer_value(s.open[s.turn])
    count = layer_count(s.open[s.turn])
    s.actor = s.turn
    while s.compared < s.players - 1:  # L-11, L-16
        s.compared += 1
        seat = owner(s)
        if beats(s, value, count, seat):
            s.hit = 1
            s.phase = TAKE
            layer = s.open[seat]
            note(s, ABLUXXED, s.turn, seat, layer_value(layer), layer_numbers(layer), layer_jokers(layer))
            return
    s.phase = NEXT
    if s.draws and not s.hit:  # L-19, L-26, L-28, L-37
        s.phase = MISS


def take(s: State) -> None:
    """The active player takes the abluxxed layer; its owner has to draw."""
    note(s, TOOK, s.turn, owner(s))
    force_draw(s, lift(s, s.turn))  # L-13


def leave(s: State) -> None:
    """The active player leaves the abluxxed layer; its owner decides."""
    note(s, LEFT, s.turn, owner(s))
    s.actor = owner(s)
    s.phase = BACK


def take_back(s: State) -> None:
    note(s, TOOK_BACK, owner(s))
    lift(s, owner(s))  # L-14
    s.phase = COMPARE


def discard(s: State) -> None:
    seat = owner(s)
    s.discard[layer_value(s.open[seat])] += layer_numbers(s.open[seat])
    s.discard[JOKER] += layer_jokers(s.open[seat])
    note(s, DISCARDED, seat)
    force_draw(s, strip(s, seat))  # L-14


def lift(s: State, taker: int) -> int:
    """Move the abluxxed layer into the taker's hand, where its jokers are free again; say how many cards it had."""
    layer = s.open[owner(s)]
    gain(s, taker, layer_value(layer), layer_numbers(layer))
    gain(s, taker, JOKER, layer_jokers(layer))  # L-15
    return strip(s, owner(s))


def gain(s: State, seat: int, card: int, count: int) -> None:
    """Put cards into a hand before everybody's eyes."""  # L-39
    s.hand[seat][card] += count
    s.known[seat][card] += count
    s.held[seat] += count


def strip(s: State, seat: int) -> int:
    """Remove the top layer of a display; say how many cards it had."""
    layer = s.open[seat]
    count = layer_count(layer)
    s.laid[layer_value(layer)] -= layer_numbers(layer)
    s.laid[JOKER] -= layer_jokers(layer)
    s.shown[seat] -= count
    s.depth[seat] -= 1  # L-15
    s.open[seat] = 0
    below = s.depth[seat] - 1
    if below >= 0:
        s.open[seat] = s.buried[seat][below]
        s.buried[seat][below] = 0
    return count


# --- Drawing --------------------------------------------------------------------------------------------------------


def force_draw(s: State, count: int) -> None:
    s.owed = count
    s.actor = owner(s)
    s.phase = DRAW


def draw(s: State, action: int) -> None:
    """Draw one card, from wherever the action says; after the last one refill the pool and go on."""  # L-17
    if action == FROM_DECK:
        card = reveal(s)
        receive(s, s.actor, card)
        note(s, DREW_DECK, s.actor, card)
    elif action < FROM_PLACE:
        draw_place(s, place_of(s, action - FROM_POOL))
    else:
        draw_place(s, action - FROM_PLACE)
    if s.top == s.cards and pool_empty(s):  # L-22
        end(s, CARDS_GONE)
        return
    s.owed -= 1
    if s.owed <= 0:
        refill_pool(s)
        if s.phase == MISS:  # L-19
            s.owed = 0
            s.phase = NEXT
        else:
            s.phase = COMPARE


def place_of(s: State, card: int) -> int:
    """The first place of the pool with this card; POOL if there is none."""  # L-40
    for place in range(POOL):
        if s.pool[place] == card:
            return place
    return POOL


def draw_place(s: State, place: int) -> None:
    """Take a card of the pool with all that lies on it."""  # L-33
    seat = s.actor
    gain(s, seat, s.pool[place], 1)
    gain(s, seat, NUMBERS, s.pool_13s[place])
    gain(s, seat, JOKER, s.pool_jokers[place])
    s.quiet = -1
    note(s, DREW_POOL, seat, place, s.pool[place], s.pool_13s[place], s.pool_jokers[place])
    s.pool[place] = 0
    s.pool_13s[place] = 0
    s.pool_jokers[place] = 0


def pool_empty(s: State) -> bool:
    for place in range(POOL):
        if s.pool[place]:
            return False
    return True


def refill_pool(s: State) -> None:
    """Fill the pool's empty places, nearest to the deck first, as far as the deck reaches."""
    for place in range(POOL):  # L-18, L-33
        if s.pool[place] == 0 and s.top < s.cards:
            s.pool[place] = reveal(s)
            note(s, REFILLED, place, s.pool[place])


def pass_draw(s: State) -> None:
    note(s, PASSED, s.turn)  # L-19
    s.phase = NEXT


# --- The duel -------------------------------------------------------------------------------------------------------


def refill_shadow(s: State, missing: int) -> None:
    """Fill the Shadow Display as far as the deck reaches; 13s and jokers go to the pool instead."""
    while missing > 0 and s.top < s.cards:  # L-31, L-35
        card = reveal(s)
        if card > SHADOW_TOP:
            cover(s, card)
        else:
            s.shadow[card] += 1
            missing -= 1
            note(s, SHADOW_REFILLED, card)


def cover(s: State, card: int) -> None:
    """Lay a 13 or a joker onto a card of the pool."""
    best = -1
    for place in range(POOL):
        if s.pool[place] and (best < 0 or cover_order(s, place) < cover_order(s, best)):
            best = place
    if card == JOKER:
        s.pool_jokers[best] += 1
    else:
        s.pool_13s[best] += 1
    note(s, COVERED, best, card)


def cover_order(s: State, place: int) -> int:
    """Uncovered cards first, then the lowest card, then the smallest group."""  # L-32
    covers = s.pool_13s[place] + s.pool_jokers[place]
    order = s.pool[place] * 16 + covers
    if covers:
        order += 256
    return order


def shadow_match(s: State, value: int, count: int, other: int) -> bool:
    """Whether a play of `count` cards as `value` abluxxes the `other`s of the Shadow Display."""
    size = s.shadow[other]
    if s.part:  # L-36
        return size >= count and outranks(s, value, other)
    return size == count and outranks(s, value, other)  # L-34


def shadow_candidates(s: State, value: int, count: int) -> int:
    """How many sets of the Shadow Display this play could abluxx."""
    candidates = 0
    for other in range(1, SHADOW_TOP + 1):
        if shadow_match(s, value, count, other):
            candidates += 1
    return candidates


def pick_shadow(s: State, other: int) -> None:
    """Take a set of the Shadow Display into the hand, refill it, and go on to the opponent."""
    count = layer_count(s.open[s.turn])
    s.hit = 1  # L-37
    s.shadow[other] -= count
    gain(s, s.turn, other, count)
    note(s, SHADOWED, s.turn, other, count)
    refill_shadow(s, count)  # L-35
    s.phase = COMPARE


# --- The end --------------------------------------------------------------------------------------------------------


def next_turn(s: State) -> None:
    s.quiet += 1
    if s.quiet >= QUIET_ROUNDS * s.players:  # L-23
        end(s, STALEMATE)
        return
    s.turn = seat_after(s, 1)  # L-20
    s.actor = s.turn
    s.phase = PLAY
    note(s, TURNED, s.turn)


def end(s: State, reason: int) -> None:
    s.reason = reason
    s.phase = OVER
    s.actor = NOBODY
    s.owed = 0
    note(s, ENDED, reason)


def score(s: State, seat: int) -> int:
    """Cards in the display minus cards in the hand."""  # L-24
    return s.shown[seat] - s.held[seat]


def standing(s: State, seat: int) -> int:
    """A number that is higher for a seat that is ahead, and equal for seats that share the victory."""
    if s.shared:  # L-28
        return score(s, seat)
    return score(s, seat) * 256 - s.held[seat]  # L-25


# --- What is legal --------------------------------------------------------------------------------------------------


def legal(s: State, out: Row) -> int:
    """Write the ids of the legal actions into `out`, in ascending order; say how many there are."""
    phase = s.phase
    if phase == PLAY:
        return legal_plays(s, out)
    if phase == DRAW:
        return legal_draws(s, out)
    n = 0
    if phase == MISS:
        n = legal_draws(s, out)
        out[n] = NO_DRAW
        n += 1
    elif phase == TAKE:
        out[0] = TAKE_IT
        out[1] = LEAVE_IT
        n = 2
    elif phase == BACK:
        out[0] = BACK_TO_HAND
        out[1] = DISCARD_IT
        n = 2
    elif phase == PICK:
        layer = s.open[s.turn]
        for other in range(1, SHADOW_TOP + 1):
            if shadow_match(s, layer_value(layer), layer_count(layer), other):
                out[n] = PICK_SHADOW + other
                n += 1
    return n


def legal_plays(s: State, out: Row) -> int:
    n = 0
    hand = s.hand[s.turn]
    jokers = hand[JOKER]
    for value in range(1, NUMBERS + 1):
        first = (value - 1) * PER_VALUE
        for action in range(first, first + hand[value] * PER_COUNT, PER_COUNT):  # L-6
            for joined in range(PER_COUNT):  # L-7
                if joined > jokers:
                    break
                out[n] = action + joined
                n += 1
    for alone in range(1, PER_COUNT):  # L-8
        if alone > jokers:
            break
        out[n] = JOKERS_ALONE + alone
        n += 1
    return n


def legal_draws(s: State, out: Row) -> int:
    n = 0
    if s.top < s.cards:
        out[0] = FROM_DECK
        n = 1
    if s.duel:
        for place in range(POOL):  # L-33
            if s.pool[place]:
                out[n] = FROM_PLACE + place
                n += 1
        return n
    there = 0
    for place in range(POOL):
        there |= 1 << s.pool[place]
    for card in range(1, JOKER + 1):  # L-40
        if there >> card & 1:
            out[n] = FROM_POOL + card
            n += 1
    return n


def apply(s: State, action: int) -> None:
    """Carry out a legal action and everything that follows from it up to the next decision."""
    decide(s, action)
    if s.phase == COMPARE:
        compare(s)
    if s.phase == NEXT:
        next_turn(s)


def decide(s: State, action: int) -> None:
    """What the action itself brings about."""
    phase = s.phase
    if phase == PLAY:
        play_cards(s, action)
    elif action >= FROM_DECK and action < NO_DRAW:
        draw(s, action)
    elif action == NO_DRAW:
        pass_draw(s)
    elif action == TAKE_IT:
        take(s)
    elif action == LEAVE_IT:
        leave(s)
    elif action == BACK_TO_HAND:
        take_back(s)
    elif action == DISCARD_IT:
        discard(s)
    else:
        pick_shadow(s, action - PICK_SHADOW)


def refusal(s: State, action: int) -> int:
    """0 if the action is legal, otherwise the number of the rule that forbids it."""
    phase = s.phase
    if phase == PLAY:
        return play_refusal(s, action)
    if phase == TAKE:
        if action == TAKE_IT or action == LEAVE_IT:
            return 0
        return 13
    if phase == BACK:
        if action == BACK_TO_HAND or action == DISCARD_IT:
            return 0
        return 14
    if phase == DRAW:
        return draw_refusal(s, action)
    if phase == MISS:
        if action == NO_DRAW:
            return 0
        if action < FROM_DECK or action > NO_DRAW:
            return 19
        return draw_refusal(s, action)
    if phase == PICK:
        return pick_refusal(s, action)
    return 20 + s.reason  # L-21, L-22, L-23


def play_refusal(s: State, action: int) -> int:
    if action >= PLAYS:
        return 6
    hand = s.hand[s.turn]
    if play_numbers(action) > hand[play_value(action)]:
        return 6
    if play_jokers(action) > hand[JOKER]:
        if action > JOKERS_ALONE:
            return 8
        return 7
    return 0


def draw_refusal(s: State, action: int) -> int:
    if action < FROM_DECK or action >= NO_DRAW:
        return 17
    if action == FROM_DECK:
        if s.top == s.cards:
            return 18
        return 0
    if s.duel:
        if action < FROM_PLACE or s.pool[action - FROM_PLACE] == 0:
            return 33
        return 0
    if action >= FROM_PLACE:
        return 40
    if place_of(s, action - FROM_POOL) == POOL:
        return 17
    return 0


def pick_refusal(s: State, action: int) -> int:
    if action > PICK_SHADOW and action < ACTIONS:
        layer = s.open[s.turn]
        if shadow_match(s, layer_value(layer), layer_count(layer), action - PICK_SHADOW):
            return 0
        if s.part:
            return 36
    return 34


# --- What would happen ----------------------------------------------------------------------------------------------

SEEN_SHADOW = 32
"""In what `foresee` says: a set of the Shadow Display is abluxxed. Lower bits are the seats."""
SEEN_END = 64
"""In what `foresee` says: the game ends."""


def foresee(s: State, action: int) -> int:
    """What a legal action would bring about before everybody's eyes: seats abluxxed, shadow abluxx, the end."""
    if s.phase == PLAY:
        return foresee_play(s, play_value(action), play_numbers(action) + play_jokers(action))
    if (s.phase == DRAW or s.phase == MISS) and action != NO_DRAW:
        left = s.cards - s.top
        for place in range(POOL):
            if s.pool[place]:
                left += 1
        if left == 1:  # L-22
            return SEEN_END
    return 0


def foresee_play(s: State, value: int, count: int) -> int:
    if count == s.held[s.turn]:  # L-21
        return SEEN_END
    seen = 0
    for step in range(1, s.players):
        seat = seat_after(s, step)
        if beats(s, value, count, seat):
            seen |= 1 << seat
    if s.duel and shadow_candidates(s, value, count):
        seen |= SEEN_SHADOW
    return seen
