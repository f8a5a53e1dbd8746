"""Kinds, speakers and questions: faults that the file with every fault has no room for."""

from keyword import kwlist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import SMALL, reading, told
from ringtrue.formula.functions import FormulaError
from ringtrue.formula.grammar import parse
from ringtrue.protocols.check import measure_faults, name_faults, rule_faults
from ringtrue.protocols.trial_run import TrialRun
from ringtrue.stats.agreement.catalogue import STATISTICS


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("show: [clone]", "show: [full, clone, other]", 9, "a card shows one speaker, or two different ones"),
        ("show: [clone]", "show: [clone, clone]", 9, "a card shows one speaker, or two different ones"),
        ("show: [clone]", "show: [full]", 9, "the candidate 'clone' is not shown"),
        ("candidate: clone\n", "candidate: copy\n", 9, "the candidate 'copy' is not shown"),
        ("candidate: clone\n", "candidate: clone\ngrade: both\n", 5, "no question is asked of both texts"),
        ("candidate: clone\n", "candidate: clone\ngrade: twice\n", 5, "unknown grade 'twice'"),
        ("    show:", "    share: 1.5\n    show:", 9, "a share lies between 0 and 1"),
        ("    show: [clone]\n", "", 8, "the key 'show' is missing"),
        ("{scale: temperature, text", "{text", 11, "the key 'scale' is missing"),
    ],
)
def test_one_fault_in_a_kind_is_found(changed, old: str, new: str, line: int, what: str) -> None:
    problems = changed((old, new))
    assert what in [problem.what for problem in problems if problem.place.startswith(f"line {line},")]


_TAKEN = "  temperature:"
_STANCE = "      stance: {scale: side, text: Which?, %s}\n"


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ("positions: [expected, trap]", None),
        ("positions: [expected, trap], asked_as: warm", "another question has the name 'warm'"),
        ("required: true", "the two positions are not named"),
        ("positions: [trap]", "the two positions are not named"),
        ("positions: [trap, trap]", "the two positions are not named"),
        ("positions: [expected, other]", "the scale is turned toward 'trap', which is no position of the question"),
    ],
)
def test_a_position_is_one_of_two_fields_the_scale_among_them(changed, keys: str, what: str | None) -> None:
    problems = changed(
        (_TAKEN, "  side: {type: position, toward: trap}\n" + _TAKEN), ("      warm:", _STANCE % keys + "      warm:")
    )
    assert [problem.what for problem in problems] == ([what] if what else [])


def test_positions_belong_to_a_position_scale_and_a_card_with_one_text(changed) -> None:
    (problem,) = changed(("{scale: temperature, text", "{scale: temperature, positions: [a, b], text"))[:1]
    assert problem.what == "a steps scale offers no positions"
    two = changed(
        (_TAKEN, "  side: {type: position, toward: trap}\n" + _TAKEN),
        ("      warm:", _STANCE % "positions: [expected, trap]" + "      warm:"),
        ("show: [clone]", "show: [clone, real]"),
    )
    assert "a position scale is about one text, and this kind shows two" in [problem.what for problem in two]


def test_a_kind_without_a_share_beside_one_with_a_share_is_found(changed) -> None:
    other = (
        "  other:\n    share: 0.5\n    show: [clone]\n    ask:\n      fine: {scale: temperature, text: Fine?}\nsuite:"
    )
    problems = changed(("suite:", other))
    assert [problem.what for problem in problems] == ["the kind has no share, others have"]


def test_shares_that_sum_to_one_but_for_rounding_are_fine(changed) -> None:
    kinds = "".join(
        f"  k{n}:\n    share: 0.1\n    show: [clone]\n    ask:\n      q{n}: {{scale: temperature, text: Fine?}}\n"
        for n in range(9)
    )
    assert changed(("    show:", "    share: 0.1\n    show:"), ("suite:", f"{kinds}suite:")) == []


def test_the_same_question_on_the_same_scale_may_be_asked_of_two_kinds(changed) -> None:
    other = "  other:\n    show: [clone]\n    ask:\n      warm: {scale: temperature, text: Warm?}\nsuite:"
    assert changed(("suite:", other)) == []


