"""The short form for terminals: what decided, in plain rows."""

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.report import About, summary
from ringtrue.report.summary import MOST_RESERVATIONS, MOST_WEAK, key_estimates
from ringtrue.terms import Estimate, Result, Verdict


def test_it_says_the_verdicts_with_what_decided_them(result: Result, about: About) -> None:
    short = summary(result, about)
    assert short.headline == (
        "By the rules of blind 1.0.0 the verdict on Ada Example is PASS; the sound numbers say cannot be told."
    )
    assert short.verdicts == (
        ("by the document's rules", "PASS", "composite >= 90 (composite 93.999); min(content, edge) >= 75"),
        ("by the sound numbers", "cannot be told", 'gate == "cannot be told"'),
    )
    assert short.difference == "The sound rule looks at the interval as well."
    assert short.counts == "30 items, 1,500 ratings, coverage 80.0 %"


def test_what_to_know_first_comes_before_the_counts(result: Result, about: About) -> None:
    assert summary(result, about).note == "The answers were simulated."
    assert summary(result, replace(about, note="")).note == ""


def test_it_shows_the_estimates_that_decided_and_counts_the_others(result: Result, about: About) -> None:
    short = summary(result, about)
    assert short.estimates == (
        ("composite", "93.999", "80.00 to 97.12", "30", "literal"),
        ("gate", "0.512", "0.440 to 0.590 (90 %)", "150", "sound"),
    )
    assert short.more_estimates == 4


def test_bounds_in_conditions_name_their_estimate_and_without_conditions_all_are_key(result: Result) -> None:
    bounded = replace(
        result, bands={}, verdict=Verdict("x", ("r_low >= 1",)), sound_verdict=Verdict("x", ("gate_high < 1",))
    )
    assert key_estimates(bounded) == ["r", "gate"]
    silent = replace(bounded, verdict=Verdict("x", ()), sound_verdict=Verdict("x", ()))
    assert key_estimates(silent) == list(result.estimates)


def test_checks_weak_items_and_what_cannot_be_told_follow(result: Result, about: About) -> None:
    short = summary(result, about)
    assert short.checks[2] == ("correlation", "cannot be told", "0.720", "0.700", "met", "3 pairs are exploratory")
    assert short.weak[:2] == (("D3", "decision", "20", "both"), ("D1", "decision", "61.67", "kb_gap (facts)"))
    assert short.untold[0] == "No generic control was rated."
    assert (short.more_weak, short.more_untold) == (0, 0)


def test_long_lists_are_cut_and_counted(result: Result, about: About) -> None:
    items = tuple({"id": f"Q{n}", "passed": False} for n in range(40))
    short = summary(replace(result, items=items, notes=("so",) * 20), about)
    assert (len(short.weak), short.more_weak) == (MOST_WEAK, 40 - MOST_WEAK)
    assert len(short.untold) == MOST_RESERVATIONS
    assert short.more_untold == 20 + 3 - MOST_RESERVATIONS  # and the three of the sample: a check, two reasons


@given(st.text())
def test_no_control_character_reaches_the_terminal(words: str) -> None:
    verdict = Verdict(words, (words,))
    short = summary(
        Result(
            {"name": words},
            {words: Estimate(0.5)},
            verdict,
            verdict,
            items=({"id": words, "passed": False},),
            notes=(words,),
        ),
        About(words),
    )
    texts = [value for field in fields(short) for value in _texts(getattr(short, field.name))]
    assert all(text.isprintable() for text in texts)


def _texts(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []
