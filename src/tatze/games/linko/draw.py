"""A view of Linko as lines of text, for print(table)."""

from __future__ import annotations

from tatze.core.game import LETTERS
from tatze.games.linko import rules
from tatze.games.linko.position import write_cards, write_place, write_seat
from tatze.games.linko.show import PHASES
from tatze.games.linko.state import BACK, DRAW, OVER, POOL, TAKE, State


def draw(v: State, names: tuple[str, ...]) -> str:
    """Return a line for each seat, with its points, hand and display, then the middle of the table and the decision."""
    width = max(len(name) for name in names)
    lines = [
        f"{'>' if seat == v.turn else ' '} {LETTERS[seat]} {names[seat]:{width}} {rules.score(v, seat):4d}  "
        f"{write_seat(v, seat)}"
        for seat in range(v.players)
    ]
    lines.append(f"  pool {' '.join(write_place(v, place) for place in range(POOL))}")
    if v.duel:
        lines.append(f"  shadow display {write_cards(v.shadow)}")
    lines.append(f"  deck {v.cards - v.top}, discarded {write_cards(v.discard)}")
    return "\n".join([*lines, f"  {_decision(v, names)}"])


def _decision(v: State, names: tuple[str, ...]) -> str:
    if v.phase == OVER:
        return "the game is over"
    whose = f" (layer of {names[rules.owner(v)]})" if v.phase in (TAKE, BACK) else ""
    owed = f" ({v.owed} cards to draw)" if v.phase == DRAW else ""
    return f"{names[v.actor]} decides: {PHASES[v.phase]}{whose}{owed}"
