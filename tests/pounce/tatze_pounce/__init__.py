"""Pounce: the die says how big the mouse is, and a card catches it."""

from tatze.core.game import EventKind, Game, RuleSet
from tatze.core.layout import Layout
from tatze_pounce import rules, views

GAME = Game(
    name="pounce",
    package=__name__,
    layout=Layout(rules.State),
    actions=rules.ACTIONS,
    deal_size=rules.CARDS,
    rule_sets={"base": RuleSet("base", players=range(2, 5), usual=3, writes={})},
    events={
        rules.ROLLED: EventKind("rolled", ("seat", "roll"), reveals=True),
        rules.POUNCED: EventKind("pounced", ("seat", "card", "points")),
        rules.DREW: EventKind("drew", ("seat", "card"), secret="card", reveals=True),
        rules.ENDED: EventKind("ended", ("reason",)),
    },
    reasons={rules.CARDS_GONE: "cards-gone"},
    stock=rules.stock,
    begin=rules.begin,
    apply=rules.apply,
    refusal=rules.refusal,
    score=rules.score,
    private=("hand",),
    secret=("deck",),
    unseen=views.unseen,
    fill=views.fill,
    write=views.TEXTS.__getitem__,
    read=views.read,
    show=views.show,
)
