"""Which bots the people at a server may choose: its operator's choice among the built-in ones, and programs that the
operator named. People name bots by these names alone, so nobody but the operator can have a command run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tatze.bots import check_packages
from tatze.bots.spec import ALL_BOTS, LEVELS, OPPONENTS, read_spec
from tatze.core.errors import MissingExtra, SetupError
from tatze.core.text import shown

USUAL_LEVEL = "wildcat"
"""The bot that plays where the host chose none, and in the place of people who are absent, if it is offered."""
MAX_PROGRAMS = 20
"""Maximum number of programs that are offered."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,23}")


@dataclass(frozen=True)
class BotOffer:
    """The bots of a server."""

    levels: tuple[str, ...] = ()
    """Built-in bots that may be chosen; empty for all of them."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """Name → a program or a Python class, written run:COMMAND or py:MODULE:CLASS."""

    def __post_init__(self) -> None:
        for level in self.levels:
            if level not in OPPONENTS:
                raise SetupError(f'--level has no "{shown(level)}"; it has {", ".join(OPPONENTS)}')
            check_packages(level)
        if len(self.programs) > MAX_PROGRAMS:
            raise SetupError(f"there are {MAX_PROGRAMS} programs at most")
        for name, written in self.programs.items():
            _check_program(name, written)

    @property
    def names(self) -> tuple[str, ...]:
        """All bots that may be chosen."""
        return (*(self.levels or OPPONENTS), *self.programs)

    @property
    def shown(self) -> tuple[str, ...]:
        """The bots that the page shows: the levels for people unless the operator chose others, then the programs. A
        level is left out if packages that it needs are missing, because a simpler bot would play in its place."""
        return (*(self.levels or filter(_is_ready, LEVELS)), *self.programs)

    @property
    def usual(self) -> str:
        """The bot that plays where nobody chose one."""
        return USUAL_LEVEL if USUAL_LEVEL in self.names else self.names[0]


FULL_OFFER = BotOffer()
"""The offer of an operator who has chosen nothing: all built-in bots, and no program."""


def _is_ready(level: str) -> bool:
    try:
        check_packages(level)
    except MissingExtra:
        return False
    return True


def offer_of(levels: Iterable[str], programs: Iterable[str]) -> BotOffer:
    """Return the offer that an operator's words describe: names of bots, and programs written NAME=run:COMMAND."""
    named: dict[str, str] = {}
    for word in programs:
        name, sign, written = word.partition("=")
        if not sign or name in named:
            raise SetupError(f'--program is NAME=run:COMMAND or NAME=py:MODULE:CLASS, once each, not "{shown(word)}"')
        named[name] = written
    chosen = set(levels)
    ordered = [level for level in OPPONENTS if level in chosen]
    return BotOffer((*ordered, *sorted(chosen.difference(ordered))), named)


def _check_program(name: str, written: str) -> None:
    if not _NAME.fullmatch(name) or name in ALL_BOTS:
        raise SetupError(
            f"a program's name has 1 to 24 letters, digits, dots, plus or minus signs, and is no other bot's, not "
            f'"{shown(name)}"'
        )
    if read_spec(written).is_builtin:
        raise SetupError(f'the program "{name}" is written run:COMMAND or py:MODULE:CLASS, not "{shown(written)}"')
