"""Routes of an organiser of a conversation: scorers added, and what the dashboard shows of them."""

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ringtrue.study.conversation.hosted_scoring import ScorerProgress
from ringtrue.terms.problem import BadInput
from ringtrue.web.dashboard import newest_links, newest_verdicts
from ringtrue.web.errors import TURN, form_of
from ringtrue.web.forms import acting, done
from ringtrue.web.invitations import hours_of, links_page, names_in, new_link
from ringtrue.web.scorer import scoring_of
from ringtrue.web.state import Site, count_request

_MOST = 500


@dataclass(frozen=True, slots=True)
class ScorerRow:
    """One scorer's row: how far they are, and what became of their link."""

    progress: ScorerProgress
    link: str


def scorers_board(site: Site) -> dict[str, Any]:
    """What the dashboard of a conversation shows."""
    scoring = scoring_of(site)
    fault = ""
    rows: list[ScorerRow] = []
    try:
        links = newest_links(site.rating.access.invites())
        rows = [ScorerRow(one, links.get(one.name, "none")) for one in scoring.progress()]
    except BadInput as refusal:
        fault = f"{refusal.problems[0].what} {refusal.problems[0].remedy}"
    return {
        "study": site.study.folder.resolve().name,
        "fault": fault,
        "rows": rows,
        "scored": any(True for _ in site.records.judgments()),
        "result": newest_verdicts(site),
        "state": site.intake.state,
        "address": site.public.url,
        "local": site.public.is_local,
    }


def add_to(site: Site, organiser: str, names: list[str] | int, hours: float) -> list[tuple[str, str]]:
    """New scorers, each with a link."""
    added = scoring_of(site).add(names[:_MOST] if isinstance(names, list) else min(names, _MOST), who=organiser)
    return [(name, new_link(site, organiser, name, hours)) for name in added]


router = APIRouter(prefix="/organiser", dependencies=[Depends(count_request)])


@router.post("/scorers", responses=TURN, response_class=Response, openapi_extra=form_of("names", "days"))
async def add_scorers(request: Request) -> Response:
    """Add scorers and show their links, only this once."""
    site, session, fields = await acting(request)
    hours = hours_of(fields.get("days", ""))
    links = await done(add_to, site, session.name, names_in(fields.get("names", "")), hours)
    return site.page("links.html", **await run_in_threadpool(links_page, site, links, hours))
