"""Lots drawn from a seed: the same names give the same lot, on every machine and in every version."""

from base64 import b32encode
from hmac import digest

_TOKEN_BYTES = 20


class Draw:
    """Lots of one study. Who has not the secret cannot draw them again, even with the seed in hand."""

    def __init__(self, seed: int | str, secret: str = "") -> None:
        """Take the seed that is recorded and the secret that stays with the answer key."""
        self._key = f"{len(secret)}:{secret}{seed}".encode()

    def lot(self, *names: str) -> bytes:
        """The lot of these names; sorting by lots shuffles."""
        return digest(
            self._key, "".join([f"{len(name)}:{name}" for name in names]).encode("utf-8", "surrogatepass"), "sha256"
        )

    def token(self, *names: str) -> str:
        """A token nobody guesses, where the secret is one."""
        return letters(self.lot("token", *names)[:_TOKEN_BYTES])


def letters(lot: bytes) -> str:
    """A lot as a neutral id: letters and figures that say nothing; ten bytes make sixteen."""
    return b32encode(lot).decode("ascii").lower()
