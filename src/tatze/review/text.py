"""A review in words: the lines that the terminal, the command and the HTML page show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tatze.bots import levels
from tatze.core.game import LETTERS
from tatze.core.words import decimal, say
from tatze.games import game_named
from tatze.review.level_scale import scale_of
from tatze.review.results import DecisionReview, GameReview, SeatReview

PARTS = ("luck", "hidden", "own", "others", "rest")
"""The parts of an account between the chance before the game and the result."""


def points(fraction: float, lang: str, sign: str = "-") -> str:
    """Return a fraction as percentage points with one decimal."""
    return decimal(100 * fraction, lang, sign)


def parts_of(game: str) -> list[str]:
    """Return the parts of an account of a game; one that hides nothing owes nothing to hidden cards."""
    return [part for part in PARTS if part != "hidden" or game_named(game).hidden]


def told(lang: str, key: str, **params: object) -> str:
    """Return a sentence of the review's words."""
    return say("tatze.review", lang, key, params)


def seat_lines(review: GameReview, seat: SeatReview, lang: str) -> Iterator[str]:
    """Yield what a review says about a seat: errors, grades, level, account and key moments."""
    yield told(
        lang,
        "seat",
        name=seat.name,
        decisions=seat.decisions,
        points=points(seat.mean_error, lang),
        low=points(seat.low, lang),
        high=points(seat.high, lang),
    )
    counts = {"inaccuracies": seat.inaccuracies, "mistakes": seat.mistakes, "blunders": seat.blunders}
    yield "  " + told(lang, "seat.grades", **counts)
    if scale_of(review.game, review.rules, len(review.names)):
        yield "  " + level_line(review, seat, lang)
    yield "  " + account_line(review, seat, lang)
    by_entry = {decision.entry: decision for decision in review.decisions}
    for entry in seat.moments:
        yield from (f"  {line}" for line in moment_lines(review, by_entry[entry], lang))


def level_line(review: GameReview, seat: SeatReview, lang: str) -> str:
    """Return which levels of bots a seat played like, or that this cannot be said."""
    names = {level.bot: level.name for level in levels(review.game, lang)}
    if not seat.levels:
        return told(lang, "seat.unlike")
    return told(lang, "seat.like", levels=" – ".join(names[level] for level in seat.levels))


def account_line(review: GameReview, seat: SeatReview, lang: str) -> str:
    """Return the account of a seat in one line."""
    account = seat.account
    parts = [f"{told(lang, 'account.before')} {points(account.before, lang)}"]
    for part in parts_of(review.game):
        parts.append(f"{told(lang, f'account.{part}')} {points(getattr(account, part), lang, '+')}")
    separator = "; " if lang == "de" else ", "  # German numbers have commas
    return separator.join([*parts, f"{told(lang, 'account.result')} {points(account.result, lang)}"])


def moment_lines(review: GameReview, decision: DecisionReview, lang: str) -> Iterator[str]:
    """Yield a decision that was wrong, and why."""
    yield told(
        lang,
        "moment",
        entry=decision.entry + 1,
        name=review.names[decision.seat],
        chosen=decision.chosen,
        best=decision.best,
        points=points(decision.error, lang),
        low=points(decision.low, lang),
        high=points(decision.high, lang),
    )
    yield from (f"  {line}" for line in reason_lines(review, decision, lang))


def reason_lines(review: GameReview, decision: DecisionReview, lang: str) -> Iterator[str]:
    """Yield why another action was better than the chosen one, a sentence each."""
    for reason in decision.reasons:
        numbers = {key: decimal(one, lang) for key, one in reason.params.items() if isinstance(one, float)}
        params = {**reason.params, **numbers}
        if isinstance(params.get("seat"), str) and str(params["seat"]) in LETTERS:
            params["seat"] = review.names[LETTERS.index(str(params["seat"]))]
        yield game_named(review.game).say(lang, reason.key, params)


def review_lines(review: GameReview, lang: str, seats: Sequence[int] | None = None) -> Iterator[str]:
    """Yield a whole review in words, of these seats or of all that were reviewed."""
    game = game_named(review.game)
    title = {"game": game.words(lang)["title"], "rules": game.words(lang)[f"ruleset.{review.rules}.name"]}
    yield told(lang, "title", **title)
    yield told(lang, "account")
    for seat in review.seats:
        if seat.seat in (review.reviewed if seats is None else seats):
            yield from seat_lines(review, seat, lang)
    if not any(seat.moments for seat in review.seats):
        yield told(lang, "moment.none")
    if not review.complete:
        yield told(lang, "incomplete", count=len(review.decisions))
    yield told(lang, "method", judge=review.judge, depth=told(lang, f"depth.{review.depth}"))
