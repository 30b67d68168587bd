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
from tatze.server.decide import Draft
from tatze.server.hub import Decide, Hub, Kept, alone
from tatze.server.store import Row, Statement

random = Random(os.getpid())
likely = float(os.environ.get("FAULTS", "0"))


def perhaps(where: str) -> None:
    if random.random() < likely:
        print(f"killed {where}", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)


keep, commit = Hub.keep, Hub.commit


async def faulty_keep(self: Hub, row: Row, more: Sequence[Statement] = ()) -> bool:
    perhaps("before the commit")
    kept = await keep(self, row, more)
    perhaps("between commit and broadcast")
    return kept


async def faulty_commit(
    self: Hub,
    table: str,
    key: str | None,
    seat: int,
    plan: Decide,
    more: Callable[[Draft], Sequence[Statement]] = alone,
) -> Kept:
    kept = await commit(self, table, key, seat, plan, more)
    perhaps("between broadcast and acknowledgement")
    asyncio.get_running_loop().call_later(random.uniform(0, 0.01), perhaps, "after the acknowledgement")
    return kept


def inject() -> None:
    patched: Any = Hub
    patched.keep, patched.commit = faulty_keep, faulty_commit


if __name__ == "__main__":
    inject()
    sys.exit(main())
