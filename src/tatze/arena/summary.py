"""A match's figures as plain data and as files: arena.json and arena.html beside games.jsonl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tatze import __version__
from tatze.arena.figures import Faced, Figures, Standing
from tatze.arena.ledger import agreement
from tatze.arena.match import Match
from tatze.arena.report import report_page
from tatze.study.intervals import Estimate


def summary_of(match: Match, figures: Figures) -> dict[str, Any]:
    """Everything that was found. Only what stands under `time` differs when a match is played again."""
    return {
        **agreement(match),
        "software": f"tatze {__version__}",
        "format": match.format,
        "hero": match.hero or None,
        "deals": match.deals,
        "fair": match.fair,
        "bots": [_bot(match, standing) for standing in figures.standings],
        "meetings": [_meeting(faced) for faced in figures.faced],
    }


def _bot(match: Match, standing: Standing) -> dict[str, Any]:
    entrant = match.entrant(standing.label)
    return {
        "label": standing.label,
        "name": entrant.name or None,
        "command": list(entrant.command) or None,
        "seconds": entrant.seconds,
        "playouts": entrant.playouts,
        "wins": _estimate(standing.wins),
        "margin": _estimate(standing.margin),
        "rating": standing.rating._asdict() if standing.rating else None,
        "decisions": standing.decisions,
        "forfeits": dict(standing.forfeits),
        "trouble": standing.trouble or None,
        "time": {"mean_ms": round(standing.mean_ms, 4), "p99_ms": round(standing.p99_ms, 4)},
    }


def _meeting(faced: Faced) -> dict[str, Any]:
    return {
        **faced.meeting._asdict(),
        "games": faced.games,
        "deals": faced.deals,
        "wins": _estimate(faced.wins),
        "margin": _estimate(faced.margin),
    }


def _estimate(estimate: Estimate | None) -> dict[str, float] | None:
    return estimate._asdict() if estimate else None


def write_files(folder: Path, match: Match, figures: Figures) -> list[Path]:
    """Write arena.json and arena.html; their paths."""
    texts = {
        "arena.json": json.dumps(summary_of(match, figures), indent=1) + "\n",
        "arena.html": report_page(match, figures),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in texts]
