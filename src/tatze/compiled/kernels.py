"""CUDA kernels of batches: which thread plays which games. What happens to a game is in the drivers.

`cuda`, the drivers and the constants are filled in by the builder. A kernel takes its arrays one by one, because a
launch costs more with named tuples, and builds the tuples itself. `state_at` and `view_at` find a game's state and the
view of its actor in the memory of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.device_arrays import GROUP_GAMES
from tatze.compiled.drivers import Scratch
from tatze.core.threefry import CHOICE

cuda: Any
STATE_RECORD: Any
DEAL_TYPE: Any
ACTION_TYPE: Any
SUM_TYPE: Any
DEAL_SIZE: int
ACTION_COUNT: int
COUNTERS: int
MASK_WORDS: int
OBSERVATION_LENGTH: int
SHARED_WORDS: int
uint32: Any
int8: Any
play_games: Callable[..., None]
trace_games: Callable[..., None]
deal_game: Callable[..., None]
apply: Callable[..., None]
roll_dice: Callable[..., int]
reward: Callable[..., None]
hide: Callable[..., None]
observe: Callable[..., None]
refusal: Callable[..., int]
legal: Callable[..., int]
game_block: Callable[..., tuple[int, int]]
below: Callable[..., int]
state_at: Callable[[Any, int], Any]
view_at: Callable[[Any, int], Any]

FIRST_WRONG = 0
"""The place in `counts` of the first game whose chosen action is not legal; the number of games if there is none."""
FINISHED = 1
"""The place in `counts` of the number of finished games that wait for their next deal."""


def playout_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """Play random games number first to end − 1 in the threads' own memory, and add what came of them."""
    states = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    sums = cuda.local.array(COUNTERS, SUM_TYPE)
    for i in range(COUNTERS):
        sums[i] = 0
    play_games(states[0], templates[0], scratch, seed, first + cuda.grid(1), end, cuda.gridsize(1), sums)
    for i in range(COUNTERS):
        if sums[i]:
            cuda.atomic.add(totals, i, sums[i])


def trace_kernel(templates: Any, seed: int, first: int, end: int, totals: Any) -> None:
    """Play the same games, and add up their moves and their digests."""
    states = cuda.local.array(1, STATE_RECORD)
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    sums = cuda.local.array(2, SUM_TYPE)
    sums[0] = 0
    sums[1] = 0
    trace_games(states[0], templates[0], scratch, seed, first + cuda.grid(1), end, cuda.gridsize(1), sums)
    cuda.atomic.add(totals, 0, sums[0])
    cuda.atomic.add(totals, 1, sums[1])


def check_kernel(states: Any, chosen: Any, counts: Any) -> None:
    """Find the first game whose chosen action is not legal. No game is finished yet."""
    if cuda.grid(1) == 0:
        counts[FINISHED] = 0
    for i in range(cuda.grid(1), len(chosen), cuda.gridsize(1)):
        if chosen[i] < 0 or chosen[i] >= ACTION_COUNT or refusal(state_at(states, i), chosen[i]) != 0:
            cuda.atomic.min(counts, FIRST_WRONG, i)


def step_kernel(
    states: Any, seed: int, numbers: Any, rolls: Any, chosen: Any, rewards: Any, done: Any, finished: Any, counts: Any
) -> None:
    """Carry out the chosen action in each game, if all of them are legal, and list the games that it finished."""
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    if counts[FIRST_WRONG] < len(numbers):
        return
    for i in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        s = state_at(states, i)
        apply(s, chosen[i])
        rolls[i] = roll_dice(s, actions, seed, numbers[i], rolls[i])
        for seat in range(s.players):
            rewards[i][seat] = 0
        done[i] = s.reason
        if s.reason:
            finished[cuda.atomic.add(counts, FINISHED, 1)] = i


