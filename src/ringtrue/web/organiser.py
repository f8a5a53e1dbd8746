"""Routes of an organiser: dashboard, invitations, withdrawal, pause and close, backup, audit log; and what they do."""

from collections.abc import Callable
from datetime import UTC, datetime
from json import dumps
from typing import Any, ParamSpec, TypeVar

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ringtrue.store.access import Session
from ringtrue.store.audit import SEALED
from ringtrue.store.overview import PacketStatus
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.dashboard import progress_csv, read_dashboard
from ringtrue.web.errors import FILE, PAGE, TURN, HttpError, form_of
from ringtrue.web.login import HOME, LOG_IN, form_page, read_form
from ringtrue.web.state import Site, count_request, site_of

# What an organiser does: each is a transaction of the study, under the organiser's name in the audit log.


P = ParamSpec("P")
T = TypeVar("T")
DAYS = 14
_MOST_DAYS = 365
_MOST_RATERS = 500
_BACKUPS = "backups"

Links = list[tuple[str, str]]  # rater, link


def names_in(text: str) -> list[str] | int:
    """Parse raters as typed: a number of new ones, or their names, one per line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) == 1 and lines[0].isdecimal() and len(lines[0]) <= 4:
        return int(lines[0])
    return lines


def hours_of(days: str) -> float:
    """How long a link is valid: the days typed, or the default."""
    number = int(days) if days.isdecimal() and len(days) <= 3 else DAYS
    return 24.0 * min(max(number, 1), _MOST_DAYS)


def deal_to_raters(site: Site, organiser: str, names: list[str] | int, hours: float) -> Links:
    """Deal to new raters and create a link for each; raters of the study keep their packets and get a link."""
    count = names if isinstance(names, int) else len(names)
    if not 1 <= count <= _MOST_RATERS:
        what = f"Give 1 to {_MOST_RATERS} raters."
        raise BadInput([Problem("raters", "names", what, remedy="One name per line, or a number.")])
    dealt = site.study_as(organiser).deal(names, more_to_come=True, **as_dealt_before(site.records))
    return [(rater, _link(site, organiser, rater, hours)) for rater in dealt.raters]


def as_dealt_before(records: StudyStore) -> dict[str, Any]:
    """Cards per session and controls of the raters so far: those added later get the same."""
    before: dict[str, Any] = {}
    for entry in records.audit_entries(SEALED):
        deal = entry.detail.get("plan", {}).get("deal", {})
        before |= {name: deal[name] for name in ("session", "controls") if name in deal}
    return before


def invite_again(site: Site, organiser: str, rater: str, hours: float) -> Links:
    """A new link that replaces all earlier ones."""
    revoke_access(site, organiser, rater)
    return [(rater, _link(site, organiser, rater, hours))]


def revoke_access(site: Site, organiser: str, rater: str) -> None:
    """End a rater's links and sessions."""
    site.rating.access.revoke(rater, who=organiser)
    site.sessions.forget()


def withdraw_rater(site: Site, organiser: str, rater: str, why: str, anonymise: bool) -> None:
    """End a rater's access, then withdraw them."""
    if not why.strip():
        raise BadInput([Problem("rater", "why", "A withdrawal needs a reason.", remedy="Give a reason.")])
    revoke_access(site, organiser, rater)
    site.study_as(organiser).withdraw_rater(rater, why=why.strip(), anonymise=anonymise)
    site.forget(rater)


def packets_out(site: Site) -> tuple[list[PacketStatus], list[PacketStatus]]:
    """Packets that are out: those with an answer, and those without; a cleared answer does not count."""
    out = [packet for packet in site.rating.packets() if packet.state == "out"]
    newest = {(mark.token, mark.card, mark.question): mark.is_there for mark in site.records.answer_marks(0)}
    begun = {token for (token, _, _), is_there in newest.items() if is_there}
    return [one for one in out if one.token in begun], [one for one in out if one.token not in begun]


def close_rating(site: Site, organiser: str, withdraw_untouched: bool) -> None:
    """Close first, then import packets that were begun as partial; withdraw the untouched ones if asked to."""
    site.intake.set("closed", who=organiser)
    begun, untouched = packets_out(site)
    for packet in begun:
        site.rating.finish(packet.token, partial=True)
    for packet in untouched if withdraw_untouched else ():
        site.records.change_packet(packet.token, "withdrawn", who=organiser, why="rating closed")
    site.current.clear()


def write_backup(site: Site, organiser: str) -> str:
    """Write a backup into the study's folder; returns its path in there."""
    folder = site.study.folder / _BACKUPS
    folder.mkdir(exist_ok=True)
    name = f"{datetime.now(UTC):%Y-%m-%d-%H%M%S-%f}.ringtrue"
    site.study_as(organiser).backup(folder / name)
    return f"{_BACKUPS}/{name}"


def _link(site: Site, organiser: str, rater: str, hours: float) -> str:
    return f"{site.hosting.url}/r/{site.rating.access.invite(rater, hours, who=organiser)}"


# Routes.


router = APIRouter(prefix="/organiser", dependencies=[Depends(count_request)])
WHICH_RATER = {"parameters": [{"name": "rater", "in": "query", "schema": {"type": "string"}}]}


@router.get("", responses=TURN, response_class=Response)
async def overview(request: Request) -> Response:
    """The dashboard."""
    site = site_of(request)
    try:
        session = await site.visitor(request, "organiser")
    except HttpError as error:
        if error.status != 401:
            raise
        return RedirectResponse(LOG_IN, status_code=303)
    shown = await run_in_threadpool(read_dashboard, site)
    title = site.study.folder.resolve().name
    return form_page(site, request, "dashboard.html", study=title, board=shown, organiser=session.name)


