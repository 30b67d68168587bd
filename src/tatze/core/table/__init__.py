"""A table is one running game, from the setup to the outcome.

Everything that happens at a table is an entry of its log: an action of a seat, a roll of the dice, or an undo. The
state follows from the setup, the deal and the entries, and from nothing else.
"""

from tatze.core.table.deal import draw_deal, draw_roll, draw_start, opening_state, unshuffled_deal
from tatze.core.table.log import Entry
from tatze.core.table.table import RuleRefusal, Table, visible_event

__all__ = [
    "Entry",
    "RuleRefusal",
    "Table",
    "draw_deal",
    "draw_roll",
    "draw_start",
    "opening_state",
    "unshuffled_deal",
    "visible_event",
]
