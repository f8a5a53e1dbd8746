"""The demo's last word: answers and reasons follow from verdicts, flags and places, whatever these are."""

from dataclasses import replace
from pathlib import Path

import pytest

from ringtrue.study.demo_layout import PAIRED, SPEAKERS, Place
from ringtrue.study.demo_live import Live
from ringtrue.study.demo_picture import picture
from ringtrue.study.demo_run import Demo
from ringtrue.study.demo_summary import span, summary
from ringtrue.study.demo_voice import LIVE, Heard
from ringtrue.terms import Estimate, Result, Verdict

HEARD = Heard("x", 100, 1.2, 0.8, 1.6, 0.97, "", (), 0, ("Answer at more length.", "Say “mind” less."))
SCORES = {
    "aggregate_valid": Estimate(94.0, 93.2, 94.8, 52),
    "decision_alignment": Estimate(96.0, n=52),
    "reasoning_quality": Estimate(94.0, n=52),
    "voice_accuracy": Estimate(91.0, n=52),
    "value_preservation": Estimate(97.0, n=52),
    "persona_accuracy": Estimate(93.0, n=52),
}
PICKS = {
    "found_share": Estimate(0.5, 0.42, 0.58, 30),
    "decision": Estimate(92.0, 85.0, 96.0, 25),
    "edge": Estimate(90.0, 75.0, 100.0, 20),
}
STATUS = {"quote_sound": "pass", "decision": "pass", "edge": "pass"}


def result(label: str = "PASS", *, status: dict[str, str] | None = None, notes: tuple[str, ...] = ()) -> Result:
    verdict = Verdict(label, ())
    index = {"pfi_equivalence": Estimate(0.8, 0.7, 0.9, 5)}
    estimates = {**SCORES, **PICKS, **index}
    counts = {"raters": 7}
    return Result({}, estimates, verdict, verdict, status=STATUS | (status or {}), counts=counts, notes=notes)


def demo(**changed: Result | Heard) -> Demo:
    """Everybody passes, but for what is changed: blind, scenarios or voice of the first speaker, or pairs of all."""
    first = SPEAKERS[0]
    made = Demo(
        Place(Path("/nowhere")),
        {name: result() for name in SPEAKERS},
        {name: result() for name in SPEAKERS},
        {name: result() for name in PAIRED},
        {name: replace(HEARD, speaker=name) for name in SPEAKERS},
        Live({}),
    )
    for part, given in changed.items():
        table = getattr(made, part)
        for name in PAIRED if part == "pairs" else (first,):
            table[name] = given
    return made


def test_who_passes_everywhere_rings_true() -> None:
    told = summary(demo())
    assert {line.answer for line in told.lines} == {"yes"}
    assert all("do not find her" in line.why[0] for line in told.lines)


@pytest.mark.parametrize(
    ("changed", "answer"),
    [
        ({"blind": result("FAIL")}, "no"),
        ({"scenarios": result("FAIL")}, "no"),
        ({"voice": replace(HEARD, speaker="faithful", flags=("louder",))}, "no"),
        ({"blind": result("cannot be told")}, "cannot be told"),
        ({"scenarios": result("cannot be told")}, "cannot be told"),
        ({"blind": result("provisional")}, "cannot be told"),
        ({"blind": result("CONDITIONAL PASS")}, "yes"),
        ({"blind": result("cannot be told"), "scenarios": result("FAIL")}, "no"),
    ],
)
def test_one_failure_is_enough_and_doubt_is_no_pass(changed: dict[str, Result | Heard], answer: str) -> None:
    assert summary(demo(**changed)).lines[0].answer == answer


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"blind": result("FAIL", status={"decision": "fail"})}, "decides otherwise: 92 %"),
        ({"blind": result("FAIL", status={"edge": "fail"})}, "contradictions in 90 %"),
        ({"blind": result("FAIL", status={"quote_sound": "fail"})}, "her own words in 50 % of picks"),
        ({"scenarios": result("FAIL")}, "weakest in scenarios: voice, 91 of 100"),
        ({"voice": replace(HEARD, flags=("louder",))}, "louder than herself: say “mind” less"),
        ({"voice": replace(HEARD, flags=("too loud",), advice=())}, "louder than herself: too loud"),
        ({"voice": replace(HEARD, value=0.1)}, "as far from hers as other people's"),
    ],
)
def test_the_reasons_name_what_decided(changed: dict[str, Result | Heard], said: str) -> None:
    assert said in "; ".join(summary(demo(**changed)).lines[0].why)


def test_quotes_that_cannot_be_told_say_how_many_judgments_would_do() -> None:
    note = "gate: cannot be told: 90 % interval 0.49 to 0.67. About 772 more judgments would be needed."
    open_ = result(status={"quote_sound": "conditional"}, notes=(note,))
    untold = summary(demo(blind=open_)).untold
    assert "faithful: whether its quotes can be told from hers. About 772 more judgments would be needed." in untold


def test_pairs_that_cannot_be_told_are_listed() -> None:
    assert not any("pairs" in line for line in summary(demo()).untold)
    assert sum("pairs" in line for line in summary(demo(pairs=result("cannot be told"))).untold) == len(PAIRED)


def test_voices_that_do_not_overlap_are_told_apart() -> None:
    apart = replace(HEARD, speaker="faithful", value=3.0, low=2.5, high=3.5)
    assert not any("by wording alone" in line for line in summary(demo(voice=apart)).untold)
    assert any("by wording alone" in line for line in summary(demo()).untold)


def test_a_live_bot_is_placed_or_its_reason_told() -> None:
    made = demo()
    made.voice[LIVE] = replace(HEARD, speaker=LIVE, value=-0.1)
    assert "asked live stands at -.1" in summary(made).instrument
    made.voice[LIVE] = Heard(LIVE, 5, None, None, None, None, "not enough material", (), 0, ())
    assert any("not enough material" in line for line in summary(made).untold)


def test_a_voice_without_a_number_is_a_dash_and_still_drawn() -> None:
    silent = Heard("faithful", 3, None, None, None, None, "not enough material", (), 0, ())
    made = demo(voice=silent)
    assert summary(made).lines[0].voice == "-"
    assert "<svg" in picture(made)


def test_the_picture_is_the_same_every_time_and_names_everybody() -> None:
    first, second = picture(demo()), picture(demo())
    assert first == second
    assert all(name in first for name in SPEAKERS)
    assert "simulated raters" in first


@pytest.mark.parametrize(
    ("estimate", "digits", "scale", "text"),
    [
        (Estimate(0.47, 0.38, 0.55, 30), 0, 100.0, "47 (38 to 55)"),
        (Estimate(0.8, 0.7, 0.9, 5), 2, 1.0, ".80 (.70 to .90)"),
        (Estimate(-0.2, -1.4, 0.5, 5), 1, 1.0, "-.2 (-1.4 to .5)"),
        (Estimate(94.4, n=5), 0, 1.0, "94"),
        (Estimate.absent("nobody rated"), 0, 1.0, "-"),
        (Estimate(10.05, 0.0, 20.0, 5), 1, 1.0, "10.1 (.0 to 20.0)"),
    ],
)
def test_figures_with_their_intervals(estimate: Estimate, digits: int, scale: float, text: str) -> None:
    assert span(estimate, digits, scale) == text
