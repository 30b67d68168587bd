"""Linko's simple bots, in the style of the rules: functions of a view, the legal actions and how many there are.

Worths are whole numbers, thousandths of a card, so that every form of the code chooses the same action."""

from __future__ import annotations

from tatze.core.layout import Row
from tatze.games.linko.rules import beats, owner, score
from tatze.games.linko.state import (
    BACK,
    BACK_TO_HAND,
    COPIES,
    DISCARD_IT,
    DRAW,
    FROM_DECK,
    FROM_PLACE,
    FROM_POOL,
    JOKER,
    JOKERS_ALONE,
    LEAVE_IT,
    MISS,
    NO_DRAW,
    NUMBERS,
    PER_COUNT,
    PER_VALUE,
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
    """Rules of thumb that a good beginner would name: big sets, high small sets, save jokers, end when ahead."""
    if v.phase == PLAY:
        return thumb_play(v, legal, n)
    if v.phase == TAKE:
        if loot_numbers(v) == 0 or v.hand[v.actor][loot_value(v)]:
            return TAKE_IT
        return LEAVE_IT
    return yardstick(v, legal, n)


def thumb_play(v: State, legal: Row, n: int) -> int:
    best = legal[0]
    best_worth = -(10**9)
    for i in range(n):
        worth = thumb_worth(v, legal[i])
        if worth > best_worth:
            best = legal[i]
            best_worth = worth
    return best


def thumb_worth(v: State, action: int) -> int:
    value = play_value(action)
    numbers = play_numbers(action)
    jokers = play_jokers(action)
    count = numbers + jokers
    if count == v.held[v.actor]:
        return end_worth(v, count)
    worth = set_worth(value, count) + 600 * hits(v, value, count)
    if numbers:
        worth -= 900 * (v.hand[v.actor][value] - numbers)
    if number_values(v) > 1:
        worth -= 2000 * jokers
    return worth


def end_worth(v: State, count: int) -> int:
    """Ending the game is the best of all if it wins, and the worst if it does not."""
    mine = score(v, v.actor) + 2 * count
    for seat in range(v.players):
        if seat != v.actor and score(v, seat) > mine:
            return -(10**6)
    return 10**6


# --- What a bot sees ------------------------------------------------------------------------------------------------


def play_value(action: int) -> int:
    if action > JOKERS_ALONE:
        return JOKER
    return action // PER_VALUE + 1


def play_numbers(action: int) -> int:
    if action > JOKERS_ALONE:
        return 0
    return action // PER_COUNT % COPIES + 1


def play_jokers(action: int) -> int:
    if action > JOKERS_ALONE:
        return action - JOKERS_ALONE
    return action % PER_COUNT


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
    seat = owner(v)
    return v.value[seat][v.depth[seat] - 1]


def loot_numbers(v: State) -> int:
    seat = owner(v)
    return v.numbers[seat][v.depth[seat] - 1]


def loot_size(v: State) -> int:
    seat = owner(v)
    return v.numbers[seat][v.depth[seat] - 1] + v.jokers[seat][v.depth[seat] - 1]
