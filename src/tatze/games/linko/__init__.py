"""Linko, also called Abluxxen: play sets, steal equally large lower sets."""

from __future__ import annotations

from tatze.core.game import EventKind, Game, Option, RuleSet
from tatze.core.layout import Layout
from tatze.core.setup import yes_or_no
from tatze.core.strategy import Levels, SearchParameters, TrainingSettings, measured_tigers
from tatze.games.linko import caption, draw, notation, picture, position, rules, show, views
from tatze.games.linko import state as k
from tatze.games.linko.bots import BOTS
from tatze.games.linko.features import FEATURES
from tatze.games.linko.observation import OBSERVATION
from tatze.games.linko.review import REVIEW
from tatze.games.linko.state import State


def _write_part(s: State, text: str) -> str:
    s.part = yes_or_no("shadow_part", text)
    return "yes" if s.part else "no"


def _duel(name: str, variant: str, **writes: int) -> RuleSet:
    return RuleSet(name, range(2, 3), 2, {"duel": 1, **writes}, ("shadow_part",), variant=variant)


RULE_SETS = (  # L-2
    RuleSet("base", range(3, 6), 4, {"draws": 1}),
    RuleSet("advanced", range(3, 6), 4, {}),
    RuleSet("expert", range(3, 6), 4, {"ones": 1}),
    _duel("duel", "base", draws=1),
    _duel("duel-advanced", "advanced"),
    _duel("duel-expert", "expert", ones=1),
    RuleSet("first", range(2, 6), 4, {"shared": 1}),
)

ADVANCED = ("advanced", "expert", "duel-advanced", "duel-expert")
EXPERT = ("expert", "duel-expert")
DUELS = ("duel", "duel-advanced", "duel-expert")

LIMITED_RULES: dict[int, tuple[str, ...]] = {
    19: ("base", "duel"),
    25: tuple(rule_set.name for rule_set in RULE_SETS if "shared" not in rule_set.writes),
    26: ADVANCED,
    27: EXPERT,
    28: ("first",),
    **dict.fromkeys(range(30, 38), DUELS),
}

EVENTS = {
    k.PLAYED: EventKind("played", ("seat", "value", "numbers", "jokers")),
    k.ABLUXXED: EventKind("abluxxed", ("seat", "owner", "value", "numbers", "jokers")),
    k.TOOK: EventKind("took", ("seat", "owner")),
    k.LEFT: EventKind("left", ("seat", "owner")),
    k.TOOK_BACK: EventKind("took_back", ("seat",)),
    k.DISCARDED: EventKind("discarded", ("seat",)),
    k.DREW_DECK: EventKind("drew_deck", ("seat", "card"), secret="card", reveals=True),
    k.DREW_POOL: EventKind("drew_pool", ("seat", "place", "card", "thirteens", "jokers")),
    k.REFILLED: EventKind("refilled", ("place", "card"), reveals=True),
    k.PASSED: EventKind("passed", ("seat",)),
    k.SHADOWED: EventKind("shadowed", ("seat", "value", "count")),
    k.SHADOW_REFILLED: EventKind("shadow_refilled", ("card",), reveals=True),
    k.COVERED: EventKind("covered", ("place", "card"), reveals=True),
    k.TURNED: EventKind("turned", ("seat",)),
    k.ENDED: EventKind("ended", ("reason",)),
}

REASONS = {k.HAND_EMPTY: "hand-empty", k.CARDS_GONE: "cards-gone", k.STALEMATE: "stalemate"}

GAME = Game(
    name="linko",
    package=__name__,
    letter="L",
    layout=Layout(State),
    actions=k.ACTIONS,
    deal_size=k.CARDS,
    rule_sets={rule_set.name: rule_set for rule_set in RULE_SETS},
    options={"shadow_part": Option("shadow_part", "no", _write_part)},
    events=EVENTS,
    reasons=REASONS,
    limited_rules=LIMITED_RULES,
    stock=rules.stock,
    begin=rules.begin,
    legal=rules.legal,
    apply=rules.apply,
    refusal=rules.refusal,
    foresee=rules.foresee,
    score=rules.score,
    standing=rules.standing,
    private=("hand",),
    secret=("deck",),
    hide=views.hide,
    unseen=views.unseen,
    fill=views.fill,
    hidden_items=views.hidden_items,
    undrawn=views.undrawn,
    redraw=views.redraw,
    write=notation.write,
    read=notation.read,
    write_item=notation.write_card,
    read_item=notation.read_card,
    show=show.show,
    own=show.own,
    describe_foresight=show.describe_foresight,
    why=show.why,
    position=position.POSITIONS,
    draw=draw.draw,
    picture=picture.draw,
    caption=caption.label,
    observation=OBSERVATION,
    bots=BOTS,
    levels=Levels(
        lynx="search:120",
        puma="learned",
        tiger="guided:128",
        tiger_in=measured_tigers(__name__),
        thumb_rates={"puma": 0.1},
    ),
    search=SearchParameters(exploration=1.0, prior_temperature=600.0, uniform_prior=0.4, score_scale=40.0),
    features=FEATURES,
    weights="linko.npz",
    belief_weights="linko-belief.npz",
    training=TrainingSettings(
        weights={("base", 4): 16.0, ("duel", 2): 12.0, ("base", 3): 2.0, ("base", 5): 2.0},
        variants=tuple((rules, 2, {"shadow_part": "yes"}) for rules in ("duel", "duel-advanced", "duel-expert")),
        measured=(("base", 4), ("duel", 2)),
        hyperparameters={"imitation_min_players": 3},
    ),
    review=REVIEW,
)
