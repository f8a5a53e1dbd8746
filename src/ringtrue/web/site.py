"""The site: what all routes share while the server runs."""

from asyncio import Lock
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ringtrue.store import StudyStore
from ringtrue.store.access import Session
from ringtrue.study import Study
from ringtrue.study.desk import Desk
from ringtrue.web.first_start import FirstStart
from ringtrue.web.gate import Gate
from ringtrue.web.hosting import Hosting
from ringtrue.web.lately import Lately
from ringtrue.web.limits import Limits
from ringtrue.web.refusal import Refused, no_session
from ringtrue.web.saving import Saver
from ringtrue.web.visitor import Cookies, Kind, Recent, address_of

T = TypeVar("T")
_WRITERS = 2  # at once; SQLite has one, and who waits for it must not take a thread from those who read


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
    """One study, served."""

    study: Study
    records: StudyStore
    desk: Desk
    hosting: Hosting
    saver: Saver
    gate: Gate
    first_start: FirstStart
    limits: Limits = field(default_factory=Limits)
    recent: Recent = field(default_factory=Recent)
    at: dict[str, tuple[str, dict[str, Any]] | None] = field(default_factory=dict)  # rater -> the packet he is at
    templates: Environment = field(default_factory=_templates)
    one_password_at_a_time: Lock = field(default_factory=Lock)  # each try takes 16 MB
    writers: CapacityLimiter = field(default_factory=_writers)
    cookies: Cookies = field(init=False)
    lately: Lately = field(init=False)

    def __post_init__(self) -> None:
        """Cookies follow from how the site is reached; packets are looked up at the desk."""
        self.cookies = Cookies(self.hosting)
        self.lately = Lately(self.desk)

    def forget(self, rater: str) -> None:
        """Something changed about a rater's packets: where he is at must be looked up again."""
        self.at.pop(rater, None)
        self.lately.forget()

    async def write(self, act: Callable[..., T], *given: Any) -> T:
        """Do for a rater what writes to the records; nobody who reads waits for a thread meanwhile."""
        return await run_sync(act, *given, limiter=self.writers)

    def address(self, request: Request) -> str:
        """Where the request comes from, as it is counted."""
        return address_of(request, self.hosting)

    async def visitor(self, request: Request, kind: Kind) -> Session:
        """The session of a rater or an organiser; Refused with 401 where there is none."""
        token = self.cookies.read(request, kind)
        session = await self._session(token) if token else None
        if session is None or session.kind != kind:
            if token:
                self.limits.take("failed", self.address(request))
            raise no_session()
        self.limits.take("session", f"{kind} {session.name}")
        return session

    async def _session(self, token: str) -> Session | None:
        session = self.recent.find(token)
        if session is None:
            session = await run_in_threadpool(self.desk.access.session, token)
            if session is not None:
                self.recent.keep(token, session)
        return session

    def page(self, template: str, status: int = 200, **words: Any) -> HTMLResponse:
        """A page from a template; every value is escaped."""
        return HTMLResponse(self.templates.get_template(template).render(**words), status_code=status)

    def study_as(self, organiser: str) -> Study:
        """The study, with the organiser's name in the audit log for what he does."""
        return Study(self.study.folder, self.study.settings, organiser)


def site_of(request: Request) -> Site:
    """The site a request came to."""
    site: Site = request.app.state.site
    return site


def asks_for_json(request: Request) -> bool:
    """Whether the one who asks is a script: it then hears of refusals as JSON."""
    return request.url.path.startswith("/api/")


def refused_page(site: Site, refused: Refused) -> HTMLResponse:
    """A refusal as a page."""
    page = site.page(
        "message.html", refused.status, title=refused.error, text=refused.remedy, way=None, problems=refused.problems
    )
    page.headers.update(refused.headers)
    return page
