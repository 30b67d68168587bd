"""A file that is written while long work goes on, so that nothing is lost when the program stops: lines of JSON, the
first of which says what the work is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from tatze.core.errors import TatzeError


class Journal:
    """One such file. `work` names the work, such as "match", and `agreed` what its lines have in common."""

    def __init__(self, path: Path, work: str, agreed: Mapping[str, Any], resume: bool) -> None:
        self.path = path
        self.work = work
        if path.parent.exists() and not path.parent.is_dir():
            raise TatzeError(f"{path.parent}: not a folder")
        if path.exists() and not resume:
            raise TatzeError(f"{path} is there already: --resume goes on with it, another --out begins anew")
        self._file: IO[str] | None = None
        self._lines: list[str] = []
        text = self._whole_lines()
        if text:
            head, *self._lines = text.splitlines()
            self._check(head, agreed)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(agreed) + "\n", encoding="utf-8", newline="\n")

    def lines(self) -> Iterator[tuple[int, Any]]:
        """Yield the number and the content of every line that was there already, without the first."""
        for number, line in enumerate(self._lines, 2):
            try:
                yield number, json.loads(line)
            except ValueError:
                raise self.unreadable(number) from None

    def add(self, content: object) -> None:
        """Add a line, and write it at once."""
        if self._file is None:
            self._file = self.path.open("a", encoding="utf-8", newline="\n")
        self._file.write(json.dumps(content, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def unreadable(self, number: int) -> TatzeError:
        """Return the error about a line that cannot be read."""
        return TatzeError(f"{self.path}: line {number} is not a game")

    def _whole_lines(self) -> str:
        """Return the file's complete lines, and cut off a line that was being written when the program stopped."""
        data = self.path.read_bytes() if self.path.exists() else b""
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with self.path.open("r+b") as file:
                file.truncate(end)
        try:
            return data[:end].decode()
        except UnicodeDecodeError:
            raise TatzeError(f"{self.path}: not a list of games") from None

    def _check(self, head: str, agreed: Mapping[str, Any]) -> None:
        try:
            found = json.loads(head)
        except ValueError:
            found = None
        if not isinstance(found, dict) or next(iter(agreed)) not in found:
            raise TatzeError(f"{self.path}: not a list of games")
        for key, value in agreed.items():
            if found.get(key) != value:
                raise TatzeError(f"{self.path} is of another {self.work}: its {key} is {found.get(key)}, not {value}")
