"""Routes of an organiser once rating has ended: open the answer key, score, download report and result."""

from asyncio import Lock
from pathlib import Path

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.errors import FILE, PAGE, TURN, HttpError, form_of
from ringtrue.web.forms import acting, attachment, done
from ringtrue.web.login import HOME, form_page
from ringtrue.web.state import Site, count_request, site_of

# What is done: the study opens its key itself; nothing here reads it.


def open_key(site: Site, organiser: str, *, sure: bool, why: str) -> None:
    """Open the answer key, for good; refused without the tick, and while packets are out without a reason."""
    if not sure:
        remedy = "Tick the box if you are sure."
        raise BadInput([Problem("answer key", "sure", "It was not confirmed.", remedy=remedy)])
    site.study_as(organiser).unblind(early=bool(why.strip()), why=why.strip())
    site.current.clear()


def score_now(site: Site, organiser: str) -> None:
    """Score the study and write its report."""
    if not site.rating.opened and site.scoring is None:
        remedy = "Close the rating and open the key first."
        raise BadInput([Problem("score", "answer key", "The key is sealed: there is nothing to score.", remedy=remedy)])
    study = site.study_as(organiser)
    study.score()
    for form in ("md", "json"):
        study.report(form)


def newest_file(site: Site, form: str) -> Path:
    """The newest result as md or json; BadInput where there is none."""
    return site.study.report(form)[0]


# Routes.


router = APIRouter(prefix="/organiser", dependencies=[Depends(count_request)])
_one_at_a_time = Lock()  # scoring takes seconds to minutes, and twice at once would give two results


@router.get("/unblind", responses=PAGE, response_class=Response)
async def ask_unblind(request: Request) -> Response:
    """Ask before the answer key is opened."""
    site = site_of(request)
    await site.visitor(request, "organiser")
    packets = await run_in_threadpool(site.rating.packets)
    pilots = await run_in_threadpool(site.records.pilots)
    counted = [one for one in packets if one.rater not in pilots]
    out = [one.rater for one in counted if one.state == "out"]
    back = sum(one.state in ("returned", "partial") for one in counted)
    return form_page(site, request, "unblind.html", back=back, out=out, state=site.intake.state)


@router.post("/unblind", responses=TURN, response_class=Response, openapi_extra=form_of("sure", "why"))
async def unblind(request: Request) -> Response:
    """Open the answer key, for good."""
    site, session, fields = await acting(request)
    await done(open_key, site, session.name, sure=fields.get("sure") == "yes", why=fields.get("why", ""))
    return RedirectResponse(HOME, status_code=303)


@router.post("/score", responses=TURN, response_class=Response, openapi_extra=form_of())
async def score(request: Request) -> Response:
    """Score the study; the answer comes when it is done."""
    site, session, _ = await acting(request)
    async with _one_at_a_time:
        await done(score_now, site, session.name)
    return RedirectResponse(HOME, status_code=303)


@router.get("/report.md", responses=FILE, response_class=Response)
async def report(request: Request) -> Response:
    """The report on the newest result."""
    return await _newest(request, "md", "text/markdown; charset=utf-8")


@router.get("/result.json", responses=FILE, response_class=Response)
async def result(request: Request) -> Response:
    """The newest result as JSON."""
    return await _newest(request, "json", "application/json")


async def _newest(request: Request, form: str, media_type: str) -> Response:
    site = site_of(request)
    await site.visitor(request, "organiser")
    try:
        path = await run_in_threadpool(newest_file, site, form)
    except BadInput as refusal:
        raise HttpError(404, "There is no result yet.", "Score the study first.", problems=refusal.problems) from None
    return attachment(path.read_text(encoding="utf-8"), media_type, path.name)
