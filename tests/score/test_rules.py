"""Lists of rules: the first that holds, what is unknown, and the reasons."""

from itertools import product

import pytest

from ringtrue.score.rules import decided, names_for_rules
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.terms import Estimate, Rule

CUTS = (
    Rule("PASS", all=("a >= 80", "b >= 60")),
    Rule("MAYBE", any=("a >= 70", "b >= 90"), note="look again in a month"),
    Rule("FAIL"),
)


def label(a: float | None, b: float | None) -> str:
    return decided(CUTS, {"a": a, "b": b}).label


def test_the_first_rule_that_holds_decides() -> None:
    assert [label(80, 60), label(79.999, 60), label(0, 90), label(0, 0)] == ["PASS", "MAYBE", "MAYBE", "FAIL"]


def test_an_unknown_rule_before_it_leaves_the_verdict_untold() -> None:
    # a unknown, b 60: PASS may hold. a unknown, b 50: PASS cannot, MAYBE may. b unknown, a 80: PASS may.
    assert [label(None, 60), label(None, 50), label(80, None)] == ["cannot be told"] * 3


def test_what_is_known_decides_where_the_unknown_cannot_change_it() -> None:
    assert label(75, None) == "MAYBE"  # PASS is out by a, MAYBE holds by a
    assert label(None, None) == "cannot be told"


def kleene_all(answers: tuple[bool | None, ...]) -> bool | None:
    return False if False in answers else None if None in answers else True


def test_all_and_any_follow_three_valued_logic() -> None:
    word = {True: "YES", False: "NO", None: "cannot be told"}
    value = {True: 1.0, False: 0.0, None: None}
    conditions = ("p > 0", "q > 0", "s > 0", "u > 0")
    for answers in product((True, False, None), repeat=4):
        names = {name[0]: value[answer] for name, answer in zip(conditions, answers, strict=True)}
        every, denied = kleene_all(answers[:2]), kleene_all(tuple(None if a is None else not a for a in answers[2:]))
        some = None if denied is None else not denied
        for rule, expected in (
            (Rule("YES", all=conditions[:2]), every),
            (Rule("YES", any=conditions[2:]), some),
            (Rule("YES", all=conditions[:2], any=conditions[2:]), kleene_all((every, some))),
        ):
            assert decided((rule, Rule("NO")), names).label == word[expected], (rule, answers)


def test_reasons_name_the_conditions_with_their_values() -> None:
    assert decided(CUTS, {"a": 92.5, "b": 60}).reasons == ("a >= 80 (a 92.5)", "b >= 60 (b 60)")
    maybe = decided(CUTS, {"a": 75, "b": 0.25})
    assert maybe.reasons == ("a >= 70 (a 75)", "look again in a month", "PASS would need a >= 80 (a 75)")
    # a rule of `any` alone knocks out: that it did not says nothing about what would be needed
    assert decided(CUTS, {"a": 1, "b": 2}).reasons == ("PASS would need a >= 80 (a 1)",)
    assert decided(CUTS, {"a": None, "b": 50}).reasons == (
        "not known: a >= 70 (a unknown)",
        "PASS would need b >= 60 (b 50)",
    )


@pytest.mark.parametrize(("value", "limit"), [(92.9999, 93), (0.749996, 0.75), (59.996, 60)])
def test_a_value_just_under_a_limit_is_not_shown_as_the_limit(value: float, limit: float) -> None:
    (reason,) = decided((Rule("PASS", all=(f"a >= {limit}",)), Rule("FAIL")), {"a": value}).reasons
    shown = float(reason.rpartition("(a ")[2].rstrip(")"))
    assert shown < limit


def test_labels_and_their_absence_are_compared() -> None:
    rules = (Rule("out", any=('gate == "told apart"', 'quote_status == "fail"')), Rule("in"))
    assert decided(rules, {"gate": "told apart", "quote_status": None}).label == "out"
    assert decided(rules, {"gate": "indistinguishable", "quote_status": "pass"}).label == "in"
    assert decided(rules, {"gate": "indistinguishable", "quote_status": None}).label == "cannot be told"
    assert decided(rules, {"gate": "told apart"}).reasons[0] == 'gate == "told apart" (gate told apart)'


def test_a_name_nobody_has_heard_of_is_unknown() -> None:
    assert decided((Rule("PASS", all=("domain_NARR < 1",)), Rule("FAIL")), {}).label == "cannot be told"


def test_a_list_that_ends_without_a_rule_for_the_rest_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="ends with one that has no conditions"):
        decided((Rule("PASS", all=("a > 1",)),), {"a": 0})
    assert decided((Rule("done"),), {}).reasons == ()


def test_names_are_values_bounds_outcomes_and_statuses() -> None:
    estimates = {
        "a": Estimate(1.0, 0.5, 1.5),
        "gone": Estimate.absent("nobody answered"),
        "gate": Gate(0.9, 0.8, 1.0, reason="told apart", outcome="told apart"),
    }
    names = names_for_rules(estimates, {"quote": "pass", "edge": "cannot be told"}, people=3)
    assert names == {
        "people": 3,
        "a": 1.0,
        "a_low": 0.5,
        "a_high": 1.5,
        "gone": None,
        "gone_low": None,
        "gone_high": None,
        "gate": "told apart",
        "gate_low": 0.8,
        "gate_high": 1.0,
        "quote_status": "pass",
        "edge_status": None,
    }
