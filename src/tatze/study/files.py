"""Writes the findings of a study: study.csv, study.html, and study.parquet where PyArrow is installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tatze import __version__
from tatze.study.findings import Finding, Studied
from tatze.study.report import report_page

FORMAT = 2
"""Version of the columns of study.csv and study.parquet."""
COLUMNS = (
    "format",
    "software",
    "game",
    "rules",
    "players",
    "bots",
    "seed",
    "games",
    "measure",
    "of",
    "value",
    "low",
    "high",
)
FILES = ("study.csv", "study.html", "study.parquet")


def write_files(folder: Path, studied: Sequence[Studied], seed: int) -> list[Path]:
    """Write all files into a folder; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row_of(finding, seed) for one in studied for finding in one.findings()]
    texts = {"study.csv": csv_text(rows), "study.html": report_page(studied, seed)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    paths = [folder / name for name in texts]
    if find_spec("pyarrow"):
        paths.append(folder / "study.parquet")
        _write_parquet(paths[-1], rows)
    return paths


def row_of(finding: Finding, seed: int) -> dict[str, Any]:
    """Return a finding as a row of study.csv."""
    setting, estimate = finding.setting, finding.estimate
    values = (
        FORMAT,
        f"tatze {__version__}",
        setting.game,
        setting.rules,
        setting.setup.players,
        " ".join(setting.bots),
        seed,
        finding.games,
        finding.measure,
        finding.of,
        float(estimate.value),
        float(estimate.low),
        float(estimate.high),
    )
    return dict(zip(COLUMNS, values, strict=True))


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as the text of study.csv."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _write_parquet(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)
