"""`tatze review FILE`: what was luck and what was skill in a recorded game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import tatze
from tatze.cli.common import add_file, add_language, replayed, save_new, seat_of
from tatze.core.errors import SetupError
from tatze.core.record import Record, annotated_text, read_file, save
from tatze.review.interrupts import NotedInterrupts

if TYPE_CHECKING:
    from tatze.review.game import Progress
    from tatze.review.results import GameReview


def arguments(parser: argparse.ArgumentParser) -> None:
    add_file(parser)
    parser.add_argument("--seat", metavar="SEAT", help="the decisions of this seat alone, such as A")
    parser.add_argument("--deep", action="store_true", help="play every decision on, which takes up to a minute a seat")
    parser.add_argument("--seconds", type=float, default=None, metavar="S", help="the most time of a deep review")
    parser.add_argument("--json", action="store_true", help="as JSON; a series is a list")
    parser.add_argument(
        "--html", type=Path, metavar="PAGE", help="write a page that any browser shows without a network"
    )
    parser.add_argument(
        "--annotate", type=Path, metavar="OUT", help="write the record with chances, errors and better actions in it"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    from tatze.review.files import review_text
    from tatze.review.page import page
    from tatze.review.text import review_lines

    records = read_file(args.file)
    if args.html and len(records) > 1:
        raise SetupError(f"--html takes one game, and {args.file} has {len(records)}")
    reviews = [_reviewed(record, args) for record in records]
    if args.annotate:
        save_new(args.annotate, annotated(records, reviews, args.lang), "--annotate")
        if not args.json:
            print(args.annotate)
    if args.html:
        save(args.html, page(reviews[0], args.lang))
        if not args.json:
            print(args.html)
    if args.json:
        texts = [review_text(review) for review in reviews]
        print(texts[0] if len(texts) == 1 else json.dumps([json.loads(text) for text in texts], ensure_ascii=False))
    elif not args.html and not args.annotate:
        for review in reviews:
            print("\n".join(review_lines(review, args.lang)))
    return 0


def annotated(records: Sequence[Record], reviews: Sequence[GameReview], lang: str) -> str:
    """Return the records with what the reviews say about their entries."""
    from tatze.review.annotate import annotations_of

    return "\n".join(
        annotated_text(record, replayed(record), annotations_of(review, lang))
        for record, review in zip(records, reviews, strict=True)
    )


def _reviewed(record: Record, args: argparse.Namespace) -> GameReview:
    """Review a record; Ctrl-C ends a review early, and what it has is shown."""
    seats = None if args.seat is None else [seat_of("--seat", args.seat)]
    depth = "deep" if args.deep else "instant"

    def report(progress: Progress) -> bool:
        if args.deep and sys.stderr.isatty():
            from tatze.review.text import told

            words = told(args.lang, "progress", done=progress.done, total=progress.total)
            print(f"\r{words} ", end="\n" if progress.done == progress.total else "", file=sys.stderr, flush=True)
        return not interrupts.noted

    with NotedInterrupts() as interrupts:
        return tatze.review_game(record, depth, seats, report, args.seconds)  # type: ignore[arg-type]  # one of both
