"""What is known of raters besides their answers: hours of material, how close they are to the person, time taken."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from ringtrue.page.briefing import Ask
from ringtrue.protocols.scales import as_number
from ringtrue.store.study_store import StudyStore
from ringtrue.study.briefing import read_briefing
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.problem import BadInput

CLOSENESS = "closeness"  # the question of the qualification that groups raters
HOURS = "hours"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """One rater: hours of the person's material and closeness as they said, minutes from start to finish as recorded.

    None where it was not asked, not said or not recorded. With several sessions the minutes are their sum.
    """

    hours: float | None = None
    closeness: str | None = None
    whole_minutes: float | None = None


def circumstances_of(study: StudyFolder, records: StudyStore) -> dict[str, Circumstances]:
    """What is known of each rater by name; raters of whom nothing was noted are left out."""
    labels = _labels(study)
    spans = _spans(records)
    found = {}
    for one in records.raters():
        said: Mapping[str, object] = dict(one.notes).get("qualification", {})
        sittings = [body for kind, body in one.notes if kind == "sitting" and body.get("offline")]
        whole = _minutes(_offline(sittings)) if sittings else spans.get(one.name)
        known = Circumstances(as_number(said.get(HOURS)), _closeness(said.get(CLOSENESS), labels), whole)
        if known != Circumstances():
            found[one.name] = known
    return found


def _labels(study: StudyFolder) -> Mapping[str, str]:
    """The words of each answer on closeness, in the order of the question."""
    try:
        asked: Iterable[Ask] = read_briefing(study.folder, study.settings).qualification
    except BadInput:  # the briefing was broken since; the answers are there
        return {}
    return next((one.labels for one in asked if one.name == CLOSENESS), {})


def _closeness(said: object, labels: Mapping[str, str]) -> str | None:
    if said is None or said == "":
        return None
    number = as_number(said)
    words = {f"{float(point):g}": label for point, label in labels.items() if as_number(point) is not None}
    return words.get(f"{number:g}", str(said)) if number is not None else str(said)


# Time from start to finish: by the page's own clock offline, by the server's for hosted answers.


def _offline(sittings: Iterable[Mapping[str, object]]) -> list[float]:
    """Seconds of each sitting whose beginning and end the page noted."""
    spans = []
    for one in sittings:
        begun, ended = _moment(one.get("started")), _moment(one.get("finished"))
        if begun is not None and ended is not None and ended > begun:
            spans.append((ended - begun).total_seconds())
    return spans


def _spans(records: StudyStore) -> dict[str, float]:
    """Minutes from the first to the last answer saved of each packet, summed by rater.

    Answers that came at once, from a file, have no such time.
    """
    moments: dict[tuple[str, str], list[datetime]] = {}
    for record in records.answers(all=True):
        at = _moment(record.at)
        if at is not None:
            moments.setdefault((record.rater, record.token), []).append(at)
    spans: dict[str, list[float]] = {}
    for (rater, _), saved in moments.items():
        seconds = (max(saved) - min(saved)).total_seconds()
        if seconds > 0:
            spans.setdefault(rater, []).append(seconds)
    return {rater: minutes for rater, seconds in spans.items() if (minutes := _minutes(seconds)) is not None}


def _minutes(seconds: list[float]) -> float | None:
    return sum(seconds) / 60.0 if seconds else None


def _moment(text: object) -> datetime | None:
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
