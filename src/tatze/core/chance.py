"""Chance that can be checked: SHA-256 in counter mode, and a commitment that is published before a game.

The scheme is written down in docs/fairness.md with test vectors. A game's *secret* is 32 random bytes. Its commitment
is published before the first action; the players may then add words of their own. Deal and dice follow from secret
and words, so nobody can choose them later, and whoever has the finished record can derive them again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from typing import Any

from tatze.core.arguments import whole_number
from tatze.core.errors import SetupError
from tatze.core.text import MAX_WORD_LENGTH, MAX_WORDS, is_printable, shown

SECRET_BYTES = 32
"""The length of a secret."""


class Stream:
    """A stream of unbiased random numbers, given a key and a label. Its n-th block is SHA-256(key ‖ label ‖ n)."""

    def __init__(self, key: bytes, label: str) -> None:
        self._start = hashlib.sha256(key + label.encode())
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return the next 32 bits as a number."""
        if not self._words:
            block = self._start.copy()
            block.update(self._block.to_bytes(8, "big"))
            digest = block.digest()
            self._words = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -4, -4)]
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1, each equally likely: words past the last whole multiple of n are skipped."""
        limit = (1 << 32) // n * n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffle(self, items: MutableSequence[int]) -> None:
        """Shuffle the items in place by the method of Fisher and Yates, from the last place to the first."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


@dataclass(frozen=True)
class Fairness:
    """The secret of one game and the words that the players added after its commitment was published."""

    secret: bytes = field(repr=False)
    """32 random bytes, from which everything follows that chance decides."""
    words: tuple[str, ...] = ()
    """The players' words, in the order in which they were said."""

    def __post_init__(self) -> None:
        secret: Any = self.secret
        words: Any = self.words
        if not isinstance(secret, bytes):
            raise SetupError(f"secret is {SECRET_BYTES} bytes, not {type(secret).__name__}")
        if isinstance(words, str) or not all(isinstance(word, str) for word in words):
            raise SetupError(f"words is a tuple of texts, not {shown(repr(self.words))}")
        if len(self.secret) != SECRET_BYTES:
            raise SetupError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        if len(self.words) > MAX_WORDS:
            raise SetupError(f"players add at most {MAX_WORDS} words, not {len(self.words)}")
        for word in self.words:
            if not is_printable(word, MAX_WORD_LENGTH):
                raise SetupError(
                    f"a player's word has 1 to {MAX_WORD_LENGTH} printable characters and no quotation mark"
                )

    @classmethod
    def fresh(cls, *words: str) -> Fairness:
        """Make a new secret that nobody can foresee."""
        return cls(secrets.token_bytes(SECRET_BYTES), words)

    @classmethod
    def from_seed(cls, seed: int, number: int = 0) -> Fairness:
        """Make the secret of the game of this number, which anyone can repeat: for simulations, tests and lessons."""
        seed, number = whole_number(seed, "seed", SetupError), whole_number(number, "number", SetupError)
        return cls(hashlib.sha256(f"tatze seed {seed} game {number}".encode()).digest())

    @property
    def commitment(self) -> str:
        """The hash of the secret that is published before the game, in hexadecimal digits."""
        return hashlib.sha256(b"tatze commitment" + self.secret).hexdigest()

    def stream(self, label: str) -> Stream:
        """Return the stream for one purpose: "start", "deal", or "dice 0" and so on for each roll."""
        mix = hashlib.sha256(b"tatze key" + self.secret)
        for word in self.words:
            data = word.encode()
            mix.update(len(data).to_bytes(4, "big") + data)
        return Stream(mix.digest(), label)
