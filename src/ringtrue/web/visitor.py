"""Who is asking: the address counted against limits, and the session behind a cookie."""

from collections.abc import Callable
from ipaddress import ip_address
from random import random
from time import monotonic, time
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from ringtrue.store.access import Session
from ringtrue.web.hosting import Hosting
from ringtrue.web.limits import counted_as

Kind = Literal["rater", "organiser", "form"]
_KEPT_SECONDS = 5.0
_MOST_KEPT = 10_000


class Cookies:
    """The cookies of this site: scripts cannot read them, other sites cannot send them, and TLS is kept to."""

    def __init__(self, hosting: Hosting) -> None:
        """Under TLS the browser itself holds a `__Host-` cookie to this host."""
        self._secure = hosting.secure
        self._prefix = "__Host-ringtrue-" if hosting.secure else "ringtrue-"

    def name(self, kind: Kind) -> str:
        """The name of a cookie."""
        return self._prefix + kind

    def read(self, request: Request, kind: Kind) -> str | None:
        """What the browser sent."""
        return request.cookies.get(self.name(kind))

    def give(self, response: Response, kind: Kind, value: str, expires: float | None = None) -> None:
        """Hand out a cookie, until `expires` (seconds since 1970) or for as long as the browser is open."""
        left = None if expires is None else max(0, int(expires - time()))
        response.set_cookie(
            self.name(kind), value, max_age=left, path="/", httponly=True, samesite="strict", secure=self._secure
        )

    def take_back(self, response: Response, kind: Kind) -> None:
        """Make the browser forget a cookie."""
        response.delete_cookie(self.name(kind), path="/", httponly=True, samesite="strict", secure=self._secure)


class Recent:
    """Sessions looked up a moment ago, so that not every answer saved asks the database who it is from."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Nobody yet."""
        self._clock = clock
        self._kept: dict[str, tuple[float, Session]] = {}

    def find(self, token: str) -> Session | None:
        """The session, if it was looked up some seconds ago and has not expired since."""
        until, session = self._kept.get(token, (0.0, None))
        fresh = session is not None and self._clock() < until and session.expires > time()
        return session if fresh else None

    def keep(self, token: str, session: Session) -> None:
        """Remember a session, each for a time of its own: a class that began together is not looked up together."""
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[token] = self._clock() + _KEPT_SECONDS * (1 + random()) / 2, session  # noqa: S311 - no secret

    def forget(self) -> None:
        """Ask again about everybody: somebody was revoked, logged out or withdrawn."""
        self._kept.clear()


def address_of(request: Request, hosting: Hosting) -> str:
    """Where a request comes from; a proxy's word is taken only where there is one by our own settings."""
    direct = request.client.host if request.client else "unknown"
    if hosting.behind_proxy:
        told = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return counted_as(told if _is_address(told) else direct)
    return counted_as(direct)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
