"""Answers as takes: numbers, whom they are about, and the side they leaned to."""

import numpy as np
import pytest

from judge.model.samples import protocol_named
from ringtrue.judge.model.takes import Take, by_row, matrix_of, takes_of
from ringtrue.terms import Answer, Rating

PAIRS, BLIND = protocol_named("pairs"), protocol_named("blind")
ORDER = ("full", "compressed")


@pytest.mark.parametrize(
    ("value", "number"),
    [(3.0, 3.0), (True, 1.0), (False, 0.0), ((True, False, True, True), 0.75), ("words", None), ((), None)],
)
def test_the_number_in_an_answer(value: Answer, number: float | None) -> None:
    takes = takes_of([(Rating("j", "i", "holds", value, "clone", "model"), value, ())], BLIND)
    assert [take.value for take in takes] == ([] if number is None else [number])


def test_an_unscored_answer_is_no_take() -> None:
    assert takes_of([(Rating("j", "i", "holds", None, "clone", "model", "no answer"), None, ())], BLIND) == []


@pytest.mark.parametrize(("given", "side"), [(-2.0, 1.0), (-1.0, 1.0), (0.0, 0.0), (2.0, -1.0)])
def test_a_leaning_below_zero_is_to_the_first_side(given: float, side: float) -> None:
    (take,) = takes_of([(Rating("j", "i", "voice", 1.0, "compressed", "model"), given, ORDER)], PAIRS)
    assert take == Take("j", "model", ("i", "compressed"), "voice", 1.0, ORDER, side)


@pytest.mark.parametrize(("given", "side"), [("A", 1.0), ("b", -1.0), ("tie", 0.0)])
def test_a_pick_is_a_side(given: str, side: float) -> None:
    (take,) = takes_of([(Rating("j", "i", "found", 1.0, None, "model"), given, ("real", "clone"))], BLIND)
    assert take.side == side
    assert take.row == ("i", "clone")  # nobody named is the candidate


@pytest.mark.parametrize(
    ("question", "value", "order", "side"),
    [
        ("voice", 2.0, ("full", "compressed"), -1.0),  # toward the compressed one, which stands second
        ("voice", 2.0, ("compressed", "full"), 1.0),
        ("voice", 0.0, ("compressed", "full"), 0.0),
        ("voice", -1.0, ("full", "compressed"), 1.0),
        ("voice", 1.0, ("control", "full"), 1.0),  # the control stands in the compressed one's place
        ("found", 1.0, ("real", "clone"), 1.0),
        ("found", 0.0, ("real", "clone"), -1.0),
        ("found", 0.5, ("real", "clone"), 0.0),
        ("found", 1.0, (), None),
    ],
)
def test_the_order_tells_the_side_where_the_answer_as_given_is_not_known(
    question: str, value: float, order: tuple[str, ...], side: float | None
) -> None:
    protocol = PAIRS if question == "voice" else BLIND
    speaker = "control" if "control" in order else protocol.candidate
    (take,) = takes_of([(Rating("j", "i", question, value, speaker, "model"), None, order)], protocol)
    assert take.side == side


def test_a_grade_has_no_side() -> None:
    (take,) = takes_of([(Rating("j", "i", "vibe", 3.0, "compressed", "model"), 3.0, ORDER)], PAIRS)
    assert take.side is None


def test_rows_hold_each_judge_s_mean_and_gaps_are_missing() -> None:
    takes = [Take("a", "model", ("1", "c"), "q", value) for value in (80.0, 90.0)]
    takes.append(Take("b", "model", ("2", "c"), "q", 50.0))
    rows = by_row(takes)
    assert rows == {("1", "c"): {"a": 85.0}, ("2", "c"): {"b": 50.0}}
    np.testing.assert_array_equal(matrix_of(rows, ["a", "b"]), [[85.0, np.nan], [np.nan, 50.0]])
    assert matrix_of({}, ["a"]).shape == (0, 1)
