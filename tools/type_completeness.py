"""Checks that users of the package get types: `pyright --verifytypes` must know nearly all of them.

    python tools/type_completeness.py

It prints the share of public names whose type is known, and fails below the least share with the names that are not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LEAST = 0.98


def main() -> None:
    programs = Path(sys.executable).parent
    command = [str(programs / "pyright"), "--verifytypes", "tatze", "--ignoreexternal", "--outputjson"]
    environment = {**os.environ, "PATH": os.pathsep.join([str(programs), os.environ.get("PATH", "")])}
    with (
        tempfile.TemporaryDirectory() as folder
    ):  # beside the sources, pyright would not take them for an installed package
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)["typeCompleteness"]
    except (ValueError, KeyError):
        sys.exit(f"pyright gave no figures: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    share = found["completenessScore"]
    print(f"{100 * share:.1f} % of the types of {len(found['symbols'])} names are known")
    if share < LEAST:
        unknown = [one["name"] for one in found["symbols"] if one["isExported"] and not one["isTypeKnown"]]
        sys.exit("\n".join([f"At least {100 * LEAST:.0f} % must be; these are not:", *unknown]))


if __name__ == "__main__":
    main()
