"""Web Push: what is sent, who can read it, to whom it may go, and when a subscription ends."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tatze.server.stores.engine import Write
from tatze.server.stores.statements import MAX_PUSHES_PER_SEAT, insert_push
from tatze.server.web import notifier, services
from tatze.server.web.push.encryption import VapidKey, decode_base64, encode_base64, encrypt, public_bytes
from tatze.server.web.webhooks.targets import is_public
from tatze.wire import PushSubscription
from tests.server.services import wait_until
from tests.server.site import Site, Talk, turn

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The browser's keys of the example in RFC 8291, section 5."""
GOOD = {"endpoint": "https://push.example/abc", "p256dh": PUBLIC, "auth": AUTH, "lang": "de"}


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode_base64(text)), ec.SECP256R1())


def read(body: bytes) -> Any:
    """Decrypt a push message as a browser does (RFC 8188 and RFC 8291)."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    browser = private_key(PRIVATE)
    shared = browser.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))

    def derive(secret: bytes, salt: bytes, info: bytes, size: int) -> bytes:
        return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(secret)

    info = b"WebPush: info\0" + public_bytes(browser.public_key()) + sender
    secret = derive(shared, decode_base64(AUTH), info, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    text = AESGCM(key).decrypt(nonce, sealed, None)
    assert text.endswith(b"\x02")
    return text[:-1]


# --- Encryption ---


def test_the_example_of_the_standard_comes_out() -> None:
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        PUBLIC,
        AUTH,
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decode_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode_base64(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_no_two_messages_look_the_same() -> None:
    one, other = encrypt(b"hello", PUBLIC, AUTH), encrypt(b"hello", PUBLIC, AUTH)
    assert one != other
    assert read(one) == read(other) == b"hello"


def test_the_server_proves_who_it_is_to_one_push_service() -> None:
    key = VapidKey(VapidKey.new_secret())
    scheme, token, public = key.authorization("https://push.example:444/abc?d", "https://tatze.example", 100.0).split(
        " "
    )
    assert (scheme, public) == ("vapid", f"k={key.public}")
    text, _, signature = token.removeprefix("t=").rstrip(",").rpartition(".")
    head, claims = (json.loads(urlsafe_b64decode(part + "===")) for part in text.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims == {"aud": "https://push.example:444", "exp": 43_300, "sub": "https://tatze.example"}
    raw = decode_base64(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(key.public))
    halves = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point.verify(halves, text.encode(), ec.ECDSA(SHA256()))


# --- Subscriptions ---


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("push")) as running:
        yield running


def subscribe(site: Site, seated: Any, status: int = 200, **changes: object) -> Any:
    return site.post(f"/api/tables/{seated['table']['id']}/push", {**GOOD, **changes}, seated["token"], status)


def endpoints(site: Site, seated: Any) -> list[str]:
    table = seated["table"]["id"]
    values = site.wait(site.services.store.engine.fetch("SELECT endpoint FROM pushes WHERE table_id = ?", table))
    return sorted(value[0] for value in values)


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "http://push.example/abc"},
        {"endpoint": "https://127.0.0.1/abc"},
        {"endpoint": "https://[::1]:8443/abc"},
        {"endpoint": "https://169.254.169.254/latest"},
        {"endpoint": "https://localhost/abc"},
        {"endpoint": "https://push.example:25/"},
        {"endpoint": "nonsense"},
        {"p256dh": ""},
        {"p256dh": PUBLIC[:-4]},
        {"p256dh": "B" + "A" * 86},
        {"auth": "short"},
    ],
)
def test_what_is_no_subscription_to_the_open_internet_is_refused(site: Site, changes: dict[str, str]) -> None:
    opened = site.open()
    assert subscribe(site, opened, 400, **changes)["code"] == "push/bad"
    assert endpoints(site, opened) == []


def test_a_subscription_is_the_seats_and_can_be_ended(site: Site) -> None:
    host, guest = site.two()
    assert site.post(f"/api/tables/{host['table']['id']}/push", GOOD, status=401)["code"] == "token/missing"
    watching_host = site.open(rules="duel", seats=[{"kind": "open"}, {"kind": "bot"}])
    assert subscribe(site, watching_host, 403)["code"] == "seat/not-yours"
    assert subscribe(site, host) == {"on": True}
    subscribe(site, host)
    assert endpoints(site, host) == [GOOD["endpoint"]]
    assert subscribe(site, guest, on=False, p256dh="", auth="") == {"on": False}
    assert endpoints(site, host) == [GOOD["endpoint"]]
    assert subscribe(site, host, on=False) == {"on": False}
    assert endpoints(site, host) == []


def test_a_seat_has_a_few_subscriptions_and_the_oldest_goes(site: Site) -> None:
    opened = site.open()
    for number in range(MAX_PUSHES_PER_SEAT + 2):
        subscribe(site, opened, endpoint=f"https://push.example/{number}")
    assert endpoints(site, opened) == [f"https://push.example/{n}" for n in range(2, MAX_PUSHES_PER_SEAT + 2)]


def test_subscriptions_go_with_the_seat(site: Site) -> None:
    host = site.open(rules="duel", seats=[{"kind": "host"}, {"kind": "open"}], start="host")
    guest = site.join(host["code"])
    subscribe(site, guest)
    site.command(guest, "leave")
    assert endpoints(site, host) == []
    subscribe(site, site.join(host["code"]))
    site.command(host, "seat", seat=1, plan={"kind": "open"})
    assert endpoints(site, host) == []
    subscribe(site, host)
    code = site.post(f"/api/tables/{host['table']['id']}/transfer", token=host["token"])["code"]
    moved = site.post("/api/transfer", {"code": code})
    assert endpoints(site, host) == []
    subscribe(site, moved)
    site.command(host, "remove")
    assert endpoints(site, host) == []


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with Site(tmp_path) as site:
            keys.append(site.get("/api/about")["push"])
            other = site.wait(site.services.store.server_key("vapid", "another node's key"))
            assert VapidKey(other).public == keys[-1]
    assert keys[0] == keys[1]
    assert len(decode_base64(keys[0])) == 65


def test_a_server_without_push_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Site(tmp_path, push=False) as site:
        assert site.get("/api/about")["push"] == ""
        assert subscribe(site, site.open(), 403)["code"] == "push/off"
    monkeypatch.setitem(sys.modules, "tatze.server.web.push.sender", None)
    with Site(tmp_path) as site:
        assert services.push_sender(site.settings, site.services.hub, site.services.metrics) is None
        assert site.get("/api/about")["push"] == ""


# --- Sending ---


class Receiver(HTTPServer):
    """A push service on this machine. It keeps what it gets, and answers with `status`."""

    status = 201

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.got: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Request(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, {name.lower(): text for name, text in self.headers.items()}, body))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, daemon=True)
        thread.start()
        yield receiver
        receiver.shutdown()
        thread.join()


def listen(site: Site, receiver: Receiver, seated: Any, lang: str = "en") -> None:
    """Subscribe a seat at the receiver, which the server would refuse to call otherwise."""
    push = PushSubscription(f"{receiver.url}/{seated['seat']}", PUBLIC, AUTH, "de" if lang == "de" else "en")
    write = Write(None, insert_push(seated["table"]["id"], seated["seat"], push, time.time()))

    async def store() -> None:
        await site.services.store.append(write)

    site.wait(store())
    assert site.services.push
    site.services.push.caller._allowed = lambda _: True


def act(*talks: Talk) -> int:
    """Let whoever decides act until the turn passes on, and return the seat that decides then."""
    first = turn(*talks)
    while (talk := turn(*talks)) is first:
        talk.reach(talk.act(talk.legal[0])["version"])
    return int(talk.moment["own"]["seat"])


def test_a_person_who_is_gone_is_told_by_push_that_it_is_their_turn(tmp_path: Path) -> None:
    with Site(tmp_path, address="https://tatze.example") as site, receiving() as receiver:
        host, guest = site.two("verflixxt", "base")
        with site.talk(host) as ada, site.talk(guest) as ben:
            decides = turn(ada, ben).moment["own"]["seat"]
        here, gone = (host, guest) if decides == 0 else (guest, host)
        listen(site, receiver, gone, "de")
        with site.talk(here) as talk:
            while talk.legal:
                talk.reach(talk.act(talk.legal[0])["version"])
                talk.send("ping")
                talk.hear("pong")
        wait_until(lambda: receiver.got, "the push message")
        path, headers, body = receiver.got[0]
        assert path == f"/{gone['seat']}"
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        assert headers["authorization"].startswith("vapid t=")
        assert headers["authorization"].endswith(site.get("/api/about")["push"])
        assert gone["table"]["id"] not in headers["topic"]
        message = read(body)
        assert len(message) == 256
        assert json.loads(message) == {
            "table": gone["table"]["id"],
            "game": "verflixxt",
            "title": "Verflixxt",
            "key": "turn",
            "lang": "de",
        }
        assert site.http.get("/metrics").text.count('tatze_pushes_total{result="told"} 1.0') == 1


def test_a_browser_that_is_gone_loses_its_subscriptions(tmp_path: Path) -> None:
    with Site(tmp_path) as site, receiving() as receiver:
        receiver.status = 410
        host, _ = site.two()
        listen(site, receiver, host)
        live = site.services.hub.tables[host["table"]["id"]]
        site.inside(lambda: site.services.notifier.notify(live, host["seat"], "nudge"))
        wait_until(lambda: not endpoints(site, host), "the end of the subscription")
        assert json.loads(read(receiver.got[0][2]))["key"] == "nudge"


def test_a_person_whose_page_is_open_is_told_only_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Site(tmp_path) as site, receiving() as receiver:
        host, guest = site.two("verflixxt", "base")
        with site.talk(host) as ada, site.talk(guest) as ben:
            for seated in (host, guest):
                listen(site, receiver, seated)
            for _ in range(3):
                act(ada, ben)
            assert receiver.got == []
            assert len(site.services.notifier._waiting) == 1
            monkeypatch.setattr(notifier, "PATIENCE_SECONDS", 0.05)
            waits = act(ada, ben)
            wait_until(lambda: receiver.got, "the push message")
            assert [path for path, _, _ in receiver.got] == [f"/{waits}"]
            assert site.services.notifier._waiting == {}


def test_the_own_network_is_not_called_even_if_a_name_leads_there(tmp_path: Path) -> None:
    with Site(tmp_path) as site, receiving() as receiver:
        host, _ = site.two()
        listen(site, receiver, host)
        assert site.services.push
        site.services.push.caller._allowed = is_public
        live = site.services.hub.tables[host["table"]["id"]]
        site.inside(lambda: site.services.notifier.notify(live, host["seat"], "nudge"))
        counted = 'tatze_pushes_total{result="refused"} 1.0'
        wait_until(lambda: counted in site.http.get("/metrics").text, "the refusal")
        assert receiver.got == []


def test_nothing_is_sent_before_the_key_is_there(site: Site) -> None:
    sender = services.push_sender(site.settings, site.services.hub, site.services.metrics)
    assert sender
    assert sender.public_key == ""
    host, _ = site.two()
    subscribe(site, host)
    live = site.services.hub.tables[host["table"]["id"]]
    site.wait(asyncio.wait_for(sender.send(live, 0, "turn"), 10))
    assert sender.caller._queue.empty()
