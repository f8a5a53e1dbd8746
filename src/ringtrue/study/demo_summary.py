"""What the demo says in the end: who rings true, who does not, why, and what cannot be told. Made from the results."""

from collections.abc import Iterator
from dataclasses import dataclass

from ringtrue.study.demo_layout import PAIRED, SPEAKERS
from ringtrue.study.demo_run import Demo
from ringtrue.study.demo_voice import LIVE, Heard
from ringtrue.terms import UNTOLD, Estimate, Result

YES, NO = "yes", "no"
GATE = {"pass": "not told apart", "fail": "told apart", "conditional": UNTOLD}  # by the category's sound status
_NAMES = {"decision_alignment": "decisions", "reasoning_quality": "reasoning", "voice_accuracy": "voice",
          "value_preservation": "values", "persona_accuracy": "persona"}  # fmt: skip
_NEAR_IMPOSTORS = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """One speaker: the answer, the figures it rests on, and the reasons in words."""

    speaker: str
    answer: str
    voice: str
    quotes: str
    decisions: str
    scenarios: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The whole screen, without its layout."""

    lines: tuple[Line, ...]
    pairs: tuple[str, ...]
    untold: tuple[str, ...]
    instrument: str


def summary(demo: Demo) -> Summary:
    """All of it in words."""
    return Summary(
        tuple(_line(demo, speaker) for speaker in SPEAKERS),
        tuple(_pair(name, demo.pairs[name]) for name in PAIRED),
        tuple(_untold(demo)),
        _instrument(demo),
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


def _line(demo: Demo, speaker: str) -> Line:
    heard, blind, scenarios = demo.voice[speaker], demo.blind[speaker], demo.scenarios[speaker]
    quotes = f"{span(blind.estimates['found_share'], scale=100)}, {GATE.get(blind.status['quote_sound'], UNTOLD)}"
    return Line(
        speaker,
        _answer(heard, blind, scenarios),
        f"{span(_place(heard), 1)}{' flagged' if heard.flagged else ''}",
        quotes,
        span(blind.estimates["decision"]),
        f"{span(scenarios.estimates['aggregate_valid'])}",
        tuple(_reasons(heard, blind, scenarios)),
    )


def _answer(heard: Heard, blind: Result, scenarios: Result) -> str:
    labels = {blind.sound_verdict.label, scenarios.sound_verdict.label}
    if "FAIL" in labels or heard.flagged:
        return NO
    return YES if labels <= {"PASS", "CONDITIONAL PASS"} else UNTOLD


def _reasons(heard: Heard, blind: Result, scenarios: Result) -> Iterator[str]:
    """What speaks against a speaker; for one that rings true, what speaks for it."""
    if heard.flagged:
        telling = next((line for line in heard.advice if "“" in line), heard.flags[0])
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
    if scenarios.sound_verdict.label == "FAIL":
        name = min(_NAMES, key=lambda name: scenarios.estimates[name].value or 0.0)
        yield f"weakest in scenarios: {_NAMES[name]}, {_whole(scenarios.estimates[name])} of 100"
    if blind.sound_verdict.label == "PASS":
        met = _whole(estimates["decision"])
        yield f"raters who find the bot do not find her beside it; {met} % of her criteria met"


def _pair(name: str, result: Result) -> str:
    index = span(result.estimates["pfi_equivalence"], 2)
    return f"full persona beside {name}: {result.sound_verdict.label}, index {index}, pass from .75"


def _untold(demo: Demo) -> Iterator[str]:
    for speaker, result in demo.blind.items():
        if result.status["quote_sound"] == "conditional":
            more = next((note for note in result.notes if note.startswith("gate:")), "")
            needed = more.rpartition(". ")[2] if "more judgments" in more else ""
            yield f"{speaker}: whether its quotes can be told from hers. {needed}".strip()
    yield from _alike(demo)
    for name, result in demo.pairs.items():
        if result.sound_verdict.label == UNTOLD:
            n = len(result.items)
            yield f"pairs, {name}: {n} pairs x {result.counts['raters']} raters do not suffice for index and agreement."
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
