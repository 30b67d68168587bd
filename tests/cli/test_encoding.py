"""Whatever the encoding of the output is, every command writes something readable, and none stops with an error."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tatze.cli import main
from tatze.cli.encoding import HANDLER, make_output_safe
from tatze.cli.serve import announce
from tatze.server.settings import Settings

ENCODINGS = ("ascii", "cp1252", "cp437")
DATA = Path(__file__).parents[1] / "playthroughs"
COMMANDS = [
    ["--help"],
    ["rules", "linko"],
    ["rules", "verflixxt", "--lang", "de"],
    ["rules", "linko", "L-23", "--lang", "de"],
    ["bots", "linko", "--lang", "de"],
    ["bots", "verflixxt"],
    ["show", str(DATA / "linko-duel.tatze")],
    ["show", str(DATA / "verflixxt-base.tatze"), "--json"],
    ["replay", str(DATA / "verflixxt-pro.tatze"), "--lang", "de"],
    ["verify", str(DATA / "linko-base.tatze")],
    ["study", "verflixxt", "--players", "2", "--games", "30", "--device", "cpu"],
    ["arena", "verflixxt", "--players", "2", "--bots", "random", "thumb", "--games", "4", "--processes", "1"],
    ["simulate", "linko", "--games", "1", "--out", "OUT"],
    ["play", "linko", "--players", "9", "--lang", "de"],
    ["play", "linkö–Ω"],
]


def written(encoding: str, write: Callable[[], object]) -> bytes:
    """Return what is written to standard streams that have an encoding which cannot write everything."""
    out = io.BytesIO()
    stream = io.TextIOWrapper(out, encoding=encoding, write_through=True)
    with redirect_stdout(stream), redirect_stderr(stream):
        write()
    return out.getvalue()


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_a_command_writes_in_any_encoding(words: list[str], tmp_path: Path) -> None:
    codes = []

    def run() -> None:
        try:
            codes.append(main([str(tmp_path) if word == "OUT" else word for word in words]))
        except SystemExit as end:
            codes.append(int(end.code or 0))

    for encoding in ENCODINGS:
        shown = written(encoding, run)
        assert len(shown) > 10
        assert b"Traceback" not in shown
    assert set(codes) <= {0, 2}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_server_for_the_local_network_shows_its_code_in_any_encoding(encoding: str) -> None:
    settings = Settings(lan=True, address="http://192.0.2.1:8000", port=8000)

    def run() -> None:
        make_output_safe()
        announce(settings, browser=False)

    shown = written(encoding, run)
    assert b"http://192.0.2.1:8000" in shown
    assert b"#" not in shown.replace(b"\x1b", b"")  # no blocks were replaced: the code would not be one any more
    assert shown.count(b"\n") > 15


def test_signs_that_cannot_be_written_are_replaced_by_simpler_ones() -> None:
    make_output_safe()
    text = "„Größe“ −3 ± 2 … 3×4 – é ǆ ┌─│ ☃ e\u0301"
    assert text.encode("ascii", HANDLER) == b'"Groesse" -3 +/- 2 ... 3x4 - e dz +-| ? e'
    assert text.encode("cp1252", HANDLER).decode("cp1252") == "„Größe“ -3 ± 2 … 3×4 – é dz +-| ? e"
    with pytest.raises(UnicodeDecodeError):
        codecs.decode(b"\xff", "ascii", HANDLER)