def deal_kernel(
    states: Any, templates: Any, seed: int, numbers: Any, rolls: Any, rewards: Any, finished: Any, counts: Any
) -> None:
    """Reward the winners of the finished games and begin the next ones. States that are all zeros are begun as well."""
    scratch = Scratch(cuda.local.array(DEAL_SIZE, DEAL_TYPE), cuda.local.array(ACTION_COUNT, ACTION_TYPE))
    template = state_at(templates, 0)
    for k in range(cuda.grid(1), counts[FINISHED], cuda.gridsize(1)):
        i = finished[k]
        s = state_at(states, i)
        if s.reason:
            reward(s, rewards[i])
            numbers[i] += len(numbers)
        deal_game(s, template, scratch.deal, seed, numbers[i])
        rolls[i] = roll_dice(s, scratch.actions, seed, numbers[i], 0)
    if cuda.grid(1) == 0:
        counts[FIRST_WRONG] = len(numbers)


def mask_kernel(states: Any, masks: Any, actors: Any) -> None:
    """Write who decides in each game, and the legal actions as bits: action 32 w + b is bit b of word w."""
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    words = cuda.local.array(MASK_WORDS, uint32)
    for i in range(cuda.grid(1), len(actors), cuda.gridsize(1)):
        s = state_at(states, i)
        actors[i] = s.actor
        for w in range(MASK_WORDS):
            words[w] = 0
        for k in range(legal(s, actions)):
            words[actions[k] >> 5] |= uint32(1) << uint32(actions[k] & 31)
        for w in range(MASK_WORDS):
            masks[w, i] = words[w]


def spread_kernel(masks: Any, quads: Any) -> None:
    """Write a byte for every bit of the masks. The bytes of four games in a row are written as one word."""
    one = uint32(1)
    columns = quads.shape[1]
    for t in range(cuda.grid(1), columns * MASK_WORDS, cuda.gridsize(1)):
        w = t // columns
        column = t - w * columns
        first, second = masks[w, 4 * column], masks[w, 4 * column + 1]
        third, fourth = masks[w, 4 * column + 2], masks[w, 4 * column + 3]
        for b in range(min(32, ACTION_COUNT - 32 * w)):
            bit = uint32(b)
            low = (first >> bit & one) | (second >> bit & one) << uint32(8)
            high = (third >> bit & one) << uint32(16) | (fourth >> bit & one) << uint32(24)
            quads[32 * w + b, column] = low | high


def observe_kernel(states: Any, actors: Any, observations: Any) -> None:
    """Write what the actor of each game may see."""
    for i in range(cuda.grid(1), len(actors), cuda.gridsize(1)):
        view = view_at(states, i)
        hide(state_at(states, i), actors[i], view)
        observe(view, observations[i])


def observe_groups_kernel(states: Any, actors: Any, quads: Any) -> None:
    """Write what the actor of each game may see, by way of memory that the threads of a block share.

    A block has a thread for each game of a group. The bytes of four games in a row are written as one word."""
    block = cuda.shared.array(SHARED_WORDS, uint32)
    width = GROUP_GAMES // 4
    lane = cuda.threadIdx.x
    row = block.view(int8)[lane::GROUP_GAMES]
    for first in range(cuda.blockIdx.x * GROUP_GAMES, len(actors), cuda.gridDim.x * GROUP_GAMES):
        i = first + lane
        if i < len(actors):
            view = view_at(states, i)
            hide(state_at(states, i), actors[i], view)
            observe(view, row)
        cuda.syncthreads()
        for k in range(lane // width, OBSERVATION_LENGTH, 4):
            quads[k, first // 4 + lane % width] = block[k * width + lane % width]
        cuda.syncthreads()


def random_kernel(masks: Any, seed: int, numbers: Any, move: int, chosen: Any) -> None:
    """Choose a random legal action for each game: one of n bits, by its place among them."""
    one = uint32(1)
    for i in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        n = 0
        for w in range(MASK_WORDS):
            n += cuda.popc(masks[w, i])
        random_word, _ = game_block(seed, numbers[i], move, CHOICE)
        place = below(random_word, n)
        w = 0
        count = cuda.popc(masks[0, i])
        while place >= count:
            place -= count
            w += 1
            count = cuda.popc(masks[w, i])
        word = masks[w, i]
        for _ in range(place):
            word &= word - one
        chosen[i] = 32 * w + cuda.ffs(word) - 1
