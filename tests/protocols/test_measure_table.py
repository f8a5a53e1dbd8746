"""Measures as a file declares them: one way of computing each, and no key that means nothing beside it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import table, tables_with, told
from ringtrue.protocols.measure_table import WAYS, read_measures
from ringtrue.terms import Measure


def read_one(**declared: Any) -> tuple[Measure | None, list[tuple[str, str]]]:
    section = table({"m": declared})
    measures, unread = read_measures(section)
    assert ("m" in measures) != ("m" in unread)
    return measures.get("m"), told(section.faults)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"formula": "mean(x)"}, Measure("m", formula="mean(x)")),
        ({"formula": "2 * x", "per": "rating"}, Measure("m", "rating", formula="2 * x")),
        ({"formula": "2 * r", "from": "r", "kind": "sound"}, Measure("m", kind="sound", formula="2 * r", source="r")),
        ({"crossed": "x", "each": "domain"}, Measure("m", crossed="x", each="domain")),
        ({"gate": "found"}, Measure("m", gate="found", margin=0.65)),
        ({"gate": "found", "margin": 0.7, "about": "why"}, Measure("m", gate="found", margin=0.7, about="why")),
        ({"statistic": "icc", "of": "x"}, Measure("m", statistic="icc", of=("x",))),
        ({"statistic": "pearson", "of": ["x", "y"]}, Measure("m", statistic="pearson", of=("x", "y"))),
    ],
)
def test_each_way_is_read_as_declared(declared: dict[str, Any], expected: Measure) -> None:
    assert read_one(**declared) == (expected, [])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"about": "x"}, "part.m", "the measure does not say how it is computed"),
        ({"formula": "1", "gate": "x"}, "part.m", "the measure says formula and gate"),
        ({"formula": 3}, "part.m.formula", "'formula' is not a text"),
    ],
)
def test_what_does_not_say_one_way_is_no_measure(declared: dict[str, Any], place: str, what: str) -> None:
    assert read_one(**declared) == (None, [(place, what)])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"crossed": "x", "margin": 0.7}, "part.m.margin", "'margin' means nothing beside 'crossed'"),
        ({"formula": "x", "of": ["x"]}, "part.m.of", "'of' means nothing beside 'formula'"),
        ({"gate": "x", "from": "y"}, "part.m.from", "'from' means nothing beside 'gate'"),
        ({"gate": "x", "each": "domain"}, "part.m.each", "a gate is tested once, over all items"),
        ({"crossed": "x", "per": "item"}, "part.m.per", "'crossed' is a number of the study, not one per item"),
        (
            {"formula": "x", "per": "rating", "each": "domain"},
            "part.m.each",
            "'each' is for measures of the study, not for one per rating",
        ),
        (
            {"formula": "x", "per": "item", "from": "y"},
            "part.m.from",
            "'from' is for measures of the study, not for one per item",
        ),
        ({"statistic": "icc"}, "part.m", "the key 'of' is missing"),
        ({"formula": "x", "per": "week"}, "part.m.per", "unknown per 'week'"),
        ({"formula": "x", "kind": "loud"}, "part.m.kind", "unknown kind 'loud'"),
        ({"formula": "x", "formual": "y"}, "part.m.formual", "unknown key 'formual'"),
    ],
)
def test_company_that_means_nothing_is_told_and_the_measure_stays_known(
    declared: dict[str, Any], place: str, what: str
) -> None:
    measure, faults = read_one(**declared)
    assert measure is not None
    assert faults == [(place, what)]


@pytest.mark.parametrize("margin", [0.5, 1, 0, -1, 65])
def test_a_margin_lies_between_a_half_and_one(margin: float) -> None:
    assert read_one(gate="found", margin=margin)[1] == [("part.m.margin", "the margin is not between .5 and 1")]


def test_the_level_of_what_cannot_be_read_is_kept() -> None:
    section = table({"a": {"per": "item"}, "b": {"per": "often"}, "c": {"formula": "1"}})
    measures, unread = read_measures(section)
    assert (list(measures), unread) == (["c"], {"a": "item", "b": "study"})


def test_measures_keep_their_order() -> None:
    names = [f"m{n}" for n in (3, 1, 2)]
    measures, _ = read_measures(table({name: {"formula": "1"} for name in names}))
    assert list(measures) == names


KEYS = (*WAYS, "per", "kind", "margin", "of", "from", "each", "about")


@given(st.dictionaries(st.sampled_from(["a", "b", "1"]), tables_with(*KEYS), max_size=3))
def test_no_declaration_crashes_the_reader(declared: dict[Any, Any]) -> None:
    section = table(declared)
    measures, unread = read_measures(section)
    assert set(measures) | set(unread) == set(declared) - {"1"}
    assert bool(unread) <= bool(told(section.faults))
