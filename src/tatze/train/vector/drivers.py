"""What training does with games, in the rules' style: many games of several settings, side by side in arrays.

Every game has its setting's template, and a network sees it through a view only. The features of the game and its
yardstick are left open here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.drivers import deal_game, pick, reward, roll_dice
from tatze.core.layout import Row, State

legal: Callable[[Any, Row], int]
apply: Callable[[Any, int], None]
score: Callable[[Any, int], int]
hide: Callable[[Any, int, Any], None]
describe: Callable[[Any, Row], None]
choice_of: Callable[[Any, int], int]
action_of: Callable[[Any, int, Row], int]
thumb: Callable[[Any, Row, int], int]
yardstick: Callable[[Any, Row, int], int]


def deal_one(
    s: State, view: State, template: State, deal: Row, actions: Row, seed: int, number: int, scripted: int
) -> int:
    """Begin a game up to the first decision of a learning seat; how many rolls that took."""
    deal_game(s, template, deal, seed, number)
    return go_on(s, view, actions, seed, number, 0, scripted)


def go_on(s: State, view: State, actions: Row, seed: int, number: int, rolls: int, scripted: int) -> int:
    """Let chance, and thumb bots at the seats whose bits are set in `scripted`, go on until a learning seat decides;
    how many rolls there have been by then."""
    rolls = roll_dice(s, actions, seed, number, rolls)
    while s.reason == 0 and scripted >> s.actor & 1:
        n = legal(s, actions)
        hide(s, s.actor, view)
        apply(s, thumb(view, actions, n))
        rolls = roll_dice(s, actions, seed, number, rolls)
    return rolls


def result(s: State, shares: Any, leads: Any) -> None:
    """Write what a finished game brought each seat: its share of the victory, and by how much it leads the best of
    the others."""
    for seat in range(s.players):
        shares[seat] = 0
        best = -(10**6)
        for other in range(s.players):
            if other != seat:
                best = max(best, score(s, other))
        leads[seat] = score(s, seat) - best
    reward(s, shares)


def step_vector_game(
    s: State,
    view: State,
    template: State,
    deal: Row,
    actions: Row,
    seed: int,
    size: int,
    i: int,
    numbers: Any,
    rolls: Row,
    chosen: Row,
    done: Row,
    shares: Any,
    leads: Any,
    after: Any,
    scripted: Row,
) -> None:
    """Carry out what was chosen, and write what the one who chose may know then, onto zeros if there is room for it,
    before chance goes on. If
    it ends the game that is written down instead, and a new one begins in its place."""
    seat = s.actor
    apply(s, action_of(s, chosen[i], actions))
    if s.reason == 0 and i < len(after):
        hide(s, seat, view)
        describe(view, after[i])
    rolls[i] = go_on(s, view, actions, seed, numbers[i], rolls[i], scripted[i])
    done[i] = s.reason
    if s.reason:
        result(s, shares[i], leads[i])
        numbers[i] += size
        rolls[i] = deal_one(s, view, template, deal, actions, seed, numbers[i], scripted[i])


def look_one(s: State, view: State, actions: Row, features: Row, mask: Row) -> int:
    """Write what the actor may know and do, onto zeros; who that is. Of a finished game there is nothing to write."""
    if s.reason:
        return 0
    hide(s, s.actor, view)
    describe(view, features)
    n = legal(s, actions)
    for k in range(n):
        mask[choice_of(view, actions[k])] = 1
    return s.actor


def watch_one(s: State, view: State, viewer: int, features: Row) -> None:
    """Write what any seat may know, onto zeros."""
    if viewer < s.players:
        hide(s, viewer, view)
        describe(view, features)


def meet_one(
    s: State,
    view: State,
    actions: Row,
    seed: int,
    i: int,
    learner: int,
    numbers: Row,
    rolls: Row,
    chosen: Row,
    done: Row,
    shares: Any,
    leads: Any,
) -> None:
    """Carry out what the learner chose, if it did, and let yardsticks play until it has to choose again."""
    if s.reason:
        return
    if chosen[i] >= 0:
        apply(s, action_of(s, chosen[i], actions))
        rolls[i] = roll_dice(s, actions, seed, numbers[i], rolls[i])
    while s.actor != learner and not over(s):
        n = legal(s, actions)
        hide(s, s.actor, view)
        apply(s, yardstick(view, actions, n))
        rolls[i] = roll_dice(s, actions, seed, numbers[i], rolls[i])
    done[i] = s.reason
    if s.reason:
        result(s, shares[i], leads[i])


def over(s: State) -> bool:
    return s.reason != 0


def wander_one(s: State, actions: Row, seed: int, number: int, move: int) -> int:
    """A random choice."""
    n = legal(s, actions)
    return choice_of(s, pick(s, actions, n, seed, number, move))


# --- Entries for the CPU --------------------------------------------------------------------------------------------


def deal_field(
    states: Any,
    views: Any,
    templates: Any,
    kinds: Row,
    deal: Row,
    actions: Row,
    seed: int,
    numbers: Row,
    rolls: Row,
    scripted: Row,
) -> None:
    for i in range(len(states)):
        template = templates[kinds[i]]
        rolls[i] = deal_one(states[i], views[0], template, deal, actions, seed, numbers[i], scripted[i])


def step_field(
    states: Any,
    views: Any,
    templates: Any,
    kinds: Row,
    deal: Row,
    actions: Row,
    seed: int,
    numbers: Row,
    rolls: Row,
    chosen: Row,
    done: Row,
    shares: Any,
    leads: Any,
    after: Any,
    scripted: Row,
) -> None:
    for i in range(len(states)):
        step_vector_game(
            states[i],
            views[0],
            templates[kinds[i]],
            deal,
            actions,
            seed,
            len(states),
            i,
            numbers,
            rolls,
            chosen,
            done,
            shares,
            leads,
            after,
            scripted,
        )


def look_field(states: Any, views: Any, actions: Row, actors: Row, features: Any, masks: Any) -> None:
    for i in range(len(states)):
        actors[i] = look_one(states[i], views[0], actions, features[i], masks[i])


def watch_field(states: Any, views: Any, viewers: Row, first: int, stride: int, features: Any) -> None:
    for j in range(len(viewers)):
        watch_one(states[first + j * stride], views[0], viewers[j], features[j])


def meet_field(
    states: Any,
    views: Any,
    actions: Row,
    seed: int,
    learners: Row,
    numbers: Row,
    rolls: Row,
    chosen: Row,
    done: Row,
    shares: Any,
    leads: Any,
) -> None:
    for i in range(len(states)):
        meet_one(states[i], views[0], actions, seed, i, learners[i], numbers, rolls, chosen, done, shares, leads)


def wander_field(states: Any, actions: Row, seed: int, numbers: Row, move: int, chosen: Row) -> None:
    for i in range(len(states)):
        chosen[i] = wander_one(states[i], actions, seed, numbers[i], move)
