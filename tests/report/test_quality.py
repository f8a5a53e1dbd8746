"""The report's section on raters."""

from ringtrue.judge.quality import Seen, panel_quality
from ringtrue.report.quality import TITLE, quality_section
from ringtrue.terms import Estimate


def document(**more: object) -> dict[str, object]:
    answers = [
        Seen("ann", f"c{n}", "found", "pick", "AB"[n % 2], right=1.0, seconds=30.0, words=90) for n in range(4)
    ] + [Seen("b|ob", f"c{n}", "found", "pick", "A", "generic", 0.0) for n in range(6)]
    panel = panel_quality(answers, {"ann": 5, "b|ob": 6})
    return panel.as_dict() | {"compared": [], "notes": ["No times were recorded."]} | more


def test_a_row_for_each_rater() -> None:
    title, lines = quality_section(document())
    assert title == TITLE
    assert lines[2] == "| ann | 4 of 5 | 2.0 | 30 | – | – | – | 4 of 4 | – |"
    # A pipe in a rater's name must not open a column.
    assert lines[3].replace("\\|", "").count("|") == 10


def test_remarks_and_the_rule_are_listed() -> None:
    text = "\n".join(quality_section(document())[1])
    assert "- ann answered 4 of 5 cards" in text
    assert "would leave" in text
    assert "right on 0 of 6 generic cards" in text
    assert "No times were recorded" in text
    assert "never applied" in text


def test_numbers_with_and_without() -> None:
    whole, part = Estimate(0.5, 0.4, 0.6, 30).as_dict(), Estimate(0.25, n=27, reason="too few").as_dict()
    row = {
        "estimate": "found_share",
        "all": whole,
        "without_tired_tenths": part,
        "without_screened_raters": None,
    }
    lines = quality_section(document(compared=[row]))[1]
    assert lines[-1].startswith("| `found_share` | 0.5")
    assert lines[-1].endswith("| – |")
    assert "0.25" in lines[-1]


def test_no_comparison_no_table() -> None:
    assert "| estimate |" not in "\n".join(quality_section(document())[1])
