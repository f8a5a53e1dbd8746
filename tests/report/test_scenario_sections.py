"""Sections of a long run stay readable."""

from ringtrue.report import ScenarioPage, scenario_sections
from ringtrue.report.scenarios import MOST_FAILURES


def test_a_table_of_failures_is_cut_and_says_where_the_rest_is() -> None:
    rows = tuple((f"S{place}", "50.00", "kb_gap", "voice_accuracy", "") for place in range(MOST_FAILURES))
    page = ScenarioPage("f", "s", "v", (), (), rows, MOST_FAILURES + 7, ())
    sections = dict(scenario_sections(page))
    lines = sections[f"Failures ({MOST_FAILURES + 7})"]
    assert lines[-1] == "and 7 more in test_results.yaml"
    assert len(lines) == MOST_FAILURES + 3
