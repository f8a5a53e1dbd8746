"""What to know when reading a result: what cannot be concluded from it, and why two verdicts differ."""

from collections.abc import Iterator, Mapping

from ringtrue.score.table import Study
from ringtrue.terms import UNTOLD, Estimate, Protocol, Verdict

FEW_RATERS = 5
_WITHOUT = {
    "generic": "No generic control ({speaker}) was rated: nothing shows that these raters can tell anyone apart.",
    "self": "No self control ({speaker}) was rated: how the person fares against himself is not known.",
}


def difference(literal: Verdict, sound: Verdict) -> str:
    """One sentence where the verdict by the document's rules and the one by sound numbers differ."""
    if literal.label == sound.label:
        return ""
    return (
        f"By the document's own rules the verdict is {literal.label}{_because(literal)}; "
        f"by sound numbers it is {sound.label}{_because(sound)}."
    )


def _because(verdict: Verdict) -> str:
    """The condition that decided; where a label is what was left over, what the rule just before it would need."""
    met = [reason for reason in verdict.reasons if " would need " not in reason]
    reasons = met[:1] or verdict.reasons[-1:]
    return f" because {reasons[0]}" if reasons else ""


def notes(protocol: Protocol, study: Study, estimates: Mapping[str, Estimate]) -> list[str]:
    """What these data leave open, in sentences."""
    return [*_about_controls(protocol, study), *_about_raters(study), *_about_gates(estimates)]


def about_categories(categories: Mapping[str, Verdict]) -> Iterator[str]:
    """Why a category has the status it has, where that is not the best: what a better one would have needed."""
    for category, verdict in categories.items():
        if any(" would need " in reason for reason in verdict.reasons) or verdict.label == UNTOLD:
            yield f"{category} is {verdict.label}: {'; '.join(verdict.reasons)}."


def _about_controls(protocol: Protocol, study: Study) -> Iterator[str]:
    judged = {speaker for _, speaker in study.controls}
    for role, speaker in protocol.controls.items():
        if speaker not in judged:
            yield _WITHOUT.get(role, "The control {speaker} was not rated.").format(speaker=speaker)


def _about_raters(study: Study) -> Iterator[str]:
    raters = len(study.raters)
    if raters == 1:
        yield "One rater: the numbers hold for this rater; other raters may differ."
    elif 1 < raters < FEW_RATERS:
        yield f"{raters} raters: intervals rest on few raters and cover somewhat less than they say."
    if study.left_out:
        yield f"{study.left_out} answers of judges this protocol does not ask (models or statistics) were left out."
    if study.people < raters:
        yield f"{raters - study.people} of {raters} raters are models or statistics, not people."


def _about_gates(estimates: Mapping[str, Estimate]) -> Iterator[str]:
    special = {name: estimate for name, estimate in estimates.items() if type(estimate) is not Estimate}
    if not special:
        return
    from ringtrue.stats.detection.equivalence import Gate  # with it comes SciPy

    for name, estimate in special.items():
        if isinstance(estimate, Gate) and estimate.reason:
            needed = f" About {estimate.needed} more judgments would be needed." if estimate.needed else ""
            yield f"{name}: {estimate.reason}.{needed}"
