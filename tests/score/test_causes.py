"""Single items: scores, causes, primary, unscored."""

from typing import Any

import pytest

from ringtrue.score.causes import item_rows
from ringtrue.score.measures import ItemColumns, tags_used, with_rating_measures
from ringtrue.score.study_table import compiled
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Rule
from small_studies import cards, marks, protocol

PASSED = {"passed": {"per": "item", "formula": "mark >= 80"}}


def rows(items: list[Item], ratings: list[Rating], measures: Any = PASSED, **parts: Any) -> list[dict[str, Any]]:
    rules = protocol(measures, **parts)
    ordered = sorted(ratings, key=lambda rating: rating.rater)
    study = with_rating_measures(rules, compiled(rules, items, ordered, tags_used(rules)))
    return item_rows(rules, study, ItemColumns(rules, study))


def causes(rules: tuple[Rule, ...], table: list[list[float | None]], side: Any = ()) -> list[str | None]:
    ratings = [*marks("mark", table), *marks("side", side)]
    return [row["cause"] for row in rows(cards(len(table)), ratings, cause=rules)]


def test_a_row_holds_what_is_known_of_its_item() -> None:
    measures = PASSED | {"half": {"per": "rating", "formula": "mark / 2"}}
    ratings = [*marks("mark", [[80.0, 90.0], [None, 10.0]]), *marks("found", [[1.0, 1.0]])]
    first, second, third = rows(cards(3), ratings, measures)
    assert first == {
        "id": "c01",
        "kind": "card",
        "answers": 2,
        "found": 1.0,
        "mark": 85.0,
        "passed": True,
        "half": 42.5,
    }
    assert (second["answers"], second["passed"], "found" in second) == (1, False, False)
    assert third == {"id": "c03", "kind": "card", "answers": 0}


def test_an_unscored_item_says_why() -> None:
    ratings = [Rating("A", "c01", "mark", None, reason="the call failed"), Rating("A", "c02", "mark", 70.0)]
    first, second = rows(cards(2), ratings)
    assert first["unscored"] == "the call failed"
    assert "unscored" not in second


def test_the_first_rule_that_holds_is_the_cause_and_none_is_no_cause() -> None:
    rules = (
        Rule("lost", all=("known(mark) == 0",)),
        Rule("none", all=("mark >= 80",)),
        Rule("deep", all=("mark < 60", "mark < 40")),
        Rule("odd", all=("mark < 75",), any=("mark < 10", "mark > 65")),
        Rule("rest"),
    )
    assert causes(rules, [[None], [80.0], [30.0], [70.0], [50.0], [79.0]]) == [
        "lost",
        None,
        "deep",
        "odd",
        "rest",
        "rest",
    ]


def test_an_unknown_rule_before_it_leaves_the_cause_untold() -> None:
    rules = (Rule("low", all=("mark < 60",)), Rule("rest"))
    assert causes(rules, [[50.0], [70.0], [None]]) == ["low", "rest", "inconclusive"]


# All of [mark < 60, side < 0] and any of [side > 1, side > 5], each case a card: what the three-valued logic of
# verdicts says about the same rule.
@pytest.mark.parametrize(
    ("rule", "mark", "side", "expected"),
    [
        (Rule("yes", all=("mark < 60", "side < 0")), None, 1.0, "no"),
        (Rule("yes", all=("mark < 60", "side < 0")), None, -1.0, "inconclusive"),
        (Rule("yes", any=("mark < 60", "side < 0")), None, -1.0, "yes"),
        (Rule("yes", any=("mark < 60", "side < 0")), None, 1.0, "inconclusive"),
        (Rule("yes", all=("mark < 60",), any=("side < 0", "side > 1")), None, 1.0, "no"),
        (Rule("yes", all=("mark < 60",), any=("side < 0", "side > 1")), None, 2.0, "inconclusive"),
        (Rule("yes", all=("mark < 60",), any=("side < 0",)), 70.0, None, "no"),
        (Rule("yes", all=("mark < 60",), any=("side < 0",)), 50.0, None, "inconclusive"),
    ],
)
def test_unknowns_decide_no_more_than_they_must(rule: Rule, mark: float, side: float, expected: str) -> None:
    # a second card keeps both questions answered
    assert causes((rule, Rule("no")), [[mark], [1.0]], [[side], [1.0]])[0] == expected


def test_a_number_that_is_not_zero_counts_as_yes_in_all_and_in_any() -> None:
    for rule in (Rule("yes", all=("mark",)), Rule("yes", any=("mark",))):
        assert causes((rule, Rule("no")), [[3.0], [0.0], [1.0]]) == ["yes", "no", "yes"]


def test_the_primary_is_the_largest_shortfall_of_a_failed_item() -> None:
    ratings = [*marks("mark", [[70.0], [40.0], [90.0], [None]]), *marks("side", [[-2.0], [1.0], [-2.0], [0.0]])]
    found = rows(
        cards(4),
        ratings,
        cause=(Rule("none", all=("mark >= 80",)), Rule("low")),
        primary={"mark": "80 - mark", "side": "10 * (1 - side)"},
    )
    # 10 against 30; 40 against 0; passed; cannot be told, but one shortfall is known
    assert [(row["cause"], row.get("primary")) for row in found] == [
        ("low", "side"),
        ("low", "mark"),
        (None, None),
        ("inconclusive", "side"),
    ]


def test_equal_shortfalls_go_to_the_first_and_unknown_ones_to_nobody() -> None:
    parts = {"cause": (Rule("low"),), "primary": {"first": "80 - mark", "second": "80 - mark"}}
    known, unknown = rows(cards(2), marks("mark", [[70.0], [None]]), **parts)
    assert known["primary"] == "first"
    assert unknown["primary"] is None


def test_a_rule_that_looks_at_all_items_sees_them_all_in_a_long_list() -> None:
    table: list[list[float | None]] = [[10.0]] * 6000 + [[90.0]] * 6000  # the mean is 50, whichever part one looks at
    found = causes((Rule("low", all=("mark < mean(mark)",)), Rule("high", all=("mark > mean(mark)",))), table)
    assert [found.count(label) for label in ("low", "high")] == [6000, 6000]
