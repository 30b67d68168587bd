"""Logs: one JSON object per line, without secrets.

A line has only the fields of `LogFields`, none of which holds a person's token, name, code, card or address. What
libraries log is reduced to its template, and an exception to its type and its places in the code, because
arguments and messages may contain anything."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from typing import Literal, TextIO, TypedDict, Unpack

Level = Literal["debug", "info", "warning", "error"]
_logger = logging.getLogger("tatze.server")


class LogFields(TypedDict, total=False):
    """The fields that a line may have beside the event's name."""

    table: str
    """A table's id, which grants nothing by itself."""
    game: str
    rules: str
    seat: int
    version: int
    code: str
    """A refusal's code, such as "action/stale"."""
    kind: str
    """A word of this program, such as the name of a type or the level of a bot; never text of a person."""
    count: int
    seconds: float


def log(event: str, level: Level = "info", error: BaseException | None = None, **fields: Unpack[LogFields]) -> None:
    """Write a line, such as log("table-opened", table=id, rules="base")."""
    number = logging.getLevelNamesMapping()[level.upper()]
    if _logger.isEnabledFor(number):
        _logger.log(number, event, exc_info=error, extra={"fields": fields})


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower()}
        line["event"] = str(record.msg)
        if record.name != _logger.name:
            line["event"] = str(record.msg).partition("\n")[0][
                :100
            ]  # some libraries pass a whole traceback as the template
            line["from"] = record.name
        line |= {key: value for key, value in getattr(record, "fields", {}).items() if key in LogFields.__annotations__}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["places"] = [_place(frame) for frame in traceback.extract_tb(record.exc_info[2])[-12:]]
        return json.dumps(line, ensure_ascii=False)


def _place(frame: traceback.FrameSummary) -> str:
    module = frame.filename.replace("\\", "/").rpartition("/site-packages/")[2].rpartition("/src/")[2]
    return f"{module}:{frame.lineno} {frame.name}"


def write_logs(level: Level = "info", stream: TextIO | None = None) -> None:
    """Write everything that the server and libraries log as lines of JSON, to stderr unless a stream is given."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    for name in ("", "uvicorn", "uvicorn.error"):  # Uvicorn's loggers have levels of their own
        logging.getLogger(name).setLevel(logging.WARNING)
    _logger.setLevel(level.upper())
