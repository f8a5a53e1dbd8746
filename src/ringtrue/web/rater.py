"""Routes of a rater: the personal link, the page, the packet, and answers saved one by one."""

from collections.abc import Mapping
from json import JSONDecodeError, loads
from typing import Any, Literal, NoReturn, TypeVar

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ringtrue.judge.result_file import read_answers
from ringtrue.page.offline import hosted_page
from ringtrue.page.packet_document import packet_name
from ringtrue.page.scoring import catalogue
from ringtrue.store.access import Invite
from ringtrue.study.briefing import read_briefing
from ringtrue.study.rating_conditions import CardFinished, NotReady
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.errors import INVALID, PAGE, TURN, HttpError, closed, form_of, paused, unmet, unprocessable
from ringtrue.web.login import form_page, read_form
from ringtrue.web.middleware import MOST_BYTES
from ringtrue.web.state import Site, count_request, site_of
from ringtrue.web.static_files import SCRIPT, STYLE

SCORE = "/score"  # where a conversation is scored

# A rater's current packet: the first of theirs that is out. Nobody can name the packet of another rater.


async def current_packet(site: Site, rater: str) -> tuple[str, dict[str, Any]] | None:
    """Token and document of the rater's current packet, None where none is left."""
    found = await run_in_threadpool(_current, site, rater)
    site.current[rater] = found
    return found


async def named_packet(site: Site, rater: str, name: str) -> tuple[str, dict[str, Any]]:
    """The rater's current packet, if it has this name; HttpError 409 if it has another or is closed."""
    found = site.current.get(rater)
    if found is None or found[1]["name"] != name:
        found = await current_packet(site, rater)
    if found is None or found[1]["name"] != name:
        raise HttpError(409, "This is not your current packet.", "Reload the page.")
    return found


def packet_for_page(site: Site, rater: str) -> dict[str, Any] | None:
    """What the page gets: the current packet, the answers saved so far, and what need not be asked again.

    None where none is left; HttpError 409 where something unfinished can no longer be finished.
    """
    if cut_short(site, rater):
        raise closed()
    found = site.current[rater] = _current(site, rater)
    if found is None:
        return None
    token, document = found
    answers = [one.as_dict() for one in site.rating.answers(token)]
    return {"document": document, "answers": answers, "sitting": site.rating.sitting(token)}


def cut_short(site: Site, rater: str) -> bool:
    """Whether the rater has something unfinished that can no longer be finished: closed, or the key was opened."""
    if site.intake.state != "closed" and not site.rating.opened:
        return False
    return any(packet.rater == rater and packet.state != "returned" for packet in site.rating.packets())


def left_for(site: Site, rater: str) -> int:
    """How many packets of the rater are out."""
    return sum(packet.rater == rater and packet.state == "out" for packet in site.rating.packets())


def is_submitted(site: Site, rater: str, name: str) -> bool:
    """Whether the rater has submitted the packet of this name: a page that missed the answer asks again."""
    mine = (one for one in site.rating.packets() if one.rater == rater and one.state == "returned")
    return any(packet_name(one.token) == name for one in mine)


def _current(site: Site, rater: str) -> tuple[str, dict[str, Any]] | None:
    mine = (one for one in site.rating.packets() if one.rater == rater and one.state == "out")
    packet = next(mine, None)
    return None if packet is None else (packet.token, site.rating.document(packet.token))


# The text around the rating page, in the study's language; the page itself has its own.


_WORDS = {
    "en": {
        "invited": "You are invited to rate.",
        "host": "{host} invites you to rate.",
        "minutes": "It takes about {minutes} minutes. Every answer is saved right away: you can stop and come back.",
        "saved": "Every score is saved right away: you can stop and come back.",
        "scores": "You are invited to score a conversation.",
        "host_scores": "{host} invites you to score a conversation.",
        "once": "This link is for you only and works once. Start in the browser you will keep using.",
        "begin": "Start",
        "contact": "Questions: {contact}",
    },
    "pt": {
        "invited": "Este é o seu convite para avaliar.",
        "host": "{host} convida você para avaliar.",
        "minutes": "Leva cerca de {minutes} minutos. Cada resposta é guardada no momento: pode parar e voltar depois.",
        "saved": "Cada nota é guardada no momento: pode parar e voltar depois.",
        "scores": "Este é o seu convite para pontuar uma conversa.",
        "host_scores": "{host} convida você para pontuar uma conversa.",
        "once": "Este endereço é só seu e serve uma vez. Comece no navegador em que vai continuar.",
        "begin": "Começar",
        "contact": "Perguntas: {contact}",
    },
}


