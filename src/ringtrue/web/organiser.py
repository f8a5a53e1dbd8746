"""Routes of an organiser while rating goes on: dashboard, invitations, withdrawal, close, backup, audit log."""

from datetime import UTC, datetime
from json import dumps
from typing import Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ringtrue.store.audit import SEALED
from ringtrue.store.overview import PacketStatus
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.dashboard import progress_csv, read_dashboard
from ringtrue.web.errors import FILE, PAGE, TURN, HttpError, form_of
from ringtrue.web.forms import acting, attachment, done
from ringtrue.web.invitations import (
    hours_of,
    invitable,
    invite_all,
    links_page,
    names_in,
    new_link,
    set_address,
)
from ringtrue.web.login import HOME, LOG_IN, form_page
from ringtrue.web.scorers import scorers_board
from ringtrue.web.state import Site, count_request, site_of

# What an organiser does: each is a transaction of the study, under the organiser's name in the audit log.


_MOST_RATERS = 500
_BACKUPS = "backups"

Links = list[tuple[str, str]]  # rater, link


def deal_to_raters(site: Site, organiser: str, names: list[str] | int, hours: float) -> Links:
    """Deal to new raters and create a link for each; raters of the study keep their packets and get a link."""
    count = names if isinstance(names, int) else len(names)
    if not 1 <= count <= _MOST_RATERS:
        what = f"Give 1 to {_MOST_RATERS} raters."
        raise BadInput([Problem("raters", "names", what, remedy="One name per line, or a number.")])
    dealt = site.study_as(organiser).deal(names, more_to_come=True, **as_dealt_before(site.records))
    return [(rater, new_link(site, organiser, rater, hours)) for rater in dealt.raters]


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
    return [(rater, new_link(site, organiser, rater, hours))]


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
    if site.scoring:
        site.scoring.finish_begun()
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
    if site.scoring:
        board = await run_in_threadpool(scorers_board, site)
        return form_page(site, request, "scorers.html", organiser=session.name, **board)
    return form_page(site, request, "dashboard.html", organiser=session.name, **await _board(site))


@router.get("/live", responses=PAGE, response_class=Response)
async def live(request: Request) -> Response:
    """The figures and the table of raters alone, for the dashboard that is open."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    return form_page(site, request, "live.html", **await _board(site))


async def _board(site: Site) -> dict[str, Any]:
    """What the dashboard shows."""
    without, others = await run_in_threadpool(invitable, site)
    return {
        "study": site.study.folder.resolve().name,
        "board": await run_in_threadpool(read_dashboard, site),
        "invitable": (len(without), len(others)),
        "address": site.public.url,
        "local": site.public.is_local,
    }


@router.post("/raters", responses=TURN, response_class=Response, openapi_extra=form_of("names", "days"))
async def add_raters(request: Request) -> Response:
    """Deal to new raters and show their links, only this once."""
    site, session, fields = await acting(request)
    names = names_in(fields.get("names", ""))
    hours = hours_of(fields.get("days", ""))
    links = await done(deal_to_raters, site, session.name, names, hours)
    return site.page("links.html", **await run_in_threadpool(links_page, site, links, hours))


@router.post("/invitations", responses=TURN, response_class=Response, openapi_extra=form_of("who", "days"))
async def invite_raters(request: Request) -> Response:
    """Links for raters who were dealt to: those without one, or everybody who is not done."""
    site, session, fields = await acting(request)
    hours = hours_of(fields.get("days", ""))
    links = await done(invite_all, site, session.name, hours, everybody=fields.get("who") == "everybody")
    return site.page("links.html", **await run_in_threadpool(links_page, site, links, hours))


@router.post("/address", responses=TURN, response_class=Response, openapi_extra=form_of("url"))
async def change_address(request: Request) -> Response:
    """Set the address that links begin with."""
    site, session, fields = await acting(request)
    await done(set_address, site, session.name, fields.get("url", ""))
    return RedirectResponse(HOME, status_code=303)


@router.get("/raters/admit", responses=PAGE, response_class=Response, openapi_extra=WHICH_RATER)
async def ask_admit(request: Request) -> Response:
    """Ask for the reason before a failed check is overruled."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    return form_page(site, request, "admit.html", rater=request.query_params.get("rater", "")[:200])


