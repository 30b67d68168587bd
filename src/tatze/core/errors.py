"""The small family of refusals. Each message is one line: what was wrong, where, and what would be right."""

from __future__ import annotations


class TatzeError(Exception):
    """Anything the package refuses. Its text is fit to be shown to a person as it is."""


class SetupError(TatzeError):
    """A game that cannot be set up: an unknown rule set, an impossible number of players, a wrong option."""


class IllegalAction(TatzeError):
    """An action that the rules forbid, or that is not an action at all."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        """The number of the rule that forbids it, such as "L-6"; empty when the text could not be understood."""


class RecordError(TatzeError):
    """A record that cannot be read, does not replay, or does not prove what it claims."""


class MissingExtra(TatzeError):
    """An optional dependency that is not installed; the message names the extra to install."""
