"""How raters are doing while the key stays sealed: counts over attention and control cards, and nothing of the suite.

The key is read here, and what leaves is chosen so that no side of any card follows from it. Of a suite card nothing is
looked at but its role. Attention cards are the organiser's own. Of control cards come out how many a rater answered
and one coefficient over all of them, not before two raters have answered six each: at that number every side fits many
sets of answers, and the answers themselves are shown to nobody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.unblinding import turned
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.store.keys import sealed_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Answer, Given
from ringtrue.terms.protocol import Protocol, Scale
from ringtrue.terms.result import Estimate

LEAST_CONTROLS = 6


@dataclass(frozen=True, slots=True)
class Watched:
    """One rater: attention cards answered as expected and answered at all, and control cards answered."""

    rater: str
    attention_right: int
    attention_asked: int
    controls: int


@dataclass(frozen=True, slots=True)
class Monitoring:
    """All raters who answered anything, and how far they agree on control cards."""

    raters: tuple[Watched, ...]
    agreement: Estimate


def monitoring(records: StudyStore, protocol: Protocol) -> Monitoring:
    """What an organiser may see of attention and agreement before the key is opened; raters withdrawn are left out."""
    active = {one.name for one in records.raters() if one.state == "active"}
    answers = ((one.rater, one.given) for one in records.answers() if one.rater in active)
    return watched(answers, cards_of(sealed_keys(records)), protocol)


def watched(answers: Iterable[tuple[str, Given]], placed: Mapping[str, KeyEntry], protocol: Protocol) -> Monitoring:
    """The same from answers by rater and the cards of a key."""
    scales = _compared(protocol)
    counted: dict[str, _Counted] = {}
    for rater, given in answers:
        card = placed.get(given.card)
        if card is not None and given.value is not None:
            counted.setdefault(rater, _Counted()).add(given, card, scales)
    rows = tuple(one.watched(rater) for rater, one in counted.items())
    if not any(card.role == "control" for card in placed.values()):
        return Monitoring(rows, Estimate.absent("no control cards were dealt"))
    return Monitoring(rows, _agreement(counted, scales))


@dataclass(slots=True)
class _Counted:
    """One rater's attention cards (as expected or not), control cards, and answers there turned toward the control."""

    attention: dict[str, bool] = field(default_factory=dict)
    controls: set[str] = field(default_factory=set)
    turned: dict[tuple[str, str, str], float] = field(default_factory=dict)

    def add(self, given: Given, card: KeyEntry, scales: Mapping[str, Scale]) -> None:
        """Count an answer in; one to a card of the suite is not looked at."""
        if card.role == "attention":
            self.attention[given.card] = self.attention.get(given.card, True) and _as_expected(given, card)
        elif card.role == "control":
            self.controls.add(given.card)
            if given.question in scales and given.value is not None:
                value = turned(given.value, scales[given.question], card)
                self.turned[card.item, card.about, given.question] = float(value)  # type: ignore[arg-type]

    def watched(self, rater: str) -> Watched:
        """What may be shown of it."""
        return Watched(rater, sum(self.attention.values()), len(self.attention), len(self.controls))


def _compared(protocol: Protocol) -> dict[str, Scale]:
    """The questions that set two texts side by side, by name; where no kind has one, none can be turned."""
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    scales = {question.name: protocol.scales[question.scale] for question in asked}
    return {name: scale for name, scale in scales.items() if MECHANISMS[scale.type].compares}


def _as_expected(given: Given, card: KeyEntry) -> bool:
    return given.question not in card.expect or _plain(given.value) == _plain(card.expect[given.question])


def _plain(value: Answer | None) -> object:
    return tuple(value) if isinstance(value, list | tuple) else value


def _agreement(counted: Mapping[str, _Counted], scales: Mapping[str, Scale]) -> Estimate:
    enough = [one.turned for one in counted.values() if len({key[:2] for key in one.turned}) >= LEAST_CONTROLS]
    if len(enough) < 2:
        return Estimate.absent(f"fewer than two raters have answered {LEAST_CONTROLS} control cards", n=len(enough))
    columns = sorted({column for given in enough for column in given})
    matrix = np.array([[given.get(column, np.nan) for given in enough] for column in columns])
    picks_alone = all(scale.type == "pick" for scale in scales.values())
    return krippendorff_alpha(matrix, "nominal" if picks_alone else "interval")
