"""Runs the commands that read records on a tampered one, and says what was wrong with their answers."""

from __future__ import annotations

import contextlib
import io
import time
from pathlib import Path
from random import Random

from tatze.cli import main
from tatze.core.errors import TatzeError
from tatze.core.record import read_records
from tatze.games import game_named

COMMANDS = (["show"], ["show", "--json"], ["replay", "--plain"], ["play", "--resume"])
"""The commands beside `verify`, which is run for every record."""
MAX_SECONDS = 1.0
"""The longest time that a command may take, in seconds of the processor."""


def is_past_header(text: str) -> bool:
    """Return whether the headers of all records can be read: what is wrong then, if anything, is in the body."""
    try:
        for record in read_records(text):
            game = game_named(record.game)
            setup = record.setup(game)
            record.start(setup)
            record.deal(game, setup)
            record.fairness()
    except TatzeError:
        return False
    return True


def complaints(text: str, path: Path, random: Random) -> list[str]:
    """Return what is wrong with the answers of `verify` and of one other command to a record."""
    path.write_text(text, encoding="utf-8", newline="")
    return [
        complaint
        for words in (["verify"], random.choice(COMMANDS))
        for complaint in _complaints([words[0], *words[1:], str(path)], path)
    ]


def _complaints(words: list[str], path: Path) -> list[str]:
    out, err = io.StringIO(), io.StringIO()
    begun = time.process_time()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
    except Exception as error:  # noqa: BLE001  # that nothing is raised is what is tested
        return [f"{words}: {error!r:.200}"]
    seconds = time.process_time() - begun
    said = err.getvalue()
    found = [f"{words}: {seconds:.2f} s"] if seconds > MAX_SECONDS else []
    if any(not sign.isprintable() and sign != "\n" for sign in out.getvalue() + said):
        found.append(f"{words}: control characters on the screen")
    if code and (said.count("\n") != 1 or len(said) > 600 or code not in (1, 2)):
        found.append(f"{words}: exit code {code} and {said[:200]!r}")
    if code and path.name not in said and "terminal" not in said:
        found.append(f"{words}: no file name in {said!r}")
    return found
