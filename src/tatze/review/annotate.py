"""A review as annotations of its record, so that it can be saved, shared, read back and replayed with the game."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.core.record import Annotation, EntryError, VariationAction
from tatze.core.record.annotations import MAX_COMMENT_LENGTH
from tatze.review.results import DecisionReview, GameReview, Step
from tatze.review.text import reason_lines, told


def annotations_of(review: GameReview, lang: str) -> tuple[Annotation, ...]:
    """Return what a review says about every entry: the chances after it, and for a wrong decision its error, its grade
    and reasons in words, and the better action as a variation."""
    wrong = {decision.entry: decision for decision in review.decisions if decision.grade != "fine"}
    return tuple(_annotation(review, step, wrong.get(step.entry), lang) for step in review.steps)


def _annotation(review: GameReview, step: Step, decision: DecisionReview | None, lang: str) -> Annotation:
    entry, chances = step.entry + 1, tuple(100 * chance for chance in step.chances)
    if decision is None:
        return Annotation(entry, chances=chances)
    error = EntryError(100 * decision.error, 100 * decision.low, 100 * decision.high, _best(decision))
    grade = told(lang, f"grade.{decision.grade}")
    comment = " ".join([f"{grade[0].upper()}{grade[1:]}.", *reason_lines(review, decision, lang)])
    better = VariationAction(LETTERS[decision.seat], decision.best)
    return Annotation(entry, comment.replace('"', "'")[:MAX_COMMENT_LENGTH], chances, error, ((better,),))


def _best(decision: DecisionReview) -> float:
    return min(100.0, max(0.0, 100 * decision.candidates[0].value))
