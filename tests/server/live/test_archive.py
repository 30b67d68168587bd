"""Tables that nobody needs any more go, with everything that was kept of them."""

from __future__ import annotations

import time
from pathlib import Path

from tests.server.site import Site


def test_tables_go_after_so_many_days_without_a_move_and_younger_ones_stay(tmp_path: Path) -> None:
    with Site(tmp_path, retention_days=30) as site:
        old, young, moved = site.open(), site.open(), site.open()
        for opened in (old, moved):
            age(site, opened["table"]["id"], 31)
        site.command(moved, "pause")
        site.inside(site.services.hub.tables.clear)
        assert site.wait(site.services.archive.delete_old()) == 1
        assert site.get(f"/api/tables/{old['table']['id']}", old["token"], status=404)["code"] == "table/unknown"
        for kept in (young, moved):
            assert site.info(kept)["id"] == kept["table"]["id"]
        for name in ("tables", "log", "tokens"):
            column = "id" if name == "tables" else "table_id"
            left = site.wait(site.services.store.engine.fetch(f"SELECT {column} FROM {name}"))
            assert old["table"]["id"] not in [values[0] for values in left]


def age(site: Site, table: str, days: int) -> None:
    then = time.time() - days * 86_400
    engine = site.services.store.engine
    site.wait(engine.change("UPDATE tables SET touched = ? WHERE id = ?", then, table))
    site.wait(engine.change("UPDATE log SET at = ? WHERE table_id = ?", then, table))


def test_with_no_retention_everything_stays(tmp_path: Path) -> None:
    with Site(tmp_path, retention_days=0) as site:
        old = site.open()
        age(site, old["table"]["id"], 1000)
        site.inside(site.services.hub.tables.clear)
        assert site.wait(site.services.archive.delete_old()) == 0
        assert site.info(old)


def test_a_removed_table_is_gone_for_good_a_day_later(tmp_path: Path) -> None:
    with Site(tmp_path, retention_days=0) as site:
        host = site.open()
        site.command(host, "remove")
        site.wait(site.services.archive.delete_old())
        assert site.wait(site.services.store.rows(host["table"]["id"]))
        age(site, host["table"]["id"], 2)
        site.wait(site.services.archive.delete_old())
        assert not site.wait(site.services.store.rows(host["table"]["id"]))
