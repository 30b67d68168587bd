"""Random numbers for batches: Threefry-2x32 with 13 rounds (Salmon and others, 2011), a function of key and counter.

It is written in the rules' style with 32-bit arithmetic, so that every form of the code gets the same numbers. The key
is the seed of the batch and the number of the game; the purpose of a number is part of the counter, so that no stream
tells anything about another. None of it is inside a state: a search that copies a state cannot see the future."""

from __future__ import annotations

from tatze.core.layout import Row

START, DEAL, DICE, CHOICE, GUESS = range(1, 6)
"""Purposes of random numbers: who starts, the deal, the dice, the choices of bots, and determinizations of a search."""
SEED_LIMIT = 1 << 32
"""Seeds and the numbers of games in a batch are smaller than this: keys have 32 bits for each."""
MASK = 0xFFFFFFFF
"""The lowest 32 bits."""
_PARITY = 0x1BD11BDA
"""The constant of the key schedule of Threefry with 32-bit words."""


def rotate(x: int, bits: int) -> int:
    """Return a 32-bit number rotated to the left."""
    return ((x << bits) | (x >> (32 - bits))) & MASK


def mix(x0: int, x1: int, bits: int) -> tuple[int, int]:
    """Return both words after one round of Threefry."""
    x0 = (x0 + x1) & MASK
    return x0, rotate(x1, bits) ^ x0


def block(k0: int, k1: int, c0: int, c1: int) -> tuple[int, int]:
    """Return two random 32-bit numbers for a 64-bit key and a 64-bit counter."""
    k2 = _PARITY ^ k0 ^ k1
    x0, x1 = mix((c0 + k0) & MASK, (c1 + k1) & MASK, 13)
    x0, x1 = mix(x0, x1, 15)
    x0, x1 = mix(x0, x1, 26)
    x0, x1 = mix(x0, x1, 6)
    x0, x1 = mix((x0 + k1) & MASK, (x1 + k2 + 1) & MASK, 17)
    x0, x1 = mix(x0, x1, 29)
    x0, x1 = mix(x0, x1, 16)
    x0, x1 = mix(x0, x1, 24)
    x0, x1 = mix((x0 + k2) & MASK, (x1 + k0 + 2) & MASK, 13)
    x0, x1 = mix(x0, x1, 15)
    x0, x1 = mix(x0, x1, 26)
    x0, x1 = mix(x0, x1, 6)
    return mix((x0 + k0) & MASK, (x1 + k1 + 3) & MASK, 17)


def game_block(seed: int, number: int, n: int, purpose: int) -> tuple[int, int]:
    """Return the n-th pair of random numbers of a game for one purpose; seed and number identify the game."""
    return block(seed, number & MASK, n, purpose + (number >> 32 << 8))


def below(word: int, n: int) -> int:
    """Map a random 32-bit word to a number from 0 to n − 1; the odds of two results differ by at most n in 2³²."""
    return (word * n) >> 32


def swap_places(i: int, seed: int, number: int, purpose: int) -> tuple[int, int]:
    """Return the two places with which place i, and then the place before it, swap their items in a shuffle."""
    first, second = game_block(seed, number, i, purpose)
    return below(first, i + 1), below(second, i)


def shuffle(items: Row, n: int, seed: int, number: int, purpose: int) -> None:
    """Shuffle the first n items (Fisher–Yates from the last place on, two places for each pair of numbers)."""
    for i in range(n - 1, 0, -2):
        j, k = swap_places(i, seed, number, purpose)
        item = items[i]
        items[i] = items[j]
        items[j] = item
        if i > 1:
            item = items[i - 1]
            items[i - 1] = items[k]
            items[k] = item
