"""The process that reviews games. The first player's name can say that something goes wrong."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tatze.core.errors import MissingExtra, RecordError
from tatze.core.table import Table
from tatze.review.results import GameReview
from tatze.server.live.reviews import worker
from tatze.server.live.reviews.messages import ReviewJob

review_as_always = worker.review_of


def review_of(table: Table[Any], job: ReviewJob, progress: Callable[[float], None]) -> GameReview:
    match table.setup.names[0]:
        case "Refuse":
            raise RecordError("this game is too long")
        case "Missing":
            raise MissingExtra("pip install 'tatze[compiled]'")
        case "Crash":
            os._exit(3)
        case "Bug":
            os.write(sys.stdout.fileno(), b"printed by a library\n")  # must do no harm
            raise ZeroDivisionError
        case "Sleep":
            time.sleep(60)
        case "Gated":
            while Path(os.environ["TATZE_TEST_GATE"]).exists():
                time.sleep(0.01)
            raise RecordError("this game is too long")
    return review_as_always(table, job, progress)


worker.review_of = review_of
if __name__ == "__main__":
    worker.main()
