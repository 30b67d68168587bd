"""`tatze doctor`: checks everything that a server needs, and says what to do about it."""

from __future__ import annotations

import argparse
import asyncio
import json
from dataclasses import asdict

from tatze.cli.serve import add_bus, add_database, settings_of_database


def arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    add_bus(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    from tatze.server.operators.doctor import examine

    findings = asyncio.run(examine(settings_of_database(args)))
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            print(f"{finding.state:8} {finding.what:12} {finding.text}")
    return 1 if any(finding.state == "error" for finding in findings) else 0
