"""Reasons told from rules as results keep them: in words, once, the notes merged, the formula kept."""

from dataclasses import replace

from ringtrue.protocols.loader import load
from ringtrue.report.reasons import Reasons, difference, sentence
from ringtrue.score.rules import decided
from ringtrue.terms.protocol import Rule, Wording
from ringtrue.terms.result import Result, Verdict

BLIND = Reasons.of(load("blind"))
LOW = {"composite": 45.0, "content": 61.0, "linguistic": 90.0, "reasoning": 90.0, "emotional": 90.0, "paradox": 58.0}


def told(reasons: Reasons, rules: tuple[Rule, ...], **values: float | str | None) -> list[str]:
    return [one.sentence for one in reasons.told(decided(rules, values))]


def test_a_failed_study_is_told_by_its_dimensions() -> None:
    status = dict.fromkeys(("quote_status", "decision_status", "style_status", "edge_status"), "pass")
    found = told(BLIND, load("blind").verdict, people=8, **LOW, **status)
    assert found == [
        "The composite is 45, below 80.",
        "One of five dimensions is below 60: paradox 58.",
        "Two of five dimensions are below 75: content 61, paradox 58.",
    ]


def test_a_note_says_it_in_words_with_the_numbers_that_have_a_label() -> None:
    assert told(BLIND, load("blind").sound_verdict, people=2) == [
        "fewer than three people judged (people 2)".capitalize() + "."
    ]


def test_what_ruled_out_a_better_label_says_so() -> None:
    rules = (Rule("PASS", all=("a >= 90",)), Rule("FAIL"))
    reasons = Reasons(Wording({"a": "the score"}), rules)
    (only,) = reasons.told(decided(rules, {"a": 80.0}))
    assert (only.sentence, only.against, only.formula) == (
        "Not PASS: the score is 80, below 90.",
        "PASS",
        "PASS would need a >= 90 (a 80)",
    )


def test_another_closed_road_to_the_same_label_is_not_told() -> None:
    rules = (Rule("FAIL", all=("a > 90",)), Rule("FAIL", any=("a < 80",)), Rule("PASS"))
    assert told(Reasons(Wording(), rules), rules, a=70.0) == ["A is 70, below 80."]


def test_what_was_said_is_not_said_again() -> None:
    rules = (Rule("FAIL", any=("a > 1 and b < 5", "a > 1 and c < 5")), Rule("PASS"))
    assert told(Reasons(Wording(), rules), rules, a=2.0, b=3.0, c=4.0) == [
        "A is 2, above 1, and b is 3, below 5.",
        "C is 4, below 5.",
    ]


def test_a_reason_nobody_can_read_stays_as_it_is() -> None:
    assert [one.sentence for one in BLIND.told(Verdict("x", ("because of this (and that)",)))] == [
        "Because of this (and that)."
    ]


def test_a_difference_tells_both_reasons(result: Result) -> None:
    rules = (Rule("PASS", all=("a >= 90",)), Rule("FAIL"))
    reasons = Reasons(Wording({"a": "the score"}), rules)
    other = replace(result, verdict=decided(rules, {"a": 95.0}), sound_verdict=decided(rules, {"a": 80.0}))
    assert difference(other, reasons) == (
        "By the document's rules it is PASS: the score is 95, at least 90. "
        "By the sound numbers it is FAIL: the score is 80, below 90."
    )
    assert difference(replace(other, sound_verdict=other.verdict), reasons) == ""


def test_why_a_category_has_its_status_is_read_back() -> None:
    better = "pass would need decision >= 75 (decision 31.2); conditional would need decision >= 60 (decision 31.2)"
    note = f"decision is fail: {better}."
    assert BLIND.on_category(note, {"decision": "fail"}) == (
        "decision",
        "Not conditional: the score of decisions is 31.2, below 60.",
    )
    assert BLIND.on_category("No generic control was rated.", {"decision": "fail"}) is None
    assert BLIND.named("decision") == "decisions"
    assert BLIND.on_estimate("gate: inconclusive: 90 %").startswith(
        "The test whether quotes can be told apart: inconcl"
    )


def test_a_study_made_before_there_were_words_speaks_as_the_installed_protocol() -> None:
    old = replace(load("blind"), wording=Wording())
    assert Reasons.of(old).wording == load("blind").wording
    assert Reasons.of(replace(old, name="mine")).wording == Wording()


def test_sentences_begin_with_a_capital_and_end_once() -> None:
    assert [sentence(words) for words in ("a b", "Done.", "", "why?")] == ["A b.", "Done.", "", "Why?"]
