"""Routes of a scorer of a conversation: the page, drafts saved trial by trial, and their submission."""

from typing import Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ringtrue.page.scoring import hosted_scoring_page
from ringtrue.study.conversation.hosted_scoring import HostedScoring
from ringtrue.terms.problem import BadInput
from ringtrue.web.errors import PAGE, HttpError, unprocessable
from ringtrue.web.rater import ERRORS, SCORE, Message, body_of, check_body, read_message, writing
from ringtrue.web.state import Site, count_request, site_of
from ringtrue.web.static_files import SCORING_SCRIPT, SCORING_STYLE

# What the scoring page sends.


class Event(BaseModel):
    """An event that occurred: the words that show it, and why they do. Both may still be empty in a draft."""

    model_config = ConfigDict(strict=True, extra="forbid")
    excerpt: str
    reason: str


class Said(BaseModel):
    """What a scorer says of one trial."""

    model_config = ConfigDict(strict=True, extra="forbid")
    scores: dict[str, float]
    events: dict[str, Event]
    notes: str


class DraftMessage(Message):
    """One trial as it is scored now; it replaces what was sent of it before."""

    item: str = Field(max_length=200)
    said: Said


class SubmitMessage(Message):
    """The scorer has finished."""


def scoring_of(site: Site) -> HostedScoring:
    """The conversation that is served; HttpError 404 where the study is none."""
    if site.scoring is None:
        raise HttpError(404, "Page not found.", "This study is no conversation; raters go to /rate.")
    return site.scoring


def document_for(scoring: HostedScoring, scorer: str) -> dict[str, Any]:
    """What the page gets: the conversation and the scorer's drafts; HttpError 409 where it is not held to its end."""
    try:
        document = scoring.document()
    except BadInput as refusal:
        raise HttpError(409, refusal.problems[0].what, "Come back later, or ask the organiser.") from None
    finished = scoring.is_finished(scorer)
    drawer = f"{scoring.number(scorer)}"  # people share browsers
    return document | {"hosted": {"name": drawer, "given": scoring.drafts(scorer), "finished": finished}}


# Routes.


router = APIRouter(dependencies=[Depends(count_request)])


@router.get(SCORE, responses=PAGE | {409: {"description": "Not held to its end, or closed"}}, response_class=Response)
async def score(request: Request) -> HTMLResponse:
    """The page to score a conversation on, with what this scorer has said so far."""
    site = site_of(request)
    session = await site.visitor(request, "rater")
    scoring = scoring_of(site)
    document = await run_in_threadpool(document_for, scoring, session.name)
    if site.intake.state == "closed" and not document["hosted"]["finished"]:
        raise HttpError(409, "Scoring is closed.", "What you saved before is kept.")
    return HTMLResponse(hosted_scoring_page(document, script_url=SCORING_SCRIPT, style_url=SCORING_STYLE))


@router.post("/api/scoring", openapi_extra=body_of(DraftMessage), responses=ERRORS | {404: {"description": "None"}})
async def draft(request: Request) -> JSONResponse:
    """Save a trial; the response is sent once it is on the disk, and lists what an intake would still refuse."""
    site, scorer = await writing(request)
    scoring = scoring_of(site)
    message = await read_message(request, DraftMessage)
    said = message.said.model_dump()
    check_body(said)
    await run_in_threadpool(check_current, scoring, scorer, message)
    try:
        faults = await site.write(scoring.save, scorer, message.item, said)
    except BadInput as refusal:
        raise unprocessable(refusal) from None
    return JSONResponse({"saved": 1, "problems": [{"what": one.what, "remedy": one.remedy} for one in faults]})


@router.post(
    "/api/scoring/finish", openapi_extra=body_of(SubmitMessage), responses=ERRORS | {404: {"description": "None"}}
)
async def submit(request: Request) -> JSONResponse:
    """Submit what was saved; lists what stands against it. Submitting twice does no harm."""
    site, scorer = await writing(request)
    scoring = scoring_of(site)
    message = await read_message(request, SubmitMessage)
    if not await run_in_threadpool(scoring.is_finished, scorer):
        await run_in_threadpool(check_current, scoring, scorer, message)
        try:
            await site.write(scoring.finish, scorer)
        except BadInput as refusal:
            raise unprocessable(refusal) from None
    return JSONResponse({"saved": 1})


def check_current(scoring: HostedScoring, scorer: str, message: Message) -> None:
    """HttpError 409 where the scorer has submitted, or the conversation is another than the page shows."""
    if scoring.is_finished(scorer):
        raise HttpError(409, "Your scores are submitted already.", "Reload the page.")
    if scoring.document()["token"] != message.name:
        raise HttpError(409, "The conversation has more sessions now.", "Reload the page; your scores are saved.")
