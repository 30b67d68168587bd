"""Work on a Ray cluster: everything comes back, and only so much is handed out at a time."""

from __future__ import annotations

import sys

import pytest

from tatze.cluster import TASKS_PER_CORE, on_cluster
from tatze.core.errors import MissingExtra
from tests.fake_ray import FakeRay


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_every_item_comes_back_with_its_result(ray: FakeRay) -> None:
    found = dict(on_cluster(lambda number: number * number, range(50), "local", gpus=1))
    assert found == {number: number * number for number in range(50)}
    assert ray.most == 2 * TASKS_PER_CORE
    assert ray.gpus == 1
    assert not ray.running


def test_who_stops_listening_stops_the_cluster(ray: FakeRay) -> None:
    results = on_cluster(str, range(50), "local")
    assert next(results)[1]
    assert ray.running
    results.close()
    assert not ray.running


def test_a_missing_ray_is_named_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tatze\[ray\]'"):
        list(on_cluster(str, [1], "local"))
