"""Hosted models through any-llm: faults are told apart, keys stay hidden, and the extra is asked for where it lacks."""

import asyncio
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from model_server import BROKEN, TOO_MANY, Asked, ModelServer, always
from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.calls.adapters.providers import Providers
from ringtrue.terms.call import Call, CallFault, Refused, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

installed = pytest.mark.skipif(
    find_spec("any_llm") is None, reason='any-llm is not installed: pip install "ringtrue[providers]"'
)
KEY = "sk-a-long-secret-key"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def _listen(asked: Asked) -> str:
    return "Listen."


def made(url: str = "http://127.0.0.1:9/v1", model: str = "openai:m") -> Adapter:
    return adapter_for(Speaker("clone", "providers", {"model": model, "url": url}), folder=Path())


def ask(adapter: Adapter, **settings: Any) -> Reply:
    async def once() -> Reply:
        try:
            return await adapter.answer(Call("k", ({"role": "user", "content": "Why?"},), "Q1", settings))
        finally:
            await adapter.close()

    return asyncio.run(once())


@installed
def test_it_answers_with_tokens_and_sampling() -> None:
    with ModelServer(answer=_listen, key=KEY, models=("m",)) as server:
        reply = ask(made(server.url), temperature=0.5, max_tokens=9, seed=3)
        body = server.requests[0].body
    assert reply.text == "Listen."
    assert reply.meta["provider"] == "openai"
    assert (body["model"], body["temperature"], body["seed"]) == ("m", 0.5, 3)


@installed
def test_a_client_serves_one_loop_and_the_next_has_its_own() -> None:
    with ModelServer(answer=_listen, key=KEY) as server:
        adapter = made(server.url)
        assert [ask(adapter).text, ask(adapter).text] == ["Listen.", "Listen."]


@installed
@pytest.mark.parametrize(
    ("kind", "fault"), [("wrong key", Refused), ("wrong model", Refused), ("busy", Retry), ("broken", Retry)]
)
def test_faults_are_told_apart_and_asked_once(kind: str, fault: type[CallFault]) -> None:
    settings: dict[str, Any] = {
        "wrong key": {"key": "sk-another-key"},
        "wrong model": {"models": ("other",)},
        "busy": {"script": always(TOO_MANY)},
        "broken": {"script": always(BROKEN)},
    }[kind]
    with ModelServer(answer=_listen, **settings) as server:
        with pytest.raises(fault) as raised:
            ask(made(server.url))
        assert server.count == 1  # the library's own retries are off
    assert KEY not in str(raised.value)


@installed
def test_nobody_there_is_unreachable() -> None:
    with pytest.raises(Retry) as raised:
        ask(made())
    assert raised.value.kind == "unreachable"


@installed
def test_an_unknown_provider_stops_the_run() -> None:
    with pytest.raises(Refused, match="nobody"):
        ask(made(model="nobody:m"))


def test_without_the_library_the_line_to_type_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "any_llm", None)
    with pytest.raises(Refused) as fault:
        ask(made())
    assert fault.value.remedy == 'pip install "ringtrue[providers]"'


class AnyLLMError(Exception):
    """As the library's errors are called."""

    status_code: int | None = None


class RateLimitError(AnyLLMError):
    """One that says when to come again."""

    retry_after = "7"


class ContextLengthExceededError(AnyLLMError):
    """One for this call alone."""


class AuthenticationError(AnyLLMError):
    """One for all."""


def test_errors_are_told_by_the_name_of_their_class() -> None:
    adapter = made()
    assert isinstance(adapter, Providers)
    busy = adapter._fault(RateLimitError("slow down"))
    assert isinstance(busy, Retry)
    assert (busy.after, busy.kind) == (7.0, "busy")
    assert isinstance(adapter._fault(ContextLengthExceededError("too long")), Rejected)
    assert isinstance(adapter._fault(AuthenticationError("no")), Refused)
    assert isinstance(adapter._fault(OSError()), Retry)


def test_the_spelling_on_the_command_line() -> None:
    assert speaker_named("providers:mistral:small", name="c").settings == {"model": "mistral:small"}
    at = speaker_named("providers:openai:m@http://h:1/v1", name="c").settings
    assert at == {"model": "openai:m", "url": "http://h:1/v1"}


@pytest.mark.parametrize("text", ["", "mistral", ":m", "mistral:"])
def test_a_spelling_without_provider_and_model_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        speaker_named(f"providers:{text}", name="c")
