"""Lots drawn from a seed: the same names give the same lot, on every machine and in every version."""

from hashlib import sha256

_TOKEN_BYTES = 20
_BLOCK = 64  # bytes of SHA-256
_SIGNS = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = [first + second for first in _SIGNS for second in _SIGNS]  # each says ten bits
_INNER, _OUTER = bytes(byte ^ 0x36 for byte in range(256)), bytes(byte ^ 0x5C for byte in range(256))


class Draw:
    """Lots of one study. Who has not the secret cannot draw them again, even with the seed in hand."""

    def __init__(self, seed: int | str, secret: str = "") -> None:
        """Take the seed that is recorded and the secret that stays with the answer key."""
        key = f"{len(secret)}:{secret}{seed}".encode()
        padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        self._inner, self._outer = sha256(padded.translate(_INNER)), sha256(padded.translate(_OUTER))

    def lot(self, *names: str) -> bytes:
        """The lot of these names, an HMAC with SHA-256; sorting by lots shuffles.

        The library's own lets other threads in at every call, and a run with a busy writer waits milliseconds for each.
        """
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update("".join([f"{len(name)}:{name}" for name in names]).encode("utf-8", "surrogatepass"))
        outer.update(inner.digest())
        return outer.digest()

    def token(self, *names: str) -> str:
        """A token nobody guesses, where the secret is one."""
        return letters(self.lot("token", *names)[:_TOKEN_BYTES])


def letters(lot: bytes) -> str:
    """A lot of five bytes, ten, fifteen ... as a neutral id: eight letters and figures for each five, as in base 32."""
    number = int.from_bytes(lot, "big")
    return "".join([_PAIRS[number >> bits & 1023] for bits in range(8 * len(lot) - 10, -1, -10)])
