"""`tatze train`: a training from its start to its files."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import pytest

from tatze.bots.learned.network import Network
from tatze.cli import main
from tatze.cli.train import arguments, hyperparameters
from tatze.train.hyperparameters import FORMER_NAMES, Hyperparameters


def test_the_command_trains_writes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "verflixxt", "--small", "--device", "cpu", "--threads", "1", "--deals", "4", "--minutes", "5"]
    words += ["--set", "size=64", "--set", "rollout_steps=16"]
    assert main([*words, "--rounds", "3", "--out", str(tmp_path / "one")]) == 0
    network = Network.load(tmp_path / "one" / "weights.npz", "verflixxt")
    assert network.about["decisions"] == 3 * 64 * 16
    assert network.about["hyperparameters"]["games"] == 64
    assert len(network.about["among yardsticks"]) == 15
    one, two = tmp_path / "one", tmp_path / "two"
    again = ["--rounds", "3", "--resume", str(one), "--out", str(two), "--rival", str(one / "weights.npz")]
    assert main([*words, *again]) == 0
    assert Network.load(tmp_path / "two" / "weights.npz", "verflixxt").about["decisions"] == 6 * 64 * 16
    lines = [json.loads(line) for line in (tmp_path / "two" / "curve.jsonl").read_text().splitlines()]
    assert [line["decisions"] for line in lines] == [3 * 64 * 16, 6 * 64 * 16]
    assert ["rivals" in line for line in lines] == [False, True]
    assert lines[1]["rivals"].keys() == lines[1]["wins"].keys()
    imitated = ["--rounds", "1", "--resume", str(tmp_path / "two" / "weights.npz"), "--out", str(tmp_path / "three")]
    assert main([*words, *imitated, "--mirror", str(tmp_path / "one" / "weights.npz")]) == 0
    said = capsys.readouterr().out
    assert "among yardsticks" in said
    assert said.count("among rivals") == 2  # on the way, and in all settings at the end
    assert main([*words, "--set", "colour=3"]) == 2
    assert main([*words, "--out", str(one)]) == 1
    assert "is there already: name another --out" in capsys.readouterr().err


def test_every_former_name_of_a_hyperparameter_is_still_accepted() -> None:
    names = {field.name for field in fields(Hyperparameters)}
    assert set(FORMER_NAMES.values()) <= names
    assert not set(FORMER_NAMES) & names
    parser = argparse.ArgumentParser()
    arguments(parser)
    words = [word for name in FORMER_NAMES for word in ("--set", f"{name}=3")]
    changed = hyperparameters(parser.parse_args(["verflixxt", *words]))
    assert all(getattr(changed, name) == 3 for name in FORMER_NAMES.values())
