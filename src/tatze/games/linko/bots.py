"""Linko's rule-of-thumb bots, in the rules' style: functions of a view, the legal actions and their number.

Worths are whole numbers, thousandths of a card, so that every form of the code chooses the same action."""

from __future__ import annotations

import sys

from tatze.core.layout import Row
from tatze.core.strategy import RuleBots
from tatze.games.linko.rules import (
    beats,
    layer_count,
    layer_numbers,
    layer_value,
    owner,
    play_jokers,
    play_numbers,
    play_value,
    score,
)
from tatze.games.linko.state import (
    BACK,
    BACK_TO_HAND,
    DISCARD_IT,
    DRAW,
    FROM_DECK,
    FROM_PLACE,
    FROM_POOL,
    JOKER,
    LEAVE_IT,
    MISS,
    NO_DRAW,
    NUMBERS,
    PICK,
    PICK_SHADOW,
    PLAY,
    TAKE,
    TAKE_IT,
    State,
)


def yardstick(v: State, legal: Row, n: int) -> int:
    """The bot that never changes, so that strength can be compared over time."""
    if v.phase == PLAY:
        return yardstick_play(v, legal, n)
    if v.phase == TAKE:
        if loot_size(v) <= 3 and (loot_numbers(v) == 0 or v.hand[v.actor][loot_value(v)]):
            return TAKE_IT
        return LEAVE_IT
    if v.phase == BACK:
        if loot_size(v) >= 2 or loot_numbers(v) == 0 or v.hand[v.actor][loot_value(v)]:
            return BACK_TO_HAND
        return DISCARD_IT
    if v.phase == DRAW or v.phase == MISS:
        return best_draw(v, legal, n)
    return legal[n - 1]


def yardstick_play(v: State, legal: Row, n: int) -> int:
    most = number_values(v) <= 1
    best = legal[0]
    best_worth = -1
    for i in range(n):
        value = play_value(legal[i])
        numbers = play_numbers(legal[i])
        count = numbers + play_jokers(legal[i])
        worth = -1
        if most:
            worth = count
        elif count == numbers and numbers == v.hand[v.actor][value]:
            worth = set_worth(value, count) + 600 * hits(v, value, count)
        if worth > best_worth:
            best = legal[i]
            best_worth = worth
    return best


def set_worth(value: int, count: int) -> int:
    if count >= 3:
        return count * 1000 + value * 24
    return count * 1000 + value * 80


def best_draw(v: State, legal: Row, n: int) -> int:
    best = legal[0]
    best_worth = -1
    for i in range(n):
        worth = draw_worth(v, legal[i])
        if worth > best_worth:
            best = legal[i]
            best_worth = worth
    return best


def draw_worth(v: State, action: int) -> int:
    if action == FROM_DECK:
        return 300
    if action == NO_DRAW:
        return 500
    if action < FROM_PLACE:
        return card_worth(v, action - FROM_POOL)
    place = action - FROM_PLACE
    worth = card_worth(v, v.pool[place])
    worth += v.pool_13s[place] * card_worth(v, NUMBERS)
    return worth + v.pool_jokers[place] * card_worth(v, JOKER)


def card_worth(v: State, card: int) -> int:
    if card == JOKER:
        return 3000
    return 1000 * v.hand[v.actor][card]


def thumb(v: State, legal: Row, n: int) -> int:
    """Rules of thumb that a good player would name: lay odd cards early and whole sets always, build sets up before
    laying them, save jokers, hit who is about to finish, draw only what fits, end when ahead."""
    best = legal[0]
    best_worth = -(10**9)
    for i in range(n):
        worth = thumb_worth(v, legal[i])
        if worth > best_worth:
            best = legal[i]
            best_worth = worth
    return best


def thumb_worth(v: State, action: int) -> int:
    """What the thumb bot thinks of a legal action. The figures were found by playing against the yardstick."""
    if v.phase == PLAY:
        return play_worth(v, action)
    if action == TAKE_IT:
        return take_worth(v)
    if action == BACK_TO_HAND:
        return back_worth(v)
    if v.phase == DRAW or v.phase == MISS:
        return thumb_draw_worth(v, action)
    if v.phase == PICK:
        return thumb_card_worth(v, action - PICK_SHADOW)
    return 0


