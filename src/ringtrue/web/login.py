"""Log-in of organisers, and forms with their CSRF token."""

from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.errors import PAGE, TURN, HttpError, form_of
from ringtrue.web.first_organiser import check_organiser
from ringtrue.web.state import Site, count_request, site_of

# Forms: parsed within limits, and only with the CSRF token of a page of ours.


FIELD = "form_token"
_TYPE = "application/x-www-form-urlencoded"
_MOST_BYTES = 64 << 10
_MOST_FIELDS = 50


def form_page(site: Site, request: Request, template: str, status: int = 200, **words: object) -> HTMLResponse:
    """A page with a form and its CSRF token: in a hidden field and in a cookie that other sites cannot send."""
    token = site.cookies.read(request, "form") or ""
    if not _is_token(token):
        token = token_urlsafe(24)
    response = site.page(template, status, form_token=token, **words)
    site.cookies.give(response, "form", token)
    return response


async def read_form(site: Site, request: Request) -> dict[str, str]:
    """Parse the fields of a form, the last of each name; HttpError where its CSRF token is wrong."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _TYPE:
        raise HttpError(415, "This is not a form.", "Use the form on the page.")
    body = await request.body()
    if len(body) > _MOST_BYTES:
        raise HttpError(413, "This is too large.", f"Send at most {_MOST_BYTES >> 10} KB.")
    try:
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise HttpError(422, "This form is not readable.", "Use the form on the page.") from None
    if any("\0" in value for value in fields.values()):  # not every database can hold it
        raise HttpError(422, "This form is not readable.", "Use the form on the page.")
    held = site.cookies.read(request, "form") or ""
    if not _is_token(held) or not compare_digest(held.encode(), fields.get(FIELD, "").encode()):
        raise HttpError(403, "This form is out of date.", "Open the page again and send it once more.")
    return fields


def _is_token(text: str) -> bool:
    return len(text) == 32 and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


# Routes: the set-up link of the first start, log-in, log-out, and a change of password.


HOME = "/organiser"
LOG_IN = "/organiser/log-in"

router = APIRouter(dependencies=[Depends(count_request)])


@router.get("/", responses=PAGE, response_class=Response)
async def home(request: Request) -> Response:
    """A page that only leads to the log-in."""
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
    """Create the first organiser and log them in."""
    site = site_of(request)
    _check_link(site, request, token)
    fields = await read_form(site, request)
    name, password = fields.get("name", "").strip(), fields.get("password", "")
    try:
        check_organiser(name, password, fields.get("again", ""))
    except BadInput as refusal:
        return form_page(site, request, "set_up.html", 422, token=token, name=name, problems=refusal.problems)
    site.first_start.done()
    await run_in_threadpool(lambda: site.rating.access.set_organiser(name, password, who=name))
    return await _new_session(site, name, password)


@router.get(LOG_IN, responses=PAGE, response_class=Response)
async def log_in_page(request: Request) -> Response:
    """The log-in form."""
    return form_page(site_of(request), request, "log_in.html", name="", problems=[])


@router.post(LOG_IN, responses=TURN, response_class=Response, openapi_extra=form_of("name", "password"))
async def log_in(request: Request) -> Response:
    """Check the password and start a session; a rate limit counts tries by address and by name."""
    site = site_of(request)
    fields = await read_form(site, request)
    name, password = fields.get("name", "").strip()[:200], fields.get("password", "")
    site.limits.take("log-in", site.address(request))
    site.limits.take("name", name.casefold())
    async with site.one_password_at_a_time:
        token = await run_in_threadpool(site.rating.access.log_in, name, password)
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
    await run_in_threadpool(site.rating.access.end_session, site.cookies.read(request, "organiser") or "")
    site.sessions.forget()
    response = RedirectResponse(LOG_IN, status_code=303)
    site.cookies.take_back(response, "organiser")
    return response


@router.get("/organiser/password", responses=PAGE, response_class=Response)
async def password_page(request: Request) -> Response:
    """The form to change the password."""
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
    """Change the password, given the present one; every session begun with that one ends."""
    site = site_of(request)
    session = await site.visitor(request, "organiser")
    fields = await read_form(site, request)
    site.limits.take("log-in", site.address(request))
    password = fields.get("password", "")
    problems: list[Problem] = []
    async with site.one_password_at_a_time:
        known = await run_in_threadpool(site.rating.access.log_in, session.name, fields.get("present", ""))
    if known is None:
        problems.append(Problem("password", "present", "The current password is wrong."))
    try:
        check_organiser(session.name, password, fields.get("again", ""))
    except BadInput as refusal:
        problems += refusal.problems
    if problems:
        return form_page(site, request, "password.html", 422, problems=problems)
    await run_in_threadpool(lambda: site.rating.access.set_organiser(session.name, password, who=session.name))
    site.sessions.forget()
    return await _new_session(site, session.name, password)


async def _new_session(site: Site, name: str, password: str) -> Response:
    token = await run_in_threadpool(site.rating.access.log_in, name, password)
    if token is None:
        raise HttpError(409, "The password was changed in the meantime.", "Log in again.")
    return await _with_session(site, token)


async def _with_session(site: Site, token: str) -> Response:
    session = await run_in_threadpool(site.rating.access.session, token)
    response = RedirectResponse(HOME, status_code=303)
    site.cookies.give(response, "organiser", token, session.expires if session else None)
    return response


def _check_link(site: Site, request: Request, token: str) -> None:
    if not site.first_start.fits(token):
        site.limits.take("failed", site.address(request))
        raise HttpError(
            404, "This link is not valid.", "It works once and until the server stops. Log in, or restart the server."
        )
