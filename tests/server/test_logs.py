"""Logs: lines of JSON that cannot hold a secret, whoever writes them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tatze.server.logs import log, write_logs


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root, own = logging.getLogger(), logging.getLogger("tatze.server")
    before = root.handlers[:], root.level, own.level
    stream = io.StringIO()
    write_logs(stream=stream)
    yield stream
    root.handlers[:], level, own_level = before
    root.setLevel(level)
    own.setLevel(own_level)


def read(lines: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


def test_a_line_says_what_happened_and_when(lines: io.StringIO) -> None:
    log("table-opened", table="abc", game="linko")
    (line,) = read(lines)
    assert line.pop("at").endswith("Z")
    assert line == {"level": "info", "event": "table-opened", "table": "abc", "game": "linko"}


def test_a_field_that_is_not_on_the_list_is_left_out(lines: io.StringIO) -> None:
    log("joined", table="abc", name="Mira", token="secret")  # type: ignore[call-arg]  # what mypy refuses
    assert "Mira" not in lines.getvalue()
    assert "secret" not in lines.getvalue()


def test_an_exception_is_its_type_and_its_places_and_not_its_message(lines: io.StringIO) -> None:
    try:
        raise ValueError("token 4f9a")
    except ValueError as error:
        log("failed", level="error", error=error)
    (line,) = read(lines)
    assert line["error"] == "ValueError"
    assert "test_logs.py" in line["places"][-1]
    assert "4f9a" not in lines.getvalue()


def test_what_a_library_logs_is_its_template_without_the_arguments(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Bad request from %s", "GET /api?token=4f9a")
    logging.getLogger("uvicorn.access").info('%s - "%s"', "10.1.2.3", "GET /x")
    (line,) = read(lines)
    assert (line["event"], line["from"]) == ("Bad request from %s", "uvicorn.error")
    assert "4f9a" not in lines.getvalue()


def test_a_traceback_handed_over_as_a_template_is_cut_after_its_first_line(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Traceback (most recent call last):\n  password 4f9a")
    (line,) = read(lines)
    assert line["event"] == "Traceback (most recent call last):"