# Measures checked one after another: formulas, what they refer to, and what is known by then.


def faults(**measures: Any) -> list[tuple[str, str]]:
    found = reading(measures=measures)
    assert found.faults == ()
    return told(measure_faults(found, TrialRun(found)))


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


# Names that formulas will use: each can be written there, and each means one thing.


def asked(**questions: str) -> dict[str, Any]:
    """A kind with questions on scales."""
    ask = {name: {"scale": scale, "text": "How?"} for name, scale in questions.items()}
    return {"show": ["clone"], "ask": ask}


def faults_check_names(**parts: Any) -> list[tuple[str, str]]:
    return told(name_faults(reading(**parts)))


def test_the_small_protocol_has_no_fault() -> None:
    assert faults_check_names() == []


@pytest.mark.parametrize("name", ["yes-no", "lambda", "and", "True", "not"])
def test_a_name_that_no_formula_can_hold_is_told_wherever_it_stands(name: str) -> None:
    what = f"'{name}' cannot be written in a formula"
    assert faults_check_names(kinds={"k": asked(**{name: "grade"})}) == [(f"kinds.k.ask.{name}", what)]
    assert faults_check_names(kinds={"k": asked(warm="grade") | {"numbers": [name]}}) == [("kinds.k.numbers.0", what)]
    assert faults_check_names(measures={name: {"formula": "1"}}) == [(f"measures.{name}", what)]
    assert faults_check_names(status={name: [{"label": "x"}]}) == [(f"status.{name}", what)]


@pytest.mark.parametrize("name", ["people", "raters", "sessions", "judge_models"])
def test_what_the_program_counts_itself_is_taken(name: str) -> None:
    what = f"'{name}' is counted by the program"
    assert faults_check_names(measures={name: {"formula": "1"}}) == [(f"measures.{name}", what)]
    assert faults_check_names(kinds={"k": asked(**{name: "grade"})}) == [(f"kinds.k.ask.{name}", what)]


@given(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}", fullmatch=True) | st.sampled_from(kwlist))
def test_a_measure_is_taken_only_if_a_formula_reads_its_name(name: str) -> None:
    def readable() -> bool:
        try:
            return parse(f"{name} + 1").names == {name}
        except FormulaError:
            return False

    if not faults_check_names(measures={name: {"formula": "1"}}):
        assert readable()


def test_a_question_is_asked_on_one_scale() -> None:
    same = {"one": asked(warm="grade"), "two": asked(warm="grade")}
    other = {"one": asked(warm="grade"), "two": asked(warm="words")}
    assert faults_check_names(kinds=same) == []
    assert faults_check_names(kinds=other) == [
        ("kinds.two.ask.warm.scale", "'warm' is asked on another scale in 'one'")
    ]


@pytest.mark.parametrize(
    ("number", "what"),
    [
        ("warm", "the field has the name of a question"),
        ("warm_each", "the field has the name of the single answers to 'warm'"),
    ],
)
def test_a_field_has_no_name_of_a_question(number: str, what: str) -> None:
    assert faults_check_names(kinds={"k": asked(warm="grade") | {"numbers": [number]}}) == [("kinds.k.numbers.0", what)]


def test_two_kinds_may_carry_the_same_field() -> None:
    kinds = {name: asked(**{f"q_{name}": "grade"}) | {"numbers": ["score"]} for name in ("one", "two")}
    assert faults_check_names(kinds=kinds) == []


@pytest.mark.parametrize(
    ("name", "owner"),
    [("warm", "a question"), ("warm_each", "the single answers to 'warm'"), ("score", "a number of the items")],
)
@pytest.mark.parametrize("per", ["rating", "item", "study"])
def test_a_column_has_a_name_of_its_own_and_a_number_of_the_study_need_not(name: str, owner: str, per: str) -> None:
    found = faults_check_names(measures={name: {"per": per, "formula": "1"}})
    assert found == ([] if per == "study" else [(f"measures.{name}", f"the measure has the name of {owner}")])


