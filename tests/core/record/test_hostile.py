"""Records from hostile hands: every tampered record is refused in one clean line, or it is accepted, and soon."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.core.record.hostile import complaints, is_past_header
from tests.core.record.mutations import samples, tampered

RECORDS = 400


def test_tampered_records_give_no_traceback_no_control_characters_and_no_long_wait(tmp_path: Path) -> None:
    """bench/fuzz_records.py does the same with more of them."""
    random, originals = Random(20), samples()
    found: list[str] = []
    past = 0
    for _ in range(RECORDS):
        text = tampered(random.choice(originals), random)
        past += is_past_header(text)
        found += complaints(text, tmp_path / "game.tatze", random)
    assert found == []
    assert past >= RECORDS / 2
