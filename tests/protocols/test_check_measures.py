"""Measures checked one after another: formulas, what they refer to, and what is known by then."""

from typing import Any

import pytest

from protocol_parts import reading, told
from ringtrue.protocols.check_measures import measure_faults
from ringtrue.protocols.trial import Trial
from ringtrue.stats.agreement.catalogue import STATISTICS


def faults(**measures: Any) -> list[tuple[str, str]]:
    found = reading(measures=measures)
    assert found.faults == ()
    return told(measure_faults(found, Trial(found)))


def test_measures_may_use_what_stands_above_them() -> None:
    assert not faults(
        doubled={"per": "rating", "formula": "2 * warm"},
        scaled={"per": "item", "formula": "doubled / 10 + score"},
        average={"formula": "mean(scaled)"},
        percent={"formula": "100 * average", "from": "average"},
        by={"crossed": "doubled", "each": "domain"},
        gate={"gate": "found"},
        alike={"statistic": "cohen_kappa", "of": "doubled"},
        together={"statistic": "pearson", "of": ["scaled", "score"]},
    )


def test_and_not_what_stands_below() -> None:
    assert faults(first={"formula": "2 * second"}, second={"formula": "mean(warm)"}) == [
        ("measures.first.formula", "unknown name 'second'")
    ]


@pytest.mark.parametrize(
    ("measure", "place", "what"),
    [
        ({"formula": "mean(wram)"}, "formula", "unknown name 'wram'"),
        ({"formula": "mean(warm) +"}, "formula", "this cannot be read (column 1 of the formula)"),
        ({"per": "item", "formula": "mean(warm)"}, "formula", "the formula gives one number, not one for each item"),
        ({"per": "rating", "formula": "warm + score"}, "formula", "unknown name 'score'"),
        ({"per": "item", "formula": "warm + calm"}, "formula", "the formula has no value for any item"),
        ({"crossed": "why"}, "crossed", "'why' is not a question that gives numbers, or an earlier measure per rating"),
        (
            {"crossed": "score"},
            "crossed",
            "'score' is not a question that gives numbers, or an earlier measure per rating",
        ),
        ({"gate": "warm"}, "gate", "'warm' is not a question on a pick scale"),
        ({"gate": "nothing"}, "gate", "'nothing' is not a question on a pick scale"),
        ({"statistic": "kappa", "of": "warm"}, "statistic", "unknown statistic 'kappa'"),
        ({"statistic": "pearson", "of": "warm"}, "of", "pearson needs two columns"),
        ({"statistic": "cohen_kappa", "of": ["warm", "calm"]}, "of", "cohen_kappa needs one column"),
        (
            {"statistic": "cohen_kappa", "of": "score"},
            "of.0",
            "'score' is not a question that gives numbers or a measure per rating",
        ),
        ({"statistic": "spearman", "of": ["warm", "nil"]}, "of.1", "'nil' is not a name with a value for each item"),
    ],
)
def test_a_fault_is_told_once_at_its_place(measure: dict[str, Any], place: str, what: str) -> None:
    assert faults(m=measure) == [(f"measures.m.{place}", what)]


@pytest.mark.parametrize(
    ("formula", "source", "what"),
    [
        ("base + 1", "other", "'other' is not an earlier measure of the study"),
        ("base + people", "base", "the interval of 'base' is carried over, but the formula does not use it alone"),
        ("mean(warm)", "base", "the interval of 'base' is carried over, but the formula does not use it alone"),
        ("2 * base - 1", "base", None),
    ],
)
def test_an_interval_is_carried_over_from_one_estimate_alone(formula: str, source: str, what: str | None) -> None:
    found = faults(base={"crossed": "warm"}, m={"formula": formula, "from": source})
    assert found == ([("measures.m.from", what)] if what else [])


def test_a_formula_that_cannot_be_read_is_told_once_though_it_has_a_source() -> None:
    found = faults(base={"crossed": "warm"}, m={"formula": "base +", "from": "base"})
    assert [place for place, _ in found] == ["measures.m.formula"]


def test_a_faulty_measure_is_known_to_those_after_it() -> None:
    found = faults(bad={"formula": "mean(wram)"}, good={"formula": "2 * bad"})
    assert [place for place, _ in found] == ["measures.bad.formula"]


def test_every_statistic_of_the_catalogue_is_known() -> None:
    assert not faults(**{name: {"statistic": name, "of": "warm"} for name in STATISTICS})
