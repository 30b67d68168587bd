"""A process that reviews games, one at a time. It is started when it is needed, and ended when it has nothing to do."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable

import msgspec

from tatze.server.live.reviews.messages import ReviewJob
from tatze.server.logs import log
from tatze.server.table.refusals import Refused

MAX_REPLY_BYTES = 16 << 20
"""Maximum number of bytes of a review."""
JOB_SECONDS = 300.0
"""Seconds beyond its time limit after which a process is ended that has not finished a review."""
IDLE_SECONDS = 300.0
"""Seconds without a job after which the process is ended."""
COMMAND = [sys.executable, "-m", "tatze.server.live.reviews.worker"]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
"""Variables that keep libraries from taking every core for one review."""


class RawReply(msgspec.Struct):
    """A reply whose result stays JSON, because the server only passes it on."""

    progress: float = 0.0
    result: msgspec.Raw = msgspec.Raw()
    refused: str = ""
    missing: str = ""


class ReviewProcess:
    """A process that reviews games, one at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._ending: list[Process] = []
        """Processes that were told to end and may still be there."""
        self._one_at_a_time = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None

    async def review(self, job: ReviewJob, progress: Callable[[float], None]) -> bytes:
        """Return the reviewed game as JSON. `progress` is told how far it has come."""
        async with self._one_at_a_time:
            self._stay()
            try:
                async with asyncio.timeout(job.seconds + JOB_SECONDS):
                    result = await self._ask(job, progress)
            except Refused:
                self._end_when_idle()
                raise
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                self.end()
                log("review-error", level="error", error=error)
                raise Refused("review/failed") from None
            except asyncio.CancelledError:
                self.end()
                raise
            self._end_when_idle()
            return result

    async def _ask(self, job: ReviewJob, progress: Callable[[float], None]) -> bytes:
        process = await self._running()
        if process.stdin is None or process.stdout is None:
            raise EOFError
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            reply = msgspec.json.decode(line, type=RawReply)
            if reply.missing:
                raise Refused("review/off", detail=reply.missing)
            if reply.refused:
                raise Refused("review/none", detail=reply.refused)
            progress(reply.progress)
            if result := bytes(reply.result):
                return result
        raise EOFError("the process that reviews has ended")

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            environment = os.environ | ONE_THREAD
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, limit=MAX_REPLY_BYTES, env=environment
            )
        return self._process

    def _end_when_idle(self) -> None:
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self.end)

    def _stay(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle = None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._stay()
        process, self._process = self._process, None
        self._ending = [one for one in self._ending if one.returncode is None]
        if process and process.returncode is None:
            self._ending.append(process)
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process, and wait until it has ended."""
        self.end()
        for process in self._ending:
            await process.wait()
