"""Tampers with records and gives them to the commands that read them.

    python bench/fuzz_records.py --records 10000

Every answer must be one clean line or success, within a second of the processor's time."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from tests.core.record.hostile import complaints, is_past_header
from tests.core.record.mutations import samples, tampered


def main() -> int:
    parser = argparse.ArgumentParser(description="Give tampered records to verify, show, replay and play --resume.")
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    random, originals = Random(args.seed), samples()
    past, found = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.records):
            text = tampered(random.choice(originals), random)
            past += is_past_header(text)
            for complaint in complaints(text, Path(folder) / "game.tatze", random):
                found += 1
                print(f"record {number}: {complaint}")
    print(f"{args.records} records, {past} of them past their headers: {found} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
