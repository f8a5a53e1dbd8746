"""Routes that take the request as it is: they read and check what they need themselves, and are quick."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from ringtrue.web.site import site_of


class PlainRoute(APIRoute):
    """Counts the request against its address and hands it on; described like any other route."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function that answers: what the framework would inject, parse and convert is not wanted here."""
        endpoint = self.endpoint

        async def handle(request: Request) -> Response:
            site = site_of(request)
            site.limits.take("address", site.address(request))
            answered: Response = await endpoint(request, **request.path_params)
            return answered

        return handle
