"""Messages about the server itself: what it offers, and how it says that a request failed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from tatze.wire.common import Request
from tatze.wire.moments import Why


class Problem(Struct, frozen=True):
    """The body of every HTTP answer that is not a success."""

    code: str
    """A stable code such as "table/unknown"; docs/protocol.md lists them."""
    detail: str = ""
    """One English sentence for developers."""
    why: Why | None = None


class RuleSetInfo(Struct, frozen=True):
    """A rule set: its name, the possible and the usual number of players, and its options."""

    name: str
    players: list[int]
    usual: int
    options: list[str]
    defaults: dict[str, str] = field(default_factory=dict)
    """The value of each option when nobody chooses one."""
    variant: str = ""
    """The rule set whose kind of play this one brings to another number of players; its own name otherwise. A game has
    at most one rule set for a variant and a number of players."""


class LessonInfo(Struct, frozen=True):
    """A lesson: its name, and how long it takes."""

    name: str
    minutes: int


class GameInfo(Struct, frozen=True):
    """A game and its rule sets."""

    name: str
    rule_sets: list[RuleSetInfo]
    lessons: list[LessonInfo] = field(default_factory=list)
    """The game's lessons, the first one to learn first."""
    limited_rules: dict[str, list[str]] = field(default_factory=dict)
    """The rules that hold only in some rule sets, by number, and the names of those rule sets."""
    puzzles: int = 0
    """Number of puzzles that come with the game."""


class GameWords(Struct, frozen=True):
    """The sentences of a game in one language, by key."""

    words: dict[str, str]


class ChanceAsked(Request, frozen=True):
    """The settings of a game whose chance is asked about."""

    game: str
    rules: str
    players: int
    options: dict[str, str] = field(default_factory=dict)


class ChanceInfo(Struct, frozen=True):
    """What chance decides in a game of given settings, in the order before anything is drawn."""

    stock: list[str]
    """What is shuffled for the deal; empty where nothing is dealt."""
    outcomes: list[str]
    """The actions among which each roll chooses, equally likely; empty where nothing is rolled."""


class About(Struct, frozen=True):
    """What a server offers."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[str]
    """Bots that people may choose, from the weakest to the strongest."""
    emotes: list[str]
    imprint: str
    privacy: str
    """Addresses of the operator's own pages; empty if there are none."""
    hooks: bool
    """Whether seats may name a webhook, which is called when it is their turn."""
    address: str
    """The address at which other devices reach this server, for invitations; empty if the operator gave none."""
    push: str = ""
    """The server's public key for push subscriptions (VAPID), in base64url; empty if it sends no push messages."""
    reviews: list[str] = field(default_factory=list)
    """Games that the server reviews when they are over; empty if it reviews none."""
    opening: Literal["everybody", "password", "nobody"] = "everybody"
    """Whether you may open tables from here: everybody may, those who know the operator's password, or nobody."""
    banner: str = ""
    """An announcement of the operator; empty if there is none."""
    report: str = ""
    """Where misuse can be reported; {table} in it stands for a table's id. Empty if the operator gave no address."""
