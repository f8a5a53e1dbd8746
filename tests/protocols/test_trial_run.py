"""The made-up study on which formulas are tried: which names are known at which place, and why others are not."""

from typing import Any

import numpy as np
import pytest

from protocol_parts import reading
from ringtrue.formula.grammar import parse
from ringtrue.protocols.check import measure_faults
from ringtrue.protocols.trial_run import OUTCOMES, FormulaPlace, TrialRun, names_by_place, status_labels
from ringtrue.terms.protocol import Measure, Rule
from ringtrue.terms.result import INCONCLUSIVE

_ = np.nan


def trial(**parts: Any) -> TrialRun:
    return TrialRun(reading(**parts))


def faults(place: FormulaPlace, text: str) -> list[str]:
    return [finding.what for finding in place.examine(text)[0]]


def remedy(place: FormulaPlace, text: str) -> str:
    (finding,) = place.examine(text)[0]
    return finding.remedy


def test_each_kind_has_three_items_with_the_ends_and_the_middle_of_its_scales() -> None:
    made = trial()
    assert made.kinds == ("pair",) * 3 + ("reply",) * 3
    np.testing.assert_array_equal(np.asarray(made.items["warm"]), [1, 5, 3, _, _, _])
    np.testing.assert_array_equal(np.asarray(made.items["calm"]), [_, _, _, 1, 5, 3])
    np.testing.assert_array_equal(np.asarray(made.items["found"]), [0, 1, 0.5, _, _, _])
    assert np.isnan(np.asarray(made.items["score"])[3:]).all()


def test_a_question_asked_of_two_kinds_has_values_for_both() -> None:
    kinds = {
        name: {"show": ["clone"], "ask": {"warm": {"scale": "grade", "text": "How warm?"}}} for name in ("one", "two")
    }
    np.testing.assert_array_equal(np.asarray(trial(kinds=kinds).items["warm"]), [1, 5, 3, 1, 5, 3])


def test_questions_are_known_alone_and_to_single_answers_but_words_are_not() -> None:
    made = trial()
    assert set(made.single) == {"found", "warm", "calm"}
    assert {"warm", "warm_each", "score"} <= set(made.items)
    assert "why" not in made.items
    assert remedy(made.per_item(), "why + 1") == "'why' is answered in words and gives no number"


def test_a_measure_is_known_to_those_after_it_and_before_that_it_is_said_to_come() -> None:
    made = trial()
    assert remedy(made.of_study(), "warmth") == "'warmth' is not computed yet at this place: move it up"
    made.add(Measure("warmth", crossed="warm"), None)
    assert made.estimates == ("warmth",)
    assert made.study["warmth"] == 0.5
    assert faults(made.of_study(), "warmth") == []


@pytest.mark.parametrize(
    ("value", "kept"),
    [(np.asarray(2.5), 2.5), (None, 0.5), (np.asarray(np.nan), 0.5), (np.array([1.0, 2.0]), 0.5)],
)
def test_a_number_of_the_study_that_could_not_be_worked_out_is_made_up(value: Any, kept: float) -> None:
    made = trial()
    made.add(Measure("m", formula="x"), value)
    assert made.study["m"] == kept


def test_a_column_that_could_not_be_worked_out_is_made_up() -> None:
    made = trial()
    made.add(Measure("a", "item", formula="x"), np.arange(6.0))
    made.add(Measure("b", "rating", formula="x"), None)
    assert np.asarray(made.items["a"]).tolist() == list(range(6))
    assert np.asarray(made.items["b"]).tolist() == [0.5] * 6
    assert "b" in made.single
    assert "a" not in made.single


def test_a_gate_is_a_label_and_a_repeated_measure_a_family_of_names() -> None:
    made = trial()
    made.add(Measure("gate", gate="found"), None)
    made.add(Measure("by", crossed="warm", each="domain"), None)
    deciding = made.of_decision({})
    assert made.labels["gate"] == OUTCOMES
    assert faults(deciding, 'gate == "told apart" and by_TECH > 1') == []
    assert faults(deciding, 'gate == "fooled"') == ["'gate' is never \"fooled\""]
    assert made.is_estimate("by_TECH")
    assert not made.is_estimate("by")
    assert not made.is_estimate("gate")
    assert made.estimates == ()


def full() -> TrialRun:
    made = trial()
    made.add(Measure("warmth", crossed="warm"), None)
    made.add(Measure("gate", gate="found"), None)
    made.add(Measure("by", crossed="warm", each="domain"), None)
    return made


@pytest.mark.parametrize(
    ("place", "fine", "refused"),
    [
        ("per_rating", "2 * warm", "score + 1"),
        ("per_item", "warm + score + warm_each", "warmth + warm"),
        ("of_study", "mean(warm) + warmth + people", "warm"),
        ("of_suite", "n(warm) > raters", "warmth > 1"),
        ("of_decision", "warmth_low > 4 and raters > 2", "mean(warm) > 1"),
    ],
)
def test_what_may_be_used_where(place: str, fine: str, refused: str) -> None:
    there = getattr(full(), place)(*([{}] if place == "of_decision" else []))
    assert faults(there, fine) == []
    assert faults(there, refused)


