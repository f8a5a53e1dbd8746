"""The ASGI application: FastAPI routes, middleware and exception handlers put together around one study."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from ringtrue.web.errors import HttpError
from ringtrue.web.login import router as login
from ringtrue.web.middleware import AccessLog, Guard
from ringtrue.web.organiser import router as organiser
from ringtrue.web.outcome import router as outcome
from ringtrue.web.rater import router as rater
from ringtrue.web.scorer import router as scorer
from ringtrue.web.scorers import router as scorers
from ringtrue.web.state import Site, asks_for_json, error_page
from ringtrue.web.static_files import router as static_files

_READERS = 8  # threads; more would open a database connection each and wait for one another


def application(site: Site) -> ASGIApp:
    """The site as an ASGI application; its middleware is outermost, so that error responses pass it too."""
    return AccessLog(Guard(routes(site), site.hosting, site.public), site.hosting)


def routes(site: Site) -> FastAPI:
    """The site's routes. Their OpenAPI document is for organisers only."""

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = _READERS
        yield
        await run_in_threadpool(site.saver.close)

    app = FastAPI(
        title="ringtrue", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False
    )
    app.state.site = site
    for router in (rater, scorer, static_files, login, organiser, scorers, outcome):
        app.include_router(router)
    app.add_exception_handler(HttpError, _error_response)
    app.add_exception_handler(HTTPException, _framework_error)
    app.add_exception_handler(ClientDisconnect, _disconnected)
    app.add_exception_handler(Exception, _internal_error)
    return app


async def _error_response(request: Request, error: Exception) -> Response:
    if not isinstance(error, HttpError):
        raise error
    if asks_for_json(request):
        return JSONResponse(error.as_document(), error.status, headers=error.headers)
    return error_page(request.app.state.site, error)


async def _framework_error(request: Request, error: Exception) -> Response:
    """What the framework itself refuses: no such page, no such method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    text = "Page not found." if status == 404 else "This method is not allowed here."
    return await _error_response(request, HttpError(status, text, "Check the address.", headers=headers))


async def _disconnected(_request: Request, _error: Exception) -> Response:
    """The client went away before its request was complete: not an error of ours, and nobody reads the answer."""
    return Response(status_code=400)


async def _internal_error(request: Request, _error: Exception) -> Response:
    """A bug of ours: the server's log has the traceback, the visitor gets one sentence."""
    remedy = "Your saved answers are safe. Try again in a moment."
    return await _error_response(request, HttpError(500, "Something went wrong on the server.", remedy))
