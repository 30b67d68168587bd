"""A server that kills itself (SIGKILL) at awkward moments: `python -m tests.server.faulty serve …`.

FAULTS is how likely it is at each of them: before a commit, between commit and everything else, after everybody was
told and before the acknowledgement, and shortly after it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tatze.cli import main
from tatze.server.live.hub import Committed, Decide, Hub, no_statements
from tatze.server.stores.engine import Statement
from tatze.server.table.rows import LogRow

random = Random(f"{os.environ.get('FAULT_SEED', '')} {os.getpid()}")
likely = float(os.environ.get("FAULTS", "0"))


def perhaps(where: str) -> None:
    if random.random() < likely:
        print(f"killed {where}", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


write, commit = Hub.write, Hub.commit


async def faulty_write(self: Hub, row: LogRow, statements: Sequence[Statement] = ()) -> bool:
    perhaps("before the commit")
    stored = await write(self, row, statements)
    perhaps("between commit and broadcast")
    return stored


async def faulty_commit(
    self: Hub,
    table: str,
    key: str | None,
    seat: int,
    decide: Decide,
    statements: Callable[[LogRow], Sequence[Statement]] = no_statements,
) -> Committed:
    committed = await commit(self, table, key, seat, decide, statements)
    perhaps("between broadcast and acknowledgement")
    asyncio.get_running_loop().call_later(random.uniform(0, 0.01), perhaps, "after the acknowledgement")
    return committed


def inject() -> None:
    patched: Any = Hub
    patched.write, patched.commit = faulty_write, faulty_commit


if __name__ == "__main__":
    inject()
    sys.exit(main())
