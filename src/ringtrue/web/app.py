"""The application: routes, guards and refusals put together around one study."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from ringtrue.web.access_log import AccessLog
from ringtrue.web.door import router as door
from ringtrue.web.guard import Guard
from ringtrue.web.organiser import router as organiser
from ringtrue.web.rater import router as rater
from ringtrue.web.refusal import Refused
from ringtrue.web.site import Site, asks_for_json, refused_page
from ringtrue.web.static_files import router as static_files
from ringtrue.web.straight import Straight

_READERS = 8  # at once; more would open a connection each, and wait for one another


def application(site: Site) -> ASGIApp:
    """The site as an ASGI application; its guards stand outside of everything, so that errors pass them too."""
    straight = Straight(routes(site), rater, refused=_refused, failed=_failed)
    return AccessLog(Guard(straight, site.hosting), site.hosting)


def routes(site: Site) -> FastAPI:
    """The site's routes. They are described to organisers alone."""

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = _READERS
        yield
        await run_in_threadpool(site.saver.close)

    app = FastAPI(
        title="ringtrue", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    app.state.site = site
    for router in (rater, static_files, door, organiser):
        app.include_router(router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _unknown)
    app.add_exception_handler(Exception, _failed)
    return app


async def _refused(request: Request, refused: Exception) -> Response:
    if not isinstance(refused, Refused):
        raise refused
    if asks_for_json(request):
        return JSONResponse(refused.as_document(), refused.status, headers=refused.headers)
    return refused_page(request.app.state.site, refused)


async def _unknown(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: no such page, no such method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    said = "There is nothing here." if status == 404 else "This cannot be done here."
    return await _refused(request, Refused(status, said, "Check the address.", headers=headers))


async def _failed(request: Request, _error: Exception) -> Response:
    """A fault of ours: the server's log has it in full, the visitor hears one sentence."""
    remedy = "Your saved answers are safe. Try again in a moment."
    return await _refused(request, Refused(500, "Something went wrong on the server.", remedy))
