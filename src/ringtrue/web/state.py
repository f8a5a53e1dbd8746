"""Shared state of the server: the site, its caches, and whether rating is open, paused or closed."""

from asyncio import Lock
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ringtrue.store.access import Session
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.hosted_scoring import HostedScoring
from ringtrue.study.hosted_rating import HostedRating
from ringtrue.study.study import Study
from ringtrue.web.addresses import Hosting, PublicAddress
from ringtrue.web.errors import HttpError, closed, not_signed_in, paused
from ringtrue.web.first_organiser import FirstStart
from ringtrue.web.rate_limit import RateLimits
from ringtrue.web.saver import Saver
from ringtrue.web.sessions import Cookies, Kind, SessionCache, address_of

# Whether answers are accepted. Each change is recorded in the audit log, and the last one counts.


State = Literal["open", "paused", "closed"]
_PREFIX = "noted: rating "
_ACTS: dict[str, State] = {"opened": "open", "paused": "paused", "closed": "closed"}


class Intake:
    """Whether a study's hosted rating is open, paused or closed; the audit log keeps it across restarts."""

    def __init__(self, records: StudyStore) -> None:
        """Read the last state from the audit log."""
        self._records = records
        self.state: State = "open"
        for entry in records.audit_entries():
            if entry.act.startswith(_PREFIX):
                self.state = _ACTS.get(entry.act.removeprefix(_PREFIX), self.state)

    def set(self, act: Literal["opened", "paused", "closed"], *, who: str) -> None:
        """Change the state; where it is the same already, nothing is recorded."""
        if _ACTS[act] != self.state:
            self._records.note(f"rating {act}", {}, who=who)
            self.state = _ACTS[act]

    def check_open(self) -> None:
        """HttpError 503 while paused, 409 once closed."""
        if self.state == "paused":
            raise paused()
        if self.state == "closed":
            raise closed()


# The site: what all routes share while the server runs.


T = TypeVar("T")
ADDRESS_SET = "address set"  # the note in the audit log
_WRITERS = 2  # threads; SQLite has one writer, and those who wait for it must not block those who read


def _writers() -> CapacityLimiter:
    return CapacityLimiter(_WRITERS)


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("ringtrue.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass
class Site:
    """One study being served."""

    study: Study
    records: StudyStore
    rating: HostedRating
    hosting: Hosting
    saver: Saver
    intake: Intake
    first_start: FirstStart
    scoring: HostedScoring | None = None  # where the study is a conversation
    limits: RateLimits = field(default_factory=RateLimits)
    sessions: SessionCache = field(default_factory=SessionCache)
    current: dict[str, tuple[str, dict[str, Any]] | None] = field(default_factory=dict)  # cache: rater -> packet
    templates: Environment = field(default_factory=_templates)
    one_password_at_a_time: Lock = field(default_factory=Lock)  # each check takes 16 MB
    writers: CapacityLimiter = field(default_factory=_writers)
    cookies: Cookies = field(init=False)
    public: PublicAddress = field(init=False)

    def __post_init__(self) -> None:
        """Cookies depend on how the site is reached; the address of links is kept in the audit log."""
        self.cookies = Cookies(self.hosting)
        noted = [entry.detail["note"]["url"] for entry in self.records.audit_entries(f"noted: {ADDRESS_SET}")]
        self.public = PublicAddress(self.hosting, noted[-1] if noted else "")

    def forget(self, rater: str) -> None:
        """Drop a rater's current packet from the cache: it may have changed."""
        self.current.pop(rater, None)

    async def write(self, act: Callable[..., T], *given: Any) -> T:
        """Run something that writes to the database in one of the writers' threads, so that readers do not wait."""
        return await run_sync(act, *given, limiter=self.writers)

    def address(self, request: Request) -> str:
        """Where the request comes from, as the rate limit counts it."""
        return address_of(request, self.hosting)

    async def visitor(self, request: Request, kind: Kind) -> Session:
        """The session of a rater or an organiser; HttpError 401 where there is none."""
        token = self.cookies.read(request, kind)
        session = await self._session(token) if token else None
        if session is None or session.kind != kind:
            if token:
                self.limits.take("failed", self.address(request))
            raise not_signed_in()
        self.limits.take("session", f"{kind} {session.name}")
        return session

    async def _session(self, token: str) -> Session | None:
        session = self.sessions.find(token)
        if session is None:
            session = await run_in_threadpool(self.rating.access.session, token)
            if session is not None:
                self.sessions.keep(token, session)
        return session

    def page(self, template: str, status: int = 200, **words: Any) -> HTMLResponse:
        """A page rendered from a template; every value is escaped."""
        return HTMLResponse(self.templates.get_template(template).render(**words), status_code=status)

    def study_as(self, organiser: str) -> Study:
        """The study, with the organiser's name in the audit log for what they do."""
        return Study(self.study.folder, self.study.settings, organiser)


def site_of(request: Request) -> Site:
    """The site a request was sent to."""
    site: Site = request.app.state.site
    return site


async def count_request(request: Request) -> None:
    """Rate limit by address, as a FastAPI dependency of every route; HttpError 429 beyond it."""
    site = site_of(request)
    site.limits.take("address", site.address(request))


def asks_for_json(request: Request) -> bool:
    """Whether a script sent the request: errors are then JSON, not pages."""
    return request.url.path.startswith("/api/")


def error_page(site: Site, error: HttpError) -> HTMLResponse:
    """An error as a page."""
    page = site.page(
        "message.html", error.status, title=error.error, text=error.remedy, way=None, problems=error.problems
    )
    page.headers.update(error.headers)
    return page
