"""How pages stand in the OpenAPI document: forms as the schema has them, and statuses with words."""

from http import HTTPStatus
from typing import Any

import jsonschema_rs
import pytest
from fastapi.routing import APIRoute

from ringtrue.web.described import FILE, PAGE, TURN, form_of
from ringtrue.web.door import router as door
from ringtrue.web.organiser import router as organiser


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
