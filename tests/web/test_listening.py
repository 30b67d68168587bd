"""For those who listen: whole games by names, roles and keys alone, every move said once, every control named."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.services import Node
from tests.web.conftest import Open
from tests.web.people import BOT, join, next_frame, sit

HEARD = """
    window.heard = [];
    new MutationObserver(changes => {
      for (const { target, addedNodes, type } of changes) {
        const log = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=log]");
        if (!log) continue;
        if (type === "characterData") window.heard.push(`changed: ${target.data}`);
        for (const node of addedNodes) if (node.textContent) window.heard.push(node.textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Writes down what the live region says, as a screen reader would: whatever is added to it or changes in it."""
CONTROLS = {"button", "link", "textbox", "radio", "switch", "slider", "checkbox", "combobox", "menuitem", "tab"}


def start(open_page: Open, node: Node, game: str, others: int, **wish: Any) -> Page:
    """A table that is listened to from its first moment on."""
    open_with_words = partial(open_page, settings={"text": True, "name": "Ada"})
    page, _ = sit(open_with_words, node, [BOT] * others, game=game, **wish)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.add_init_script(HEARD)
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    return page


def over(page: Page) -> bool:
    return page.get_by_role("button", name="Play again").count() > 0


def play_by_ear(page: Page, choose: Callable[[Page, Random], Locator | None], seed: int) -> None:
    """A whole game by what has a role and a name, with the keyboard."""
    random = Random(seed)
    for step in range(3000):
        if over(page):
            return
        if step % 40 == 3:
            assert nameless(page) == []
        wanted = choose(page, random)
        if wanted is None:
            next_frame(page)
            continue
        try:
            wanted.press("Enter", timeout=700)
        except Exception as error:  # the table moved on between listening and pressing
            if "Timeout" not in str(error):
                raise
    raise AssertionError("the game does not end")


def one_of(random: Random, buttons: Locator) -> Locator | None:
    count = buttons.count()
    return buttons.nth(random.randrange(count)) if count else None


def in_words(page: Page, random: Random) -> Locator | None:
    """One of the choices in the text view."""
    words = page.get_by_role("region", name="The table in words")
    if not words.get_by_role("heading", name="What you can do").count():
        return None
    return one_of(random, words.get_by_role("button", disabled=False))


def at_the_track(page: Page, random: Random) -> Locator | None:
    """Verflixxt: one of the choices below the track."""
    return one_of(random, page.get_by_role("region", name="What you can do").get_by_role("button", disabled=False))


def at_the_cards(page: Page, random: Random) -> Locator | None:
    """Linko: draw or answer; else play what is picked, or pick something else."""
    pool = page.get_by_role("region", name="Deck, pool and discard pile")
    mine = page.get_by_role("group", name=re.compile("^(Your turn|You abluxx|.* does not want|Draw)"))
    draws = pool.get_by_role("button", name=re.compile("^Draw "), disabled=False)
    answers = mine.get_by_role("button", name=re.compile("^(Take|Leave|Discard|Don't draw)"), disabled=False)
    wanted = one_of(random, draws.or_(answers))
    play = mine.get_by_role("button", name=re.compile("^Play "), disabled=False)
    if wanted or not play.count() or random.random() < 0.4:
        return wanted or one_of(random, mine.get_by_role("button", name=re.compile("in your hand")))
    return play


def nameless(page: Page) -> list[str]:
    """Controls without a name that says something, in the tree that Chromium gives to screen readers."""
    chrome = page.context.new_cdp_session(page)
    nodes = chrome.send("Accessibility.getFullAXTree")["nodes"]
    chrome.detach()
    found = []
    for one in nodes:
        role, name = one.get("role", {}).get("value", ""), one.get("name", {}).get("value", "")
        if not one["ignored"] and role in CONTROLS and not re.search(r"\w", name):
            found.append(f"{role}: {name!r}")
        if re.search(r"undefined|NaN|\[object|\{\w*\}", name):
            found.append(f"{role}: {name!r}")
    return found


LOGGED = "lines => lines.map(line => line.querySelector('.told').firstChild.textContent)"
"""The sentences of the log's lines, without their pictures."""


def whole(line: str) -> list[str]:
    """The sentences of a line."""
    return re.split(r"(?<=[.!?])\s+", " ".join(line.split()))


VERBS = r"(?:play|abluxx|take|do|discard|draw|roll|move|bring|give|has|have|steal|find|is|are)(?:e?s)?\b"
"""How what somebody does begins."""


def apart(sentence: str) -> list[str]:
    """The sentences of a sentence of the log, which names a player once for several things: "Mira rolls a 3 and takes
    −2." is two."""
    first, *others = re.split(rf"(?:, | and )(?={VERBS})", sentence.removesuffix("."))
    who = re.match(rf"(.*?)(?= {VERBS})", first)
    return [f"{first}.", *(f"{who[1]} {clause}." for clause in others)] if others and who else [sentence]


def sentences(lines: list[str]) -> list[str]:
    """The sentences of some lines. What is drawn is left out: the log adds draws of one turn up, a voice tells each."""
    every = [one for line in lines for one in whole(line)]
    return [one for one in every if not re.search(r"\bdraws?\b", one)]


def check_what_was_heard(page: Page) -> None:
    """Every sentence of the log since the beginning was said, in order and once; nothing that was said changed."""
    heard: list[str] = page.evaluate("heard")
    assert not [line for line in heard if line.startswith("changed:")]
    log = page.get_by_role("region", name="What happened").locator("li")
    logged = sentences([" ".join(apart(one)) for line in log.evaluate_all(LOGGED) for one in whole(line)])
    said = sentences([line for line in heard if not line.endswith("?")])  # a question repeats what it is about
    told = [one for one in said if one in set(logged)]
    assert told == logged[len(logged) - len(told) :]
    assert len(told) > 10
    assert re.search(r"^You win!$| wins\.$| the victory", heard[-1])


@pytest.mark.parametrize(
    ("game", "rules", "others", "how"),
    [
        ("linko", "duel", 1, in_words),
        ("verflixxt", "combined", 1, in_words),
        ("linko", "base", 2, at_the_cards),
        ("verflixxt", "base", 2, at_the_track),
    ],
    ids=["linko in words", "verflixxt in words", "linko at the cards", "verflixxt at the track"],
)
def test_a_whole_game_is_played_by_ear(
    open_page: Open, node: Node, game: str, rules: str, others: int, how: Callable[[Page, Random], Locator | None]
) -> None:
    page = start(open_page, node, game, others, rules=rules)
    play_by_ear(page, how, seed=31)
    check_what_was_heard(page)
    assert nameless(page) == []


def test_whoever_listens_is_asked_for_every_decision(open_page: Open, node: Node) -> None:
    page = start(open_page, node, "linko", 1, rules="duel")
    news = page.get_by_role("log", name="News from the table")
    words = page.get_by_role("region", name="The table in words")
    expect(words.get_by_role("heading", name="Your turn. What do you play?")).to_be_visible()
    words.get_by_role("button", name=re.compile("^Play a .*: abluxxes nothing")).first.press("Enter")
    expect(news).to_contain_text(re.compile("You play .*You abluxxed nothing and may draw a card"))
    words.get_by_role("button", name="Don't draw").press("Enter")
    expect(news).to_contain_text(re.compile(r"You draw nothing\..*(Take it back or discard it|What do you play)\?"))


def test_the_keyboard_stays_with_the_words_when_a_choice_is_gone(open_page: Open, node: Node) -> None:
    page = start(open_page, node, "linko", 1, rules="duel")
    words = page.get_by_role("region", name="The table in words")
    words.get_by_role("button", name=re.compile("^Play a .*: abluxxes nothing")).first.press("Enter")
    expect(words.get_by_role("button", name="Don't draw")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('section')?.ariaLabel") == "The table in words"
    words.get_by_role("button", name="Don't draw").press("Enter")
    choices = words.get_by_role("button", name=re.compile("^(Play|Take|Leave|Discard) "))
    expect(choices.first).to_be_visible(timeout=15_000)
    assert page.evaluate("document.activeElement.closest('section')?.ariaLabel") == "The table in words"


def test_a_call_is_heard(open_page: Open, node: Node) -> None:
    page, code = sit(open_page, node, [{"kind": "open"}])
    guest = join(open_page, code)
    guest.get_by_role("button", name="Say something").click()
    guest.get_by_role("button", name="Well played!").click()
    expect(page.get_by_role("log", name="News from the table")).to_contain_text("Bea: Well played!")


def test_the_words_keep_what_the_host_does_not_want_shown(open_page: Open, node: Node) -> None:
    """The same game twice: as soon as the words tell of a known card, they would in the other one too."""
    steps = 60
    for aid in (True, False):
        page = start(open_page, node, "linko", 2, aid=aid)
        known = page.get_by_role("region", name="The table in words").get_by_text("Known to be in this hand")
        steps = decide_until(page, known, steps)
        page.get_by_role("heading", name="What you can do").wait_for()
        assert bool(known.count()) == aid
    assert steps < 60


def decide_until(page: Page, known: Locator, most: int) -> int:
    """Decide by words until something is known or so many times; returns how many times it was."""
    random, made = Random(5), 0
    while made < most and not known.count() and not over(page):
        wanted = in_words(page, random)
        if wanted:
            wanted.click()
            made += 1
        next_frame(page)
    return made
