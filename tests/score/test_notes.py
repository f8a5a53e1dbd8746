"""What a result leaves open, and why two verdicts differ."""

from ringtrue.score.notes import difference, notes
from ringtrue.score.table import compiled
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.terms import Estimate, Rating, Verdict
from small_studies import cards, marks, protocol

BOTH = {"generic": "bot", "self": "himself"}


def said(ratings: list[Rating], controls: dict[str, str] | None = None, **estimates: Estimate) -> list[str]:
    rules = protocol(controls=controls or {})
    return notes(rules, compiled(rules, cards(3), ratings), estimates)


def test_equal_verdicts_need_no_sentence() -> None:
    assert difference(Verdict("PASS", ("a > 1",)), Verdict("PASS", ("b > 1",))) == ""


def test_different_verdicts_are_told_with_what_decided_each() -> None:
    sentence = difference(
        Verdict("PASS", ("a >= 90 (a 91.00)", "FAIL would need a < 80 (a 91.00)")),
        Verdict(
            "cannot be told",
            ("PASS would need a_low >= 90 (a_low 85.00)", "FAIL would need a_high < 80 (a_high 97.00)"),
        ),
    )
    assert sentence == (
        "By the document's own rules the verdict is PASS because a >= 90 (a 91.00); "
        "by sound numbers it is cannot be told because FAIL would need a_high < 80 (a_high 97.00)."
    )


def test_a_verdict_without_reasons_is_told_without() -> None:
    assert difference(Verdict("a", ()), Verdict("b", ())) == (
        "By the document's own rules the verdict is a; by sound numbers it is b."
    )


def test_a_missing_control_is_noted_and_a_rated_one_is_not() -> None:
    generic, himself = said([], BOTH)
    assert generic.startswith("No generic control (bot) was rated")
    assert himself.startswith("No self control (himself) was rated")
    assert said(marks("found", [[1.0]], speaker="bot"), BOTH)[0] == himself
    assert not [note for note in said(marks("found", [[1.0] * 5])) if "control" in note]


def test_few_raters_and_raters_who_are_no_people_are_noted() -> None:
    assert said(marks("mark", [[1.0]])) == ["One rater: the numbers hold for this rater; other raters may differ."]
    assert said(marks("mark", [[1.0] * 4]))[0].startswith("4 raters: intervals rest on few raters")
    assert said(marks("mark", [[1.0] * 5])) == []
    models = [*marks("mark", [[1.0] * 5]), Rating("Z", "c01", "mark", 1.0, judge_kind="model")]
    assert said(models) == ["1 of 6 raters are models or statistics, not people."]


def test_a_gate_speaks_for_itself() -> None:
    gate = Gate(0.55, 0.4, 0.7, 40, reason="cannot be told: too wide", needed=57)
    raters = marks("mark", [[1.0] * 5])
    assert said(raters, gate=gate) == ["gate: cannot be told: too wide. About 57 more judgments would be needed."]
    assert said(raters, plain=Estimate(1.0, reason="no interval")) == []
