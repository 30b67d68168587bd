"""The measured figures as Markdown tables, written between the markers of docs/performance.md."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from tatze.bench.measure import Work, compared, ratios
from tatze.core.errors import TatzeError

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"
REFERENCES = {
    "one game from a Python loop": "Tatze Linko, compiled, stepped singly",
    "many games at once": "Tatze Linko, 1024 games, masks and observations",
    "played out in native code": "Tatze Linko, compiled",
}
"""With what the other libraries of a group are compared."""


def page_text(works: Sequence[Work], machine: Mapping[str, str], missing: Mapping[str, str]) -> str:
    """All tables, each with its heading, after the machine."""
    parts = [f"## {machine['processor']}", "", *(f"- {name}: {text}" for name, text in machine.items()), ""]
    for group in dict.fromkeys(work.group for work in works):
        parts += [f"### {group[0].upper()}{group[1:]}", "", *_table(works, group), ""]
    parts += [f"Not measured: {peer} ({reason})." for peer, reason in missing.items()]
    return "\n".join(parts).strip() + "\n"


def other_page(path: Path) -> str:
    """The tables of a --json from another machine."""
    data = json.loads(path.read_text(encoding="utf-8"))
    works = [
        Work(figure["name"], figure["group"], figure["unit"], lambda _: 0.0, figure["base"] or "", figure["runs"])
        for figure in data["figures"]
    ]
    return page_text(works, data["machine"], data["missing"])


def _table(works: Sequence[Work], group: str) -> list[str]:
    named = {work.name: work for work in works}
    reference = named.get(REFERENCES.get(group, ""))
    wide = reference is not None or any(work.base for work in works if work.group == group)
    unit = next(work.unit for work in works if work.group == group)
    lines = [f"| | {unit}, median | lowest to highest |" + (" ratio |" if wide else "")]
    lines.append("|---|---:|---:|" + ("---|" if wide else ""))
    for work, found in compared(works):
        if work.group == group:
            last = f" {_ratio(work, found, reference)} |" if wide else ""
            other = "" if work.unit == unit else f" {work.unit}"
            lines.append(f"| {work.name} | {number(work.median)}{other} | {spread(work)} |{last}")
    return lines


def _ratio(work: Work, found: Sequence[float], reference: Work | None) -> str:
    """Against the work's own base if it has one; otherwise how many times as fast Tatze's Linko is."""
    if found:
        return f"{_times(found)} {work.base.removeprefix('Tatze ')}"
    if reference is None or work.name.startswith("Tatze "):
        return ""
    return f"Linko is {_times(ratios(reference, work))}"


def _times(found: Sequence[float]) -> str:
    return f"{statistics.median(found):.3g} × ({min(found):.3g} to {max(found):.3g})"


def spread(work: Work) -> str:
    return f"{number(min(work.runs))} to {number(max(work.runs))}"


def number(value: float) -> str:
    """Three digits that mean something."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


def write_between(path: Path, text: str, mark: str = "bench") -> None:
    """Put the tables between the markers of a page; where it has several places, the mark says which."""
    begin, end = BEGIN.replace("bench", mark), END.replace("bench", mark)
    page = path.read_text(encoding="utf-8")
    if begin not in page or end not in page:
        raise TatzeError(f"{path}: the tables go between {begin} and {end}")
    before, after = page.partition(begin)[0], page.partition(end)[2]
    path.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")
