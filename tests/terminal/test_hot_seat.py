from __future__ import annotations

import re

from tests.terminal.helpers import NAMES, Eager, Glass, play


def test_a_curtain_hides_the_hand_before_the_next_person_decides() -> None:
    glass = Glass()
    play(Eager(glass), seats=("you", "you", "thumb"), glass=glass)
    seen = ""
    curtains = 0
    for frame in glass.frames:
        asked = re.search(r"Now it is (\w+)'s decision", frame)
        if asked:
            curtains += 1
            seen = asked[1]
            assert "hand" not in frame
            assert f"{seen}, press Enter when only you can see the screen." in frame
        elif "Your hand" in frame:
            own = frame.split("Your hand")[0].strip().split("\n")
            assert any(seen in line for line in own)
    assert curtains > 4


def test_each_person_reads_only_the_own_hand() -> None:
    glass = Glass()
    play(Eager(glass), seats=("you", "you"), rules="first", glass=glass)
    reader = ""
    for frame in glass.frames[1:-1]:
        asked = re.search(r"Now it is (\w+)'s decision", frame)
        reader = asked[1] if asked else reader
        rows = [line for line in frame.split("\n") if re.match(rf".  (?:{'|'.join(NAMES)}) ", line)]
        if rows:
            assert reader in rows[-1]  # the reader sits last, just above the hand


def test_the_result_shows_nobodys_hand() -> None:
    glass = Glass()
    play(Eager(glass), seats=("you", "you", "you"), glass=glass)
    result = glass.file.getvalue().rpartition("\x1b[?1049l")[2]
    assert "Fingerprint" in result
    assert "Your hand" not in result


def test_everything_happens_on_the_alternate_screen() -> None:
    glass = Glass()
    play(Eager(glass), seats=("you", "you", "thumb"), glass=glass)
    raw = glass.file.getvalue()
    inside = raw[raw.index("\x1b[?1049h") : raw.index("\x1b[?1049l")]
    outside = raw.replace(inside, "")
    assert "Your hand" in inside
    assert "Your hand" not in outside


def test_a_person_cannot_undo_once_another_has_decided() -> None:
    _, glass = play(["", "13", "", "21", "", "undo"], seats=("you", "you"), rules="first")
    assert "That can no longer be undone: Bela has decided since." in glass.text
    assert "Undone" not in glass.text
