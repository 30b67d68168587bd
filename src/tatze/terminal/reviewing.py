"""The review that is offered after a game: what was luck and what was skill, for the people at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.status import Status
from rich.text import Text

from tatze.core.errors import MissingExtra
from tatze.review.interrupts import NotedInterrupts
from tatze.review.requirements import check_review_installed
from tatze.review.text import review_lines, told
from tatze.terminal.session import Session

if TYPE_CHECKING:
    from tatze.review.game import Progress
    from tatze.review.results import GameReview


def offer_review(session: Session) -> None:
    """Offer a review of the finished game, and show it if somebody wants it. Where it cannot be made, say what is
    missing; games without a trained network have none."""
    if not session.table.game.weights:
        return
    try:
        check_review_installed()
    except MissingExtra:
        session.screen.console.print(Text(session.say("review.missing"), style="dim"), soft_wrap=True)
        return
    try:
        answer = session.screen.ask(told(session.lang, "offer"))
    except (EOFError, KeyboardInterrupt):  # the game is over and saved: whoever leaves now wants no review
        session.screen.console.print()
        return
    if answer.strip().lower() in session.say("yes").split():
        show_review(session)


def show_review(session: Session) -> None:
    """Review the game and print what it says about the people. Ctrl-C ends it early, with what it has by then."""
    console = session.screen.console
    try:
        with console.status(Text(session.say("review.begins"))) as status, NotedInterrupts() as interrupts:
            review = _review(session, status, interrupts)
    except KeyboardInterrupt:
        return
    for line in review_lines(review, session.lang, session.people):
        console.print(Text(line), soft_wrap=True)


def _review(session: Session, status: Status, interrupts: NotedInterrupts) -> GameReview:
    from tatze.review.game import review_game

    def report(progress: Progress) -> bool:
        status.update(Text(told(session.lang, "progress", done=progress.done, total=progress.total)))
        return not interrupts.noted

    return review_game(session.table, seats=session.people, progress=report)
