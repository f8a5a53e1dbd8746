"""Scales as a file declares them: read whole, or told what is wrong and where."""

from math import nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import table, tables_with, told
from ringtrue.protocols.scale_table import read_scales
from ringtrue.protocols.scales import MECHANISMS, normalised
from ringtrue.terms import Scale


def read_one(**declared: Any) -> tuple[Scale | None, list[tuple[str, str]]]:
    section = table({"s": declared})
    scales, unread = read_scales(section)
    assert ("s" in scales) != ("s" in unread)
    return scales.get("s"), told(section.faults)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"type": "flag"}, Scale("s", "flag")),
        ({"type": "text"}, Scale("s", "text")),
        ({"type": "checklist"}, Scale("s", "checklist")),
        ({"type": "pick", "toward": "clone"}, Scale("s", "pick", toward="clone")),
        ({"type": "anchored", "low": 0, "high": 100}, Scale("s", "anchored", 0.0, 100.0)),
        (
            {"type": "steps", "low": 1, "high": 3, "step": 1, "labels": {1: "no", 3: "fully"}},
            Scale("s", "steps", 1.0, 3.0, 1.0, {1.0: "no", 3.0: "fully"}),
        ),
        (
            {"type": "bipolar", "low": -2, "high": 2, "step": 0.5, "toward": "clone"},
            Scale("s", "bipolar", -2.0, 2.0, 0.5, toward="clone"),
        ),
    ],
)
def test_each_type_is_read_as_declared(declared: dict[str, Any], expected: Scale) -> None:
    assert read_one(**declared) == (expected, [])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"type": "likert"}, "part.s.type", "unknown type 'likert'"),
        ({}, "part.s", "'s' is empty"),
        ({"type": "pick"}, "part.s", "a pick scale needs 'toward'"),
        ({"type": "flag", "low": 0}, "part.s.low", "unknown key 'low'"),
        ({"type": "anchored", "low": 0}, "part.s", "a anchored scale needs 'high'"),
        ({"type": "anchored", "low": 5, "high": 5}, "part.s.low", "the low end is not below the high end"),
        (
            {"type": "bipolar", "low": -1, "high": 2, "toward": "x"},
            "part.s.low",
            "a bipolar scale must reach as far to both sides, since cards turn it around",
        ),
    ],
)
def test_a_faulty_declaration_is_told_at_its_place(declared: dict[str, Any], place: str, what: str) -> None:
    assert (place, what) in read_one(**declared)[1]


@pytest.mark.parametrize("step", [0, -1, 0.3, 5, 1e300])
def test_steps_lead_from_one_end_to_the_other(step: float) -> None:
    scale, faults = read_one(type="steps", low=0, high=4, step=step)
    assert faults == [("part.s.step", "the steps do not lead from the low end to the high end")]
    assert scale == Scale("s", "steps", 0.0, 4.0)


@pytest.mark.parametrize(
    ("low", "high", "step"),
    [
        pytest.param(0.0, 4.0, 5e-324, id="the smallest step there is"),
        pytest.param(-1.7e308, 1.7e308, 1.0, id="a range that is no number"),
    ],
)
def test_steps_that_nobody_can_count_are_refused(low: float, high: float, step: float) -> None:
    _, faults = read_one(type="steps", low=low, high=high, step=step)
    assert faults == [("part.s.step", "the steps do not lead from the low end to the high end")]


@given(st.integers(-50, 50), st.integers(1, 60), st.sampled_from([0.1, 0.25, 1.0, 3.0, 1 / 3]))
def test_every_whole_number_of_steps_is_taken_and_every_point_is_an_answer(low: int, count: int, step: float) -> None:
    scale, faults = read_one(type="steps", low=low, high=low + count * step, step=step)
    assert faults == []
    assert scale is not None
    assert all(normalised(scale, min(low + k * step, scale.high or 0)) >= low for k in range(count + 1))


@pytest.mark.parametrize(
    ("labels", "what"),
    [
        ({"warm": "x"}, "a label stands at a number"),
        ({True: "x"}, "a label stands at a number"),
        ({1: 5}, "a label is a text"),
        ({1: " "}, "a label is a text"),
        ({6: "x"}, "a label stands outside the range"),
        ({nextafter(1.0, 0.0): "x"}, "a label stands outside the range"),
        ({1.5: "x"}, "a label stands between two steps"),
    ],
)
def test_a_faulty_label_is_told_and_the_others_stay(labels: dict[Any, Any], what: str) -> None:
    scale, faults = read_one(type="steps", low=1, high=5, step=1, labels={3: "fine"} | labels)
    assert [fault for _, fault in faults] == [what]
    assert scale is not None
    assert dict(scale.labels) == {3.0: "fine"}


KEYS = ("type", "low", "high", "step", "labels", "toward")


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c c"]),
        st.tuples(tables_with(*KEYS), st.sampled_from([*MECHANISMS, "odd"])).map(lambda two: two[0] | {"type": two[1]}),
        max_size=3,
    )
)
def test_no_declaration_crashes_the_reader(declared: dict[Any, Any]) -> None:
    section = table(declared)
    scales, unread = read_scales(section)
    assert not set(scales) & unread
    assert set(scales) | unread == set(declared) - {"c c"}
    assert bool(unread) <= bool(told(section.faults))
