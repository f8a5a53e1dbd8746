"""The page's requests led straight to their routes: the same answers as through the framework, and nothing else."""

import asyncio
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ringtrue.web.plain_route import PlainRoute
from ringtrue.web.rater import router as rater
from ringtrue.web.refusal import Refused
from ringtrue.web.straight import Straight


class Bare(APIRoute):
    """Takes the request as it is, as our routes do."""

    def get_route_handler(self) -> Any:
        async def handle(request: Request) -> Response:
            answered: Response = await self.endpoint(request)
            return answered

        return handle


ROUTER = APIRouter(route_class=Bare)


@ROUTER.post("/api/fine")
async def fine(request: Request) -> Response:
    return JSONResponse({"got": (await request.body()).decode()})


@ROUTER.post("/form")
async def form(request: Request) -> Response:
    return Response(await request.body())


@ROUTER.get("/api/refused")
async def refuse(request: Request) -> Response:
    raise Refused(409, "No.", "Ask again.")


@ROUTER.get("/api/broken")
async def broken(request: Request) -> Response:
    raise RuntimeError("a fault of ours")


@ROUTER.get("/page")
async def page(request: Request) -> Response:
    return Response("a page")


async def told(_request: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return JSONResponse(refused.as_document(), refused.status)


async def failed(_request: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "Ours."}, 500)


def framework() -> FastAPI:
    app = FastAPI()
    app.include_router(ROUTER)
    app.add_exception_handler(Refused, told)
    app.add_exception_handler(Exception, failed)
    return app


def asked(app: Any, method: str, path: str, body: bytes | None = b"") -> tuple[list[Any], str]:
    """The messages sent back, and the fault that reached the server's log; who sends no body went away."""
    sent: list[Any] = []
    scope = {"type": "http", "method": method, "path": path, "headers": [], "query_string": b"", "root_path": ""}

    async def receive() -> Any:
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    try:
        asyncio.run(app(scope, receive, send))
    except RuntimeError as fault:
        return sent, str(fault)
    return sent, ""


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/fine", 200),
        ("GET", "/api/refused", 409),
        ("GET", "/api/broken", 500),
        ("GET", "/page", 200),
        ("GET", "/api/fine", 405),
        ("GET", "/api/nothing", 404),
    ],
)
def test_the_answer_is_that_of_the_framework(method: str, path: str, status: int) -> None:
    straight = Straight(framework(), ROUTER, refused=told, failed=failed)
    messages, fault = asked(straight, method, path, b"words")
    assert messages[0]["status"] == status
    assert (messages, fault) == asked(framework(), method, path, b"words")
    assert fault == ("a fault of ours" if status == 500 else "")


def test_who_went_away_before_all_was_sent_is_no_fault() -> None:
    straight = Straight(framework(), ROUTER, refused=told, failed=failed)
    assert asked(straight, "POST", "/api/fine", None) == ([], "")


def test_nor_is_it_where_the_framework_answers() -> None:
    straight = Straight(framework(), ROUTER, refused=told, failed=failed)
    assert asked(straight, "POST", "/form", None)[1] == ""  # what it says to him nobody hears


def test_requests_of_the_page_do_not_pass_the_framework() -> None:
    async def nobody(*_given: Any) -> None:
        raise RuntimeError("the framework was asked")

    app: Any = nobody
    straight = Straight(app, ROUTER, refused=told, failed=failed)
    assert asked(straight, "POST", "/api/fine", b"words")[0][1]["body"] == b'{"got":"words"}'
    assert asked(straight, "GET", "/page")[1] == "the framework was asked"


def test_all_that_the_rating_page_calls_reads_its_requests_itself() -> None:
    calls = {route.path: route for route in rater.routes if isinstance(route, APIRoute) and "/api/" in route.path}
    assert set(calls) == {"/api/packet", "/api/answers", "/api/sitting", "/api/finish"}
    assert all(isinstance(route, PlainRoute) and not route.param_convertors for route in calls.values())
