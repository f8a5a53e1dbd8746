"""A run of scenarios as rows and as sections of a report."""

from dataclasses import replace
from typing import Any

import pytest

from report.conftest import lines_of, markdown
from ringtrue.protocols.loader import load
from ringtrue.report.section import Section, Text
from ringtrue.report.summary import About
from ringtrue.score.scoring import score
from ringtrue.study.scenarios.run_page import (
    MOST_FAILURES,
    ScenarioPage,
    advice_markdown,
    scenario_page,
    scenario_sections,
    trial,
)
from ringtrue.terms.answer import Rating
from ringtrue.terms.result import Check, Result
from studies import SCORES, scenario, scored

TYPES = {"STR-001": "strategic", "STR-005": "strategic", "PEO-001": "people", "EDG-001": "stress"}
PROTOCOL = load("scenarios")
KINDS = [TYPES[name] for name in sorted(TYPES)]  # in the order of a result


@pytest.fixture(scope="module")
def run() -> Result:
    # 86.75, 49 (kb_gap), 74 (prompt_issue), and one that could not be scored
    ratings = [
        *scored("STR-001", 85, 90, 80, 95, 85),
        *scored("STR-005", 40, 50, 70, 30, 60),
        *scored("PEO-001", 80, 80, 50, 80, 80),
        Rating("judge", "EDG-001", SCORES[0], None, judge_kind="model", reason="no answer in 3 attempts"),
    ]
    items = [scenario(name, kind) for name, kind in TYPES.items()]
    return score(load("scenarios"), items, ratings, replicates=40)


def test_the_figure_counts_zeros_and_the_valid_one_says_what_it_rests_on(run: Result) -> None:
    page = scenario_page(PROTOCOL, run, KINDS)
    assert page.figure.startswith("52.44 of 100")  # (86.75 + 49 + 74 + 0) / 4 = 52.4375
    assert page.valid == "69.92 over the 3 of 4 scenarios that have a score"  # 209.75 / 3
    assert page.status.startswith("FAIL: below target, another round is needed (tier: weak)")


def test_categories_come_in_the_documents_order_with_passes_counted(run: Result) -> None:
    rows = scenario_page(PROTOCOL, run, KINDS).categories
    assert [(*row[:4], row[5]) for row in rows] == [
        ("strategic", "2", "2", "67.88", "1/2"),
        ("people", "1", "1", "74.00", "0/1"),
        ("stress", "1", "0", "-", "0/1"),
        ("all", "4", "3", "69.92", "1/4"),  # the mean of the three that have a score, and says so
    ]


def test_means_of_dimensions_say_how_many_they_are_of(run: Result) -> None:
    decision = scenario_page(PROTOCOL, run, KINDS).dimensions[0]
    assert decision[:4] == ("decision_alignment", ".30", "3", "68.33")  # (85 + 40 + 80) / 3


def test_failures_come_worst_first_with_cause_and_primary_dimension(run: Result) -> None:
    gap, voice, error = scenario_page(PROTOCOL, run, KINDS).failures
    assert gap == ("STR-005", "49.00", "kb_gap", "decision_alignment", "")
    assert voice == ("PEO-001", "74.00", "prompt_issue", "voice_accuracy", "")
    assert error == ("EDG-001", "-", "execution_error", "", "no answer in 3 attempts")


def test_a_persons_word_on_a_cause_stands_beside_that_of_the_rules(run: Result) -> None:
    def told(**more: str) -> tuple[str, ...]:
        items = [{**row, **(more if row["id"] == "STR-005" else {})} for row in run.items]
        return scenario_page(PROTOCOL, replace(run, items=tuple(items)), KINDS).failures[0]

    other = told(cause_confirmed="prompt_issue", cause_confirmed_by="ana", cause_confirmed_why="it is in the kb")
    assert other[2] == "prompt_issue by ana, rules: kb_gap"
    assert other[4] == "it is in the kb"
    assert told(cause_confirmed="kb_gap", cause_confirmed_by="ana")[2] == "kb_gap (confirmed by ana)"


def test_post_conditions_are_counted(run: Result) -> None:
    page = scenario_page(
        PROTOCOL, run, KINDS, [Check("count", True, 4, 4), Check("sum", False, 48.5, 49.0, note="1 breach")]
    )
    assert page.holding == "1 of 2 post-conditions hold"
    assert page.conditions == (("count", "yes", "4", "4", ""), ("sum", "NO", "48.50", "49.00", "1 breach"))


def test_the_report_has_every_section(run: Result) -> None:
    page = scenario_page(PROTOCOL, run, KINDS, [Check("count", True, 4, 4)])
    judges = Section("judges", "How far the judges can be trusted", (Text("judge scored 3 of 4 cards"),))
    text = markdown(run, About("Nora"), [*scenario_sections(page).values(), judges])
    for title in ("Fidelity", "By category", "By dimension", "Failures (3)", "How far the judges", "Post-conditions"):
        assert f"## {title}" in text
    assert "| `STR-005` | 49.00 | kb_gap | decision_alignment |" in text
    assert text.index("## Fidelity") < text.index("## Estimates")


