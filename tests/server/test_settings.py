"""Settings: defaults that suit one machine, and wrong ones refused with one clear sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tatze.core.errors import SetupError
from tatze.server.settings import Settings, data_folder


def test_without_settings_a_server_is_for_this_machine_alone_and_keeps_games_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TATZE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/some/data")
    settings = Settings()
    assert settings.host == "127.0.0.1"
    assert not settings.webhooks
    assert not settings.allow_seeds
    assert settings.database_url.startswith("sqlite:///")
    assert settings.database_url.endswith("tatze.sqlite")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/tatze"),
        ("linux", {"TATZE_DATA": "/games"}, "/games"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tatze"),
        ("darwin", {}, f"{Path.home()}/Library/Application Support/tatze"),
    ],
)
def test_the_data_folder_follows_the_system(platform: str, environment: dict[str, str], folder: str) -> None:
    assert data_folder(environment, platform) == Path(folder)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"database": "mysql://x/y"}, "--database begins with sqlite:// or postgresql://"),
        ({"bus": "127.0.0.1:4222"}, "--bus begins with nats://"),
        ({"address": "tatze.example"}, "--address begins with http://"),
        ({"imprint": "javascript:alert(1)"}, "--imprint"),
        ({"origins": ("example.org",)}, "--origin"),
        ({"trusted_proxies": ("proxy",)}, "--trusted-proxy is an address or a network"),
        ({"trusted_proxies": ("10.0.0.1/8",)}, "--trusted-proxy"),
        ({"port": 70000}, "--port is 0 to 65535"),
        ({"retention_days": -1}, "--retention"),
        ({"opening": "friends"}, "--open-to is everybody, password or local"),
        ({"opening": "password"}, "go together"),
        ({"open_password": "word"}, "go together"),
        ({"opening": "password", "open_password": "a\tb"}, "--open-password has 100 characters"),
        ({"banner": "two\nlines"}, "--banner is one line"),
        ({"report": "javascript:alert(1)"}, "--report"),
        ({"report": "mailto:"}, "--report is an address such as mailto:"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Settings(**wrong)


def test_a_wrong_database_url_does_not_repeat_its_password() -> None:
    with pytest.raises(SetupError) as caught:
        Settings(database="postgres://tatze:hunter2@db/tatze")
    assert "hunter2" not in str(caught.value)
