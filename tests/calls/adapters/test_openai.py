"""OpenAI-compatible endpoints: what is sent, and every form of answer we have seen."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import ask_all, call, openai
from model_server import Asked, Fault, ModelServer
from ringtrue.calls.adapter import adapter_for, speaker_named
from ringtrue.calls.adapters.openai import _reply
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Refused, Rejected, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

SCHEMA = {"type": "json_schema", "json_schema": {"name": "scores", "schema": {"type": "object"}}}


def answered(server: ModelServer, *asked: Call, **settings: Any) -> list[Reply]:
    adapter = openai(server.url, **settings)

    async def go() -> list[Reply]:
        try:
            return [await adapter.answer(one) for one in asked]
        finally:
            await adapter.close()

    return asyncio.run(go())


def message(content: object, **more: object) -> dict[str, Any]:
    return {"model": "m-2026", "choices": [{"message": {"content": content, **more}, "finish_reason": "stop"}]}


def test_what_is_sent() -> None:
    sampling = {"temperature": 0.2, "max_tokens": 9, "seed": 7, "top_p": 0.9, "stop": ["X"]}
    with ModelServer() as server:
        answered(server, call(**sampling, response_format=SCHEMA, item={"id": "no business of theirs"}))
    (asked,) = server.requests
    assert asked.path == "/v1/chat/completions"
    messages = asked.body.pop("messages")
    assert messages == [{"role": "system", "content": "You are Ada."}, {"role": "user", "content": "Case STR-1?"}]
    assert asked.body == {"model": "m", **sampling, "response_format": SCHEMA}
    assert asked.headers["content-type"] == "application/json"
    assert "authorization" not in asked.headers


def test_nothing_is_sent_that_was_not_asked_for() -> None:
    with ModelServer() as server:
        answered(server, call())
        answered(server, call(extra={"reasoning_effort": "low"}))
    assert [sorted(asked.body) for asked in server.requests] == [
        ["messages", "model"],
        ["messages", "model", "reasoning_effort"],
    ]


def test_any_text_arrives_as_it_is() -> None:
    hostile = 'quotes " \\ \n \x00 \u2028 日本 🙂 \ud800'
    with ModelServer() as server:
        answered(server, call(said=hostile), call(said=hostile * 100))
    assert [asked.last for asked in server.requests] == [hostile, hostile * 100]


@pytest.mark.parametrize(
    "said", ["Unrecognized request argument supplied: response_format", "json_schema: no such type"]
)
def test_a_format_that_is_not_understood_is_left_out_and_that_is_remembered(said: str) -> None:
    def script(asked: Asked) -> Fault | None:
        return Fault(400, said) if "response_format" in asked.body else None

    with ModelServer(script=script) as server:
        answered(server, *(call(f"STR-{n}", response_format=SCHEMA) for n in range(5)))
    assert ["response_format" in asked.body for asked in server.requests] == [True] + [False] * 5


def test_another_complaint_is_not_taken_for_that() -> None:
    with ModelServer(script=lambda _: Fault(400, "messages are too long")) as server, pytest.raises(Rejected):
        answered(server, call(response_format=SCHEMA))
    assert server.count == 1


def test_newer_models_want_another_name_for_the_limit() -> None:
    def script(asked: Asked) -> Fault | None:
        unsupported = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        return Fault(400, unsupported) if "max_tokens" in asked.body else None

    with ModelServer(script=script) as server:
        answered(server, call(max_tokens=9), call(max_tokens=9))
    assert [asked.body.get("max_completion_tokens") for asked in server.requests] == [None, 9, 9]


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (message("Yes."), "Yes."),
        (message([{"type": "text", "text": "Ye"}, {"type": "text", "text": "s."}]), "Yes."),
        (message([{"type": "reasoning", "text": "hm"}, {"type": "output_text", "text": "Yes."}]), "Yes."),
        (message("Yes.", reasoning_content="I think so"), "Yes."),
        (message(None, refusal="I would rather not."), "I would rather not."),
        (message("", reasoning="all my tokens"), ""),
        (message(None), ""),
        (message(["a", 3, {"type": "text"}, {"type": "text", "text": 5}]), ""),
        (message({"text": "no"}), ""),
    ],
)
def test_forms_of_an_answer(payload: dict[str, Any], text: str) -> None:
    assert _reply(payload).text == text


def test_what_a_reply_says_about_itself() -> None:
    payload = message("Yes.") | {"usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    assert _reply(payload) == Reply("Yes.", 5, 2, {"model": "m-2026", "finish": "stop"})
    assert _reply(message(None, refusal="No.")).meta["refusal"] is True
    odd = message("Yes.") | {"usage": {"prompt_tokens": -1, "completion_tokens": "2"}, "model": 7}
    assert _reply(odd) == Reply("Yes.", None, None, {"model": None, "finish": "stop"})


def test_an_answer_withheld_by_a_filter_is_not_asked_for_again() -> None:
    payload = message(None)
    payload["choices"][0]["finish_reason"] = "content_filter"
    with pytest.raises(Rejected, match="filter"):
        _reply(payload)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "usage", "refusal", "text", "type", "model"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["choices", "usage", "model"]), json_values))
def test_no_payload_is_too_strange(payload: dict[str, Any]) -> None:
    with suppress(Retry, Rejected):
        assert isinstance(_reply(payload).text, str)


def test_an_endless_answer_is_not_read_to_its_end(study: StudyStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringtrue.http.client._LONGEST_ANSWER", 1_000_000)
    with ModelServer(answer=lambda _: "x" * 2_000_000) as server:
        outcome = ask_all(study, openai(server.url), [call()])["STR-1"]
    assert outcome.error is not None
    assert "longer than" in outcome.error


def test_a_redirect_is_not_followed(study: StudyStore) -> None:
    with ModelServer(script=lambda _: Fault(307, "elsewhere")) as server, pytest.raises(Refused, match="307"):
        ask_all(study, openai(server.url), [call()])
    assert server.count == 1


@pytest.mark.parametrize("url", ["http://", "http://h:99999/v1", "ftp://h/v1", "not an address", "http://[::1/v1"])
def test_an_address_that_is_none_stops_the_run(study: StudyStore, url: str) -> None:
    with pytest.raises((Refused, BadInput)):
        ask_all(study, openai(url), [call(f"STR-{n}") for n in range(50)])


def test_the_base_url_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    speaker = speaker_named("openai:gpt", name="clone")
    assert adapter_for(speaker, folder=Path()).label == "openai:gpt@https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://h/v1/")
    adapter = adapter_for(speaker, folder=Path())
    assert (adapter.label, adapter.model) == ("openai:gpt@http://h/v1", "gpt")


def test_a_speaker_without_a_model_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        adapter_for(Speaker("clone", "openai", {"url": "http://h/v1"}), folder=Path())
    (problem,) = refused.value.problems
    assert (problem.place, "model" in problem.remedy) == ("speakers, clone, model", True)


def test_an_answer_in_another_encoding_than_it_says(study: StudyStore) -> None:
    raw = json.dumps(message("Yes.")).encode("utf-16")
    fault = Fault(200, raw.decode("latin-1"), way="raw")
    with ModelServer(script=lambda asked: fault if asked.time == 1 else None) as server:
        assert ask_all(study, openai(server.url), [call()])["STR-1"].attempts == 2
