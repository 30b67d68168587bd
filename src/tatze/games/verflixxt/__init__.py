"""Verflixxt: roll and move along a track of tiles; whoever leaves a tile last must take it."""

from __future__ import annotations

from tatze.core.game import EventKind, Game, Option, RuleSet
from tatze.core.layout import Layout
from tatze.core.setup import yes_or_no
from tatze.core.strategy import Levels, SearchParameters, TrainingSettings, measured_tigers
from tatze.games.verflixxt import caption, draw, notation, picture, position, rules, show, tracks, views
from tatze.games.verflixxt import state as k
from tatze.games.verflixxt.bots import BOTS
from tatze.games.verflixxt.features import FEATURES
from tatze.games.verflixxt.observation import OBSERVATION
from tatze.games.verflixxt.review import REVIEW
from tatze.games.verflixxt.state import State


def _write_luck(s: State, text: str) -> str:
    s.luck_below = yes_or_no("luck_below", text)
    return "yes" if s.luck_below else "no"


def _rule_set(name: str, track: str, **writes: int) -> RuleSet:
    return RuleSet(name, range(2, 7), 4, writes, ("track", "luck_below"), {"track": track})


RULE_SETS = (  # V-2
    _rule_set("base", tracks.SHUFFLED, action_tiles=1),
    _rule_set("pro", "pro", guarded=1),
    _rule_set("combined", "pro", guarded=1, action_tiles=1),  # V-30
)

ACTION_TILES = ("base", "combined")
GUARDS = ("pro", "combined")

LIMITED_RULES: dict[int, tuple[str, ...]] = {
    5: ("base",),
    6: ("base",),
    **dict.fromkeys(range(13, 19), ACTION_TILES),
    **dict.fromkeys(range(25, 30), GUARDS),
    30: ("combined",),
}

# "seat" and "other" are seats; "tile", "left", "reached" and "side" are tiles; "from", "to" and "number" are the
# numbers of tiles.
EVENTS = {
    k.ROLLED: EventKind("rolled", ("seat", "roll"), reveals=True),
    k.MOVED: EventKind("moved", ("seat", "from", "to", "left", "reached")),
    k.GUARD_MOVED: EventKind("guard_moved", ("seat", "from", "to", "left", "reached")),
    k.HOME: EventKind("home", ("seat", "pieces")),
    k.COLLECTED: EventKind("collected", ("seat", "number", "tile")),
    k.BOXED: EventKind("boxed", ("seat",)),
    k.GAVE: EventKind("gave", ("seat", "other", "tile")),
    k.NO_GIFT: EventKind("no_gift", ("seat",)),
    k.STOLE: EventKind("stole", ("seat", "other", "tile")),
    k.NO_THEFT: EventKind("no_theft", ("seat",)),
    k.FLIPPED: EventKind("flipped", ("number", "side")),
    k.SKIPPED: EventKind("skipped", ("seat",)),
    k.TURNED: EventKind("turned", ("seat",)),
    k.ENDED: EventKind("ended", ("reason",)),
}

GAME = Game(
    name="verflixxt",
    package=__name__,
    letter="V",
    layout=Layout(State),
    actions=k.ACTIONS,
    deal_size=k.TILES,
    rule_sets={rule_set.name: rule_set for rule_set in RULE_SETS},
    options={
        "track": Option("track", tracks.SHUFFLED, tracks.write_track),
        "luck_below": Option("luck_below", "no", _write_luck),
    },
    events=EVENTS,
    reasons={k.ALL_HOME: "all-home"},
    limited_rules=LIMITED_RULES,
    stock=rules.stock,
    begin=rules.begin,
    legal=rules.legal,
    apply=rules.apply,
    refusal=rules.refusal,
    foresee=rules.foresee,
    score=rules.score,
    standing=rules.standing,
    hide=views.hide,
    unseen=views.unseen,
    fill=views.fill,
    write=notation.write,
    read=notation.read,
    write_item=notation.write_tile,
    read_item=notation.read_tile,
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
    hidden=False,
    levels=Levels(lynx="search:45", puma="search:200", tiger="guided:4000", tiger_in=measured_tigers(__name__)),
    search=SearchParameters(exploration=0.6, prior_temperature=100.0, uniform_prior=0.5, score_scale=60.0),
    features=FEATURES,
    weights="verflixxt.npz",
    training=TrainingSettings(
        weights={("base", 4): 10.0, ("base", 2): 8.0, ("base", 3): 2.0, ("base", 5): 2.0, ("base", 6): 2.0},
        variants=(
            *((rules, players, {"luck_below": "yes"}) for rules in ("base", "pro") for players in (2, 4)),
            *(("pro", players, {"track": track}) for track in ("swapped", "lucky-last") for players in (2, 4)),
        ),
        measured=(("base", 4), ("base", 2)),
        hyperparameters={
            "width": 384,
            "lead_scale": 30.0,
            "observer_interval": 8,
            "return_weight": 0.4,
            "afterstate_interval": 4,
            "entropy_bonus": 0.02,
            "final_entropy_bonus": 0.002,
        },
    ),
    review=REVIEW,
)
