"""The quality of a study's raters, and the main numbers with and without what the rules would leave out."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.judge.quality import PanelQuality, panel_quality
from ringtrue.judge.quality.fatigue import last_tenth
from ringtrue.study.answers_seen import AnswersSeen, SeenAnswer
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import ratings_in
from ringtrue.terms import Estimate, Protocol, Rating, Result

REPLICATES = 500
_MINUTES = {"pairs": (8.0, 12.0), "lite": (8.0, 12.0)}  # as document 001 plans a sitting
_BOUNDS = ("_low", "_high")


@dataclass(frozen=True, slots=True)
class Compared:
    """One estimate with every answer, without tired tenths, without screened raters; None where nothing is left out."""

    name: str
    all: Estimate
    rested: Estimate | None
    kept: Estimate | None


@dataclass(frozen=True, slots=True)
class Quality:
    """What `panel_quality` found, the comparison, and what to hold against it."""

    panel: PanelQuality
    compared: tuple[Compared, ...]
    notes: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The findings as one JSON document."""
        compared = [
            {
                "estimate": one.name,
                "all": one.all.as_dict(),
                "without_tired_tenths": one.rested and one.rested.as_dict(),
                "without_screened_raters": one.kept and one.kept.as_dict(),
            }
            for one in self.compared
        ]
        return self.panel.as_dict() | {"compared": compared, "notes": list(self.notes)}


def quality_of(study: StudyFolder, *, compare: bool = True) -> Quality:
    """How the people of a study answered. Nothing is left out of any result by it."""
    protocol = study.settings.protocol
    with study.records() as records:
        reader = AnswersSeen(records, protocol)
        answers = list(reader(records))
        dealt: dict[str, int] = {}
        for one in records.packets():
            if one.state != "withdrawn":
                dealt[one.packet.rater] = dealt.get(one.packet.rater, 0) + len(one.packet.cards)
    panel = panel_quality((one.seen for one in answers), dealt or None, minutes=_MINUTES.get(protocol.name))
    notes = _notes(reader.sealed, answers)
    compared = () if reader.sealed or not compare else tuple(_compared(study, panel, answers))
    return Quality(panel, compared, notes)


def _notes(sealed: bool, answers: Sequence[SeenAnswer]) -> tuple[str, ...]:
    notes = []
    if sealed:
        notes.append("The key is sealed: what is right or wrong can be told only after unblinding.")
    if answers and all(one.seen.seconds is None for one in answers):
        notes.append("No times were recorded with the answers.")
    return tuple(notes)


def _compared(study: StudyFolder, panel: PanelQuality, answers: Sequence[SeenAnswer]) -> Iterator[Compared]:
    tired = {rater.name for rater in panel.raters if rater.fatigue is not None and rater.fatigue.fires}
    if not tired and not panel.screened:
        return
    late = {(name, *pick) for name in tired for pick in last_tenth(_of_rater(answers, name))}
    dropped = {
        _known(one.rating)
        for one in answers
        if one.rating is not None and (one.seen.rater, one.seen.card, one.seen.question) in late
    }
    full = _scored(study, lambda _: True)
    rested = _scored(study, lambda rating: _known(rating) not in dropped) if tired else None
    kept = _scored(study, lambda rating: rating.rater not in panel.screened) if panel.screened else None
    for name in _deciding(study.settings.protocol, full.estimates):
        versions = (version.estimates.get(name) if version else None for version in (rested, kept))
        yield Compared(name, full.estimates[name], *versions)


def _of_rater(answers: Iterable[SeenAnswer], name: str) -> list[Any]:
    return [one.seen for one in answers if one.seen.rater == name]


def _known(rating: Rating) -> tuple[str, str, str, str | None]:
    return rating.rater, rating.item, rating.question, rating.speaker


def _scored(study: StudyFolder, keep: Callable[[Rating], bool]) -> Result:
    from ringtrue.score import score

    ratings = [rating for rating in ratings_in(study) if keep(rating)]
    settings = study.settings
    return score(settings.scored, study.items(), ratings, replicates=REPLICATES, seed=settings.seed)


def _deciding(protocol: Protocol, estimates: Collection[str]) -> list[str]:
    """The estimates that the verdicts rest on, and single picks where there are any, in the order of the results."""
    from ringtrue.score.formulas import formula

    rules = (*protocol.verdict, *protocol.sound_verdict)
    named = {name for rule in rules for condition in rule.conditions for name in formula(condition).names}
    for bound in _BOUNDS:
        named |= {name.removesuffix(bound) for name in named}
    return [name for name in estimates if name in named or name == "found_share"]
