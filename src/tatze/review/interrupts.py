"""Ctrl-C during a review: the first one ends it early and keeps what it has, a second one breaks it off."""

from __future__ import annotations

import signal
from types import TracebackType


class NotedInterrupts:
    """Notes the first Ctrl-C inside of a `with` block instead of raising it; the next one is raised as ever.

    Outside of the main thread, where nobody hears Ctrl-C, it does nothing."""

    def __init__(self) -> None:
        self.noted: bool = False
        """Whether Ctrl-C was pressed."""

    def __enter__(self) -> NotedInterrupts:
        self._before = signal.getsignal(signal.SIGINT)
        try:
            signal.signal(signal.SIGINT, self._note)
        except ValueError:
            self._before = None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, *_: object) -> None:
        if self.noted:
            raise KeyboardInterrupt
        self.noted = True
