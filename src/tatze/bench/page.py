"""The measured figures as Markdown tables, written between the markers of docs/performance.md."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from tatze.bench.measure import Work, compared, ratios
from tatze.bench.ours import REFERENCE_FORMS
from tatze.core.errors import TatzeError

BEGIN, END = "<!-- bench: begin -->", "<!-- bench: end -->"
OURS = "Tatze "
"""How the names of Tatze's own works begin; the name of the game follows."""


def page_text(works: Sequence[Work], machine: Mapping[str, str], missing: Mapping[str, str]) -> str:
    """Return the machine in words, and a table with a heading for each group of works."""
    parts = [f"## {machine['processor']}", "", *(f"- {name}: {text}" for name, text in machine.items()), ""]
    for group in dict.fromkeys(work.group for work in works):
        parts += [f"### {group[0].upper()}{group[1:]}", "", *_table(works, group), ""]
    parts += [f"Not measured: {peer} ({reason})." for peer, reason in missing.items()]
    return "\n".join(parts).strip() + "\n"


def other_page(path: Path) -> str:
    """Return the tables for a file that --json wrote, on another machine for instance."""
    data = json.loads(path.read_text(encoding="utf-8"))
    works = [
        Work(figure["name"], figure["group"], figure["unit"], lambda _: 0.0, figure["base"] or "", figure["runs"])
        for figure in data["figures"]
    ]
    return page_text(works, data["machine"], data["missing"])


def _table(works: Sequence[Work], group: str) -> list[str]:
    reference = reference_of(works, group)
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


def reference_of(works: Sequence[Work], group: str) -> Work | None:
    """Return what the other libraries of a group are compared with: the first registered game that was measured."""
    form = REFERENCE_FORMS.get(group)
    named = (work for work in works if form and work.group == group and work.name.startswith(OURS))
    return next((work for work in named if work.name.partition(", ")[2] == form), None)


def _ratio(work: Work, found: Sequence[float], reference: Work | None) -> str:
    """Return the ratio to the work's own base if it has one; otherwise how many times as fast the reference is."""
    if found:
        return f"{_times(found)} {work.base.removeprefix(OURS)}"
    if reference is None or work.name.startswith(OURS):
        return ""
    game = reference.name.removeprefix(OURS).partition(",")[0]
    return f"{game} is {_times(ratios(reference, work))}"


def _times(found: Sequence[float]) -> str:
    return f"{statistics.median(found):.3g} × ({min(found):.3g} to {max(found):.3g})"


def spread(work: Work) -> str:
    """Return the lowest and the highest figure of a work as text."""
    return f"{number(min(work.runs))} to {number(max(work.runs))}"


def number(value: float) -> str:
    """Return a number as text with three significant digits."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


def write_between(path: Path, text: str, mark: str = "bench") -> None:
    """Put the tables between two markers of a page. `mark` is the name in the markers."""
    begin, end = BEGIN.replace("bench", mark), END.replace("bench", mark)
    page = path.read_text(encoding="utf-8")
    if begin not in page or end not in page:
        raise TatzeError(f"{path}: the tables go between {begin} and {end}")
    before, after = page.partition(begin)[0], page.partition(end)[2]
    path.write_text(f"{before}{begin}\n\n{text}\n{end}{after}", encoding="utf-8")