def test_a_condition_on_items_may_be_the_same_for_all_of_them() -> None:
    made = trial()
    assert faults(made.per_item(), "mean(warm)") == ["the formula gives one number, not one for each item"]
    assert faults(made.per_item(condition=True), "mean(warm) > 1") == []


@pytest.mark.parametrize(
    ("place", "text", "said"),
    [
        ("of_study", "by", "'by' is repeated for each value of a tag: write by_VALUE, in rules"),
        ("of_study", "gate", "'gate' is a label: compare it in status and verdict rules"),
        ("of_study", "warm", "'warm' has a value for each item: put it in mean(), share() or count(), in a measure"),
        ("per_item", "warmth", "'warmth' is a number of the whole study, which comes after the items"),
        ("of_study", "warmth_low", "bounds of intervals are known in status, verdict and checks only"),
    ],
)
def test_a_name_known_elsewhere_is_explained(place: str, text: str, said: str) -> None:
    assert remedy(getattr(full(), place)(), text) == said


def test_a_name_known_nowhere_is_answered_with_the_nearest() -> None:
    assert remedy(full().of_study(), "warmht").startswith("did you mean 'warmth'? known here: ")


def test_the_status_of_a_category_is_one_of_its_labels_or_cannot_be_told() -> None:
    rules = (Rule("good", ("warmth > 4",)), Rule("bad"))
    assert status_labels(rules) == {"good", "bad", INCONCLUSIVE}
    deciding = full().of_decision({"mood": rules})
    assert faults(deciding, f'mood_status == "good" or mood_status == "{INCONCLUSIVE}"') == []
    assert faults(deciding, 'mood_status == "fine"') == ["'mood_status' is never \"fine\""]


def test_a_fault_of_a_column_is_not_told_again_of_what_is_made_from_it() -> None:
    measures = {"bad": {"per": "item", "formula": "2 * wram"}, "good": {"per": "item", "formula": "bad + 1"}}
    found = reading(measures=measures)
    assert [fault.trail[1] for fault in measure_faults(found, TrialRun(found))] == ["bad"]


def test_measures_that_could_not_be_read_are_known_by_name() -> None:
    made = trial(measures={"broken": {"about": "x"}, "column": {"per": "item"}})
    assert faults(made.of_decision({}), "broken > 1 and broken_TECH > 1") == []
    assert faults(made.per_item(), "column + warm") == []


# Formulas at their places: which names are known where, what a formula must give, and what the answer says.


COLUMN = np.array([1.0, 2.0, np.nan])
STUDY = FormulaPlace(
    "one number",
    {"total": 0.5, "mood": "good"},
    {"x": COLUMN, "total": COLUMN},
    ("a", "a", "b"),
    ("by_",),
    {"mood": frozenset({"good", "bad"})},
    lambda name: "it comes later" if name == "later" else "",
)
ITEM = FormulaPlace("one for each item", {"x": COLUMN, "y": COLUMN[::-1]}, None, ("a", "a", "b"))


def whats(place: FormulaPlace, text: str) -> list[str]:
    return [finding.what for finding in place.examine(text)[0]]


@pytest.mark.parametrize(
    "text", ["mean(x)", "total + 1", "by_TECH < 3", 'mood == "bad"', 'mean(x, kind="b", domain="z")', "items()"]
)
def test_a_formula_of_known_names_is_fine(text: str) -> None:
    assert whats(STUDY, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x + 1", ["unknown name 'x'"]),
        ("mean(mood)", ["unknown name 'mood'"]),
        ("by_", ["unknown name 'by_'"]),
        ("a + b", ["unknown name 'a'", "unknown name 'b'"]),
        ("mean(total) + total", ["'total' is a column inside mean() and a number of the study outside of it"]),
        ('mood == "fine"', ["'mood' is never \"fine\""]),
        ('items(kind="c")', ['there is no kind "c"']),
        ("mood > 1", ["the formula cannot be worked out: labels have no order, so '>' says nothing"]),
        ("1 +", ["this cannot be read (column 1 of the formula)"]),
    ],
)
def test_what_is_wrong_with_a_formula_of_the_study(text: str, expected: list[str]) -> None:
    assert whats(STUDY, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 * x", []),
        ("mean(x)", ["mean() has no items to work on here"]),
        ("3", ["the formula gives one number, not one for each item"]),
        ("x / 0", ["the formula has no value for any item"]),
    ],
)
def test_what_is_wrong_with_a_formula_of_items(text: str, expected: list[str]) -> None:
    assert whats(ITEM, text) == expected


def test_the_remedy_explains_a_name_known_elsewhere_and_otherwise_suggests_one() -> None:
    (later,), (slip,) = STUDY.examine("later")[0], STUDY.examine("totl")[0]
    assert later.remedy == "it comes later"
    assert slip.remedy == "did you mean 'total'? known here: total, mood, by_..."


def test_the_value_on_the_made_up_data_comes_with_a_clean_formula() -> None:
    assert STUDY.examine("mean(x) + total")[1] == 2.0


def test_names_are_told_apart_by_whether_a_reduction_holds_them() -> None:
    inside, outside = names_by_place(parse('mean(a - mean(b), domain="x") + max(c, d) * share(e > f)'))
    assert inside == {"a", "b", "e", "f"}
    assert outside == {"c", "d"}
