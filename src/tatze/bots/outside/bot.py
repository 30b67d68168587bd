"""Bots from outside: any program that reads questions and writes answers, one line of JSON each.

docs/bot-protocol.md describes the lines. Whatever the program does, the table goes on: a decision that it cannot make
in time and by the rules is made by `thumb`, and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tatze import __version__
from tatze.bots import bot_named
from tatze.bots.outside.process import Program, Trouble
from tatze.core.game import Game
from tatze.core.layout import State

PROTOCOL = 1
HELLO_SECONDS = 10.0
"""A program has so long to start and to say hello."""
PATIENCE = 10.0
"""How long a decision may take where no time was agreed."""
GRACE = 0.5
"""What a decision may take beyond its budget, for the way there and back."""
STARTS = 4
"""How often a program is started in one game; after that its decisions are forfeited without asking."""

CRASH, SILENCE, GARBAGE, ILLEGAL = "crash", "silence", "garbage", "illegal"


@dataclass
class OutsideBot:
    """A program as a bot, for one seat of one game. `close` ends the program."""

    game: Game[Any]
    command: Sequence[str]
    about: Mapping[str, Any] = field(default_factory=dict)
    """What the hello tells beside game and seat: rules, options, seed."""
    playouts: int | None = None
    forfeits: Counter[str] = field(default_factory=Counter)
    """How many decisions `thumb` had to make, by what went wrong."""
    trouble: str = ""
    """What went wrong last."""
    stderr: str = ""
    """The last that a program wrote there."""
    _program: Program | None = field(default=None, init=False, repr=False)
    _starts: int = field(default=0, init=False)
    _asked: int = field(default=0, init=False)

    def choose(self, view: State, legal: Sequence[int], budget: float | None = None) -> int:
        self._asked += 1
        try:
            return self._choose(view, legal, budget)
        except Trouble as trouble:
            self.forfeits[trouble.kind] += 1
            self.trouble = str(trouble)
            if trouble.kind != ILLEGAL:
                self.close()  # whatever it still writes must not be taken for its next answer
            return bot_named(self.game.name, "thumb").choose(view, legal)

    def open(self, view: State) -> None:
        """Start the program and let it say hello, before a clock runs. What goes wrong shows at its first decision."""
        try:
            self._start(view)
        except Trouble:
            self.close()

    def close(self) -> None:
        """End the program, however it feels about it."""
        if self._program:
            self.stderr = self._program.end() or self.stderr
        self._program = None

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send something that needs no answer."""
        if self._program:
            self._program.send(line_of(message))

    def _choose(self, view: State, legal: Sequence[int], budget: float | None) -> int:
        program = self._program or self._start(view)
        message = question(self.game, view, legal, self._asked, budget, self.playouts)
        line = program.ask(line_of(message), (PATIENCE if budget is None else budget) + GRACE)
        return read_answer(self.game, line, legal)

    def _start(self, view: State) -> Program:
        if self._starts == STARTS:
            raise Trouble(CRASH, self.trouble or f"it was started {STARTS} times in vain")
        self._starts += 1
        self._program = Program(self.command)
        check_hello(self._program.ask(line_of(hello(self.game, view, self.about)), HELLO_SECONDS))
        return self._program


def hello(game: Game[Any], view: State, about: Mapping[str, Any]) -> dict[str, Any]:
    """The first line to a program."""
    start = {"type": "hello", "protocol": PROTOCOL, "software": f"tatze {__version__}", "game": game.name}
    return {**start, **about, "players": view.players, "seat": view.viewer}


def question(
    game: Game[Any], view: State, legal: Sequence[int], number: int, seconds: float | None, playouts: int | None
) -> dict[str, Any]:
    """The line that asks for a decision."""
    actions = [
        {"id": a, "text": game.write(a), "foresight": dict(game.describe_foresight(view, a, game.foresee(view, a)))}
        for a in legal
    ]
    budget = {"seconds": seconds, "playouts": playouts}
    shown = asdict(game.show(view))
    return {"type": "decide", "number": number, "seat": view.viewer, "budget": budget, "legal": actions, "view": shown}


def line_of(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def check_hello(line: bytes) -> None:
    answer = _object(line)
    if answer.get("protocol") != PROTOCOL:
        raise Trouble(CRASH, f"it speaks protocol {answer.get('protocol')!r}, not {PROTOCOL}")


def read_answer(game: Game[Any], line: bytes, legal: Sequence[int]) -> int:
    """The action of an answer: one of the legal ones, or Trouble."""
    action = _object(line).get("action")
    if isinstance(action, str):
        try:
            action = game.read(action)
        except ValueError as error:
            raise Trouble(ILLEGAL, str(error)) from None
    if not isinstance(action, int) or isinstance(action, bool):
        raise Trouble(GARBAGE, "its answer names no action")
    if action not in legal:
        raise Trouble(ILLEGAL, f"{action} is not legal now")
    return action


def _object(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise Trouble(GARBAGE, "it wrote a line that is not JSON") from None
    if not isinstance(data, dict):
        raise Trouble(GARBAGE, "it wrote a line that is not a JSON object")
    return data
