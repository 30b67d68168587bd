"""Bots that are external programs: they read questions and write answers, one line of JSON each.

docs/bot-protocol.md describes the lines. A decision that the program does not make in time and by the rules is
forfeited: `thumb` makes it, and the forfeit is counted. What a forfeit costs is for the caller to decide."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tatze.bots.outside.process import Program, ProgramFailure
from tatze.bots.question import question_of
from tatze.bots.simple import RuleBot
from tatze.bots.spec import join_command
from tatze.core.arguments import check_decision
from tatze.core.errors import TatzeError
from tatze.core.game import Game
from tatze.core.layout import State
from tatze.core.version import __version__

PROTOCOL = 1
"""Version of the protocol."""
HELLO_SECONDS = 10.0
"""The longest time from starting a program to its hello."""
DECISION_SECONDS = 10.0
"""The longest time of a decision that has no time budget."""
GRACE_SECONDS = 0.5
"""Time that is added to every budget for the transport."""
STARTS_PER_GAME = 4
"""How often a program is started in one game; after that its decisions are forfeited without asking."""
STDERR_LINES = 8
"""Number of lines of stderr, the last ones, in the error about a program that does not start."""

CRASH, GARBAGE, ILLEGAL = "crash", "garbage", "illegal"
"""The kinds of failures, as forfeits are counted by them."""


@dataclass
class OutsideBot:
    """An external program as the bot of one seat in one game. `close` ends the program."""

    game: Game[Any]
    command: Sequence[str]
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the hello says beside game and seat: rules, options, seed."""
    playouts: int | None = None
    stand_in: bool = True
    """Whether `thumb` makes the decisions that the program forfeits; otherwise a forfeit is an error."""
    fallback_reason: str = field(default="", init=False)
    """Why `thumb` made the last decision; empty if the program made it."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """Kind of failure → number of decisions that `thumb` made instead."""
    trouble: str = ""
    """What went wrong last."""
    stderr: str = ""
    """The end of what the program wrote to stderr."""
    _program: Program | None = field(default=None, init=False, repr=False)
    _starts: int = field(default=0, init=False)
    _asked: int = field(default=0, init=False)
    _echoes: bool = field(default=False, init=False)
    """Whether the running program has answered with the number of a question."""

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        check_decision(view, legal)
        self._asked += 1
        self.fallback_reason = ""
        try:
            return self._choose(view, legal, budget)
        except ProgramFailure as failure:
            self.forfeits[failure.kind] += 1
            self.trouble = str(failure)
            if failure.kind != ILLEGAL:
                self.close()  # whatever it still writes must not be taken for its next answer
            if not self.stand_in:
                raise TatzeError(f"the program {self._words()} made no decision: {self._last_words()}") from None
            self.fallback_reason = f"the program made no decision: {self.trouble}"
            return RuleBot(self.game.bots.thumb).choose(view, legal)

    def open(self, view: State) -> None:
        """Start the program and wait for its hello, before any clock runs. If there is none, a TatzeError has the last
        lines that the program wrote to stderr."""
        try:
            self._start(view)
        except ProgramFailure as failure:
            self.close()
            self.trouble = str(failure)
            raise TatzeError(f"the program did not start: {self._words()}: {self._last_words()}") from None

    def close(self) -> None:
        """End the program, by force if need be."""
        if self._program:
            self.stderr = self._program.end() or self.stderr
        self._program = None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a message that needs no answer."""
        if self._program:
            self._program.send(line_of(message))

    def _words(self) -> str:
        return join_command(tuple(self.command))[:200]

    def _last_words(self) -> str:
        """Return what went wrong last, and the end of what the program wrote to stderr."""
        lines = [f"\n  {line[:200]}" for line in self.stderr.splitlines()[-STDERR_LINES:]]
        words = f"; the last lines of its stderr:{''.join(lines)}" if lines else ", and wrote nothing to stderr"
        return self.trouble + words

    def _choose(self, view: State, legal: Sequence[int], budget: float | None) -> int:
        program = self._program or self._start(view)
        message = question(self.game, view, legal, self._asked, budget, self.playouts)
        if not self._echoes:
            program.refuse_unread()
        seconds = (DECISION_SECONDS if budget is None else budget) + GRACE_SECONDS
        line = program.ask_numbered(line_of(message), seconds, self._answers_question)
        return read_answer(self.game, line, legal)

    def _answers_question(self, line: bytes) -> bool:
        """Return whether a line answers the question that was asked last. A line with the number of an earlier question
        does not; one without a number does, as long as the program has never written one."""
        number = _object(line).get("number")
        if number is None and not self._echoes:
            return True
        if not isinstance(number, int) or isinstance(number, bool) or number > self._asked:
            raise ProgramFailure(GARBAGE, f"its answer has no number, or one that was not asked: {number!r:.40}")
        self._echoes = True
        return number == self._asked

    def _start(self, view: State) -> Program:
        if self._starts == STARTS_PER_GAME:
            raise ProgramFailure(CRASH, self.trouble or f"it was started {STARTS_PER_GAME} times in vain")
        started, self._starts = self._starts + 1, STARTS_PER_GAME  # a program that says no hello is not started again
        self._echoes = False
        self._program = Program(self.command)
        check_hello(self._program.ask(line_of(hello(self.game, view, self.about)), HELLO_SECONDS))
        self._starts = started
        return self._program


def hello(game: Game[Any], view: State, about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the first message to a program."""
    start = {"type": "hello", "protocol": PROTOCOL, "software": f"tatze {__version__}", "game": game.name}
    return {**start, **about, "players": view.players, "seat": view.viewer}


def question(
    game: Game[Any], view: State, legal: Sequence[int], number: int, seconds: float | None, playouts: int | None
) -> dict[str, Any]:
    """Return the message that asks for a decision."""
    asked = question_of(game, view, legal, seconds, playouts)
    return {
        "type": "decide",
        "number": number,
        "seat": asked.seat,
        "budget": {"seconds": seconds, "playouts": playouts},
        "legal": [asdict(choice) for choice in asked.legal],
        "view": asdict(asked.view),
    }


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line of JSON."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def check_hello(line: bytes) -> None:
    """Raise ProgramFailure unless a program's hello names our version of the protocol."""
    answer = _object(line)
    if answer.get("protocol") != PROTOCOL:
        raise ProgramFailure(CRASH, f"it speaks protocol {answer.get('protocol')!r}, not {PROTOCOL}")


def read_answer(game: Game[Any], line: bytes, legal: Sequence[int]) -> int:
    """Return the action of an answer; raise ProgramFailure unless it is legal."""
    action = _object(line).get("action")
    if isinstance(action, str):
        try:
            action = game.read(action)
        except ValueError as error:
            raise ProgramFailure(ILLEGAL, str(error)) from None
    if not isinstance(action, int) or isinstance(action, bool):
        raise ProgramFailure(GARBAGE, "its answer names no action")
    if action not in legal:
        raise ProgramFailure(ILLEGAL, f"{action} is not legal now")
    return action


def _object(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramFailure(GARBAGE, "it wrote a line that is not JSON") from None
    if not isinstance(data, dict):
        raise ProgramFailure(GARBAGE, "it wrote a line that is not a JSON object")
    return data
