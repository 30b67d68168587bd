"""A running program that is asked by lines on stdin and answers by lines on stdout.

Threads do the reading and writing, so that a program that floods, sleeps or never reads cannot block whoever asks."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
from collections.abc import Sequence
from threading import Thread
from typing import IO

LONGEST = 1 << 16
"""Bytes of an answer. A program that writes more without a line's end is not read any further."""
LINES = 16
"""As many lines may wait to be read; an answer is one."""
CHUNK = 1 << 14
TAIL = 2000
"""How many bytes of stderr are kept, the last ones."""
LEAVE = 0.3
"""Seconds to leave by itself when stdin closes, and again when it is asked to terminate."""


class Trouble(Exception):
    """What a program did instead of answering."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Program:
    """Started without a shell and in a session of its own, so that its children end with it."""

    def __init__(self, command: Sequence[str]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                list(command), stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise Trouble("crash", f"it could not be started: {error.strerror}") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        """What it wrote; None where that ends."""
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
        self._outbox.put(line)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for the one that answers it."""
        if not self._lines.empty():
            self._next(0)
            raise Trouble("garbage", "it wrote a line without being asked")
        self.send(line)
        return self._next(seconds)

    def _next(self, seconds: float) -> bytes:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Trouble("silence", f"no answer within {seconds:g} s") from None
        if line is not None:
            return line
        if self._flooded:
            raise Trouble("garbage", f"it wrote more than {LONGEST} bytes or {LINES} lines at once")
        raise Trouble("crash", "it ended")

    def end(self) -> str:
        """Close its stdin, ask it to terminate, kill it; the last it wrote to stderr."""
        try:
            self._outbox.put(None)
            if not self._gone(LEAVE):
                self._signal(kill=False)
                self._gone(LEAVE)
        finally:
            self._signal(kill=True)
            self._process.wait()
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, stream in zip(self._threads, streams, strict=True):
            thread.join(LEAVE)
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
            while not self._flooded and (chunk := stream.read(CHUNK)):
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line)
                self._flooded = len(begun) > LONGEST or self._lines.qsize() > LINES
        self._lines.put(None)

    def _keep(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while chunk := stream.read(CHUNK):
                self._stderr = (self._stderr + chunk)[-TAIL:]
