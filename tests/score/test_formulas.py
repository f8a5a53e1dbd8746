"""What the formulas of a protocol use and rest on."""

from ringtrue.score.formulas import all_formulas, formula, rests_on, tags_used
from ringtrue.terms import Rule, SuiteRule
from small_studies import protocol

MEASURES = {
    "half": {"per": "rating", "formula": "mark / 2"},
    "both": {"per": "item", "formula": "half + size"},
    "level": {"formula": 'mean(both, difficulty="hard")'},
    "by": {"crossed": "half", "each": "domain"},
    "share": {"crossed": "found"},
    "carried": {"formula": "2 * share - 1", "source": "share"},
    "pick": {"gate": "found"},
    "tie": {"statistic": "pearson", "of": ("size", "half")},
    "single": {"formula": "mean(found_each)"},
}


def test_a_formula_is_read_once() -> None:
    assert formula("mark + 1") is formula("mark + 1")


def test_every_place_of_a_formula_is_found() -> None:
    rules = protocol(
        MEASURES,
        suite=(SuiteRule("many", "items() > 3"),),
        primary={"mark": "80 - mark"},
        cause=(Rule("low", all=("mark < 60",), any=("known(size)",)), Rule("none")),
        coverage="known(mark)",
    )
    texts = {read.text for read in all_formulas(rules)}
    assert {"items() > 3", "80 - mark", "mark < 60", "known(size)", "known(mark)", "mark / 2"} <= texts


def test_tags_are_those_chosen_by_and_those_repeated_for() -> None:
    rules = protocol(MEASURES, suite=(SuiteRule("some", 'items(type="stress") > 0'),))
    assert tags_used(rules) == {"difficulty", "domain", "type"}


def test_what_a_name_rests_on_is_followed_through_every_measure() -> None:
    rules = protocol(MEASURES)
    assert {"mark", "size"} <= rests_on(rules, ["level"])
    assert "found" not in rests_on(rules, ["level"])
    assert "found" in rests_on(rules, ["carried"])
    assert "found" in rests_on(rules, ["pick"])
    assert "found" in rests_on(rules, ["single"])
    assert {"size", "mark"} <= rests_on(rules, ["tie"])


def test_a_measure_of_its_questions_name_does_not_turn_in_circles() -> None:
    rules = protocol({"mark": {"formula": "mean(mark)"}})
    assert rests_on(rules, ["mark"]) == {"mark"}
