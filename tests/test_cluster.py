"""Work on a Ray cluster: everything comes back, and only so much is handed out at a time."""

from __future__ import annotations

import sys
import time

import pytest

from tatze.cluster import TASKS_PER_CORE, on_cluster
from tatze.core.errors import MissingExtra, TatzeError
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


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nohost.invalid:1", "no Ray cluster at nohost.invalid:1"),
        ("127.0.0.1:9", "no Ray cluster at 127.0.0.1:9: Connection refused"),
        ("ray://127.0.0.1:9", "no Ray cluster at ray://127.0.0.1:9"),
        ("nohost:one", "HOST:PORT, not nohost:one"),
        (":" + 5000 * "9", "HOST:PORT, not :999"),
    ],
)
def test_a_cluster_that_is_not_there_is_given_up_in_seconds(ray: FakeRay, address: str, said: str) -> None:
    begun = time.monotonic()
    with pytest.raises(TatzeError) as raised:
        list(on_cluster(str, [1], address))
    assert said in str(raised.value)
    assert len(str(raised.value)) < 300
    assert time.monotonic() - begun < 10
    assert not ray.calls


def test_what_ray_cannot_connect_to_is_an_error_in_one_line(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: object) -> None:
        raise ConnectionError("Could not find any\nrunning Ray instance.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(TatzeError, match=r"no Ray cluster at auto: Could not find any\\nrunning"):
        list(on_cluster(str, [1], "auto"))
