"""The process in which games are reviewed: it reads a job from each line of its input, and answers on its output.

    python -m tatze.server.live.reviews.worker

It has the lowest priority, so that bots at running tables and the server itself go first."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable
from typing import IO, Any

import msgspec

from tatze.core.errors import MissingExtra, TatzeError
from tatze.core.position import write_position
from tatze.core.record import read_record
from tatze.core.table import Table
from tatze.games import game_named
from tatze.review.results import GameReview
from tatze.review.status import ReviewedGame
from tatze.server.live.reviews.messages import ReviewJob, ReviewReply

LOWEST_PRIORITY = 19
"""What is added to the process's nice value."""
DIGITS = 6
"""Number of digits after the point that are kept of chances."""


def reviewed_game(job: ReviewJob, progress: Callable[[float], None]) -> ReviewedGame:
    """Review the game of a record, and add the positions of the decisions that people may want to see again."""
    record = read_record(job.record)
    table = record.replay(game_named(record.game))
    review = review_of(table, job, progress)
    return ReviewedGame(review, positions_of(table, review))


def review_of(table: Table[Any], job: ReviewJob, progress: Callable[[float], None]) -> GameReview:
    """Review a game that was replayed."""
    from tatze.review.game import Progress, review_game

    def report(at: Progress) -> None:
        progress(at.done / max(1, at.total))

    return review_game(table, job.depth, job.seats, report, job.seconds)


def positions_of(table: Table[Any], review: GameReview) -> dict[int, str]:
    """Return the positions before decisions that were not fine or are key moments, by entry, as seats saw them."""
    moments = {entry for seat in review.seats for entry in seat.moments}
    kept = {version: number for number, version in enumerate(table.log.kept)}
    found = {}
    for decision in review.decisions:
        if decision.entry in kept and (decision.grade != "fine" or decision.entry in moments):
            state = table.state_after(kept[decision.entry])
            found[decision.entry] = write_position(table.game, table.game.view(state, decision.seat))
    return found


def rounded(value: Any) -> Any:
    """Return plain data with every number rounded to what people can see of it."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def answer(job: ReviewJob, write: Callable[[ReviewReply], None]) -> None:
    """Carry out a job, and write how far it has come and what came of it."""
    try:
        result = reviewed_game(job, lambda part: write(ReviewReply(progress=part)))
        write(ReviewReply(1.0, rounded(msgspec.to_builtins(result, str_keys=True))))
    except MissingExtra as error:
        write(ReviewReply(missing=str(error)))
    except TatzeError as error:
        write(ReviewReply(refused=str(error)))


def serve(jobs: Iterable[bytes], output: IO[bytes]) -> None:
    """Answer jobs until there are no more."""

    def write(reply: ReviewReply) -> None:
        output.write(msgspec.json.encode(reply) + b"\n")
        output.flush()

    for line in jobs:
        answer(msgspec.json.decode(line, type=ReviewJob), write)


def main() -> None:
    # Whatever libraries print must not get between the answers.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    with contextlib.suppress(BrokenPipeError):  # the server ended
        serve(sys.stdin.buffer, output)


if __name__ == "__main__":
    main()
