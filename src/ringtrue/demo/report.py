"""What the demo says in the end, in words and in a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from ringtrue.demo.conversations import PROTOCOL as CONVERSATION
from ringtrue.demo.layout import PAIRED, SPEAKERS
from ringtrue.demo.run import Demo
from ringtrue.demo.scenarios import PROTOCOL as SCENARIOS
from ringtrue.demo.studies import LIVE, Heard
from ringtrue.demo.studies import PROTOCOL as BLIND
from ringtrue.protocols.loader import load
from ringtrue.report.reasons import Reasons
from ringtrue.terms.result import INCONCLUSIVE, Estimate, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# What the demo says in the end: who rings true, who does not, why, and what cannot be concluded. Made from the results.


YES, NO, PROVISIONAL = "yes", "no", "provisional"
COLUMNS = ("speaker", "rings true?", "voice", "her words found, %", "decisions", "blind", "scenarios")
GATE = {"pass": "not told apart", "fail": "told apart", "conditional": INCONCLUSIVE}  # by the category's sound status
_NAMES = {"decision_alignment": "decisions", "reasoning_quality": "reasoning", "voice_accuracy": "voice",
          "value_preservation": "values", "persona_accuracy": "persona"}  # fmt: skip
_NEAR_IMPOSTORS = 0.5


@dataclass(frozen=True, slots=True)
class SpeakerLine:
    """One speaker: the answer, the figures it rests on, and the reasons in words."""

    speaker: str
    answer: str
    voice: str
    quotes: str
    decisions: str
    blind: str
    scenarios: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DemoSummary:
    """The whole screen, without its layout."""

    lines: tuple[SpeakerLine, ...]
    pairs: tuple[str, ...]
    untold: tuple[str, ...]
    instrument: str
    conversations: tuple[str, ...] = ()


def summarized(demo: Demo) -> DemoSummary:
    """All of it in words."""
    return DemoSummary(
        tuple(_line(demo, speaker) for speaker in SPEAKERS),
        tuple(_pair(name, demo.pairs[name]) for name in PAIRED),
        tuple(_untold(demo)),
        _instrument(demo),
        tuple(_conversation(name, result) for name, result in demo.conversations.items()),
    )


def span(estimate: Estimate, digits: int = 0, scale: float = 1.0) -> str:
    """A value with its interval: 47 (38 to 55)."""
    if estimate.value is None:
        return "-"
    known = [value for value in (estimate.value, estimate.low, estimate.high) if value is not None]
    shown = [_figure(scale * value, digits) for value in known]
    return f"{shown[0]} ({shown[1]} to {shown[2]})" if len(shown) == 3 else shown[0]


def _figure(value: float, digits: int) -> str:
    """A number without the zero before the point."""
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _line(demo: Demo, speaker: str) -> SpeakerLine:
    heard, blind, scenarios = demo.voice[speaker], demo.blind[speaker], demo.scenarios[speaker]
    quotes = f"{span(blind.estimates['found_share'], scale=100)}, {GATE.get(blind.status['quote_sound'], INCONCLUSIVE)}"
    return SpeakerLine(
        speaker,
        _answer(heard, blind, scenarios),
        f"{span(_place(heard), 1)}{' flagged' if heard.flagged else ''}",
        quotes,
        span(blind.estimates["decision"]),
        blind.sound_verdict.label,
        f"{span(scenarios.estimates['aggregate_valid'])}",
        tuple(_reasons(heard, blind, scenarios)),
    )


def _answer(heard: Heard, blind: Result, scenarios: Result) -> str:
    """No after a sound FAIL; yes after a sound PASS in blind that neither voice nor scenarios speak against.

    Of scenarios the document's verdict counts here: one judge without controls allows no sound one. A blind study that
    allows none either, and fails by its document, is a provisional no.
    """
    if "FAIL" in (blind.sound_verdict.label, scenarios.sound_verdict.label):
        return NO
    if (blind.verdict.label, blind.sound_verdict.label) == ("FAIL", PROVISIONAL):
        return f"{NO} ({PROVISIONAL})"
    against = heard.flagged or scenarios.verdict.label == "FAIL"
    return YES if blind.sound_verdict.label == "PASS" and not against else INCONCLUSIVE


def _reasons(heard: Heard, blind: Result, scenarios: Result) -> Iterator[str]:
    """What speaks against a speaker; for one that rings true, what speaks for it."""
    if heard.flagged:
        telling = next((line for line in heard.advice if "“" in line and "more often" not in line), heard.flags[0])
        yield f"louder than herself: {_lower(telling)}"
    elif heard.value is not None and heard.value < _NEAR_IMPOSTORS:
        yield "words as far from hers as other people's are"
    estimates = blind.estimates
    if blind.status["quote_sound"] == "fail":
        yield f"raters find her own words in {_percent(estimates['found_share'])} of picks"
    if blind.status["decision"] == "fail":
        yield f"decides otherwise: {_whole(estimates['decision'])} % of her criteria met"
    if blind.status["edge"] == "fail":
        yield f"keeps her contradictions in {_whole(estimates['edge'])} % of edge cases"
    if scenarios.verdict.label == "FAIL":
        name = min(_NAMES, key=lambda name: scenarios.estimates[name].value or 0.0)
        yield f"weakest in scenarios: {_NAMES[name]}, {_whole(scenarios.estimates[name])} of 100"
    if blind.sound_verdict.label == "PASS":
        met = _whole(estimates["decision"])
        yield f"raters who find the bot do not find her beside it; {met} % of her criteria met"


def _pair(name: str, result: Result) -> str:
    """Where raters lean between the two texts, on five steps."""
    leaning = span(result.estimates["voice_toward"], 1)
    return (
        f"full persona beside {name}: {result.sound_verdict.label}, raters lean {leaning}; similar is within -.5 to .5"
    )


def _conversation(name: str, result: Result) -> str:
    """Whether a clone found its anchor again, and what decided."""
    score = result.estimates["R_final"]
    told = Reasons.of(load(CONVERSATION)).told(result.verdict)
    reason = told[0].words if told else "no rule before it held"
    near = span(result.estimates["anchor_similarity"], 2)
    return (
        f"{name}, scope {result.scope}: {result.verdict.label}, {reason}; score {_figure(score.value or 0.0, 2)}, "
        f"likeness of its recalls to the anchor {near}"
    )


def _untold(demo: Demo) -> Iterator[str]:
    for speaker, result in demo.blind.items():
        if result.status["quote_sound"] == "conditional":
            more = next((note for note in result.notes if note.startswith("gate:")), "")
            needed = more.rpartition(". ")[2] if "more judgments" in more else ""
            yield f"{speaker}: whether its quotes can be told from hers. {needed}".strip()
        if result.sound_verdict.label == PROVISIONAL:
            yield f"{speaker}, blind: provisional, {result.sound_verdict.reasons[-1]}."
    yield from _alike(demo)
    for name, result in demo.pairs.items():
        if result.sound_verdict.label == INCONCLUSIVE:
            size = f"{len(result.items)} pairs x {result.counts['raters']} raters"
            yield f"pairs, {name}: {size} are too few to show that texts are similar."
    open_ = [name for name, result in demo.scenarios.items() if result.sound_verdict.label == PROVISIONAL]
    if open_:
        why = "one simulated judge, and no control answers to hold them against"
        yield f"scenarios of {', '.join(open_)}: provisional, {why}. Their figures follow the document."
    live = demo.voice.get(LIVE)
    if live is not None and live.value is None:
        yield f"the voice of the bot asked live: {live.reason}."


def _alike(demo: Demo) -> Iterator[str]:
    """Wording alone does not see a wrong decision: say so where the places of two such speakers overlap."""
    one, other = demo.voice["faithful"], demo.voice["drifted"]
    if None not in (one.low, other.high) and (one.low or 0.0) < (other.high or 0.0):
        yield "by wording alone, faithful from drifted: both sound like her. Voice does not read what is decided."


def _instrument(demo: Demo) -> str:
    auc = demo.voice[SPEAKERS[0]].auc
    known = "" if auc is None else f"it puts her own held-out text above an impostor's in {100 * auc:.0f} % of trials"
    live = demo.voice.get(LIVE)
    heard = "" if live is None or live.value is None else f"; the bot asked live stands at {_figure(live.value, 1)}"
    return f"voice: 0 is where impostors stand, 1 where she does; {known}{heard}"


def _place(heard: Heard) -> Estimate:
    return (
        Estimate(heard.value, heard.low, heard.high, heard.replies) if heard.value is not None else Estimate.absent("-")
    )


def _percent(estimate: Estimate) -> str:
    return f"{100 * (estimate.value or 0.0):.0f} %"


def _whole(estimate: Estimate) -> str:
    return f"{estimate.value or 0.0:.0f}"


def _lower(sentence: str) -> str:
    return (sentence[:1].lower() + sentence[1:]).rstrip(".")


# The demo's picture: voice, blind picks and scenarios of the four speakers, each with its interval.


_COLOURS = {"faithful": "#0B4F8A", "drifted": "#6B7FA8", "caricature": "#E07B00", "generic": "#555555"}
_MARKERS = {"faithful": "o", "drifted": "s", "caricature": "D", "generic": "X"}
_SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "ringtrue", "font.family": ["sans-serif"], "font.size": 9.0}
_FAR = 3.0  # places beyond this are drawn at the edge


def picture(demo: Demo) -> str:
    """The panels as one SVG in which text stays text; the same results always give the same picture."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    written = StringIO()
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(9.4, 2.5), layout="constrained")
        FigureCanvasSVG(figure)
        voice, blind, scenarios = figure.subplots(1, 3, sharey=True)
        _voice(voice, demo)
        margin = load(BLIND).measures["gate"].margin
        _panel(blind, {name: demo.blind[name].estimates["found_share"] for name in SPEAKERS}, (1 - margin, margin))
        blind.set_title("Blind: her own words found\n(.50 is chance; simulated raters)", fontsize=9)
        target = load(SCENARIOS).target
        assert target is not None  # noqa: S101 - the protocol has one
        fidelity = {name: demo.scenarios[name].estimates["aggregate_valid"] for name in SPEAKERS}
        _panel(scenarios, fidelity, (target.low, target.high or target.low))
        scenarios.set_title(f"Scenarios: fidelity\n(target {target}; simulated judge)", fontsize=9)
        blind.set_xlim(0, 1)
        scenarios.set_xlim(0, 100)
        voice.set_yticks(range(len(SPEAKERS)), reversed(SPEAKERS))
        voice.set_ylim(-0.7, len(SPEAKERS) - 0.4)
        figure.savefig(written, format="svg", metadata={"Date": None, "Title": "Who rings true"})
    return written.getvalue()


