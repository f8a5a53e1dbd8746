"""A run of scenarios as rows and as sections of a report."""

from dataclasses import replace

import pytest

from ringtrue.protocols import load
from ringtrue.report import About, markdown, scenario_page, scenario_sections
from ringtrue.report.scenarios import trial
from ringtrue.score import score
from ringtrue.terms import Check, Rating, Result
from studies import SCORES, scenario, scored

TYPES = {"STR-001": "strategic", "STR-005": "strategic", "PEO-001": "people", "EDG-001": "stress"}
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
    page = scenario_page(run, KINDS)
    assert page.figure.startswith("52.44 of 100")  # (86.75 + 49 + 74 + 0) / 4 = 52.4375
    assert page.valid == "69.92 over the 3 of 4 scenarios that have a score"  # 209.75 / 3
    assert page.status.startswith("FAIL: below target, another round is needed (tier: weak)")


def test_categories_come_in_the_documents_order_with_passes_counted(run: Result) -> None:
    rows = scenario_page(run, KINDS).categories
    assert [(*row[:4], row[5]) for row in rows] == [
        ("strategic", "2", "2", "67.88", "1/2"),
        ("people", "1", "1", "74.00", "0/1"),
        ("stress", "1", "0", "-", "0/1"),
        ("all", "4", "3", "69.92", "1/4"),  # the mean of the three that have a score, and says so
    ]


def test_means_of_dimensions_say_how_many_they_are_of(run: Result) -> None:
    decision = scenario_page(run, KINDS).dimensions[0]
    assert decision[:4] == ("decision_alignment", ".30", "3", "68.33")  # (85 + 40 + 80) / 3


def test_failures_come_worst_first_with_cause_and_primary_dimension(run: Result) -> None:
    gap, voice, error = scenario_page(run, KINDS).failures
    assert gap == ("STR-005", "49.00", "kb_gap", "decision_alignment", "")
    assert voice == ("PEO-001", "74.00", "prompt_issue", "voice_accuracy", "")
    assert error == ("EDG-001", "-", "execution_error", "", "no answer in 3 attempts")


def test_a_persons_word_on_a_cause_stands_beside_that_of_the_rules(run: Result) -> None:
    def told(**more: str) -> tuple[str, ...]:
        items = [{**row, **(more if row["id"] == "STR-005" else {})} for row in run.items]
        return scenario_page(replace(run, items=tuple(items)), KINDS).failures[0]

    other = told(cause_confirmed="prompt_issue", cause_confirmed_by="ana", cause_confirmed_why="it is in the kb")
    assert other[2] == "prompt_issue by ana, rules: kb_gap"
    assert other[4] == "it is in the kb"
    assert told(cause_confirmed="kb_gap", cause_confirmed_by="ana")[2] == "kb_gap (confirmed by ana)"


def test_post_conditions_are_counted(run: Result) -> None:
    page = scenario_page(run, KINDS, [Check("count", True, 4, 4), Check("sum", False, 48.5, 49.0, note="1 breach")])
    assert page.holding == "1 of 2 post-conditions hold"
    assert page.conditions == (("count", "yes", "4", "4", ""), ("sum", "NO", "48.50", "49.00", "1 breach"))


def test_the_report_has_every_section(run: Result) -> None:
    page = scenario_page(run, KINDS, [Check("count", True, 4, 4)])
    judges = [("How far the judges can be trusted", ["- judge scored 3 of 4 cards"])]
    text = markdown(run, About("Nora"), scenario_sections(page, judges))
    for title in ("Fidelity", "By category", "By dimension", "Failures (3)", "How far the judges", "Post-conditions"):
        assert f"## {title}" in text
    assert "| `STR-005` | 49.00 | kb_gap | decision_alignment |" in text
    assert text.index("## Fidelity") < text.index("## Estimates")


def test_hostile_names_and_reasons_do_nothing(run: Result) -> None:
    items = [{**row, "unscored": "<script>|\n# no", "cause": "kb_gap"} for row in run.items]
    page = scenario_page(replace(run, items=tuple(items)), [""] * 4)
    text = "\n".join(line for _, lines in scenario_sections(page) for line in lines)
    assert "<script>" not in text
    assert "no type" in text


def test_without_failures_it_says_so() -> None:
    result = score(load("scenarios"), [scenario("STR-001")], scored("STR-001", 95, 95, 95, 95, 95), replicates=40)
    page = scenario_page(result, ["strategic"])
    assert page.failures == ()
    assert page.status.startswith("PASS: on target")
    assert "it cannot be told" in page.status
    assert ("Failures", ["None: every scenario passed."]) in list(scenario_sections(page))


def test_fewer_scenarios_than_the_protocol_asks_for_are_a_trial(run: Result) -> None:
    told = trial(run)
    assert told.startswith("This is a trial: it has 4 scenarios, and the protocol asks for at least 50 scenarios.")
    assert scenario_page(run, KINDS).trial == told
    enough = [scenario(f"S{n}") for n in range(50)]
    ratings = [rating for one in enough for rating in scored(one.id, 95, 95, 95, 95, 95)]
    assert trial(score(load("scenarios"), enough, ratings, replicates=2)) == ""
