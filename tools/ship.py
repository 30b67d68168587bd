"""Put trained weights into the package, with a JSON file beside them that says how they were made.

    python tools/ship.py .train/linko --machine "one NVIDIA H200"

Weights that were made for other rules or features than those of this checkout are refused."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path

from tatze.bots.learned.bot import weights_file
from tatze.bots.learned.network import Network
from tatze.games import game_names

LARGEST_FILE_BYTES = 6_000_000
"""The largest size of a weights file, which is part of every installation."""
FOLDER_OPTIONS = ("--out", "--resume", "--imitation", "--mirror", "--rival")
"""Options of `tatze train` that name folders of the machine it ran on."""


def command_of(text: str) -> str:
    """Return the command without the folders of the machine that it ran on."""
    words = shlex.split(text)
    return shlex.join(
        Path(word).name if before in FOLDER_OPTIONS else word for before, word in zip(["", *words], words, strict=False)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of a training")
    parser.add_argument("--machine", default="", help="what it was trained on")
    parser.add_argument("--note", default="", help="what else there is to know of where they come from")
    args = parser.parse_args()
    path = args.folder / "weights.npz"
    game = next(game for game in game_names() if game in args.folder.name)
    network = Network.load(path, game)
    about = {**network.about, "command": command_of(network.about["command"]), "machine": args.machine}
    if args.note:
        about["note"] = args.note
    shipped = weights_file(game)
    Network(network.weights, about).save(shipped, small=True)
    size = shipped.stat().st_size
    if size > LARGEST_FILE_BYTES:
        raise SystemExit(f"{shipped.name} has {size:,} bytes, more than {LARGEST_FILE_BYTES:,}")
    shipped.with_suffix(".json").write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{shipped.name}: {size:,} bytes, {about['decisions']:,} decisions")


if __name__ == "__main__":
    main()
