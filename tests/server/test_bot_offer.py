"""Which bots a server offers, as its operator wrote it down."""

from __future__ import annotations

import sys

import pytest

from tatze.bots import LEVELS, OPPONENTS
from tatze.core.errors import MissingExtra, SetupError
from tatze.server.bot_offer import FULL_OFFER, MAX_PROGRAMS, offer_of


def test_without_a_choice_all_bots_are_offered_and_the_page_shows_the_levels() -> None:
    assert FULL_OFFER.names == OPPONENTS
    assert FULL_OFFER.shown == LEVELS
    assert FULL_OFFER.usual == "wildcat"


@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_a_level_that_cannot_play_here_is_not_shown_and_not_chosen(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert FULL_OFFER.shown == ("kitten", "cat", "wildcat")
    assert offer_of(["cat"], []).shown == ("cat",)
    with pytest.raises(MissingExtra, match=r"^the bot tiger needs .* pip install 'tatze\[compiled\]'$"):
        offer_of(["tiger", "cat"], [])


def test_an_operator_chooses_bots_and_adds_programs() -> None:
    offer = offer_of(["lynx", "kitten"], ["greedy=run:python3 bot.py --fast", "own=py:package.module:Class"])
    assert offer.names == offer.shown == ("kitten", "lynx", "greedy", "own")
    assert offer.usual == "kitten"
    assert offer.programs["greedy"] == "run:python3 bot.py --fast"


@pytest.mark.parametrize(
    ("levels", "programs", "message"),
    [
        (["dog"], [], '--level has no "dog"'),
        ([], ["run:python3 bot.py"], "NAME=run:COMMAND"),
        ([], ["a=run:python3 a.py", "a=run:python3 b.py"], "once each"),
        ([], ["cat=run:python3 bot.py"], "no other bot's"),
        ([], ["two words=run:python3 bot.py"], "1 to 24 letters"),
        ([], ["strong=search:500"], "is written run:COMMAND or py:MODULE:CLASS"),
        ([], ["gone=run:no-such-program"], 'there is no program "no-such-program"'),
        ([], [f"p{number}=run:python3 bot.py" for number in range(MAX_PROGRAMS + 1)], f"{MAX_PROGRAMS} programs"),
    ],
)
def test_an_offer_that_cannot_be_is_refused(levels: list[str], programs: list[str], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        offer_of(levels, programs)
