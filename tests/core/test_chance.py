"""Chance that can be checked: the vectors of docs/fairness.md, and no bias."""

from __future__ import annotations

import hashlib

import pytest

from tatze.core.chance import Fairness, Stream
from tatze.core.errors import SetupError

SECRET = bytes(range(32))


def test_a_stream_is_sha_256_in_counter_mode() -> None:
    stream = Stream(b"key", "label")
    first = hashlib.sha256(b"key" + b"label" + (0).to_bytes(8, "big")).digest()
    second = hashlib.sha256(b"key" + b"label" + (1).to_bytes(8, "big")).digest()
    words = [int.from_bytes((first + second)[i : i + 4], "big") for i in range(0, 64, 4)]
    assert [stream.word() for _ in range(16)] == words


def test_the_vectors_of_the_fairness_page() -> None:
    fairness = Fairness(SECRET, ("Mira's word", "7"))
    assert fairness.commitment == "cdaf2d189046d75360a532b3caaed571943f44877eddad7d3a15c3855925d579"
    deck = list(range(10))
    fairness.stream("deal").shuffle(deck)
    assert deck == [4, 0, 5, 3, 9, 6, 2, 8, 1, 7]
    assert [fairness.stream(f"dice {n}").below(6) + 1 for n in range(10)] == [4, 6, 2, 6, 1, 6, 6, 4, 6, 6]


def test_numbers_past_the_last_whole_multiple_are_skipped() -> None:
    """Otherwise small numbers would come up more often."""
    stream = Stream(b"", "")
    high = 3 * 2**30  # a quarter of all words lies above it
    words = Stream(b"", "")
    expected = [word for word in (words.word() for _ in range(400)) if word < high][:200]
    assert [stream.below(high) for _ in range(200)] == expected


def test_the_dice_are_even() -> None:
    fairness = Fairness.from_seed(5)
    rolls = [fairness.stream(f"dice {n}").below(6) for n in range(6000)]
    assert all(900 < rolls.count(face) < 1100 for face in range(6))


def test_the_players_words_change_everything_but_the_commitment() -> None:
    alone, joined, swapped = Fairness(SECRET), Fairness(SECRET, ("a", "b")), Fairness(SECRET, ("ab",))
    assert alone.commitment == joined.commitment == swapped.commitment
    assert len({f.stream("deal").word() for f in (alone, joined, swapped)}) == 3


def test_a_secret_does_not_show_itself() -> None:
    assert SECRET.hex() not in repr(Fairness(SECRET))
    assert "secret" not in repr(Fairness(SECRET))


def test_fresh_secrets_differ() -> None:
    assert Fairness.fresh().secret != Fairness.fresh().secret


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(SetupError, match="a secret has 32 bytes, not 31"):
        Fairness(bytes(31))


@pytest.mark.parametrize("word", ["", "x" * 101, 'a"b', "a\nb"])
def test_a_word_that_a_record_could_not_hold_is_refused(word: str) -> None:
    with pytest.raises(SetupError, match="a player's word has 1 to 100 printable characters"):
        Fairness(bytes(32), (word,))
