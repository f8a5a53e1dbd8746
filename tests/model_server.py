"""A model API for tests: a real HTTP server on the loopback that answers, or fails, as a script says.

In a test: `with ModelServer() as server: ... server.url ...`. In a process of its own, where the client's processor
time is measured: `python tests/model_server.py --latency 0.05`, which prints its address in one line.

It has the routes of an OpenAI-compatible API below `server.url` and those of Anthropic below `server.root`. Without
more it answers a sentence that depends on the messages alone, so that two runs can be compared.
"""

import argparse
import asyncio
import json
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Self

from aiohttp import web


@dataclass(frozen=True)
class Asked:
    """One request: its number in the order of arrival (from 1), and the time its messages came (from 1)."""

    number: int
    time: int
    model: str
    messages: list[dict[str, str]]  # an Anthropic request's system prompt stands first, like everybody else's
    body: dict[str, Any]
    headers: dict[str, str]
    path: str

    @property
    def last(self) -> str:
        """The last message's text."""
        return self.messages[-1]["content"] if self.messages else ""


@dataclass(frozen=True)
class Fault:
    """How a request goes wrong."""

    status: int = 200
    says: str = ""  # the error's message, or with status 200 the text in the answer's place
    after: str | None = None  # the Retry-After header
    way: str = "answer"  # answer, hang (never answers), drop (closes the connection), cut (stops in the middle), raw


TOO_MANY = Fault(429, "Rate limit reached.")
BROKEN = Fault(500, "Something broke.")
OVERLOADED = Fault(529, "Overloaded.")
HANG = Fault(way="hang")
DROP = Fault(way="drop")
CUT = Fault(way="cut")
EMPTY = Fault(200, "")
MALFORMED = Fault(200, "I would rather not say {")  # no JSON, where JSON was asked for
OUT_OF_RANGE = Fault(200, '{"decision_alignment": {"score": 150, "reason": "Beyond all measure.", "quote": "wait"}}')
NOT_JSON = Fault(200, "<html>gateway</html>", way="raw")  # the whole body, not the text in it
WRONG_KEY = Fault(401, "Incorrect API key provided.")
UNKNOWN_MODEL = Fault(404, "The model does not exist.")

NAMED = {"429": TOO_MANY, "500": BROKEN, "529": OVERLOADED, "hang": HANG, "drop": DROP, "cut": CUT}
NAMED |= {"empty": EMPTY, "malformed": MALFORMED, "out_of_range": OUT_OF_RANGE, "not_json": NOT_JSON}
ONLY_FOR_JSON = (MALFORMED, OUT_OF_RANGE)  # anybody else would take them for an answer

Script = Callable[[Asked], Fault | None]


def in_order(faults: Iterable[Fault | None]) -> Script:
    """The first request fails this way, the second that way ...; after the last one all is well."""
    left = iter(faults)

    def script(asked: Asked) -> Fault | None:
        return next(left, None)

    return script


def first_time(fault: Fault, *, times: int = 1) -> Script:
    """Every question fails when it is first asked (or the first `times` times), and is answered then."""
    return lambda asked: fault if asked.time <= times else None


def always(fault: Fault) -> Script:
    """Every request fails."""

    def script(asked: Asked) -> Fault | None:
        return fault

    return script


def never(asked: Asked) -> Fault | None:
    """All is well."""
    return None


def by_share(shares: Mapping[str, float], seed: int = 1) -> Script:
    """Faults by name (see `NAMED`) and share, drawn from the question and how often it came: no matter the order."""

    def script(asked: Asked) -> Fault | None:
        drawn = _fraction(f"{seed}:{asked.time}:{json.dumps(asked.messages)}")
        for name, share in shares.items():
            if drawn < share:
                fault = NAMED[name]
                return None if fault in ONLY_FOR_JSON and not asks_for_json(asked) else fault
            drawn -= share
        return None

    return script


def asks_for_json(asked: Asked) -> bool:
    """Whether an answer that is no JSON would be noticed."""
    return "response_format" in asked.body or "JSON" in asked.messages[0]["content"]


def sentence(asked: Asked) -> str:
    """The answer given where nothing else is said: the same words for the same messages."""
    return f"Answer {sha256(json.dumps(asked.messages).encode()).hexdigest()[:12]}, as ever."


DIMENSIONS = ("persona_accuracy", "value_preservation", "decision_alignment", "voice_accuracy", "reasoning_quality")


QUOTE = "ask the people who do the work"


def clone_and_judge(asked: Asked) -> str:
    """Answers as long as real ones: some sixty words from a clone; scores as JSON where the system prompt says so."""
    drawn = sha256(json.dumps(asked.messages).encode()).digest()
    if not asks_for_json(asked):
        return (
            f"Answer {drawn[:6].hex()}. " + "I would wait a week, ask the people who do the work, and then decide. " * 4
        )
    scores = {
        name: {"score": drawn[n] % 101, "reason": "It fits. " * 4, "quote": QUOTE} for n, name in enumerate(DIMENSIONS)
    }
    return json.dumps(scores)


def _fraction(text: str) -> float:
    return int.from_bytes(sha256(text.encode()).digest()[:8]) / 2**64