@router.post("/raters/admit", responses=TURN, response_class=Response, openapi_extra=form_of("rater", "why"))
async def admit(request: Request) -> Response:
    """Let a rater go on who failed the check on the sample."""
    site, session, fields = await acting(request)
    study = site.study_as(session.name)
    await done(study.admit_rater, fields.get("rater", ""), why=fields.get("why", ""))
    return RedirectResponse(HOME, status_code=303)


@router.post("/raters/invite", responses=TURN, response_class=Response, openapi_extra=form_of("rater", "days"))
async def invite(request: Request) -> Response:
    """A new link for a rater; earlier links and the sessions begun with them end."""
    site, session, fields = await acting(request)
    hours = hours_of(fields.get("days", ""))
    links = await done(invite_again, site, session.name, fields.get("rater", ""), hours)
    return site.page("links.html", **await run_in_threadpool(links_page, site, links, hours))


@router.post("/raters/revoke", responses=TURN, response_class=Response, openapi_extra=form_of("rater"))
async def revoke(request: Request) -> Response:
    """End a rater's links and sessions; the answers stay."""
    site, session, fields = await acting(request)
    await done(revoke_access, site, session.name, fields.get("rater", ""))
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
    site, session, fields = await acting(request)
    anonymise = fields.get("anonymise") == "yes"
    await done(withdraw_rater, site, session.name, fields.get("rater", ""), fields.get("why", ""), anonymise)
    return RedirectResponse(HOME, status_code=303)


@router.post("/pause", responses=TURN, response_class=Response, openapi_extra=form_of())
async def pause(request: Request) -> Response:
    """Pause: accept no answers for now."""
    site, session, _ = await acting(request)
    await done(lambda: site.intake.set("paused", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.post("/open", responses=TURN, response_class=Response, openapi_extra=form_of())
async def go_on(request: Request) -> Response:
    """Open: accept answers again."""
    site, session, _ = await acting(request)
    await done(lambda: site.intake.set("opened", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.get("/close", responses=PAGE, response_class=Response)
async def ask_close(request: Request) -> Response:
    """Ask before the rating is closed."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    begun, untouched = await run_in_threadpool(packets_out, site)
    return form_page(
        site, request, "close.html", begun=len(begun), untouched=len(untouched), scoring=bool(site.scoring)
    )


@router.post("/close", responses=TURN, response_class=Response, openapi_extra=form_of("untouched"))
async def close(request: Request) -> Response:
    """Close: accept no more answers; packets that were begun are kept as partial."""
    site, session, fields = await acting(request)
    await done(close_rating, site, session.name, fields.get("untouched") == "withdraw")
    return RedirectResponse(HOME, status_code=303)


@router.post("/backup", responses=TURN, response_class=Response, openapi_extra=form_of())
async def back_up(request: Request) -> Response:
    """Write a backup on the server: it holds the answer key, so it is not sent to a browser."""
    site, session, _ = await acting(request)
    written = await done(write_backup, site, session.name)
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

    return attachment(await run_in_threadpool(lines), "application/x-ndjson", "audit.jsonl")


@router.get("/progress.csv", responses=FILE, response_class=Response)
async def progress(request: Request) -> Response:
    """The table of raters as CSV."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    shown = await run_in_threadpool(read_dashboard, site)
    return attachment("\ufeff" + progress_csv(shown.rows), "text/csv; charset=utf-8", "progress.csv")


@router.get("/openapi.json", responses=FILE)
async def description(request: Request) -> JSONResponse:
    """The OpenAPI document of this site."""
    await site_of(request).visitor(request, "organiser")
    return JSONResponse(request.app.openapi())