def test_hostile_names_and_reasons_do_nothing(run: Result) -> None:
    items = [{**row, "unscored": "<script>|\n# no", "cause": "kb_gap"} for row in run.items]
    page = scenario_page(PROTOCOL, replace(run, items=tuple(items)), [""] * 4)
    text = "\n".join(line for section in scenario_sections(page).values() for line in lines_of(section))
    assert "<script>" not in text
    assert "no type" in text


def test_without_failures_it_says_so() -> None:
    result = score(load("scenarios"), [scenario("STR-001")], scored("STR-001", 95, 95, 95, 95, 95), replicates=40)
    page = scenario_page(PROTOCOL, result, ["strategic"])
    assert page.failures == ()
    assert page.status.startswith("PASS: on target")
    assert "it is provisional" in page.status
    failures = scenario_sections(page)["failures"]
    assert (failures.title, lines_of(failures)) == ("Failures", ["None: every scenario passed."])


def test_fewer_scenarios_than_the_protocol_asks_for_are_a_trial(run: Result) -> None:
    told = trial(run)
    assert told.startswith("This is a trial: it has 4 scenarios, and the protocol asks for at least 50 scenarios.")
    assert scenario_page(PROTOCOL, run, KINDS).trial == told
    enough = [scenario(f"S{n}") for n in range(50)]
    ratings = [rating for one in enough for rating in scored(one.id, 95, 95, 95, 95, 95)]
    assert trial(score(load("scenarios"), enough, ratings, replicates=2)) == ""


# Sections of a long run stay readable.


def test_a_table_of_failures_is_cut_and_says_where_the_rest_is() -> None:
    rows = tuple((f"S{place}", "50.00", "kb_gap", "voice_accuracy", "") for place in range(MOST_FAILURES))
    page = ScenarioPage("f", "s", "v", (), (), rows, MOST_FAILURES + 7, ())
    failures = scenario_sections(page)["failures"]
    assert failures.title == f"Failures ({MOST_FAILURES + 7})"
    lines = lines_of(failures)
    assert lines[-1] == "and 7 more in test_results.yaml"
    assert len(lines) == MOST_FAILURES + 4


# The advice after a round, as a page.


FIX = {"priority": "P1", "where": "knowledge base", "dimension": "decision_alignment", "action": "Add decisions.",
       "scenarios": ["STR-005", "EDG-2"], "gain": 1.25}  # fmt: skip


def advice(**more: Any) -> dict[str, Any]:
    return {"iteration": 2, "aggregate_fidelity": 90.5, "needed": True, "escalate": False, "why": "below 93",
            "fixes": [FIX], "earlier": [], "change": None, **more}  # fmt: skip


def test_fixes_stand_under_their_priority_with_scenarios_and_gain() -> None:
    text = advice_markdown(advice(), "Nora")
    assert text.startswith("# Round 2: what to do next for Nora\n\nbelow 93\n")
    assert "## P1: what failed" in text
    assert "P0" not in text
    told = "(2 scenarios; at 100 there it would add 1.25 points to the aggregate)"
    assert f"**decision_alignment, knowledge base** {told}. Add decisions." in text
    assert "  `STR-005`, `EDG-2`" in text


def test_rounds_and_the_change_are_told() -> None:
    change = {"value": 2.5, "low": -0.5, "high": 5.5, "n": 50, "method": "", "reason": None, "kind": "statistic",
              "level": 0.95, "outcome": "not worse"}  # fmt: skip
    text = advice_markdown(advice(earlier=[{"folder": "run-1", "aggregate": 88.0}], change=change, escalate=True), "N")
    assert "- Round 1: 88.00 (run-1)\n- Round 2: 90.50\n" in text
    assert "2.50 points (95 % interval -0.50 to 5.50), 50 scenarios" in text
    assert "**Escalate.**" in text
    none = {**change, "value": None, "low": None, "high": None, "reason": "no scenario was scored in both rounds"}
    text = advice_markdown(advice(earlier=[{"folder": "run-1", "aggregate": 88.0}], change=none), "N")
    assert "no scenario was scored in both rounds" in text


def test_nothing_to_fix_and_what_has_no_score() -> None:
    assert "Nothing to fix" in advice_markdown(advice(fixes=[]), "N")
    run = {"priority": "P0", "where": "run", "dimension": "", "action": "Again.", "scenarios": ["A"], "gain": None}
    assert "**no score** (1 scenario). Again." in advice_markdown(advice(fixes=[run]), "N")


def test_many_scenarios_are_named_in_part() -> None:
    text = advice_markdown(advice(fixes=[{**FIX, "scenarios": [f"S{n}" for n in range(40)]}]), "N")
    assert "and 10 more" in text
