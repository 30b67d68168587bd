"""Encryption of push messages (RFC 8291), and the server's proof of who it is (VAPID, RFC 8292)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
SCALAR_BYTES = 32
"""Number of bytes of a private key, and of each half of a signature."""
AUTH_BYTES = 16
"""Number of bytes of a browser's authentication secret."""
RECORD_SIZE = 4096
"""Number of bytes of an encrypted record; a push message is a single record."""
TOKEN_SECONDS = 12 * 3600
"""Seconds for which a proof is valid. The standard allows a day."""


def encode_base64(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_subscription(p256dh: str, auth: str) -> bool:
    """Return whether texts are a browser's public key and its authentication secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64(p256dh))
        return len(decode_base64(auth)) == AUTH_BYTES
    except (ValueError, InvalidKey):
        return False


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message as only the browser with this public key can read it. The sender's key and the salt are drawn
    anew for each message; only tests give them."""
    sender, salt = sender or ec.generate_private_key(CURVE), salt or os.urandom(16)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode_base64(p256dh))
    here, there = public_bytes(sender.public_key()), public_bytes(receiver)
    secret = _derive(sender.exchange(ec.ECDH(), receiver), decode_base64(auth), b"WebPush: info\0" + there + here, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(here)]) + here
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class VapidKey:
    """The server's key pair, by which push services recognise it."""

    def __init__(self, secret: str) -> None:
        self._private = ec.derive_private_key(int.from_bytes(decode_base64(secret)), CURVE)
        self.public: str = encode_base64(public_bytes(self._private.public_key()))
        """The public key, which browsers are given when they subscribe."""

    @staticmethod
    def new_secret() -> str:
        """Return a fresh private key, as it is stored."""
        number = ec.generate_private_key(CURVE).private_numbers().private_value
        return encode_base64(number.to_bytes(SCALAR_BYTES))

    def authorization(self, endpoint: str, subject: str, now: float) -> str:
        """Return the header that proves to an endpoint's push service who sends; `subject` tells how to reach the
        operator."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + TOKEN_SECONDS, "sub": subject}
        head = {"typ": "JWT", "alg": "ES256"}
        text = ".".join(encode_base64(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._private.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = encode_base64(r.to_bytes(SCALAR_BYTES) + s.to_bytes(SCALAR_BYTES))
        return f"vapid t={text}.{signature}, k={self.public}"
