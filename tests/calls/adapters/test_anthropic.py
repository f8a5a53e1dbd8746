"""Anthropic's API: what is sent, what is read."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from callers import ask_all, call
from model_server import OVERLOADED, Fault, ModelServer, first_time
from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.calls.adapters.anthropic import _reply
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Refused, Reply, Retry
from ringtrue.terms.item import Speaker


def anthropic(root: str, **settings: Any) -> Adapter:
    return adapter_for(Speaker("clone", "anthropic", {"model": "m", "url": root, **settings}), folder=Path())


def test_what_is_sent(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    sampling = {"temperature": 0.2, "top_p": 0.9, "max_tokens": 9, "stop": "X", "seed": 7}
    with ModelServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.root)
        adapter = adapter_for(speaker_named("anthropic:m", name="clone"), folder=Path())
        outcome = ask_all(study, adapter, [call(**sampling, response_format={"type": "json_object"})])["STR-1"]
    (asked,) = server.requests
    assert asked.path == "/v1/messages"
    assert (asked.headers["x-api-key"], asked.headers["anthropic-version"]) == ("sk-ant-test", "2023-06-01")
    assert "sk-another" not in str(asked.headers)
    assert asked.body == {
        "model": "m",
        "max_tokens": 9,
        "system": "You are Ada.",
        "temperature": 0.2,
        "top_p": 0.9,
        "stop_sequences": ["X"],
        "messages": [{"role": "user", "content": "Case STR-1?"}],
    }
    assert outcome.meta == {"model": "m", "finish": "end_turn"}
    assert outcome.tokens_out == len(outcome.text or "") // 4


def test_system_messages_are_joined_and_may_be_missing() -> None:
    two = ({"role": "system", "content": "A"}, {"role": "user", "content": "B"}, {"role": "system", "content": "C"})
    with ModelServer() as server:
        adapter = anthropic(server.root)

        async def go() -> None:
            await adapter.answer(Call("k", two))
            await adapter.answer(Call("k", two[1:2]))
            await adapter.close()

        asyncio.run(go())
    assert [asked.body.get("system") for asked in server.requests] == ["A\n\nC", None]
    assert [asked.body["max_tokens"] for asked in server.requests] == [2048, 2048]


def test_overload_is_waited_out(study: StudyStore) -> None:
    with ModelServer(script=first_time(OVERLOADED, times=3)) as server:
        assert ask_all(study, anthropic(server.root), [call()])["STR-1"].attempts == 4


@pytest.mark.parametrize(
    ("fault", "said"), [(Fault(401, "invalid x-api-key"), "key"), (Fault(404, "model: m"), "model")]
)
def test_a_wrong_key_or_model_stops_the_run(study: StudyStore, fault: Fault, said: str) -> None:
    with ModelServer(script=lambda _: fault) as server, pytest.raises(Refused, match=said):
        ask_all(study, anthropic(server.root), [call(f"STR-{n}") for n in range(99)])
    assert server.count <= 8


def test_what_is_read() -> None:
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Ye"}, {"type": "text", "text": "s."}]
    used = {"input_tokens": 5, "cache_read_input_tokens": 90, "cache_creation_input_tokens": None, "output_tokens": 2}
    payload = {"model": "m-1", "content": parts, "stop_reason": "max_tokens", "usage": used}
    assert _reply(payload) == Reply("Yes.", 95, 2, {"model": "m-1", "finish": "max_tokens"})
    assert _reply({"content": []}).text == ""
    for odd in ({}, {"content": "Yes."}, {"content": None}):
        with pytest.raises(Retry):
            _reply(odd)


def test_the_address_with_or_without_its_version() -> None:
    for url in ("http://h", "http://h/", "http://h/v1", "http://h/v1/"):
        assert anthropic(url).label == "anthropic:m@http://h"
    assert adapter_for(speaker_named("anthropic:m", name="c"), folder=Path()).label == "anthropic:m"
