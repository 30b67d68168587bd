"""Logs: one JSON object a line, made so that no secret can be in them.

Only the fields of `Facts` can be said, none of which holds a token, a name, a code, a card or an address of a person.
What libraries log is reduced to its template, and an exception to its type and the places it passed: their arguments
and messages may hold anything."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import Literal, TextIO, TypedDict, Unpack

Level = Literal["debug", "info", "warning", "error"]
_logger = logging.getLogger("tatze.server")


class Facts(TypedDict, total=False):
    """What a line may say beside the event's name."""

    table: str
    """A table's id, which opens nothing by itself."""
    game: str
    rules: str
    seat: int
    version: int
    code: str
    """A refusal's code, such as "action/stale"."""
    kind: str
    """A type's name, a bot's level: a word of this program, never one of a person."""
    count: int
    seconds: float


def log(event: str, level: Level = "info", error: BaseException | None = None, **facts: Unpack[Facts]) -> None:
    """Write a line, such as log("table-opened", table=id, game="linko")."""
    number = logging.getLevelNamesMapping()[level.upper()]
    if _logger.isEnabledFor(number):
        _logger.log(number, event, exc_info=error, extra={"facts": facts})


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        line["event"] = str(record.msg)
        if record.name != _logger.name:
            line["event"] = str(record.msg).partition("\n")[0][:100]  # some hand a whole traceback over as a template
            line["from"] = record.name
        line |= {key: value for key, value in getattr(record, "facts", {}).items() if key in Facts.__annotations__}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["places"] = [_place(frame) for frame in traceback.extract_tb(record.exc_info[2])[-12:]]
        return json.dumps(line, ensure_ascii=False)


def _place(frame: traceback.FrameSummary) -> str:
    module = frame.filename.replace("\\", "/").rpartition("/site-packages/")[2].rpartition("/src/")[2]
    return f"{module}:{frame.lineno} {frame.name}"


def write_logs(level: Level = "info", stream: TextIO | None = None) -> None:
    """From now on write everything that is logged, by the server and by libraries, as lines of JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    for name in ("", "uvicorn", "uvicorn.error"):  # Uvicorn asks its loggers for their own level
        logging.getLogger(name).setLevel(logging.WARNING)
    _logger.setLevel(level.upper())
