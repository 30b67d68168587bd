"""A match's figures as plain data and as files: arena.json and arena.html beside games.jsonl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tatze import __version__
from tatze.arena.figures import AdjustedFigures, EntrantFigures, MatchFigures, MeetingFigures
from tatze.arena.ledger import agreement
from tatze.arena.match import Match
from tatze.arena.report import report_page
from tatze.study.intervals import Estimate


def summary_of(match: Match, figures: MatchFigures) -> dict[str, Any]:
    """Return all figures as plain data. Only the entries `time` differ when a match is played again."""
    return {
        **agreement(match),
        "software": f"tatze {__version__}",
        "format": match.format,
        "hero": match.hero or None,
        "deals": match.deals,
        "fair": match.fair,
        "bots": [_bot(match, one) for one in figures.entrants],
        "meetings": [_meeting(one) for one in figures.meetings],
    }


def _bot(match: Match, one: EntrantFigures) -> dict[str, Any]:
    entrant = match.entrant(one.label)
    return {
        "label": one.label,
        "name": entrant.name or None,
        "command": list(entrant.command) or None,
        "seconds": entrant.seconds,
        "playouts": entrant.playouts,
        "wins": _estimate(one.wins),
        "margin": _estimate(one.margin),
        "adjusted": _adjusted(one.adjusted),
        "rating": one.rating._asdict() if one.rating else None,
        "decisions": one.decisions,
        "forfeits": dict(one.forfeits),
        "trouble": one.trouble or None,
        "lost": one.lost,
        "time": {"mean_ms": round(one.mean_ms, 4), "p99_ms": round(one.p99_ms, 4)},
    }


def _meeting(one: MeetingFigures) -> dict[str, Any]:
    return {
        **one.meeting._asdict(),
        "games": one.games,
        "deals": one.deals,
        "wins": _estimate(one.wins),
        "margin": _estimate(one.margin),
        "adjusted": _adjusted(one.adjusted),
    }


def _adjusted(figures: AdjustedFigures | None) -> dict[str, Any] | None:
    if figures is None:
        return None
    return {"wins": _estimate(figures.wins), "luck": _estimate(figures.luck), "factor": figures.factor}


def _estimate(estimate: Estimate | None) -> dict[str, float] | None:
    return estimate._asdict() if estimate else None


def write_files(folder: Path, match: Match, figures: MatchFigures) -> list[Path]:
    """Write arena.json and arena.html, and return their paths."""
    texts = {
        "arena.json": json.dumps(summary_of(match, figures), indent=1) + "\n",
        "arena.html": report_page(match, figures),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in texts]