def _voice(axes: Axes, demo: Demo) -> None:
    from ringtrue.terms.result import Estimate

    heard = [demo.voice[name] for name in SPEAKERS]
    places = {
        one.speaker: Estimate(one.value, one.low, one.high, one.replies) for one in heard if one.value is not None
    }
    _panel(axes, places)
    for place, who in ((0.0, "impostors"), (1.0, "she")):
        axes.axvline(place, color="#0B4F8A", alpha=0.35, linewidth=1, linestyle="--", zorder=0)
        axes.text(place, -0.55, who, ha="center", fontsize=7.5, color="#0B4F8A")
    flagged = [one.speaker for one in heard if one.flagged]
    for name in flagged:
        axes.text(_FAR, _height(name) + 0.28, "flagged", ha="right", fontsize=8, color=_COLOURS[name])
    axes.set_xlim(-0.6, _FAR)
    axes.set_title("Voice: from impostors (0) to her (1)\n(wording alone; measured)", fontsize=9)


def _panel(axes: Axes, estimates: dict[str, Estimate], band: tuple[float, float] | None = None) -> None:
    """A mark and an interval for each speaker; `band` is where a faithful clone is expected."""
    if band is not None:
        axes.axvspan(*band, color="#0B4F8A", alpha=0.10, linewidth=0)
    for name, estimate in estimates.items():
        height, colour = _height(name), _COLOURS[name]
        if estimate.low is not None and estimate.high is not None:
            axes.plot([estimate.low, estimate.high], [height, height], color=colour, linewidth=2, alpha=0.6)
        if estimate.value is not None:
            axes.plot(estimate.value, height, _MARKERS[name], color=colour, markersize=7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False)


def _height(name: str) -> int:
    return len(SPEAKERS) - 1 - SPEAKERS.index(name)
