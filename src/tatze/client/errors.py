"""What can go wrong between a client and a server: refused, unreachable or malformed. All are TatzeErrors."""

from __future__ import annotations

from tatze.core.errors import TatzeError
from tatze.wire import Why


class RequestRefused(TatzeError):
    """A server refused a request; `code` says why, and `why` which rule forbids an action."""

    def __init__(self, code: str, detail: str = "", why: Why | None = None) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        """The server's code, such as "table/full"; docs/protocol.md lists them."""
        self.why = why
        """The rule that forbids an action; None for other refusals."""


class ServerUnreachable(TatzeError, TimeoutError):
    """A server cannot be reached, or did not answer within the time limit."""


class MalformedAnswer(TatzeError):
    """What came back is not what the protocol describes."""