@dataclass
class ModelServer:
    """The server: give it an `answer`, a `script` of faults, a `latency` in seconds, a `key` and `models` it knows."""

    answer: Callable[[Asked], str] = sentence
    script: Script = never
    latency: float = 0.0
    key: str | None = None  # others are refused with 401, and the refusal repeats the key that was sent
    models: tuple[str, ...] = ()  # others are refused with 404; none: every name will do
    takes_format: bool = True  # whether `response_format` is understood
    keep: bool = True  # remember the requests; a long benchmark does not want that
    tls: ssl.SSLContext | None = None
    requests: list[Asked] = field(default_factory=list)
    count: int = 0
    at_once: int = 0
    most_at_once: int = 0
    port: int = 0
    on_request: Callable[[Asked], None] | None = None
    _times: Counter[bytes] = field(default_factory=Counter)

    @property
    def root(self) -> str:
        """The address without a path, as Anthropic's base URL is given."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The base URL of the OpenAI-compatible routes."""
        return f"{self.root}/v1"

    def __enter__(self) -> Self:
        """Start it in a thread of its own."""
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(30), "the model server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it; requests that hang are cut off."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)
        self._loop.close()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve(ready))

    async def _serve(self, ready: threading.Event) -> None:
        self._stop = asyncio.Event()
        await self.start()
        ready.set()
        await self._stop.wait()
        await self.runner.cleanup()

    async def start(self) -> None:
        """Listen, in the running loop; `port` says where."""
        app = web.Application()
        app.router.add_post("/{path:.*}", self._respond)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0, handler_cancellation=True)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", self.port, ssl_context=self.tls, backlog=2048)
        await site.start()
        self.port = self.runner.addresses[0][1]

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        asked = self._asked(request, await request.json())
        if self.keep:
            self.requests.append(asked)
        if self.on_request is not None:
            self.on_request(asked)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            return await self._outcome(request, asked)
        finally:
            self.at_once -= 1

    def _asked(self, request: web.Request, body: dict[str, Any]) -> Asked:
        self.count += 1
        messages = list(body["messages"])
        if body.get("system"):
            messages.insert(0, {"role": "system", "content": body["system"]})
        print_ = sha256(json.dumps([body.get("model"), messages]).encode()).digest()
        self._times[print_] += 1
        headers = {name.lower(): value for name, value in request.headers.items()}
        return Asked(self.count, self._times[print_], body.get("model", ""), messages, body, headers, request.path)

    async def _outcome(self, request: web.Request, asked: Asked) -> web.StreamResponse:
        fault = self._refusal(asked) or self.script(asked)
        if fault is None:
            return self._reply(asked, self.answer(asked))
        if fault.way == "hang":
            await asyncio.Event().wait()
        if fault.way == "drop":
            assert request.transport is not None
            request.transport.abort()
        if fault.way == "cut":
            return await self._cut(request)
        if fault.way == "raw":
            return web.Response(text=fault.says, content_type="text/html")
        if fault.status == 200:
            return self._reply(asked, fault.says)
        return self._error(asked, fault)

    def _refusal(self, asked: Asked) -> Fault | None:
        given = asked.headers.get("x-api-key") or asked.headers.get("authorization", "").removeprefix("Bearer ")
        if self.key is not None and given != self.key:
            return Fault(401, f"Incorrect API key provided: {given}.")
        if self.models and asked.model not in self.models:
            return Fault(404, f"The model `{asked.model}` does not exist or you do not have access to it.")
        if not self.takes_format and "response_format" in asked.body:
            return Fault(400, "Unrecognized request argument supplied: response_format")
        return None

    def _error(self, asked: Asked, fault: Fault) -> web.Response:
        headers = {"Retry-After": fault.after} if fault.after is not None else {}
        kind = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error", 529: "overloaded_error"}
        error = {"type": kind.get(fault.status, "invalid_request_error"), "message": fault.says}
        body = {"type": "error", "error": error} if asked.path.endswith("/messages") else {"error": error}
        return web.json_response(body, status=fault.status, headers=headers)

    async def _cut(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "1000", "Content-Type": "application/json"})
        await response.prepare(request)
        await response.write(b'{"choices": [{"mess')
        assert request.transport is not None
        request.transport.close()
        return response

    def _reply(self, asked: Asked, text: str) -> web.Response:
        came, went = sum(len(one["content"]) // 4 for one in asked.messages), len(text) // 4
        if asked.path.endswith("/messages"):
            body = {
                "id": f"msg_{asked.number}",
                "type": "message",
                "role": "assistant",
                "model": asked.model,
                "content": [{"type": "text", "text": text}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": came, "output_tokens": went},
            }
        else:
            body = {
                "id": f"chat_{asked.number}",
                "object": "chat.completion",
                "created": 0,
                "model": asked.model,
                "choices": [
                    {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"},
                ],
                "usage": {"prompt_tokens": came, "completion_tokens": went, "total_tokens": came + went},
            }
        return web.json_response(body)


async def _forever(server: ModelServer) -> None:
    await server.start()
    print(server.url, flush=True)  # noqa: T201 - the one line whoever started it waits for
    await asyncio.Event().wait()


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--faults", default="", help="such as 429=0.1,500=0.1,hang=0.03,malformed=0.03")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="answer one sentence, whoever asks")
    given = parser.parse_args()
    shares = {name: float(share) for name, _, share in (one.partition("=") for one in given.faults.split(",") if one)}
    answer = sentence if given.short else clone_and_judge
    server = ModelServer(answer, by_share(shares, given.seed), given.latency, keep=False)
    with suppress(KeyboardInterrupt):
        asyncio.run(_forever(server))


if __name__ == "__main__":
    main()
