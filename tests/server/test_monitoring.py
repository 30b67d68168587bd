"""The dashboard and the alert rules that operators load: well formed, and about metrics that a server has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it brings no types

from tests.server.site import Site

FOLDER = Path(__file__).parents[2] / "monitoring"
PAGE = (FOLDER.parent / "docs" / "operating.md").read_text(encoding="utf-8")
NAME = re.compile(r"\b(?:tatze|process)_[a-z_]+")
LABEL = re.compile(r"([a-z]+)=~?\"")
GROUPED = re.compile(r"by \(([a-z, ]+)\)")


def expressions() -> list[str]:
    board = json.loads((FOLDER / "grafana-dashboard.json").read_text(encoding="utf-8"))
    found = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return found + [rule["expr"] for rule in rules()] + [board["templating"]["list"][1]["query"]]


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def test_every_metric_and_label_that_they_name_exists(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        site.open()
        site.get("/api/nothing", status=404)
        metrics = site.services.metrics
        text = site.http.get("/metrics").text
    families = list(metrics.registry.collect())
    samples = {sample.name for family in families for sample in family.samples} | {
        f"{family.name}{end}"
        for family in families
        for end in {"counter": ["_total"], "histogram": ["_bucket"]}.get(family.type, [""])
    }
    labels = {label for metric in vars(metrics).values() for label in getattr(metric, "_labelnames", ())}
    for expression in expressions():
        assert set(NAME.findall(expression)) <= samples, expression
        grouped = {name.strip() for names in GROUPED.findall(expression) for name in names.split(",")}
        assert {*LABEL.findall(expression), *grouped} <= {*labels, "le", "instance", "job"}, expression
    assert "process_resident_memory_bytes" in text
    assert "tatze_connections 1.0" in text


def test_every_metric_of_ours_is_on_the_dashboard(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        ours = {family.name for family in site.services.metrics.registry.collect() if family.name.startswith("tatze")}
    shown = " ".join(expressions())
    assert not {name for name in ours if name not in shown}


def test_the_panels_do_not_overlap_and_every_alert_is_explained() -> None:
    board = json.loads((FOLDER / "grafana-dashboard.json").read_text(encoding="utf-8"))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert all(panel["gridPos"]["w"] <= 12 and panel["gridPos"]["h"] <= 8 for panel in board["panels"])
    for rule in rules():
        assert f"| `{rule['alert']}` |" in PAGE, rule["alert"]
        assert {"expr", "for", "labels", "annotations"} <= rule.keys()
