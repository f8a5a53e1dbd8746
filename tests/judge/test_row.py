"""The plain fields of a row: names, seconds, texts."""

from typing import Any

import pytest


def test_names_are_trimmed_and_whole_numbers_are_names(desk: Any) -> None:
    (answer,) = desk.take({"rater": 7, "item": " D1 ", "question": " vibe", "value": 2, "speaker": "clone "})
    rating = answer.rating
    assert (rating.rater, rating.item, rating.question, rating.speaker) == ("7", "D1", "vibe", "clone")


@pytest.mark.parametrize("rater", ["", "  ", None, True, ["R1"], 1.5])
def test_what_is_no_name_is_refused(desk: Any, rater: object) -> None:
    (problem,) = desk.faults({"rater": rater, "question": "vibe", "value": 2})
    assert problem.place == "line 1, rater"


@pytest.mark.parametrize("seconds", [-0.1, True, "soon", [1], 10**300 * 10**8])
def test_what_is_no_number_of_seconds_is_refused(desk: Any, seconds: object) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2, "seconds": seconds})
    assert problem.place == "line 1, seconds"


@pytest.mark.parametrize("key", ["comment", "excerpt"])
def test_a_remark_is_a_text(desk: Any, key: str) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2, key: 5})
    assert (problem.place, problem.remedy) == (f"line 1, {key}", "Put it in quotes.")


def test_a_long_value_is_told_by_its_beginning(desk: Any) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": "x" * 10_000})
    assert len(problem.value) == 201
