"""Routes that take the request as it is: counted by address first, then handed on with what the path names."""

import asyncio

import pytest
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ringtrue.web import Site
from ringtrue.web.app import routes
from ringtrue.web.door import router as door
from ringtrue.web.limits import Limits, Rate
from ringtrue.web.organiser import router as organiser
from ringtrue.web.plain_route import PlainRoute
from ringtrue.web.rater import router as rater
from ringtrue.web.refusal import Refused
from web_requests import ask, request_to

ROUTER = APIRouter(route_class=PlainRoute)


@ROUTER.get("/hello/{name}/{other}", summary="Say hello")
async def hello(request: Request, name: str, other: str) -> Response:
    return PlainTextResponse(f"{name} and {other}, {request.headers.get('x-mood', 'calm')}")


def test_the_endpoint_gets_the_request_and_what_the_path_names(site: Site) -> None:
    app = routes(site)
    app.include_router(ROUTER)
    assert ask(app, "GET", "/hello/anna/bert", {"x-mood": "glad"}).body == b"anna and bert, glad"


def test_it_is_described_like_any_other(site: Site) -> None:
    app = routes(site)
    app.include_router(ROUTER)
    assert app.openapi()["paths"]["/hello/{name}/{other}"]["get"]["summary"] == "Say hello"


def test_requests_are_counted_by_address_and_refused_before_the_endpoint_is_asked(site: Site) -> None:
    site.limits = Limits({"address": Rate(2, 1.0)}, clock=lambda: 0.0)
    reached = []

    async def endpoint(request: Request) -> Response:
        reached.append(request.client.host if request.client else "")
        return PlainTextResponse("fine")

    handle = PlainRoute("/x", endpoint).get_route_handler()
    for client in ("1.1.1.1", "1.1.1.1", "2.2.2.2"):
        asyncio.run(handle(request_to(site, "/x", client=client)))
    with pytest.raises(Refused) as refused:
        asyncio.run(handle(request_to(site, "/x", client="1.1.1.1")))
    assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "1"})
    assert reached == ["1.1.1.1", "1.1.1.1", "2.2.2.2"]


@pytest.mark.parametrize("router", [door, organiser, rater], ids=["door", "organiser", "rater"])
def test_every_page_of_ours_is_counted(router: APIRouter) -> None:
    assert len(router.routes) >= 5
    assert all(isinstance(one, PlainRoute) for one in router.routes)
