"""A rater's routes: the invite, the page, the packet, and answers saved one by one."""

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ringtrue.page import hosted_page
from ringtrue.store.access import Invite
from ringtrue.study.given_reading import read_givens
from ringtrue.terms import BadInput
from ringtrue.web.described import PAGE, TURN, form_of
from ringtrue.web.forms import form_page, read_form
from ringtrue.web.guard import MOST_BYTES
from ringtrue.web.landing import words_of
from ringtrue.web.messages import AnswersMessage, FinishMessage, SittingMessage, body_of, check_body, read_message
from ringtrue.web.packets import current_packet, handed_out, is_handed_in, left_for, named_packet
from ringtrue.web.plain_route import PlainRoute
from ringtrue.web.refusal import Refused, taken_no_more, wrong_values
from ringtrue.web.site import Site, site_of
from ringtrue.web.static_files import SCRIPT, STYLE

router = APIRouter(route_class=PlainRoute)
_ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"description": "No session"},
    403: {"description": "Not from our page"},
    409: {"description": "Packet closed, or not the one the rater is at"},
    413: {"description": "Too large"},
    415: {"description": "Not JSON"},
    422: {"description": "Every fault of what was sent"},
    429: {"description": "Too much at once; Retry-After says how long to wait"},
    503: {"description": "Paused"},
}
_READ_ERRORS: dict[int | str, dict[str, Any]] = {status: _ERRORS[status] for status in (401, 409, 429, 503)}


@router.get("/r/{invite}", responses=PAGE, response_class=Response)
async def landing(request: Request, invite: str) -> HTMLResponse:
    """Where a personal link leads: looking at it uses nothing up, mail programs look too."""
    site = site_of(request)
    found = await _invited(site, request, invite)
    at = await current_packet(site, found.rater)
    return form_page(site, request, "landing.html", words=words_of(at[1] if at else None), invite=invite)


@router.post("/r/{invite}", responses=TURN, response_class=Response, openapi_extra=form_of())
async def claim(request: Request, invite: str) -> Response:
    """Use the link: from now on this browser is the rater's."""
    site = site_of(request)
    await read_form(site, request)
    site.limits.take("claim", site.address(request))
    await _invited(site, request, invite)
    token = await site.write(site.desk.access.claim, invite)
    session = await run_in_threadpool(site.desk.access.session, token) if token else None
    if token is None or session is None:
        raise Refused(410, "This link has been used.", "Ask for a new one.")
    response = RedirectResponse("/rate", status_code=303)
    site.cookies.give(response, "rater", token, session.expires)
    return response


async def _invited(site: Site, request: Request, invite: str) -> Invite:
    found = await run_in_threadpool(site.desk.access.look_at, invite)
    if found is None:
        site.limits.take("failed", site.address(request))
        raise Refused(404, "There is no such link.", "Check that you copied all of it, or ask for a new one.")
    if found.state == "claimed":
        raise Refused(410, "This link has been used.", "In the browser you used it in, go on at /rate.")
    if found.state != "open":
        raise Refused(410, "This link is no longer valid.", "Ask for a new one.")
    return found


@router.get("/rate", responses=PAGE, response_class=Response)
async def rate(request: Request) -> HTMLResponse:
    """The rating page; all it shows it fetches itself."""
    site = site_of(request)
    session = await site.visitor(request, "rater")
    at = await current_packet(site, session.name)
    words = words_of(at[1] if at else None)
    return HTMLResponse(hosted_page(words["language"], words["title"], script_url=SCRIPT, style_url=STYLE))


@router.get(
    "/api/packet", responses={200: {"description": "The packet"}, 204: {"description": "None is left"}, **_READ_ERRORS}
)
async def packet(request: Request) -> Response:
    """The packet the rater is at, with what was answered so far."""
    site = site_of(request)
    session = await site.visitor(request, "rater")
    if site.gate.state == "paused":
        site.gate.refuse_unless_open()
    handed = await run_in_threadpool(handed_out, site, session.name)  # in one go: a whole class may begin at once
    return Response(status_code=204) if handed is None else JSONResponse(handed)


@router.post("/api/answers", openapi_extra=body_of(AnswersMessage), responses=_ERRORS)
async def answers(request: Request) -> JSONResponse:
    """Save answers; the response comes when they are on the disk."""
    site, rater = await _writing(request)
    message = await read_message(request, AnswersMessage)
    token, document = await named_packet(site, rater, message.name)
    try:
        givens = read_givens(document, message.answers)
    except BadInput as refusal:
        raise wrong_values(refusal) from None
    if givens:
        try:
            await site.saver.save(token, givens)
        except BadInput:
            site.forget(rater)  # values were checked: the packet itself takes no more
            raise taken_no_more() from None
    return JSONResponse({"saved": len(givens)})


@router.post("/api/sitting", openapi_extra=body_of(SittingMessage), responses=_ERRORS)
async def sitting(request: Request) -> JSONResponse:
    """Keep a step of the sitting."""
    site, rater = await _writing(request)
    message = await read_message(request, SittingMessage)
    check_body(message.body)
    token, _ = await named_packet(site, rater, message.name)
    try:
        await site.write(site.desk.note, token, message.kind, message.body)
    except BadInput as refusal:
        raise wrong_values(refusal) from None
    return JSONResponse({"saved": 1})


@router.post("/api/finish", openapi_extra=body_of(FinishMessage), responses=_ERRORS)
async def finish(request: Request) -> JSONResponse:
    """Hand the packet in; what is still to be answered is listed. Handing it in twice does no harm."""
    site, rater = await _writing(request)
    message = await read_message(request, FinishMessage)
    if not await run_in_threadpool(is_handed_in, site, rater, message.name):
        token, _ = await named_packet(site, rater, message.name)
        try:
            await site.write(site.desk.finish, token)
        except BadInput as refusal:
            raise wrong_values(refusal) from None
        finally:
            site.forget(rater)
    return JSONResponse({"more": await run_in_threadpool(left_for, site, rater) > 0})


async def _writing(request: Request) -> tuple[Site, str]:
    """Who writes; the header is one that no form and no other site can send."""
    site = site_of(request)
    if request.headers.get("x-ringtrue") != "1":
        raise Refused(403, "This request did not come from the rating page.", "Open the page and try again.")
    session = await site.visitor(request, "rater")
    site.gate.refuse_unless_open()
    declared = request.headers.get("content-length")
    site.limits.take("kilobytes", session.name, (MOST_BYTES if declared is None else int(declared)) / 1024)
    return site, session.name
