"""Refusals: the status that fits, one sentence, what to do, and nothing of the machine or of what was sent."""

import pytest

from ringtrue.terms import BadInput, Problem
from ringtrue.web.refusal import Refused, no_session, paused, taken_no_more, too_fast, wrong_values

PROBLEM = Problem(
    "/home/ines/secret/study.yaml", "answers[0].value", "It is no number.", "<what was typed>", "Give one."
)


def test_of_a_problem_only_place_fault_and_remedy_are_told() -> None:
    told = wrong_values(BadInput([PROBLEM, PROBLEM])).as_document()
    one = {"place": "answers[0].value", "what": "It is no number.", "remedy": "Give one."}
    assert told["problems"] == [one, one]
    assert "secret" not in str(told)
    assert "typed" not in str(told)


def test_without_problems_none_are_listed() -> None:
    assert Refused(404, "There is nothing here.").as_document() == {"error": "There is nothing here.", "remedy": ""}


@pytest.mark.parametrize(
    ("refused", "status", "headers"),
    [
        (no_session(), 401, {}),
        (wrong_values(BadInput([PROBLEM])), 422, {}),
        (too_fast(3), 429, {"Retry-After": "3"}),
        (taken_no_more(), 409, {}),
        (paused(), 503, {"Retry-After": "30"}),
    ],
    ids=lambda given: str(given.status) if isinstance(given, Refused) else "",
)
def test_each_refusal_has_its_status_a_sentence_and_a_way_out(
    refused: Refused, status: int, headers: dict[str, str]
) -> None:
    assert (refused.status, refused.headers) == (status, headers)
    assert refused.error.endswith(".")
    assert refused.remedy.endswith(".")
    assert str(refused) == refused.error


@pytest.mark.parametrize(("seconds", "words"), [(1, "Wait 1 second and"), (2, "Wait 2 seconds and")])
def test_how_long_to_wait_is_said_in_words(seconds: int, words: str) -> None:
    assert too_fast(seconds).remedy.startswith(words)


def test_headers_of_one_refusal_are_not_those_of_another() -> None:
    first = Refused(404, "Nothing.")
    first.headers["X"] = "y"
    assert Refused(404, "Nothing.").headers == {}
