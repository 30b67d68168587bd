"""Records in files: read whole, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from tatze.core.arguments import text_of
from tatze.core.errors import RecordError
from tatze.core.record.read import read_records
from tatze.core.record.record import Record
from tatze.core.record.syntax import MAX_RECORD_LENGTH


def read_file(path: str | Path) -> list[Record]:
    """Return the records of a file."""
    path = _path(path)
    try:
        if path.stat().st_size > MAX_RECORD_LENGTH:
            raise RecordError(f"{path}: too long for a record")
        return read_records(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not a record: not text in UTF-8") from None
    except (OSError, ValueError) as error:  # a name with a zero in it is a ValueError
        raise RecordError(f"{path}: {getattr(error, 'strerror', error)}") from None


def _path(path: str | Path) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise RecordError(f"path is the name of a file, not {path!r}")
    return Path(path)


def save(path: str | Path, text: str) -> None:
    """Write a file whole or not at all: under another name in the same folder first, then in the old one's place."""
    path, text = _path(path), text_of(text, "text", RecordError)
    temporary = path.parent / f".{path.name}.{secrets.token_urlsafe(6)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write_through(temporary, text)
            temporary.replace(path)
        except BaseException:  # an interrupt may come at any moment, also right after the file was made
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror}") from None


def _write_through(path: Path, text: str) -> None:
    """Write a text to a new file that only its owner may read, and wait until the disk has it."""
    with open(path, "x", encoding="utf-8", opener=_for_owner) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
