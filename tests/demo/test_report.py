"""The demo's report: a line for each speaker, what cannot be concluded, and links that lead to files that are there."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ringtrue.demo import report as demo_picture
from ringtrue.demo.layout import PAIRED, SPEAKERS, DemoFolder
from ringtrue.demo.report import picture, span, summarized
from ringtrue.demo.run import Demo
from ringtrue.demo.studies import LIVE, Heard, Live
from ringtrue.terms.result import Estimate, Result, Verdict

# The demo's last word: answers and reasons follow from verdicts, flags and places, whatever these are.


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


def result(
    label: str = "PASS", *, sound: str = "", status: dict[str, str] | None = None, notes: tuple[str, ...] = ()
) -> Result:
    verdict, sound_verdict = Verdict(label, ()), Verdict(sound or label, ("the suite breaks its own rules",))
    index = {"voice_toward": Estimate(-0.2, -0.6, 0.3, 5)}
    estimates = {**SCORES, **PICKS, **index}
    counts = {"raters": 7}
    return Result({}, estimates, verdict, sound_verdict, status=STATUS | (status or {}), counts=counts, notes=notes)


def demo_demo_summary(**changed: Result | Heard) -> Demo:
    """Everybody passes, but for what is changed: blind, scenarios or voice of the first speaker, or pairs of all."""
    first = SPEAKERS[0]
    made = Demo(
        DemoFolder(Path("/nowhere")),
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
    told = summarized(demo_demo_summary())
    assert {line.answer for line in told.lines} == {"yes"}
    assert all("do not find her" in line.why[0] for line in told.lines)
    assert not any("provisional" in line for line in told.untold)


def test_a_provisional_run_of_scenarios_is_said_to_be_one() -> None:
    untold = summarized(demo_demo_summary(scenarios=result("PASS", sound="provisional"))).untold
    assert any(line.startswith("scenarios of faithful: provisional, one simulated judge") for line in untold)
    untold = summarized(demo_demo_summary(blind=result("FAIL", sound="provisional"))).untold
    assert "faithful, blind: provisional, the suite breaks its own rules." in untold


@pytest.mark.parametrize(
    ("changed", "answer"),
    [
        ({"blind": result("FAIL")}, "no"),
        ({"scenarios": result("FAIL")}, "no"),
        ({"voice": replace(HEARD, speaker="faithful", flags=("louder",))}, "inconclusive"),
        ({"blind": result("inconclusive")}, "inconclusive"),
        ({"scenarios": result("PASS", sound="provisional")}, "yes"),
        ({"scenarios": result("FAIL", sound="provisional")}, "inconclusive"),
        ({"blind": result("PASS", sound="provisional")}, "inconclusive"),
        ({"blind": result("FAIL", sound="provisional")}, "no (provisional)"),
        ({"blind": result("CONDITIONAL PASS")}, "inconclusive"),
        ({"blind": result("PASS", sound="FAIL")}, "no"),
        ({"blind": result("FAIL", sound="PASS")}, "yes"),
        ({"blind": result("inconclusive"), "scenarios": result("FAIL")}, "no"),
    ],
)
def test_one_failure_is_enough_and_doubt_is_no_pass(changed: dict[str, Result | Heard], answer: str) -> None:
    assert summarized(demo_demo_summary(**changed)).lines[0].answer == answer


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
    assert said in "; ".join(summarized(demo_demo_summary(**changed)).lines[0].why)


def test_quotes_that_cannot_be_told_say_how_many_judgments_would_do() -> None:
    note = "gate: inconclusive: 90 % interval 0.49 to 0.67. About 772 more judgments would be needed."
    open_ = result(status={"quote_sound": "conditional"}, notes=(note,))
    untold = summarized(demo_demo_summary(blind=open_)).untold
    assert "faithful: whether its quotes can be told from hers. About 772 more judgments would be needed." in untold


def test_pairs_that_cannot_be_told_are_listed() -> None:
    assert not any("pairs" in line for line in summarized(demo_demo_summary()).untold)
    assert sum("pairs" in line for line in summarized(demo_demo_summary(pairs=result("inconclusive"))).untold) == len(
        PAIRED
    )


def test_voices_that_do_not_overlap_are_told_apart() -> None:
    apart = replace(HEARD, speaker="faithful", value=3.0, low=2.5, high=3.5)
    assert not any("by wording alone" in line for line in summarized(demo_demo_summary(voice=apart)).untold)
    assert any("by wording alone" in line for line in summarized(demo_demo_summary()).untold)


def test_a_live_bot_is_placed_or_its_reason_told() -> None:
    made = demo_demo_summary()
    made.voice[LIVE] = replace(HEARD, speaker=LIVE, value=-0.1)
    assert "asked live stands at -.1" in summarized(made).instrument
    made.voice[LIVE] = Heard(LIVE, 5, None, None, None, None, "not enough material", (), 0, ())
    assert any("not enough material" in line for line in summarized(made).untold)


def test_a_voice_without_a_number_is_a_dash_and_still_drawn() -> None:
    silent = Heard("faithful", 3, None, None, None, None, "not enough material", (), 0, ())
    made = demo_demo_summary(voice=silent)
    assert summarized(made).lines[0].voice == "-"
    assert "<svg" in picture(made)


def test_the_picture_is_the_same_every_time_and_names_everybody() -> None:
    first, second = picture(demo_demo_summary()), picture(demo_demo_summary())
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


# The demo's picture: every mark stands where its number is, on the speaker's line; nothing is drawn for no number.


HEARD_DEMO_PICTURE = Heard("x", 9, 1.2, 0.8, 1.6, 0.97, "", (), 0, ())
NONE = Estimate.absent("nobody rated")


def result_demo_picture(found: Estimate = NONE, fidelity: Estimate = NONE) -> Result:
    done = Verdict("done", ())
    return Result({}, {"found_share": found, "aggregate_valid": fidelity}, done, done)


def demo_demo_picture(**heard: Heard) -> Demo:
    blind = {name: result_demo_picture(Estimate(0.1 * place, 0.05, 0.5, 9)) for place, name in enumerate(SPEAKERS, 1)}
    scenarios = {name: result_demo_picture(fidelity=Estimate(90.0 + place, n=9)) for place, name in enumerate(SPEAKERS)}
    voice = {name: replace(HEARD_DEMO_PICTURE, speaker=name) for name in SPEAKERS} | heard
    return Demo(DemoFolder(Path("/nowhere")), blind, scenarios, {}, voice)


@pytest.fixture
def axes() -> Axes:
    found: Axes = Figure().subplots()
    return found


def drawn(axes: Axes) -> list[tuple[list[float], list[float]]]:
    return [([*map(float, line.get_xdata())], [*map(float, line.get_ydata())]) for line in axes.lines]  # type: ignore[arg-type]


def words(axes: Axes) -> list[tuple[str, float, float]]:
    return [(text.get_text(), *map(float, text.get_position())) for text in axes.texts]  # type: ignore[misc]


def test_a_mark_and_its_interval_stand_on_the_speaker_s_line(axes: Axes) -> None:
    demo_picture._panel(axes, {"faithful": Estimate(0.5, 0.4, 0.7, 9), "generic": Estimate(0.9, n=9)})
    # Four lines from the top: the first speaker on 3, the last on 0.
    assert drawn(axes) == [([0.4, 0.7], [3.0, 3.0]), ([0.5], [3.0]), ([0.9], [0.0])]


def test_no_number_no_mark(axes: Axes) -> None:
    demo_picture._panel(axes, {"faithful": NONE})
    assert drawn(axes) == []


def test_the_band_lies_where_it_is_said(axes: Axes) -> None:
    demo_picture._panel(axes, {}, (0.35, 0.65))
    (band,) = axes.patches
    left, right = band.get_window_extent().intervalx
    assert axes.transData.inverted().transform([(left, 0), (right, 0)])[:, 0] == pytest.approx([0.35, 0.65])


def test_every_speaker_has_a_line_of_its_own() -> None:
    assert [demo_picture._height(name) for name in SPEAKERS] == [3, 2, 1, 0]
    assert set(demo_picture._COLOURS) == set(demo_picture._MARKERS) == set(SPEAKERS)


def test_voices_stand_between_impostors_and_her_and_flags_are_said(axes: Axes) -> None:
    silent = Heard("generic", 2, None, None, None, None, "not enough material", (), 0, ())
    flagged = replace(HEARD_DEMO_PICTURE, speaker="caricature", value=2.5, low=2.0, high=2.9, flags=("louder",))
    demo_picture._voice(axes, demo_demo_picture(generic=silent, caricature=flagged))
    marks = [(x, y) for x, y in drawn(axes) if len(x) == 1]
    assert marks == [([1.2], [3.0]), ([1.2], [2.0]), ([2.5], [1.0])]  # the silent one has none
    told = {text: (x, y) for text, x, y in words(axes)}
    assert (told["impostors"][0], told["she"][0]) == (0.0, 1.0)
    assert told["flagged"][1] == pytest.approx(1.28)
    assert axes.get_xlim() == (-0.6, 3.0)


def test_the_picture_is_well_formed_names_everybody_and_is_always_the_same() -> None:
    first = picture(demo_demo_picture())
    root = ET.fromstring(first)  # noqa: S314 - it is our own
    said = {element.text for element in root.iter() if element.text and element.tag.endswith("text")}
    assert set(SPEAKERS) <= said
    assert picture(demo_demo_picture()) == first
    assert picture(demo_demo_picture(faithful=replace(HEARD_DEMO_PICTURE, speaker="faithful", value=0.2))) != first


def test_a_demo_without_one_number_is_drawn_all_the_same() -> None:
    silent = {name: Heard(name, 0, None, None, None, None, "no words", (), 0, ()) for name in SPEAKERS}
    bare = Demo(
        DemoFolder(Path("/nowhere")),
        dict.fromkeys(SPEAKERS, result_demo_picture()),
        dict.fromkeys(SPEAKERS, result_demo_picture()),
        {},
        silent,
    )
    ET.fromstring(picture(bare))  # noqa: S314 - it is our own
