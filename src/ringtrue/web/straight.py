"""The rating page's own requests, led straight to their routes: the framework's layers would cost more than a save."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ringtrue.web.refusal import Refused

_PAGE = "/api/"
Refuse = Callable[[Request, Exception], Awaitable[Response]]
Handler = Callable[[Request], Awaitable[Response]]


class Straight:
    """Stands before the application and answers what is named by method and path alone; all else it hands on."""

    def __init__(self, app: FastAPI, router: APIRouter, *, refused: Refuse, failed: Refuse) -> None:
        """Take the routes of `router` that the page calls, and how refusals and our own faults are told."""
        self._app, self._refused, self._failed = app, refused, failed
        self._handlers = {
            (method, route.path): route.get_route_handler()
            for route in router.routes
            if isinstance(route, APIRoute) and route.path.startswith(_PAGE)
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or hand on."""
        handler = self._handlers.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        with suppress(ClientDisconnect):  # gone before all was sent: nobody's fault, and nobody to tell
            if handler is None:
                await self._app(scope, receive, send)
            else:
                await self._answer(handler, scope, receive, send)

    async def _answer(self, handler: Handler, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self._app
        request = Request(scope, receive)
        try:
            response = await handler(request)
        except Refused as refused:
            response = await self._refused(request, refused)
        except ClientDisconnect:
            raise
        except Exception as error:
            await (await self._failed(request, error))(scope, receive, send)
            raise  # the server's log has it in full
        await response(scope, receive, send)
