"""Records in files."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tatze.core.errors import RecordError
from tatze.core.record import files, read_file, save
from tatze.core.record.syntax import MAX_RECORD_LENGTH
from tests.core.record.examples import TEXT


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.tatze"
    save(path, TEXT)
    assert read_file(path)[0].entries
    with pytest.raises(UnicodeEncodeError):
        save(path, "\ud800")
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in path.parent.iterdir()] == ["game.tatze"]


def test_a_file_that_cannot_be_read_or_written_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        read_file(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="UTF-8"):
        read_file(tmp_path / "binary")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="cannot be written"):
        save(tmp_path / "file" / "game.tatze", TEXT)


def test_a_file_that_is_too_long_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_text(TEXT + " " * MAX_RECORD_LENGTH)
    with pytest.raises(RecordError, match="too long for a record"):
        read_file(path)


class Interrupt:
    """A trace function that interrupts the program at a line of the module under test."""

    def __init__(self, line: int) -> None:
        self.line = line
        """How many lines are run before the interrupt."""

    def __call__(self, frame: FrameType, event: str, _: Any) -> Interrupt | None:
        if frame.f_code.co_filename != files.__file__:
            return None
        self.line -= event == "line"
        if self.line < 0:
            self.line = 1 << 30
            raise KeyboardInterrupt
        return self


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the file may be open until the end
def test_an_interrupt_at_any_moment_leaves_no_half_written_file(tmp_path: Path) -> None:
    before, found = sys.gettrace(), []
    for line in range(30):
        path = tmp_path / f"{line}" / "game.tatze"
        path.parent.mkdir()
        interrupt = Interrupt(line)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                sys.settrace(interrupt)
                save(path, TEXT)
        finally:
            sys.settrace(before)
        found.append([(one.name, one.read_text(encoding="utf-8")) for one in path.parent.iterdir()])
    assert found[0] == []
    assert found[-1] == [("game.tatze", TEXT)], "the last one came too late"
    assert all(one in (found[0], found[-1]) for one in found)
