"""Forms of organisers: who sends one, the act it asks for, and files to download."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ringtrue.store.access import Session
from ringtrue.terms.problem import BadInput
from ringtrue.web.errors import HttpError
from ringtrue.web.login import read_form
from ringtrue.web.state import Site, site_of

P = ParamSpec("P")
T = TypeVar("T")


async def acting(request: Request) -> tuple[Site, Session, dict[str, str]]:
    """The organiser and the form they sent."""
    site = site_of(request)
    session = await site.visitor(request, "organiser")
    return site, session, await read_form(site, request)


async def done(act: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Run it in a thread; problems are reported without values, which may quote a card."""
    try:
        return await run_in_threadpool(act, *given, **named)
    except BadInput as refusal:
        raise HttpError(409, "Nothing was changed.", "See the list below.", problems=refusal.problems) from None


def attachment(content: str, media_type: str, name: str) -> Response:
    """A text as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
