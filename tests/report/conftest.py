"""A small result made by hand, with one of everything a report shows."""

from collections.abc import Iterable

import pytest

from ringtrue.report.markdown import as_markdown, section_lines
from ringtrue.report.result_report import report_of
from ringtrue.report.section import Section
from ringtrue.report.summary import About
from ringtrue.terms.result import Check, Estimate, Result, Verdict

RESULT = Result(
    protocol={"name": "blind", "version": "1.0.0", "hash": "c0ffee"},
    estimates={
        "composite": Estimate(93.999, 80.0, 97.123, 30, "bootstrap over items", kind="literal"),
        "found_share": Estimate(0.5123, 0.42, 0.61, 150, "mean of 150 ratings", kind="sound"),
        "gate": Estimate(0.5123, 0.44, 0.59, 150, kind="sound", level=0.9),
        "r": Estimate.absent("all ratings identical", method="Pearson correlation"),
        "layer_L1": Estimate.absent("no item is tagged"),
        "layer_L2": Estimate.absent("no item is tagged"),
    },
    verdict=Verdict("PASS", ("composite >= 90 (composite 93.999)", "min(content, edge) >= 75")),
    sound_verdict=Verdict("inconclusive", ('gate == "inconclusive"',)),
    difference="The sound rule looks at the interval as well.",
    checks=(
        Check("human index", True, 0.8, 0.75, True),
        Check("reliability", False, 0.7499, 0.75, False, "ask more raters"),
        Check("correlation", None, 0.72, 0.7, True, "3 pairs are exploratory"),
        Check("85 items", False, 30, 85),
    ),
    items=(
        {"id": "Q1", "kind": "quote", "passed": False, "found": 1.0, "tone": None},
        {"id": "D1", "kind": "decision", "alignment": 61.66666, "passed": False, "cause": "kb_gap", "primary": "facts"},
        {"id": "D2", "kind": "decision", "alignment": 90.0, "passed": True, "cause": "none"},
        {"id": "D3", "kind": "decision", "alignment": 20.0, "passed": False, "cause": "both"},
        {"id": "D4", "kind": "decision", "passed": None, "cause": "execution_error", "unscored": "timed out"},
    ),
    coverage=0.8,
    status={"quote": "pass"},
    bands={"composite": {"value": "target met", "low": "acceptable", "high": "exceptional"}},
    counts={"items": 30, "ratings": 1500},
    notes=("No generic control was rated.",),
)
ABOUT = About(
    subject="Ada Example",
    protocol_title="Blind tests",
    protocol_about="Quotes and decisions.",
    study_name="spring",
    when="2026-01-02T10:00:00+00:00",
    program_version="0.1.0",
    note="The answers were simulated.",
    unit="items x raters",
    seed=20261115,
    replicates=2000,
    definitions={"composite": "weighted mean", "layer": "one layer of the DNA"},
    rank_by=("alignment",),
)


@pytest.fixture
def result() -> Result:
    return RESULT


@pytest.fixture
def about() -> About:
    return ABOUT


def markdown(result: Result, about: About, sections: Iterable[Section] = ()) -> str:
    """The Markdown report of a result."""
    return as_markdown(report_of(result, about, sections))


def lines_of(section: Section) -> list[str]:
    """The lines of a section in Markdown, without its title and the blank line at its end."""
    return list(section_lines(section))[2:-1]
