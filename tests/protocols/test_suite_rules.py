"""Suite rules as a protocol file declares them, and shares in whole items."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.section import Section
from ringtrue.protocols.loader import load
from ringtrue.protocols.suite_rules import largest_remainder, read_suite, share_checks
from ringtrue.terms.protocol import SuiteRule

SHARES = {"quote": 0.30, "decision": 0.25, "style": 0.25, "edge": 0.20}


def read(*entries: Any) -> tuple[tuple[SuiteRule, ...], list[str]]:
    section = Section({"suite": list(entries)}, (), [])
    rules = read_suite(section.rows("suite"))
    return rules, [fault.what for fault in section.faults]


def test_a_rule_is_asked_of_the_items_unless_it_speaks_of_people() -> None:
    rules, faults = read(
        {"name": "enough", "when": "items() > 3", "remedy": "add", "warning": True},
        {"name": "people", "when": "people >= 3"},
        {"name": "asked", "when": "n(voice) >= items()", "of": "panel"},
    )
    assert faults == []
    assert [rule.of for rule in rules] == ["items", "panel", "panel"]


def test_a_named_check_has_a_kind_tags_and_settings() -> None:
    declared = {"name": "dates", "check": "dates", "kind": "edge", "where": {"subtype": "evolution"},
                "with": {"field": "timestamps", "least": 2}, "remedy": "add"}  # fmt: skip
    (rule,), faults = read(declared)
    assert faults == []
    assert (rule.check, rule.kind, rule.where["subtype"], rule.settings["least"]) == ("dates", "edge", "evolution", 2)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"name": "x"}, "the key 'when' is missing"),
        ({"name": "x", "check": "citation"}, "unknown check 'citation'"),
        ({"name": "x", "check": "dates", "with": {"field": "t"}}, "the check 'dates' needs 'least'"),
        ({"name": "x", "check": "citations", "with": {"all": 1}}, "unknown key 'all'"),
        ({"name": "x", "check": "citations", "when": "items() > 1"}, "'when' means nothing beside 'check'"),
        ({"name": "x", "when": "items() > 1", "kind": "quote"}, "'kind' means nothing beside 'when'"),
        ({"name": "x", "when": "items() > 1", "of": "both"}, "unknown of 'both'"),
    ],
)
def test_faults_are_named(entry: dict[str, Any], fault: str) -> None:
    assert fault in read(entry)[1][0]


def test_shares_are_said_in_numbers_for_the_least_size() -> None:
    checks = share_checks(load("blind"), {"quote": 24, "decision": 10, "edge": 17}, least=85)
    assert [(one.name, one.met, one.note) for one in checks] == [
        ("share of quote: 26 of 85", True, "add 2 quote items"),
        ("share of decision: 21 of 85", False, "add 11 decision items"),
        ("share of style: 21 of 85", False, "add 21 style items"),
        ("share of edge: 17 of 85", True, ""),
    ]


def test_85_items_are_26_21_21_and_17() -> None:
    assert list(largest_remainder(SHARES, 85).values()) == [26, 21, 21, 17]


def test_other_sizes_by_hand() -> None:
    assert list(largest_remainder(SHARES, 100).values()) == [30, 25, 25, 20]
    # 86: 25.8 21.5 21.5 17.2 -> floors 25 21 21 17 = 84, two left: .8, then the first of the two halves
    assert list(largest_remainder(SHARES, 86).values()) == [26, 22, 21, 17]
    assert list(largest_remainder(SHARES, 0).values()) == [0, 0, 0, 0]
    assert largest_remainder({}, 10) == {}


@given(total=st.integers(0, 400), parts=st.lists(st.integers(1, 20), min_size=1, max_size=6))
def test_counts_sum_to_the_total_and_stay_within_one_of_their_share(total: int, parts: list[int]) -> None:
    shares = {str(place): part / sum(parts) for place, part in enumerate(parts)}
    counts = largest_remainder(shares, total)
    assert sum(counts.values()) == total
    assert all(abs(counts[name] - share * total) < 1 + 1e-6 for name, share in shares.items())
