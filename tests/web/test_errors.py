"""Refusals: the status that fits, one sentence, what to do, and nothing of the machine or of what was sent."""

from http import HTTPStatus
from typing import Any

import jsonschema_rs
import pytest
from fastapi.routing import APIRoute

from ringtrue.terms.problem import BadInput, Problem
from ringtrue.web.errors import (
    FILE,
    PAGE,
    TURN,
    HttpError,
    closed,
    form_of,
    not_signed_in,
    paused,
    too_many_requests,
    unprocessable,
)
from ringtrue.web.login import router as door
from ringtrue.web.organiser import router as organiser

PROBLEM = Problem(
    "/home/ines/secret/study.yaml", "answers[0].value", "It is no number.", "<what was typed>", "Give one."
)


def test_of_a_problem_only_place_fault_and_remedy_are_told() -> None:
    told = unprocessable(BadInput([PROBLEM, PROBLEM])).as_document()
    one = {"place": "answers[0].value", "what": "It is no number.", "remedy": "Give one."}
    assert told["problems"] == [one, one]
    assert "secret" not in str(told)
    assert "typed" not in str(told)


def test_without_problems_none_are_listed() -> None:
    assert HttpError(404, "Page not found.").as_document() == {"error": "Page not found.", "remedy": ""}


@pytest.mark.parametrize(
    ("refused", "status", "headers"),
    [
        (not_signed_in(), 401, {}),
        (unprocessable(BadInput([PROBLEM])), 422, {}),
        (too_many_requests(3), 429, {"Retry-After": "3"}),
        (closed(), 409, {}),
        (paused(), 503, {"Retry-After": "30"}),
    ],
    ids=lambda given: str(given.status) if isinstance(given, HttpError) else "",
)
def test_each_refusal_has_its_status_a_sentence_and_a_way_out(
    refused: HttpError, status: int, headers: dict[str, str]
) -> None:
    assert (refused.status, refused.headers) == (status, headers)
    assert refused.error.endswith(".")
    assert refused.remedy.endswith(".")
    assert str(refused) == refused.error


@pytest.mark.parametrize(("seconds", "words"), [(1, "Wait 1 second and"), (2, "Wait 2 seconds and")])
def test_how_long_to_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert too_many_requests(seconds).remedy.startswith(words)


def test_headers_of_one_refusal_are_not_those_of_another() -> None:
    first = HttpError(404, "Nothing.")
    first.headers["X"] = "y"
    assert HttpError(404, "Nothing.").headers == {}


# How pages stand in the OpenAPI document: forms as the schema has them, and statuses with words.


def schema_of(*fields: str) -> Any:
    return form_of(*fields)["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"]


def test_a_form_needs_the_token_of_our_own_page() -> None:
    schema = schema_of("name", "password")
    jsonschema_rs.meta.validate(schema)
    assert set(schema["properties"]) == {"form_token", "name", "password"}
    assert jsonschema_rs.is_valid(schema, {"form_token": "t", "name": "n"})
    assert not jsonschema_rs.is_valid(schema, {"name": "n"})
    assert not jsonschema_rs.is_valid(schema, {"form_token": 3})


def test_a_form_without_fields_is_a_form_too() -> None:
    assert schema_of()["required"] == ["form_token"]
    assert form_of()["requestBody"]["required"] is True


@pytest.mark.parametrize("responses", [PAGE, TURN, FILE])
def test_every_status_exists_and_is_described_and_a_refusal_is_a_page(responses: dict[int, Any]) -> None:
    for status, about in responses.items():
        assert about["description"], HTTPStatus(status)
        if status >= 400:
            assert list(about["content"]) == ["text/html"]


def test_whatever_takes_a_form_says_what_can_go_wrong_with_one() -> None:
    forms = [
        one
        for router in (door, organiser)
        for one in router.routes
        if isinstance(one, APIRoute) and "POST" in one.methods
    ]
    assert len(forms) >= 10
    for route in forms:
        assert {303, 403, 413, 415, 422, 429} <= set(route.responses), route.path
        assert "requestBody" in (route.openapi_extra or {}), route.path
