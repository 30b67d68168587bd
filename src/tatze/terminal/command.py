"""What a command is given, and how it ends the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tatze.terminal.session import Session


class LeaveGame(Exception):
    """Somebody wants to stop. `save` says whether the game shall be saved."""

    def __init__(self, save: bool) -> None:
        self.save = save


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as it was typed: by whom, and the text behind its name."""

    session: Session
    seat: int
    argument: str


Command = Callable[[CommandCall], None]
