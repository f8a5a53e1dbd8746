"""The organisers' door: the set-up link of the first start, log-in, log-out, and a change of password."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ringtrue.terms import BadInput, Problem
from ringtrue.web.described import PAGE, TURN, form_of
from ringtrue.web.first_start import check_organiser
from ringtrue.web.forms import form_page, read_form
from ringtrue.web.plain_route import PlainRoute
from ringtrue.web.refusal import Refused
from ringtrue.web.site import Site, site_of

HOME = "/organiser"
LOG_IN = "/organiser/log-in"

router = APIRouter(route_class=PlainRoute)


@router.get("/", responses=PAGE, response_class=Response)
async def home(request: Request) -> Response:
    """Nothing but the way in."""
    text = "If you were invited to rate, open the link that was sent to you."
    return site_of(request).page(
        "message.html", title="ringtrue", text=text, way=(LOG_IN, "Log in as organiser"), problems=()
    )


@router.get("/set-up/{token}", responses=PAGE, response_class=Response)
async def first_organiser(request: Request, token: str) -> Response:
    """Where the link printed at the first start leads."""
    site = site_of(request)
    _check_link(site, request, token)
    return form_page(site, request, "set_up.html", token=token, name="", problems=[])


@router.post(
    "/set-up/{token}", responses=TURN, response_class=Response, openapi_extra=form_of("name", "password", "again")
)
async def set_up(request: Request, token: str) -> Response:
    """Make the first organiser and let him in."""
    site = site_of(request)
    _check_link(site, request, token)
    fields = await read_form(site, request)
    name, password = fields.get("name", "").strip(), fields.get("password", "")
    try:
        check_organiser(name, password, fields.get("again", ""))
    except BadInput as refusal:
        return form_page(site, request, "set_up.html", 422, token=token, name=name, problems=refusal.problems)
    site.first_start.done()
    await run_in_threadpool(lambda: site.desk.access.set_organiser(name, password, who=name))
    return await _let_in(site, name, password)


@router.get(LOG_IN, responses=PAGE, response_class=Response)
async def log_in_page(request: Request) -> Response:
    """The log-in form."""
    return form_page(site_of(request), request, "log_in.html", name="", problems=[])


@router.post(LOG_IN, responses=TURN, response_class=Response, openapi_extra=form_of("name", "password"))
async def log_in(request: Request) -> Response:
    """Let an organiser in who knows the password; tries are counted by address and by name."""
    site = site_of(request)
    fields = await read_form(site, request)
    name, password = fields.get("name", "").strip()[:200], fields.get("password", "")
    site.limits.take("log-in", site.address(request))
    site.limits.take("name", name.casefold())
    async with site.one_password_at_a_time:
        token = await run_in_threadpool(site.desk.access.log_in, name, password)
    if token is None:
        problems = [Problem("log-in", "password", "The name or the password is wrong.")]
        return form_page(site, request, "log_in.html", 403, name=name, problems=problems)
    return await _with_session(site, token)


@router.post("/organiser/log-out", responses=TURN, response_class=Response, openapi_extra=form_of())
async def log_out(request: Request) -> Response:
    """End the session here and in the browser."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    await read_form(site, request)
    await run_in_threadpool(site.desk.access.end_session, site.cookies.read(request, "organiser") or "")
    site.recent.forget()
    response = RedirectResponse(LOG_IN, status_code=303)
    site.cookies.take_back(response, "organiser")
    return response


@router.get("/organiser/password", responses=PAGE, response_class=Response)
async def password_page(request: Request) -> Response:
    """The form for another password."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    return form_page(site, request, "password.html", problems=[])


@router.post(
    "/organiser/password",
    responses=TURN,
    response_class=Response,
    openapi_extra=form_of("present", "password", "again"),
)
async def change_password(request: Request) -> Response:
    """Another password for who knows the present one; every session begun with that one ends."""
    site = site_of(request)
    session = await site.visitor(request, "organiser")
    fields = await read_form(site, request)
    site.limits.take("log-in", site.address(request))
    password = fields.get("password", "")
    problems: list[Problem] = []
    async with site.one_password_at_a_time:
        known = await run_in_threadpool(site.desk.access.log_in, session.name, fields.get("present", ""))
    if known is None:
        problems.append(Problem("password", "present", "The present password is wrong."))
    try:
        check_organiser(session.name, password, fields.get("again", ""))
    except BadInput as refusal:
        problems += refusal.problems
    if problems:
        return form_page(site, request, "password.html", 422, problems=problems)
    await run_in_threadpool(lambda: site.desk.access.set_organiser(session.name, password, who=session.name))
    site.recent.forget()
    return await _let_in(site, session.name, password)


async def _let_in(site: Site, name: str, password: str) -> Response:
    token = await run_in_threadpool(site.desk.access.log_in, name, password)
    if token is None:
        raise Refused(409, "The password was changed meanwhile.", "Log in again.")
    return await _with_session(site, token)


async def _with_session(site: Site, token: str) -> Response:
    session = await run_in_threadpool(site.desk.access.session, token)
    response = RedirectResponse(HOME, status_code=303)
    site.cookies.give(response, "organiser", token, session.expires if session else None)
    return response


def _check_link(site: Site, request: Request, token: str) -> None:
    if not site.first_start.fits(token):
        site.limits.take("failed", site.address(request))
        raise Refused(
            404, "This link is not valid.", "It works once, until the server ends. Log in, or start it again."
        )