def words_of(document: Mapping[str, Any] | None) -> dict[str, str]:
    """The text around the page, by the language and title of a rater's current packet."""
    language = document["language"] if document and document["language"] in _WORDS else "en"
    study = document["study"] if document else {}
    fill = {"minutes": str(document["minutes"]) if document else ""}
    fill |= {name: study.get(name) or "" for name in ("contact", "host")}
    words = {name: text.format(**fill) for name, text in _WORDS[language].items()}
    if not document or not document["minutes"]:
        words["minutes"] = ""
    if not fill["contact"]:
        words["contact"] = ""
    if fill["host"]:
        words["invited"] = words["host"]
    return words | {"language": language, "title": study.get("title") or "ringtrue"}


def words_of_scoring(site: Site) -> dict[str, str]:
    """The same for somebody who is invited to score a conversation."""
    briefing = read_briefing(site.study.folder, site.study.settings)
    study = {"title": catalogue(briefing.language)["title"], "contact": briefing.contact, "host": briefing.host}
    words = words_of({"language": briefing.language, "study": study, "minutes": briefing.minutes})
    texts = _WORDS[words["language"]]
    invited = texts["host_scores" if briefing.host else "scores"].format(host=briefing.host)
    return words | {"invited": invited, "minutes": words["minutes"] or texts["saved"]}


# What the rating page sends: validated strictly by pydantic models, which also describe it in the OpenAPI document.


NAME = r"^[0-9a-f]{16}$"
_DEEPEST = 8
_LONGEST = 64 << 10


class Message(BaseModel):
    """Anything the page sends: no unknown keys, no conversions."""

    model_config = ConfigDict(strict=True, extra="forbid")
    name: str = Field(pattern=NAME, description="The name of the packet document this belongs to.")


class GivenMessage(BaseModel):
    """One answer as the page sends it; the value is checked against the card's scale."""

    model_config = ConfigDict(extra="forbid")
    card: str
    question: str
    value: bool | float | str | list[bool] | None = Field(description="null clears an answer")
    shown: list[str] = []
    seconds: float | None = None
    visible_seconds: float | None = None
    comment: str = ""
    recognised: bool = False
    position: int | None = None


class AnswersMessage(Message):
    """Answers to save, the newest last."""

    answers: list[Any] = Field(max_length=2_000, json_schema_extra={"items": GivenMessage.model_json_schema()})


class SittingMessage(Message):
    """A step of the session: consent, qualification, comprehension check, practice, or how the session went."""

    kind: Literal["consent", "qualification", "comprehension", "practice", "sitting"]
    body: dict[str, Any]


class FinishMessage(Message):
    """The rater has finished this packet."""


M = TypeVar("M", bound=Message)


