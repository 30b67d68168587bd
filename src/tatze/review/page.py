"""A review as one HTML page that needs nothing else: no network, no script, no other file."""

from __future__ import annotations

from html import escape

from tatze.review.picture import account_bars, curve
from tatze.review.results import GameReview
from tatze.review.text import review_lines, seat_lines, told

STYLE = """body{font:16px/1.5 sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
svg{max-width:100%;height:auto}h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}"""


def page(review: GameReview, lang: str) -> str:
    """Return a review as an HTML page: the curve, and for each reviewed seat its account and its key moments."""
    title, *_, method = review_lines(review, lang)
    parts = [f"<h1>{escape(title)}</h1>", curve(review, lang)]
    for seat in review.seats:
        if seat.seat in review.reviewed:
            first, *lines = seat_lines(review, seat, lang)
            parts += [f"<h2>{escape(first)}</h2>", account_bars(review, seat.seat, lang)]
            parts += [f"<p>{escape(line.strip())}</p>" for line in lines]
    if not review.complete:
        parts.append(f"<p>{escape(told(lang, 'incomplete', count=len(review.decisions)))}</p>")
    parts.append(f"<p><small>{escape(told(lang, 'account'))}. {escape(method)}</small></p>")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{STYLE}</style></head><body>\n' + "\n".join(
        [*parts, "</body></html>\n"]
    )