@router.post("/raters", responses=TURN, response_class=Response, openapi_extra=form_of("names", "days"))
async def add_raters(request: Request) -> Response:
    """Deal to new raters and show their links, only this once."""
    site, session, fields = await _acting(request)
    names = names_in(fields.get("names", ""))
    hours = hours_of(fields.get("days", ""))
    links = await _done(deal_to_raters, site, session.name, names, hours)
    return site.page("links.html", links=links, days=round(hours / 24))


@router.post("/raters/invite", responses=TURN, response_class=Response, openapi_extra=form_of("rater", "days"))
async def invite(request: Request) -> Response:
    """A new link for a rater; earlier links and the sessions begun with them end."""
    site, session, fields = await _acting(request)
    hours = hours_of(fields.get("days", ""))
    links = await _done(invite_again, site, session.name, fields.get("rater", ""), hours)
    return site.page("links.html", links=links, days=round(hours / 24))


@router.post("/raters/revoke", responses=TURN, response_class=Response, openapi_extra=form_of("rater"))
async def revoke(request: Request) -> Response:
    """End a rater's links and sessions; the answers stay."""
    site, session, fields = await _acting(request)
    await _done(revoke_access, site, session.name, fields.get("rater", ""))
    return RedirectResponse(HOME, status_code=303)


@router.get("/raters/withdraw", responses=PAGE, response_class=Response, openapi_extra=WHICH_RATER)
async def ask_withdraw(request: Request) -> Response:
    """Ask before a rater is withdrawn."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    return form_page(site, request, "withdraw.html", rater=request.query_params.get("rater", "")[:200])


@router.post(
    "/raters/withdraw", responses=TURN, response_class=Response, openapi_extra=form_of("rater", "why", "anonymise")
)
async def withdraw(request: Request) -> Response:
    """Withdraw a rater: their answers no longer count."""
    site, session, fields = await _acting(request)
    anonymise = fields.get("anonymise") == "yes"
    await _done(withdraw_rater, site, session.name, fields.get("rater", ""), fields.get("why", ""), anonymise)
    return RedirectResponse(HOME, status_code=303)


@router.post("/pause", responses=TURN, response_class=Response, openapi_extra=form_of())
async def pause(request: Request) -> Response:
    """Pause: accept no answers for now."""
    site, session, _ = await _acting(request)
    await _done(lambda: site.intake.set("paused", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.post("/open", responses=TURN, response_class=Response, openapi_extra=form_of())
async def go_on(request: Request) -> Response:
    """Open: accept answers again."""
    site, session, _ = await _acting(request)
    await _done(lambda: site.intake.set("opened", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.get("/close", responses=PAGE, response_class=Response)
async def ask_close(request: Request) -> Response:
    """Ask before the rating is closed."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    begun, untouched = await run_in_threadpool(packets_out, site)
    return form_page(site, request, "close.html", begun=len(begun), untouched=len(untouched))


@router.post("/close", responses=TURN, response_class=Response, openapi_extra=form_of("untouched"))
async def close(request: Request) -> Response:
    """Close: accept no more answers; packets that were begun are kept as partial."""
    site, session, fields = await _acting(request)
    await _done(close_rating, site, session.name, fields.get("untouched") == "withdraw")
    return RedirectResponse(HOME, status_code=303)


@router.post("/backup", responses=TURN, response_class=Response, openapi_extra=form_of())
async def back_up(request: Request) -> Response:
    """Write a backup on the server: it holds the answer key, so it is not sent to a browser."""
    site, session, _ = await _acting(request)
    written = await _done(write_backup, site, session.name)
    text = f"It is in the study's folder on the server: {written}. It contains the answer key, so keep it safe."
    return site.page("message.html", title="Backup written.", text=text, way=(HOME, "Back"), problems=())


@router.get("/audit.jsonl", responses=FILE, response_class=Response)
async def audit_log(request: Request) -> Response:
    """The audit log as JSON Lines: who did what and when, with its hash chain."""
    site = site_of(request)
    await site.visitor(request, "organiser")

    def lines() -> str:
        fields = ("seq", "at", "who", "act", "detail", "hash")
        entries = site.records.audit_entries()
        return "".join(dumps({name: getattr(one, name) for name in fields}) + "\n" for one in entries)

    return _file(await run_in_threadpool(lines), "application/x-ndjson", "audit.jsonl")


@router.get("/progress.csv", responses=FILE, response_class=Response)
async def progress(request: Request) -> Response:
    """The table of raters as CSV."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    shown = await run_in_threadpool(read_dashboard, site)
    return _file("\ufeff" + progress_csv(shown.rows), "text/csv; charset=utf-8", "progress.csv")


@router.get("/openapi.json", responses=FILE)
async def description(request: Request) -> JSONResponse:
    """The OpenAPI document of this site."""
    await site_of(request).visitor(request, "organiser")
    return JSONResponse(request.app.openapi())


async def _acting(request: Request) -> tuple[Site, Session, dict[str, str]]:
    """The organiser and the form they sent."""
    site = site_of(request)
    session = await site.visitor(request, "organiser")
    return site, session, await read_form(site, request)


async def _done(act: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Run it in a thread; problems are reported without values, which may quote a card."""
    try:
        return await run_in_threadpool(act, *given, **named)
    except BadInput as refusal:
        raise HttpError(409, "Nothing was changed.", "See the list below.", problems=refusal.problems) from None


def _file(content: str, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