@pytest.mark.parametrize(("per", "shadowed"), [("study", True), ("item", False)])
def test_no_measure_has_the_name_of_a_bound(per: str, shadowed: bool) -> None:
    measures = {"r": {"per": per, "formula": "1"}, "r_low": {"formula": "1"}, "r_high": {"formula": "1"}}
    expected = [(f"measures.r{bound}", "the measure has the name of a bound of 'r'") for bound in ("_low", "_high")]
    assert faults_check_names(measures=measures) == (expected if shadowed else [])


def test_no_measure_has_the_name_of_a_status() -> None:
    found = faults_check_names(
        measures=SMALL["measures"] | {"mood_status": {"formula": "1"}},
        status={"mood": [{"label": "good"}]},
    )
    assert found == [("measures.mood_status", "the measure has the name of the status of 'mood'")]


# What is decided and how: lists that always answer, formulas of known names, checks of things that exist.


MEASURES = {
    "warmth": {"crossed": "warm"},
    "gate": {"gate": "found"},
    "by": {"crossed": "warm", "each": "domain"},
    "average": {"formula": "mean(warm)"},
}
END = {"label": "else"}


def faults_check_rules(**parts: Any) -> list[tuple[str, str]]:
    found = reading(**({"measures": MEASURES} | parts))
    assert found.faults == ()
    trial = TrialRun(found)
    assert list(measure_faults(found, trial)) == []
    return told(rule_faults(found, trial))


def test_the_small_protocol_has_no_fault_check_rules() -> None:
    assert faults_check_rules() == []


@given(st.lists(st.booleans(), min_size=1, max_size=6))
def test_a_list_is_total_and_every_rule_can_be_reached_only_if_the_last_alone_has_no_condition(
    conditional: list[bool],
) -> None:
    rules = [{"label": f"r{n}", **({"all": ["warmth > 1"]} if has else {})} for n, has in enumerate(conditional)]
    found = faults_check_rules(verdict=rules)
    assert (found == []) == (conditional == [True] * (len(rules) - 1) + [False])
    open_end = [place for place, what in found if what == "the rules do not cover every case"]
    assert open_end == ([f"verdict.{len(rules) - 1}"] if all(conditional) else [])
    unreached = [place for place, what in found if "never reached" in what]
    first = conditional.index(False) if not all(conditional) else len(rules)
    assert unreached == [f"verdict.{n}" for n in range(first + 1, len(rules))]


@pytest.mark.parametrize("name", ["verdict", "sound_verdict", "cause"])
def test_every_list_is_held_to_that(name: str) -> None:
    condition = "warm > 1" if name == "cause" else "warmth > 1"
    assert faults_check_rules(**{name: [{"label": "x", "any": [condition]}]}) == [
        (f"{name}.0", "the rules do not cover every case")
    ]


def test_lists_of_status_and_of_designs_too() -> None:
    rules = [{"label": "x", "all": ["warmth > 1"]}]
    assert faults_check_rules(status={"mood": rules}) == [("status.mood.0", "the rules do not cover every case")]
    found = faults_check_rules(designs={"equivalence": {"about": "alike", "sound_verdict": rules}})
    assert found == [("designs.equivalence.sound_verdict.0", "the rules do not cover every case")]


