"""Records in files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tatze.core.errors import RecordError
from tatze.core.record import read_file, save
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