def play_worth(v: State, action: int) -> int:
    value = play_value(action)
    numbers = play_numbers(action)
    jokers = play_jokers(action)
    count = numbers + jokers
    if count == v.held[v.actor]:
        return end_worth(v, count)
    worth = layer_worth(value, count)
    for seat in range(v.players):
        if seat != v.actor and beats(v, value, count, seat):
            worth += hit_worth(v, count, seat)
    if numbers:
        worth -= 1240 * (v.hand[v.actor][value] - numbers)
    if jokers and number_values(v) > 1:
        worth -= 1600 * jokers
    return worth


def layer_worth(value: int, count: int) -> int:
    """A pair is in the most danger, so it may wait to become three; a single card has little to lose."""
    if count == 1:
        return 1730 + 50 * value
    if count == 2:
        return 1560 + 10 * value
    if count == 3:
        return 3200
    return 4000 + 30 * value


def hit_worth(v: State, count: int, seat: int) -> int:
    """A hit is worth more the more it throws its victim back."""
    worth = 1000
    if count == 1:
        worth = 340
    elif count == 2:
        worth = 1400
    if v.held[seat] < 4:
        worth += 640 * (4 - v.held[seat])
    return worth


def take_worth(v: State) -> int:
    """What it is worth to take an abluxxed layer instead of leaving it."""
    size = loot_size(v)
    if loot_numbers(v) == 0:
        return 100
    held = v.hand[v.actor][loot_value(v)]
    jokers = size - loot_numbers(v)
    if held:
        return 60 * size + 650 * held + 15 * loot_value(v) + 130 * jokers - 85
    return 40 - 175 * size - 20 * loot_value(v) + 130 * jokers


def back_worth(v: State) -> int:
    """What it is worth to take the own layer back instead of discarding it."""
    size = loot_size(v)
    if loot_numbers(v) == 0:
        return 100
    jokers = size - loot_numbers(v)
    if v.hand[v.actor][loot_value(v)]:
        return 500
    return 400 * size + 100 * jokers - 1380 - 20 * loot_value(v)


def thumb_draw_worth(v: State, action: int) -> int:
    if action == FROM_DECK:
        return 170
    if action == NO_DRAW:
        return 950
    if action < FROM_PLACE:
        return thumb_card_worth(v, action - FROM_POOL)
    place = action - FROM_PLACE
    worth = thumb_card_worth(v, v.pool[place])
    worth += v.pool_13s[place] * thumb_card_worth(v, NUMBERS)
    return worth + v.pool_jokers[place] * thumb_card_worth(v, JOKER)


def thumb_card_worth(v: State, card: int) -> int:
    if card == JOKER:
        return 2900
    held = v.hand[v.actor][card]
    if held == 0:
        return 40 * card - 330
    return 40 * card + 600 + 750 * held


def end_worth(v: State, count: int) -> int:
    """Ending the game is the best of all if it wins, and the worst if it does not."""
    mine = score(v, v.actor) + 2 * count
    for seat in range(v.players):
        if seat != v.actor and score(v, seat) > mine:
            return -(10**6)
    return 10**6


# --- What a bot sees ------------------------------------------------------------------------------------------------


def number_values(v: State) -> int:
    """How many different number values the actor holds."""
    values = 0
    for value in range(1, NUMBERS + 1):
        if v.hand[v.actor][value]:
            values += 1
    return values


def hits(v: State, value: int, count: int) -> int:
    """How many opponents this play would abluxx."""
    hit = 0
    for seat in range(v.players):
        if seat != v.actor and beats(v, value, count, seat):
            hit += 1
    return hit


def loot_value(v: State) -> int:
    return layer_value(v.open[owner(v)])


def loot_numbers(v: State) -> int:
    return layer_numbers(v.open[owner(v)])


def loot_size(v: State) -> int:
    return layer_count(v.open[owner(v)])


BOTS = RuleBots(module=sys.modules[__name__], thumb=thumb, thumb_worth=thumb_worth, yardstick=yardstick)