@pytest.mark.parametrize(
    ("parts", "place", "what"),
    [
        (
            {"verdict": [{"label": "x", "all": ["1 > 0", "wramth > 1"]}, END]},
            "verdict.0.all.1",
            "unknown name 'wramth'",
        ),
        ({"verdict": [{"label": "x", "any": ["warm > 1"]}, END]}, "verdict.0.any.0", "unknown name 'warm'"),
        ({"verdict": [{"label": "x", "all": ['gate == "ok"']}, END]}, "verdict.0.all.0", "'gate' is never \"ok\""),
        ({"cause": [{"label": "x", "all": ["warmth > 1"]}, END]}, "cause.0.all.0", "unknown name 'warmth'"),
        ({"primary": {"mood": "wram > 1"}}, "primary.mood", "unknown name 'wram'"),
        ({"coverage": "wram > 1"}, "coverage", "unknown name 'wram'"),
        ({"suite": [{"name": "s", "when": "warmth > 1"}]}, "suite.0.when", "unknown name 'warmth'"),
        (
            {"presets": {"small": {"items": 3, "raters": 5, "suite": [{"name": "s", "when": "many > 1"}]}}},
            "presets.small.suite.0.when",
            "unknown name 'many'",
        ),
        (
            {"status": {"a": [END], "b": [{"label": "x", "all": ['a_status == "else"']}, END]}},
            "status.b.0.all.0",
            "unknown name 'a_status'",
        ),
        (
            {"bands": {"of": ["warmth", "wram"], "steps": {"x": None}}},
            "bands.of.1",
            "'wram' is not a measure of the study",
        ),
        (
            {"regression": {"of": "gate", "investigate": 1, "remediate": 2, "floor": 3}},
            "regression.of",
            "'gate' is not a measure of the study",
        ),
        ({"checks": [{"name": "c", "of": "by", "at_least": 1}]}, "checks.0.of", "'by' is not a measure of the study"),
        ({"checks": [{"name": "c", "when": "r > 1"}]}, "checks.0.when", "unknown name 'r'"),
        ({"checks": [{"name": "c", "when": "warmth > 1", "refuted": "r"}]}, "checks.0.refuted", "unknown name 'r'"),
        (
            {"checks": [{"name": "c", "of": "warmth", "at_least": 1}, {"name": "c", "of": "warmth", "at_most": 1}]},
            "checks.1.name",
            "two checks have the same name",
        ),
    ],
)
def test_a_fault_is_told_once_at_its_place_check_rules(parts: dict[str, Any], place: str, what: str) -> None:
    assert faults_check_rules(**parts) == [(place, what)]


def test_what_may_be_decided_by() -> None:
    assert not faults_check_rules(
        status={"mood": [{"label": "good", "all": ["warmth_low >= 4"]}, END]},
        verdict=[{"label": "x", "all": ['mood_status == "good"', 'gate == "told apart"', "by_TECH > 1"]}, END],
        cause=[{"label": "x", "any": ["warm < mean(warm)", "score > 0.5"]}, END],
        primary={"mood": "warm > 1"},
        coverage="known(warm)",
        bands={"of": ["warmth", "by_TECH"], "steps": {"high": 4, "low": None}},
        checks=[{"name": "c", "of": "by_NARR", "at_least": 1, "exploratory_under": 9}],
    )


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("warmth > 4", None),
        ("by_TECH <= by_NARR + warmth", None),
        ("warmth == 4", "over raters only one comparison can be asked"),
        ("1 < warmth < 4", "over raters only one comparison can be asked"),
        ("warmth > 1 and warmth < 4", "over raters only one comparison can be asked"),
        ("warmth", "over raters only one comparison can be asked"),
        ("warmth > average", "over raters only crossed means can be compared, not average"),
        ("raters > people", "over raters only crossed means can be compared, not people, raters"),
        ("warmth_low > 1", "over raters only crossed means can be compared, not warmth_low"),
    ],
)
def test_over_raters_one_comparison_of_crossed_means_is_asked(when: str, what: str | None) -> None:
    found = faults_check_rules(checks=[{"name": "c", "when": when, "over_raters": True}])
    assert found == ([("checks.0.when", what)] if what else [])
    assert faults_check_rules(checks=[{"name": "c", "when": when}]) == []


def test_a_condition_that_cannot_be_read_is_told_once() -> None:
    found = faults_check_rules(checks=[{"name": "c", "when": "warmth >", "over_raters": True}])
    assert [place for place, _ in found] == ["checks.0.when"]


def test_an_empty_condition_has_been_told_by_the_reader() -> None:
    found = reading(verdict=[{"label": "x", "all": []}, END])
    assert len(found.faults) == 1
    assert list(rule_faults(found, TrialRun(found))) == []
