"""The operator's page says what is so: every option, limit and figure; and its backup can be restored."""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from tatze.cli.serve import arguments
from tatze.client import Server
from tatze.server.metrics import Metrics
from tatze.server.settings import Limits
from tests.server.crew import Party
from tests.server.services import HOST, Node, Postgres

PAGE = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


def test_the_page_names_every_option() -> None:
    parser = argparse.ArgumentParser()
    arguments(parser)
    options = {word for action in parser._actions for word in action.option_strings if word.startswith("--")}
    rows = {
        word
        for line in PAGE.splitlines()
        if line.startswith("| `--")
        for word in re.findall(r"`(--[a-z-]+)`", line.split("|")[1])
    }
    assert rows == options - {"--help"}


def test_the_page_names_every_limit_with_its_usual_number() -> None:
    for limit in fields(Limits):
        rows = [line for line in PAGE.splitlines() if line.startswith("|") and f"`{limit.name}`" in line.split("|")[1]]
        assert len(rows) == 1, limit.name
        names, numbers = (rows[0].split("|")[place].split(",") for place in (1, 3))
        place = [name.strip(" `") for name in names].index(limit.name)
        assert float(numbers[place]) == limit.default, limit.name


def test_the_page_names_every_figure() -> None:
    kinds = {metric.name: metric.type for metric in Metrics().registry.collect()}
    for name, kind in kinds.items():
        rows = [line for line in PAGE.splitlines() if f"`{name}{'_total' if kind == 'counter' else ''}`" in line]
        assert any(line.startswith("| `") for line in rows), name


def test_a_backup_made_while_people_play_is_a_server_again_elsewhere(tmp_path: Path) -> None:
    with Node("--log", "warning") as node:
        host = Server(node.url).open("linko", "Ada", rules="duel", seats=[{"kind": "host"}, {"kind": "open"}])
        guest = Server(node.url).join(host.code, "Ben")
        party = Party(host, guest)
        before = party.play(6)
        command = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', sys.argv[2:])"
        source, copy = node.folder / "tatze.sqlite", tmp_path / "backup.sqlite"
        subprocess.run([sys.executable, "-c", command, str(source), str(copy)], check=True)
        party.play(4)
        host.close()
        guest.close()
    with sqlite3.connect(copy) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    with Node("--log", "warning", "--database", f"sqlite:///{copy}") as node:
        server = Server(node.url)
        with server.back(host.table.id, host.token) as again, server.back(guest.table.id, guest.token) as other:
            assert Party(again, other).play(5) == before + 5


def test_a_dump_of_postgresql_is_a_server_again_elsewhere(postgres: Postgres, tmp_path: Path) -> None:
    first, second, dump = postgres.database(), postgres.database(), tmp_path / "backup.dump"
    with Node("--log", "warning", "--database", first) as node:
        host = Server(node.url).open("linko", "Ada", rules="duel", seats=[{"kind": "host"}, {"kind": "open"}])
        guest = Server(node.url).join(host.code, "Ben")
        party = Party(host, guest)
        before = party.play(6)
        subprocess.run([postgres.bin / "pg_dump", "--format=custom", f"--file={dump}", first], check=True)
        host.close()
        guest.close()
    restore = [str(postgres.bin / "pg_restore"), "--clean", "--if-exists", f"--dbname={second}", str(dump)]
    subprocess.run(restore, check=True)
    with Node("--log", "warning", "--database", second) as node:
        server = Server(node.url)
        with server.back(host.table.id, host.token) as again, server.back(guest.table.id, guest.token) as other:
            assert Party(again, other).play(5) == before + 5


def test_the_commands_for_the_container_of_postgresql_back_up_and_restore(postgres: Postgres, tmp_path: Path) -> None:
    inside = {
        **os.environ,
        "PATH": f"{postgres.bin}{os.pathsep}{os.environ['PATH']}",
        "PGHOST": HOST,
        "PGPORT": str(postgres.port),
    }
    for command in ("createuser --superuser --username postgres tatze", "createdb --username tatze tatze"):
        subprocess.run(command.split(), env=inside, check=True)
    dump, restore = re.findall(r"^\$ docker compose exec -T postgres (.*)$", PAGE, re.MULTILINE)
    database = f"postgresql://tatze@{HOST}:{postgres.port}/tatze"
    with Node("--log", "warning", "--database", database) as node:
        host = Server(node.url).open("linko", "Ada", rules="duel", seats=[{"kind": "host"}, {"kind": "open"}])
        guest = Server(node.url).join(host.code, "Ben")
        party = Party(host, guest)
        before = party.play(6)
        subprocess.run(["bash", "-c", dump], env=inside, cwd=tmp_path, check=True)
        party.play(4)
        host.close()
        guest.close()
    subprocess.run(["bash", "-c", restore], env=inside, cwd=tmp_path, check=True)
    with Node("--log", "warning", "--database", database) as node:
        server = Server(node.url)
        with server.back(host.table.id, host.token) as again, server.back(guest.table.id, guest.token) as other:
            assert Party(again, other).play(5) == before + 5