async def read_message(request: Request, shape: type[M]) -> M:
    """Parse and validate the body; HttpError with every problem."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HttpError(415, "This is not JSON.", "Send it with Content-Type: application/json.")
    try:
        document = loads(await request.body(), parse_constant=_no_number)
    except (JSONDecodeError, UnicodeDecodeError, RecursionError, ValueError):
        raise HttpError(422, "This is not valid JSON.", "Send one JSON object.") from None
    if _too_deep(document, _DEEPEST):
        raise HttpError(422, "This is nested too deeply.", f"Use at most {_DEEPEST} levels.")
    try:
        return shape.model_validate(document)
    except ValidationError as error:
        problems = [
            Problem("message", ".".join(map(str, one["loc"])) or "message", _sentence(one["msg"]))
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise HttpError(422, INVALID, "Correct what is listed.", problems=problems) from None


def check_body(body: Mapping[str, Any]) -> None:
    """Refuse a large note: it is stored as it is."""
    if len(repr(body)) > _LONGEST:
        raise HttpError(422, "This note is too large.", f"Send at most {_LONGEST >> 10} KB.")


def body_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The request body for the OpenAPI document."""
    content = {"application/json": {"schema": shape.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def _too_deep(value: object, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is not None and (left == 0 or any(_too_deep(one, left - 1) for one in inner))


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:].rstrip(".") + "."


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


router = APIRouter(dependencies=[Depends(count_request)])
ERRORS: dict[int | str, dict[str, Any]] = {
    401: {"description": "No session"},
    403: {"description": "Not from our page"},
    409: {"description": "Packet closed, or not the current one"},
    413: {"description": "Too large"},
    415: {"description": "Not JSON"},
    422: {"description": "Invalid; lists every problem"},
    429: {"description": "Rate limit; Retry-After says how long to wait"},
    503: {"description": "Paused"},
}
_READ_ERRORS: dict[int | str, dict[str, Any]] = {status: ERRORS[status] for status in (401, 409, 429, 503)}


@router.get("/r/{invite}", responses=PAGE, response_class=Response)
async def landing(request: Request, invite: str) -> HTMLResponse:
    """Where a personal link leads. Opening it does not use it up: mail programs open links too."""
    site = site_of(request)
    found = await _invited(site, request, invite)
    if site.scoring:
        words = await run_in_threadpool(words_of_scoring, site)
    else:
        current = await current_packet(site, found.rater)
        words = words_of(current[1] if current else None)
    return form_page(site, request, "landing.html", words=words, invite=invite)


@router.post("/r/{invite}", responses=TURN, response_class=Response, openapi_extra=form_of())
async def claim(request: Request, invite: str) -> Response:
    """Use the link: from now on this browser has the rater's session."""
    site = site_of(request)
    await read_form(site, request)
    site.limits.take("claim", site.address(request))
    await _invited(site, request, invite)
    token = await site.write(site.rating.access.claim, invite)
    session = await run_in_threadpool(site.rating.access.session, token) if token else None
    if token is None or session is None:
        raise HttpError(410, "This link has been used.", "Ask for a new one.")
    response = RedirectResponse(SCORE if site.scoring else "/rate", status_code=303)
    site.cookies.give(response, "rater", token, session.expires)
    return response


async def _invited(site: Site, request: Request, invite: str) -> Invite:
    found = await run_in_threadpool(site.rating.access.look_at, invite)
    if found is None:
        site.limits.take("failed", site.address(request))
        raise HttpError(404, "This link does not exist.", "Check that you copied all of it, or ask for a new one.")
    if found.state == "claimed":
        raise HttpError(410, "This link has been used.", "Continue at /rate in the browser you used it in.")
    if found.state != "open":
        raise HttpError(410, "This link is no longer valid.", "Ask for a new one.")
    return found


@router.get("/rate", responses=TURN, response_class=Response)
async def rate(request: Request) -> Response:
    """The rating page; it fetches its content itself. Of a conversation it is the page to score it on."""
    site = site_of(request)
    if site.scoring:
        return RedirectResponse(SCORE, status_code=303)
    session = await site.visitor(request, "rater")
    current = await current_packet(site, session.name)
    words = words_of(current[1] if current else None)
    return HTMLResponse(hosted_page(words["language"], words["title"], script_url=SCRIPT, style_url=STYLE))


@router.get(
    "/api/packet", responses={200: {"description": "The packet"}, 204: {"description": "None is left"}, **_READ_ERRORS}
)
async def packet(request: Request) -> Response:
    """The rater's current packet, with the answers saved so far."""
    site = site_of(request)
    session = await site.visitor(request, "rater")
    if site.intake.state == "paused":
        raise paused()
    found = await run_in_threadpool(packet_for_page, site, session.name)
    return Response(status_code=204) if found is None else JSONResponse(found)


@router.post("/api/answers", openapi_extra=body_of(AnswersMessage), responses=ERRORS)
async def answers(request: Request) -> JSONResponse:
    """Save answers; the response is sent once they are on the disk."""
    site, rater = await writing(request)
    message = await read_message(request, AnswersMessage)
    token, document = await named_packet(site, rater, message.name)
    try:
        givens = read_answers(document, message.answers)
    except BadInput as refusal:
        raise unprocessable(refusal) from None
    if givens:
        try:
            await site.saver.save(token, givens)
        except CardFinished as refusal:
            raise unmet(refusal, refusal.late) from None
        except NotReady as refusal:
            raise unmet(refusal) from None
        except BadInput:
            site.forget(rater)  # the values are valid: it is the packet that is closed
            raise closed() from None
    return JSONResponse({"saved": len(givens)})


@router.post("/api/sitting", openapi_extra=body_of(SittingMessage), responses=ERRORS)
async def sitting(request: Request) -> JSONResponse:
    """Save a step of the session."""
    site, rater = await writing(request)
    message = await read_message(request, SittingMessage)
    check_body(message.body)
    token, _ = await named_packet(site, rater, message.name)
    try:
        await site.write(site.rating.note, token, message.kind, message.body)
    except NotReady as refusal:
        raise unmet(refusal) from None
    except BadInput as refusal:
        raise unprocessable(refusal) from None
    return JSONResponse({"saved": 1})


@router.post("/api/finish", openapi_extra=body_of(FinishMessage), responses=ERRORS)
async def finish(request: Request) -> JSONResponse:
    """Submit the packet; lists what is still missing. Submitting twice does no harm."""
    site, rater = await writing(request)
    message = await read_message(request, FinishMessage)
    if not await run_in_threadpool(is_submitted, site, rater, message.name):
        token, _ = await named_packet(site, rater, message.name)
        try:
            await site.write(site.rating.finish, token)
        except NotReady as refusal:
            raise unmet(refusal) from None
        except BadInput as refusal:
            raise unprocessable(refusal) from None
        finally:
            site.forget(rater)
    return JSONResponse({"more": await run_in_threadpool(left_for, site, rater) > 0})


async def writing(request: Request) -> tuple[Site, str]:
    """The rater who writes. CSRF: the X-Ringtrue header is one that no form and no other site can send."""
    site = site_of(request)
    if request.headers.get("x-ringtrue") != "1":
        raise HttpError(403, "This request did not come from the rating page.", "Open the page and try again.")
    session = await site.visitor(request, "rater")
    site.intake.check_open()
    declared = request.headers.get("content-length")
    site.limits.take("kilobytes", session.name, (MOST_BYTES if declared is None else int(declared)) / 1024)
    return site, session.name
