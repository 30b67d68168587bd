"""CUDA kernels of batches: which thread plays which games. What happens to a game is in the drivers.

`cuda`, the drivers and the constants are filled in by the builder. A kernel takes its arrays one by one, because a
launch costs more with named tuples, and builds the tuples itself. `state_at` and `view_at` find a game's state and the
view of its actor in the memory of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tatze.compiled.device_arrays import GROUP_GAMES
from tatze.compiled.drivers import Scratch
from tatze.core.threefry import CHOICE, DEAL

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
MASK_THREADS: int
uint32: Any
uint64: Any
int8: Any
play_games: Callable[..., None]
trace_games: Callable[..., None]
copy_part: Callable[[Any, Any, int, int], None]
draw_start: Callable[..., None]
stock: Callable[..., int]
swap_places: Callable[..., tuple[int, int]]
begin: Callable[..., None]
apply: Callable[..., None]
roll_dice: Callable[..., int]
reward: Callable[..., None]
hide: Callable[..., None]
observe: Callable[..., None]
refusal: Callable[..., int]
legal: Callable[..., int]
game_block: Callable[..., tuple[int, int]]
below: Callable[..., int]
action_bits: Callable[[Any, int], Any]
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
    """Reward the winners of the finished games and begin the next ones. States that are all zeros are begun as well.

    A block deals one game at a time. Its threads copy the template and draw the random numbers together; one of them
    does what has to be done in order."""
    deal = cuda.shared.array(DEAL_SIZE, DEAL_TYPE)
    places = cuda.shared.array(DEAL_SIZE, ACTION_TYPE)
    actions = cuda.local.array(ACTION_COUNT, ACTION_TYPE)
    template = state_at(templates, 0)
    lane, lanes = cuda.threadIdx.x, cuda.blockDim.x
    for k in range(cuda.blockIdx.x, counts[FINISHED], cuda.gridDim.x):
        i = finished[k]
        s = state_at(states, i)
        if lane == 0 and s.reason:
            reward(s, rewards[i])
            numbers[i] += len(numbers)
        cuda.syncthreads()
        number = numbers[i]
        copy_part(template, s, lane, lanes)
        cuda.syncthreads()
        if lane == 0:
            draw_start(s, seed, number)
        n = stock(s, deal)  # all threads write the same
        for place in range(n - 1 - 2 * lane, 0, -2 * lanes):
            places[place], places[place - 1] = swap_places(place, seed, number, DEAL)
        cuda.syncthreads()
        if lane == 0:
            for place in range(n - 1, 0, -1):
                item = deal[place]
                deal[place] = deal[places[place]]
                deal[places[place]] = item
            begin(s, deal, n)
            rolls[i] = roll_dice(s, actions, seed, number, 0)
        cuda.syncthreads()
    if cuda.grid(1) == 0:
        counts[FIRST_WRONG] = len(numbers)


def mask_kernel(states: Any, masks: Any, quads: Any, spread: int, actors: Any) -> None:
    """Write who decides in each game, and the legal actions as bits: action 32 w + b is bit b of word w.

    A block has a thread for each of its games, and its threads share their words. With `spread` a byte for every
    bit is written into `quads` as well, action by action; the bytes of four games in a row are one word."""
    words = cuda.shared.array((MASK_WORDS, MASK_THREADS), uint32)
    lane = cuda.threadIdx.x
    i = cuda.grid(1)
    for w in range(MASK_WORDS):
        words[w, lane] = 0
    if i < len(actors):
        s = state_at(states, i)
        actors[i] = s.actor
        legal(s, action_bits(words, lane))
        for w in range(MASK_WORDS):
            masks[w, i] = words[w, lane]
    if not spread:
        return
    cuda.syncthreads()
    low, ones = uint32(255), uint32(0x01010101)
    width, columns = MASK_THREADS // 4, masks.shape[1] // 4
    four = lane % width
    column = cuda.blockIdx.x * width + four
    if column < columns:
        for w in range(lane // width, MASK_WORDS, 4):
            first, second = words[w, 4 * four], words[w, 4 * four + 1]
            third, fourth = words[w, 4 * four + 2], words[w, 4 * four + 3]
            at = uint64(32 * w * columns + column)  # an index without a sign takes fewer instructions
            for k in range(4):
                shift = uint32(8 * k)
                eight = first >> shift & low | (second >> shift & low) << uint32(8)
                eight |= (third >> shift & low) << uint32(16) | (fourth >> shift & low) << uint32(24)
                for b in range(8):
                    quads[at] = eight >> uint32(b) & ones
                    at += uint64(columns)


def observe_kernel(states: Any, actors: Any, observations: Any) -> None:
    """Write what the actor of each game may see."""
    for i in range(cuda.grid(1), len(actors), cuda.gridsize(1)):
        view = view_at(states, i)
        hide(state_at(states, i), actors[i], view)
        observe(view, observations[i])


def observe_groups_kernel(states: Any, actors: Any, quads: Any) -> None:
    """Write what the actor of each game may see, by way of memory that the threads of a block share.

    A block has a thread for each game of a group. `quads` has the numbers one after the other; those of four games in a
    row are one word."""
    block = cuda.shared.array(SHARED_WORDS, uint32)
    width, columns = GROUP_GAMES // 4, len(quads) // OBSERVATION_LENGTH
    lane = cuda.threadIdx.x
    row = block.view(int8)[lane::GROUP_GAMES]
    for first in range(cuda.blockIdx.x * GROUP_GAMES, len(actors), cuda.gridDim.x * GROUP_GAMES):
        i = first + lane
        if i < len(actors):
            view = view_at(states, i)
            hide(state_at(states, i), actors[i], view)
            observe(view, row)
        cuda.syncthreads()
        taken, written = uint64(lane), uint64((lane // width) * columns + first // 4 + lane % width)
        while taken < uint64(SHARED_WORDS):
            quads[written] = block[taken]
            taken += uint64(4 * width)
            written += uint64(4 * columns)
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
