"""The errors of the package. Each message is one line: what was wrong, where, and what would be right."""

from __future__ import annotations

from tatze.core.text import shown

MAX_MESSAGE_LENGTH = 400
"""Maximum number of characters of a message about a record."""


class TatzeError(Exception):
    """The base of all errors that the package raises on purpose. Their text can be shown to a person as it is."""


class SetupError(TatzeError):
    """A game cannot be set up: an unknown rule set, an impossible number of players, a wrong option."""


class PositionError(SetupError):
    """A text is no position, or describes one that no game can be in."""


class IllegalAction(TatzeError):
    """An action is forbidden by the rules, or is not an action at all."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        """The number of the rule that forbids it, such as "L-6"; empty when the text could not be understood."""


class RecordError(TatzeError):
    """A record cannot be read, does not replay, or does not prove what it claims.

    Records come from strangers: the message is one line of printable characters, whatever it quotes."""

    def __init__(self, message: str) -> None:
        super().__init__(shown(message, MAX_MESSAGE_LENGTH))


class MissingExtra(TatzeError):
    """An optional dependency that is not installed; the message names the extra to install."""
