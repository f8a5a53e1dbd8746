"""The description of the routes: for organisers alone, complete, and true by schemathesis' many tries."""

import logging
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from hosted_studies import Visitor

EXPECTED = {
    "nobody": {200, 303, 401, 403, 404},
    "rater": {200, 303, 401, 403, 404, 409},
    "organiser": {200, 401, 403, 404},
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]
TRIES = settings(
    max_examples=4, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def described(organiser: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = organiser.get("/organiser/openapi.json").document
    return found


def test_it_is_served_to_organisers_alone(hosted: Any) -> None:
    for visitor in (hosted.server.visitor(), hosted.rater("anna")):
        assert visitor.get("/organiser/openapi.json").status == 401
        for usual in ("/openapi.json", "/docs", "/redoc"):
            assert visitor.get(usual).status == 404


def test_every_route_is_described(described: dict[str, Any]) -> None:
    paths = set(described["paths"])
    assert {"/r/{invite}", "/rate", "/api/packet", "/api/answers", "/api/sitting", "/api/finish"} <= paths
    assert {"/", "/set-up/{token}", "/organiser", "/organiser/log-in", "/organiser/raters", "/organiser/close"} <= paths
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            assert about["description"] or about["summary"], (method, path)
            assert "429" in about["responses"], (method, path)


@pytest.mark.parametrize("who", ["nobody", "rater", "organiser"])
def test_whatever_is_sent_the_answer_is_as_described(
    hosted: Any, described: dict[str, Any], organiser: Visitor, who: str
) -> None:
    logging.getLogger("schemathesis").setLevel(logging.ERROR)
    visitor = {"nobody": hosted.server.visitor, "rater": lambda: hosted.rater("anna"), "organiser": lambda: organiser}[
        who
    ]()
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()), "X-Ringtrue": "1"}
    schema = schemathesis.openapi.from_dict(described)
    tried = set()
    statuses = set()
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("log-out"):  # would end the session the others need
            continue
        tried.add(operation.path)

        @given(case=operation.as_strategy())
        @TRIES
        def attempt(case: Any) -> None:
            response = case.call(base_url=hosted.server.url, headers=headers, allow_redirects=False)
            statuses.add(response.status_code)
            case.validate_response(response, checks=CHECKS)

        attempt()
    assert len(tried) >= 20
    assert statuses >= EXPECTED[who]
