"""Sessions: cookies, a cache of sessions, and the address a request comes from."""

from collections.abc import Callable
from ipaddress import ip_address
from random import random
from time import monotonic, time
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from ringtrue.store.access import Session
from ringtrue.web.addresses import Hosting
from ringtrue.web.rate_limit import counted_as

Kind = Literal["rater", "organiser", "form"]
_KEPT_SECONDS = 5.0
_MOST_KEPT = 10_000


class Cookies:
    """The session and CSRF cookies: HttpOnly, SameSite=Strict, and Secure under TLS."""

    def __init__(self, hosting: Hosting) -> None:
        """Under TLS names start with `__Host-`: the browser then sends them to this host only."""
        self._secure = hosting.secure
        self._prefix = "__Host-ringtrue-" if hosting.secure else "ringtrue-"

    def name(self, kind: Kind) -> str:
        """The name of a cookie."""
        return self._prefix + kind

    def read(self, request: Request, kind: Kind) -> str | None:
        """What the browser sent."""
        return request.cookies.get(self.name(kind))

    def give(self, response: Response, kind: Kind, value: str, expires: float | None = None) -> None:
        """Set a cookie, until `expires` (seconds since 1970) or for as long as the browser is open."""
        left = None if expires is None else max(0, int(expires - time()))
        response.set_cookie(
            self.name(kind), value, max_age=left, path="/", httponly=True, samesite="strict", secure=self._secure
        )

    def take_back(self, response: Response, kind: Kind) -> None:
        """Delete a cookie."""
        response.delete_cookie(self.name(kind), path="/", httponly=True, samesite="strict", secure=self._secure)


class SessionCache:
    """A cache of sessions for some seconds, so that not every saved answer reads its session from the database."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Start empty."""
        self._clock = clock
        self._kept: dict[str, tuple[float, Session]] = {}

    def find(self, token: str) -> Session | None:
        """The session, if it was cached a few seconds ago and has not expired since."""
        until, session = self._kept.get(token, (0.0, None))
        fresh = session is not None and self._clock() < until and session.expires > time()
        return session if fresh else None

    def keep(self, token: str, session: Session) -> None:
        """Cache a session, for a random time so that a class that began together is not read again together."""
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[token] = self._clock() + _KEPT_SECONDS * (1 + random()) / 2, session  # noqa: S311 - no secret

    def forget(self) -> None:
        """Clear the cache: somebody was revoked, logged out or withdrawn."""
        self._kept.clear()


def address_of(request: Request, hosting: Hosting) -> str:
    """Where a request comes from; X-Forwarded-For counts only where the settings say there is a proxy."""
    direct = request.client.host if request.client else "unknown"
    if hosting.behind_proxy:
        forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return counted_as(forwarded if _is_address(forwarded) else direct)
    return counted_as(direct)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
