"""An organiser's routes: the dashboard, raters invited and withdrawn, pause and close, files to keep."""

from collections.abc import Callable
from json import dumps
from typing import ParamSpec, TypeVar

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ringtrue.store.access import Session
from ringtrue.terms import BadInput
from ringtrue.web import acts
from ringtrue.web.dashboard import dashboard, progress_csv
from ringtrue.web.described import FILE, PAGE, TURN, form_of
from ringtrue.web.door import HOME, LOG_IN
from ringtrue.web.forms import form_page, read_form
from ringtrue.web.plain_route import PlainRoute
from ringtrue.web.refusal import Refused
from ringtrue.web.site import Site, site_of

router = APIRouter(prefix="/organiser", route_class=PlainRoute)
WHICH_RATER = {"parameters": [{"name": "rater", "in": "query", "schema": {"type": "string"}}]}
P = ParamSpec("P")
T = TypeVar("T")


@router.get("", responses=TURN, response_class=Response)
async def overview(request: Request) -> Response:
    """The dashboard."""
    site = site_of(request)
    try:
        session = await site.visitor(request, "organiser")
    except Refused as refused:
        if refused.status != 401:
            raise
        return RedirectResponse(LOG_IN, status_code=303)
    shown = await run_in_threadpool(dashboard, site)
    title = site.study.folder.resolve().name
    return form_page(site, request, "dashboard.html", study=title, board=shown, organiser=session.name)


@router.post("/raters", responses=TURN, response_class=Response, openapi_extra=form_of("names", "days"))
async def add_raters(request: Request) -> Response:
    """Deal to new raters and show their links, once."""
    site, session, fields = await _acting(request)
    names = acts.names_in(fields.get("names", ""))
    hours = acts.hours_of(fields.get("days", ""))
    links = await _done(acts.add_raters, site, session.name, names, hours)
    return site.page("links.html", links=links, days=round(hours / 24))


@router.post("/raters/invite", responses=TURN, response_class=Response, openapi_extra=form_of("rater", "days"))
async def invite(request: Request) -> Response:
    """A new link for a rater; earlier ones, and the browser that used one, are shut out."""
    site, session, fields = await _acting(request)
    hours = acts.hours_of(fields.get("days", ""))
    links = await _done(acts.invite_again, site, session.name, fields.get("rater", ""), hours)
    return site.page("links.html", links=links, days=round(hours / 24))


@router.post("/raters/revoke", responses=TURN, response_class=Response, openapi_extra=form_of("rater"))
async def revoke(request: Request) -> Response:
    """Shut a rater's links and browsers out; the answers stay."""
    site, session, fields = await _acting(request)
    await _done(acts.revoke, site, session.name, fields.get("rater", ""))
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
    """Leave a rater's answers out from now on."""
    site, session, fields = await _acting(request)
    anonymise = fields.get("anonymise") == "yes"
    await _done(acts.withdraw, site, session.name, fields.get("rater", ""), fields.get("why", ""), anonymise)
    return RedirectResponse(HOME, status_code=303)


@router.post("/pause", responses=TURN, response_class=Response, openapi_extra=form_of())
async def pause(request: Request) -> Response:
    """Take no answers for a while."""
    site, session, _ = await _acting(request)
    await _done(lambda: site.gate.set("paused", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.post("/open", responses=TURN, response_class=Response, openapi_extra=form_of())
async def go_on(request: Request) -> Response:
    """Take answers again."""
    site, session, _ = await _acting(request)
    await _done(lambda: site.gate.set("opened", who=session.name))
    return RedirectResponse(HOME, status_code=303)


@router.get("/close", responses=PAGE, response_class=Response)
async def ask_close(request: Request) -> Response:
    """Ask before the rating is closed."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    begun, untouched = await run_in_threadpool(acts.left_out, site)
    return form_page(site, request, "close.html", begun=len(begun), untouched=len(untouched))


@router.post("/close", responses=TURN, response_class=Response, openapi_extra=form_of("untouched"))
async def close(request: Request) -> Response:
    """Take no more answers: what was begun is kept as partial."""
    site, session, fields = await _acting(request)
    await _done(acts.close, site, session.name, fields.get("untouched") == "withdraw")
    return RedirectResponse(HOME, status_code=303)


@router.post("/backup", responses=TURN, response_class=Response, openapi_extra=form_of())
async def back_up(request: Request) -> Response:
    """Write a backup beside the study, on the server: it holds the key, so it is not sent to a browser."""
    site, session, _ = await _acting(request)
    written = await _done(acts.back_up, site, session.name)
    text = f"It is in the study's folder on the server, as {written}. It holds the answer key: keep it as safe."
    return site.page("message.html", title="The backup is written.", text=text, way=(HOME, "Back"), problems=())


@router.get("/audit.jsonl", responses=FILE, response_class=Response)
async def audit_log(request: Request) -> Response:
    """The audit log: who did what and when, and the hashes that prove it."""
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
    shown = await run_in_threadpool(dashboard, site)
    return _file("\ufeff" + progress_csv(shown.rows), "text/csv; charset=utf-8", "progress.csv")


@router.get("/openapi.json", responses=FILE)
async def description(request: Request) -> JSONResponse:
    """This site's routes, described."""
    await site_of(request).visitor(request, "organiser")
    return JSONResponse(request.app.openapi())


async def _acting(request: Request) -> tuple[Site, Session, dict[str, str]]:
    """Who acts, and the form."""
    site = site_of(request)
    session = await site.visitor(request, "organiser")
    return site, session, await read_form(site, request)


async def _done(act: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The act, done in a thread; a refusal is told without values: they may quote what a card shows."""
    try:
        return await run_in_threadpool(act, *given, **named)
    except BadInput as refusal:
        raise Refused(409, "This was not done.", "See what is listed.", problems=refusal.problems) from None


def _file(content: str, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
