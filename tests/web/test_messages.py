"""What the page sends is read strictly: every fault listed, nothing converted, nothing deep or large."""

import asyncio
import json
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message

from ringtrue.web.messages import AnswersMessage, FinishMessage, SittingMessage, body_of, check_body, read_message
from ringtrue.web.refusal import Refused

NAME = "0123456789abcdef"


def request(body: bytes, content_type: str = "application/json") -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", content_type.encode())]}
    return Request(scope, receive)


def read(shape: Any, document: Any, content_type: str = "application/json") -> Any:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return asyncio.run(read_message(request(body, content_type), shape))


def refusal(shape: Any, document: Any, content_type: str = "application/json") -> Refused:
    with pytest.raises(Refused) as refused:
        read(shape, document, content_type)
    return refused.value


def test_messages_as_the_page_sends_them() -> None:
    assert read(FinishMessage, {"name": NAME}).name == NAME
    assert read(AnswersMessage, {"name": NAME, "answers": [{"card": "c"}]}).answers == [{"card": "c"}]
    told = read(
        SittingMessage, {"name": NAME, "kind": "consent", "body": {"version": "1"}}, "application/json; charset=utf-8"
    )
    assert (told.kind, told.body) == ("consent", {"version": "1"})


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"name": NaN}', b'{"name": ' + b"9" * 5000 + b"}", b"null x"],
)
def test_what_is_not_json_is_said_to_be_not_json(body: bytes) -> None:
    assert refusal(FinishMessage, body).status == 422


def test_another_content_type_is_refused() -> None:
    for other in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert refusal(FinishMessage, {"name": NAME}, other).status == 415


@pytest.mark.parametrize(
    ("shape", "document", "places"),
    [
        (FinishMessage, [], ["message"]),
        (FinishMessage, {}, ["name"]),
        (FinishMessage, {"name": NAME.upper()}, ["name"]),
        (FinishMessage, {"name": 5}, ["name"]),
        (FinishMessage, {"name": NAME, "more": 1}, ["more"]),
        (AnswersMessage, {"name": "x", "answers": {}}, ["name", "answers"]),
        (AnswersMessage, {"name": NAME, "answers": [0] * 2001}, ["answers"]),
        (SittingMessage, {"name": NAME, "kind": "attestation", "body": []}, ["kind", "body"]),
    ],
)
def test_every_fault_is_listed(shape: Any, document: Any, places: list[str]) -> None:
    refused = refusal(shape, document)
    assert refused.status == 422
    assert [problem.place for problem in refused.problems] == places


def test_nothing_is_nested_deeply_and_no_note_is_large() -> None:
    deep: Any = 0
    for _ in range(400):
        deep = [deep]
    assert (
        refusal(SittingMessage, {"name": NAME, "kind": "sitting", "body": {"x": deep}}).error
        == "This is nested too deeply."
    )
    check_body({"x": "y" * 60_000})
    with pytest.raises(Refused):
        check_body({"x": "y" * 70_000})


def test_a_refusal_repeats_nothing_of_what_was_sent() -> None:
    refused = refusal(FinishMessage, {"name": "<script>alert(1)</script>"})
    assert "script" not in json.dumps(refused.as_document())


def test_the_description_is_made_of_the_same_shapes() -> None:
    schema = body_of(AnswersMessage)["requestBody"]["content"]["application/json"]["schema"]
    assert schema["properties"]["answers"]["items"]["required"] == ["card", "question", "value"]
    assert schema["additionalProperties"] is False
