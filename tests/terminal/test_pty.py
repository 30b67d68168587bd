"""The command on a real pseudo-terminal, as a person has it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tatze.core.record import read_file
from tatze.games import game_named
from tests.helpers import heed_ctrl_c

PATIENCE = 30
REVIEW_PATIENCE = 120
OFFER = "Review the game? [y/N] "


class Terminal:
    """`tatze` with a terminal of 80 × 24 around it."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environ = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tatze", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environ,
            start_new_session=True,
            preexec_fn=self.settle,
        )
        os.close(slave)
        self.shown = ""

    @staticmethod
    def settle() -> None:
        """In the new process: this is its terminal, and Ctrl-C counts."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        heed_ctrl_c()

    def read(self) -> bool:
        """Take in what was shown; False once the other side has closed."""
        if not select.select([self.master], [], [], 0.2)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def until(self, text: str) -> None:
        """Wait for a text that was not there before."""
        seen, limit = len(self.shown), time.monotonic() + PATIENCE
        while text not in self.shown[seen:]:
            assert self.read(), self.shown[-2000:]
            assert time.monotonic() < limit, self.shown[-2000:]

    def type(self, line: str) -> None:
        os.write(self.master, line.encode())

    def interrupt(self) -> None:
        """Ctrl-C, as slowly as a person: Python misses one that comes while it is still writing the prompt."""
        time.sleep(0.5)
        self.type("\x03")

    def hang_up(self) -> int:
        """Ctrl-D until it is heeded: one that comes before the command is reading goes nowhere."""
        limit, pressed = time.monotonic() + PATIENCE, 0.0
        while self.process.poll() is None:
            assert time.monotonic() < limit, self.shown[-2000:]
            if time.monotonic() > pressed + 1:
                pressed = time.monotonic()
                self.type("\x04")
            self.read()
        return self.finish()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def finish(self) -> int:
        limit = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < limit, self.shown[-2000:]
        return self.process.wait(PATIENCE)

    def play(self, prompt: str, lines: Iterator[str], review: str = "") -> int:
        """Answer every prompt, and the offer of a review, until the command ends."""
        limit, answered = time.monotonic() + (REVIEW_PATIENCE if review else PATIENCE), 0
        while self.read():
            assert time.monotonic() < limit, self.shown[-2000:]
            if self.shown.endswith(OFFER) and len(self.shown) > answered:
                answered = len(self.shown)
                self.type(f"{review}\n")
            elif self.shown.endswith(prompt) and len(self.shown) > answered:
                answered = len(self.shown)
                self.type(next(lines) + "\n")
        return self.process.wait(PATIENCE)


Start = Callable[..., Terminal]


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.tatze"


@pytest.fixture
def tatze() -> Iterator[Start]:
    """Starts the command with these words; nothing of it is left afterwards."""
    opened: list[Terminal] = []

    def start(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def test_a_whole_game_can_be_played(save: Path, tatze: Start) -> None:
    terminal = tatze("play", "linko", "--seed", "7", "--fast", "--name", "Anna", "--save", str(save))
    assert terminal.play("Anna> ", cycle(["21", "1"])) == 0
    assert "Traceback" not in terminal.shown
    assert f"Saved to {save}" in terminal.shown
    assert terminal.shown.count("\x1b[?1049h") == terminal.shown.count("\x1b[?1049l") == 1
    assert read_file(save)[0].replay(game_named("linko")).over


def test_a_review_follows_a_game_with_progress_and_the_key_moments(tatze: Start, save: Path) -> None:
    terminal = tatze("play", "verflixxt", "--seed", "7", "--fast", "--name", "Anna", "--save", str(save))
    assert terminal.play("Anna> ", cycle(["1"]), review="y") == 0
    assert "Traceback" not in terminal.shown
    _, _, review = terminal.shown.partition(OFFER)
    assert re.search(r"\d+ of \d+ decisions", review)
    assert "Review: Verflixxt" in review
    assert re.search(r"Anna: \d+ decisions", review)
    assert re.search(r"\d+: Anna chose \w+; \w+ was better by", review)


def test_a_terminal_without_umlauts_can_play(tatze: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    terminal = tatze("play", "linko", "--seed", "7", "--start", "A", "--lang", "de", "--fast")
    terminal.until("Du> ")
    terminal.type("1\n")
    terminal.until("Du> ")
    terminal.interrupt()
    assert terminal.finish() == 130
    assert terminal.shown.isascii()
    assert "Traceback" not in terminal.shown


def test_ctrl_c_saves_and_restores_the_screen(save: Path, tatze: Start) -> None:
    terminal = tatze("play", "linko", "--seed", "7", "--start", "A", "--lang", "de", "--save", str(save))
    terminal.until("Du> ")
    terminal.type("1\n")
    terminal.until("Du> ")
    terminal.interrupt()
    assert terminal.finish() == 130
    assert "Traceback" not in terminal.shown
    assert terminal.shown.rindex("\x1b[?1049l") < terminal.shown.rindex("Weiterspielen mit: tatze play --resume")
    assert len(read_file(save)[0].entries) == 1


def test_ctrl_d_stops_like_quit_and_the_game_can_be_resumed(save: Path, tatze: Start) -> None:
    terminal = tatze("play", "linko", "--rules", "duel", "--seed", "3", "--start", "A", "--save", str(save))
    terminal.until("You> ")
    terminal.type("21\n")
    terminal.until("You> ")
    assert terminal.hang_up() == 0
    again = tatze("play", "--resume", str(save), "--fast")
    assert again.play("You> ", cycle(["21", "1"])) == 0
    assert read_file(save)[0].replay(game_named("linko")).over


def test_two_people_hand_the_keyboard_over(save: Path, tatze: Start) -> None:
    words = ("play", "linko", "--rules", "first", "--seat", "you", "you", "--name", "Anna", "--name", "Bela")
    terminal = tatze(*words, "--start", "A", "--seed", "1", "--save", str(save))
    terminal.until("Anna, press Enter")
    assert "Your hand" not in terminal.shown
    terminal.type("\n")
    terminal.until("Anna> ")
    terminal.type("21\n")
    terminal.until("Bela, press Enter")
    assert "Your hand" not in terminal.shown[terminal.shown.rindex("\x1b[2J") :]
    assert terminal.hang_up() == 0


def test_colours_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, tatze: Start) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = tatze("play", "verflixxt", "--seed", "1", "--start", "A")
    terminal.until("You> ")
    terminal.hang_up()
    assert "[38;" not in terminal.shown
    assert "[48;" not in terminal.shown
