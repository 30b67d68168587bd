"""What somebody typed as an action: reading it, and saying why it is not possible."""

from __future__ import annotations

from tatze.games.pages import rule_text
from tatze.terminal.session import Session


def read_action(session: Session, seat: int, text: str) -> int | None:
    """Return the action that somebody typed. If it is none, add a message that says how actions are written."""
    scene = session.scene(seat)
    try:
        return session.table.game.read(session.board.read(scene, text))
    except ValueError:
        session.add_message("input.unknown", text=text, notation=scene.say("notation"))
        return None


def refuse_illegal(session: Session, text: str, action: int) -> bool:
    """Return whether the rules forbid an action. If they do, add a message that names the rule and the reason."""
    refusal = session.table.why_not(action)
    if refusal is None:
        return False
    game = session.table.game
    words = game.words(session.lang)
    key = f"{refusal.detail.key}.you" if f"{refusal.detail.key}.you" in words else refusal.detail.key
    reason = game.say(session.lang, key, refusal.detail.params)
    session.add_message("input.refused", text=text, why=reason, rule=refusal.rule)
    number = refusal.rule.partition("-")[2]
    if rule := rule_text(game, int(number), session.lang):
        session.add_message("input.rule", rule=refusal.rule, title=rule.title, number=number)
    return True
