"""An external program that is asked by lines on its stdin and answers by lines on its stdout.

Threads read and write, so that a program that floods, sleeps or never reads cannot block the caller."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from threading import Thread
from typing import IO

LONGEST_LINE_BYTES = 1 << 16
"""A program that writes a longer line is not read any further."""
MOST_UNREAD_LINES = 16
"""A program that writes more lines than this ahead of the reader is not read any further; an answer is one line."""
READ_BYTES = 1 << 14
"""The largest number of bytes in one read."""
STDERR_BYTES = 2000
"""Number of bytes of stderr that are kept, the last ones."""
EXIT_SECONDS = 0.3
"""Time that a program has to exit when its stdin closes, and again after SIGTERM."""
THREAD_SECONDS = 2.0
"""Time that a thread has to end after its program; it needs none, unless a child of the program holds the other end."""


class ProgramFailure(Exception):
    """A program did not answer as it should; `kind` says how."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def kill_tree(pid: int) -> list[str]:
    """Return Windows' command that ends a process and its children."""
    return ["taskkill", "/F", "/T", "/PID", str(pid)]


class Program:
    """A running program. It has no shell, and a session of its own, so that its children end with it."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                list(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise ProgramFailure("crash", f"it could not be started: {error.strerror}") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        """Lines that the program wrote; None at the end of its stdout."""
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._flooded = False
        self._stderr = b""
        self._threads = [
            Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._keep, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line without waiting."""
        self._outbox.put(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and return the line that answers it; raise ProgramFailure after this number of seconds."""
        self.refuse_unread()
        self.send(line)
        return self._next(seconds)

    def ask_numbered(self, line: bytes, seconds: float, is_answer: Callable[[bytes], bool]) -> bytes:
        """Send a line, and return the first line for which `is_answer`; lines for which it is False are skipped."""
        self.send(line)
        end = time.monotonic() + seconds
        while True:
            found = self._next(max(0.0, end - time.monotonic()))
            if is_answer(found):
                return found

    def refuse_unread(self) -> None:
        """Raise ProgramFailure if the program has written a line that nobody has read."""
        if not self._lines.empty():
            self._next(0)
            raise ProgramFailure("garbage", "it wrote a line without being asked")

    def _next(self, seconds: float) -> bytes:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise ProgramFailure("silence", f"no answer within {seconds:g} s") from None
        if line is not None:
            return line
        if self._flooded:
            raise ProgramFailure(
                "garbage", f"it wrote more than {LONGEST_LINE_BYTES} bytes or {MOST_UNREAD_LINES} lines at once"
            )
        raise ProgramFailure("crash", "it ended")

    def end(self) -> str:
        """Close the program's stdin, send SIGTERM, then kill it. Return the end of its stderr."""
        try:
            self._outbox.put(None)
            if not self._gone(EXIT_SECONDS):
                self._signal(kill=False)
                self._gone(EXIT_SECONDS)
        finally:
            self._signal(kill=True)
            self._process.wait()
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, stream in zip(self._threads, streams, strict=True):
            thread.join(THREAD_SECONDS)
            if not thread.is_alive() and stream:  # a child that left the session may still hold the other end
                with contextlib.suppress(OSError):
                    stream.close()
        text = self._stderr.decode(errors="replace")
        return "".join(sign for sign in text if sign.isprintable() or sign == "\n").strip()

    def _gone(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _signal(self, kill: bool) -> None:
        if sys.platform == "win32":
            if kill:  # Windows has no sessions: the tree of processes is ended while its root is still there
                with contextlib.suppress(OSError):
                    subprocess.run(kill_tree(self._process.pid), capture_output=True, check=False)
                self._process.kill()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL if kill else signal.SIGTERM)

    # --- The threads ---

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (line := self._outbox.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[stream.write(rest) :]
        with contextlib.suppress(OSError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        begun = b""
        with contextlib.suppress(OSError):
            while not self._flooded and (chunk := stream.read(READ_BYTES)):
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line)
                self._flooded = len(begun) > LONGEST_LINE_BYTES or self._lines.qsize() > MOST_UNREAD_LINES
        self._lines.put(None)

    def _keep(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while chunk := stream.read(READ_BYTES):
                self._stderr = (self._stderr + chunk)[-STDERR_BYTES:]
