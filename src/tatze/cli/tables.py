"""`tatze tables`: list, show, export and remove the tables of a server, also while it runs."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tatze.cli.serve import add_database, settings_of_database
from tatze.core.errors import SetupError, TatzeError

if TYPE_CHECKING:
    from tatze.server.stores.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(do="list")
    actions = parser.add_subparsers(title="what to do (list without a word)", metavar="ACTION", dest="do")
    actions.add_parser("list", help="all tables, the one used last first; without names")
    show = actions.add_parser("show", help="one table, without hands, secrets and tokens")
    show.add_argument("table", metavar="ID")
    export = actions.add_parser("export", help="the records of a table's finished games")
    export.add_argument("table", metavar="ID")
    export.add_argument("--out", type=Path, metavar="FOLDER", help="a file for each game, instead of the screen")
    remove = actions.add_parser("remove", help="remove tables; what is stored is deleted a day later")
    remove.add_argument("tables", nargs="*", metavar="ID")
    remove.add_argument("--name", help="all tables at which somebody has this name")
    remove.add_argument("--unused", type=float, metavar="DAYS", help="all tables unused for this many days")
    remove.add_argument("--yes", action="store_true", help="without asking")


def run(args: argparse.Namespace) -> int:
    url = settings_of_database(args).database_url
    return asyncio.run(_run(args, url))


async def _run(args: argparse.Namespace, url: str) -> int:
    from tatze.server.operators.tables import opened_store

    async with opened_store(url) as store:
        await {"list": _list, "show": _show, "export": _export, "remove": _remove}[args.do or "list"](args, store)
    return 0


async def _list(args: argparse.Namespace, store: Store) -> None:
    from dataclasses import asdict

    from tatze.server.operators.tables import summaries

    found = await summaries(store)
    if args.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
        return
    for one in found:
        used = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.used))
        print(
            f"{one.id}  {one.status:8}  {used}  {one.people} people  {one.versions:5} versions  {one.game} {one.rules}"
        )
    print(f"{len(found)} tables")


async def _show(args: argparse.Namespace, store: Store) -> None:
    from tatze.server.operators.tables import described

    facts = await described(store, args.table)
    if args.json:
        print(json.dumps(facts, indent=1))
        return
    for key, value in facts.items():
        shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(value)) if key in ("created", "used") else value
        if key == "seats":
            shown = ", ".join(f"{seat['name'] or '–'} ({seat['level'] or seat['kind']})" for seat in value)
        print(f"{key.replace('_', ' '):15} {shown}")


async def _export(args: argparse.Namespace, store: Store) -> None:
    from tatze.server.operators.tables import exported

    records = await exported(store, args.table)
    if not records:
        raise TatzeError(f"table {args.table} has no finished game; a running one has hidden cards and is not exported")
    if args.out is None:
        print("\n".join(records), end="")
        return
    args.out.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(records, 1):
        file = args.out / f"{args.table}-{number}.tatze"
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
        print(file)


async def _remove(args: argparse.Namespace, store: Store) -> None:
    from tatze.server.operators import tables

    chosen = [*args.tables]
    if args.name is not None:
        chosen += await tables.tables_with_name(store, args.name)
    if args.unused is not None:
        chosen += await tables.tables_unused_for(store, args.unused)
    chosen = list(dict.fromkeys(chosen))
    if not (args.tables or args.name is not None or args.unused is not None):
        raise SetupError("name tables, or use --name or --unused")
    if chosen and not args.yes:
        _ask(chosen)
    for table in chosen:
        await tables.remove(store, table)
    print(f"{len(chosen)} tables removed")


def _ask(chosen: Sequence[str]) -> None:
    if not sys.stdin.isatty():
        raise SetupError(f"{len(chosen)} tables would be removed; --yes removes them")
    if input(f"Remove {len(chosen)} tables ({', '.join(chosen[:5])}{' …' * (len(chosen) > 5)})? [y/N] ").lower() != "y":
        raise TatzeError("nothing was removed")
