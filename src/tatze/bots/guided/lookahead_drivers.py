"""One reply ahead, in the rules' style, for games without hidden things: every action, every roll, every reply.

What a network thinks of the positions after the replies says what each action is worth; `plant` then tells it to a
search, as if it had tried every action so often and found that. Playouts know how a game really goes on, the network
knows how good players go on: they err in different ways, and together less.

The game's functions and its features are left open here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.bots.search.drivers import add_child, mark_children
from tatze.compiled.drivers import reward
from tatze.core.layout import CHANCE, Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
hide: Callable[[Any, int, Any], None]
copy_state: Callable[[Any, Any], None]
describe: Callable[[Any, Row], None]

ROOT, ACTED, ROLLED, REPLIED, LOOK = range(5)
"""The states to write on: the view, and what follows from it."""
ACTION, ROLL, CHOSE, OVER = range(4)
"""Of each position at the end: which action led there, and which roll; who chose last; whether the game is over."""


def unfold(states: Any, mine: Row, rolls: Row, replies: Row, ends: Any, features: Any, results: Any) -> tuple[int, int]:
    """Write what the network shall look at, as seen by who chose last, and results where the game is over, onto zeros;
    how many actions there are, and how many ends. Ends for which there is no room are left out."""
    n = legal(states[ROOT], mine)
    count = 0
    for i in range(n):
        copy_state(states[ROOT], states[ACTED])
        me = states[ACTED].actor
        apply(states[ACTED], mine[i])
        dice = states[ACTED].actor == CHANCE and states[ACTED].reason == 0
        m = 1
        if dice:
            m = legal(states[ACTED], rolls)
        for r in range(m):
            copy_state(states[ACTED], states[ROLLED])
            if dice:
                apply(states[ROLLED], rolls[r])
            if states[ROLLED].reason:
                count = end_here(states[ROLLED], states[LOOK], i, r, me, count, ends, features, results)
                continue
            c = legal(states[ROLLED], replies)
            for k in range(c):
                copy_state(states[ROLLED], states[REPLIED])
                seat = states[REPLIED].actor
                apply(states[REPLIED], replies[k])
                count = end_here(states[REPLIED], states[LOOK], i, r, seat, count, ends, features, results)
    return n, count


def end_here(
    s: State, view: State, action: int, rolled: int, seat: int, count: int, ends: Any, features: Any, results: Any
) -> int:
    """Write down one position at the end; how many there are then."""
    if count == len(ends):
        return count
    ends[count][ACTION] = action
    ends[count][ROLL] = rolled
    ends[count][CHOSE] = seat
    ends[count][OVER] = s.reason != 0
    if s.reason:
        reward(s, results[count])
    else:
        hide(s, seat, view)
        describe(view, features[count])
    return count + 1


def fold_back(states: Any, ends: Any, count: int, results: Any, worth: Any) -> None:
    """What each action is worth to who decides, onto zeros: whoever replies does what is best for themselves, and all
    rolls are alike."""
    me = states[ROOT].actor
    at = 0
    while at < count:
        action = ends[at][ACTION]
        rolled = 0
        while at < count and ends[at][ACTION] == action:
            best = at
            now = ends[at][ROLL]
            while at < count and ends[at][ACTION] == action and ends[at][ROLL] == now:
                if results[at][ends[at][CHOSE]] > results[best][ends[best][CHOSE]]:
                    best = at
                at += 1
            worth[action] += results[best][me]
            rolled += 1
        worth[action] /= rolled


def plant(tree: Any, book: Row, actions: Row, n: int, slots: Row, worth: Any, times: int, part: float) -> None:
    """Count every action of the root as tried so many times more. What that brought is the mean of all, and that part
    of how much more than their mean the action is worth."""
    mark_children(tree, 0, actions, n, slots)
    visits = 0
    value = 0.0
    mean = 0.0
    for i in range(n):
        if slots[actions[i]] == 0:
            slots[actions[i]] = add_child(tree, book, 0, actions[i])
        child = slots[actions[i]]
        if child:
            visits += tree[child].visits
            value += tree[child].value
            mean += tree[child].visits * worth[i]
    for i in range(n):
        child = slots[actions[i]]
        if child and visits:
            tree[child].visits += times
            tree[child].seen += times * n
            tree[child].value += times * (value + part * (worth[i] * visits - mean)) / visits
