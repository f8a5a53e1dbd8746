"""How many of its cards each model judge of a study has scored, and how many items have a score from all of them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ringtrue.store import CardsJudged, StudyStore
from ringtrue.study.dealing import judge_of, rater_name, repeats_of, take_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.speakers import judges_of
from ringtrue.terms import JudgeCount, Protocol, Result


class Counted(NamedTuple):
    """Every model judge with its takes, and the share of items that all who were asked have scored."""

    judges: tuple[JudgeCount, ...] = ()
    fully: float | None = None  # None where no model judged


@dataclass
class _Cards:
    """One name's cards: those of the suite and those of controls, and how many of each have no score."""

    suite: int = 0
    controls: int = 0
    open: int = 0
    open_controls: int = 0


_Answered = dict[tuple[str, str, str], bool]  # rater, speaker, item: whether every question has a value


def judge_counts(study: StudyFolder, records: StudyStore, result: Result) -> Counted:
    """Count for a result of the study; a judge of study.yaml is asked about every item, in each of its takes.

    The database counts. Only where several have judged and something is open is every answer looked at.
    """
    rows = records.cards_judged()
    if not rows:
        return Counted()
    protocol, items = study.settings.scored, result.counts.get("items", 0)
    found = _tallied(rows, protocol)
    due = _due(study, found)
    names = list(dict.fromkeys([*due, *found]))
    whole = all(name in found and found[name].suite == items for name in due)
    if whole and not any(one.open for one in found.values()):
        lacking = 0
    elif len(names) == 1 and found[names[0]].suite <= items:
        one = found[names[0]]
        lacking = one.open + (items - one.suite if due else 0)
    else:
        answered = _answered(records, {str(row["id"]) for row in result.items})
        found = _tallied(_rows(answered), protocol)
        lacking = items - len(_full(result, answered, due, protocol))
    needed = not result.counts.get("people") or any("model" in kind.judges for kind in protocol.kinds.values())
    judges = [_count(name, found.get(name, _Cards()), items if name in due else 0, needed) for name in names]
    return Counted(tuple(judges), 1 - lacking / items if items else 0.0)


def _due(study: StudyFolder, found: Collection[str]) -> list[str]:
    """The names under which judges of study.yaml that were asked at all have to answer."""
    asked = {judge_of(name) for name in found}
    judges = [judge for judge in judges_of(study.settings).values() if judge.name in asked]
    return [rater_name(judge.name, take) for judge in judges for take in range(1, repeats_of(judge) + 1)]


def _count(name: str, cards: _Cards, items: int, needed: bool) -> JudgeCount:
    """What one name was asked: every item, where it is one of the study's own judges, or else what it spoke of."""
    scored = cards.suite - cards.open + cards.controls - cards.open_controls
    return JudgeCount(judge_of(name), take_of(name), scored, max(cards.suite, items) + cards.controls, needed)


def _tallied(rows: Iterable[CardsJudged], protocol: Protocol) -> dict[str, _Cards]:
    """The counts by name; a card is known by whom it is about, the candidate or a control."""
    found: dict[str, _Cards] = {}
    for row in rows:
        cards = found.setdefault(row.rater, _Cards())
        if row.speaker in protocol.controls.values():
            cards.controls += row.asked
            cards.open_controls += row.open
        elif row.speaker in ("", protocol.candidate):
            cards.suite += row.asked
            cards.open += row.open
    return found


def _answered(records: StudyStore, items: Collection[str]) -> _Answered:
    """Every card models were asked about, of items that still count."""
    found: _Answered = {}
    for one in records.ratings():
        if one.judge_kind == "model" and one.item in items:
            key = one.rater, one.speaker or "", one.item
            found[key] = found.get(key, True) and one.value is not None
    return found


def _rows(answered: _Answered) -> Iterator[CardsJudged]:
    """The same as the database counts it."""
    for rater, speaker, item in answered:
        yield CardsJudged(rater, speaker, 1, not answered[rater, speaker, item])


def _full(result: Result, answered: _Answered, due: Collection[str], protocol: Protocol) -> set[str]:
    """The items that every judge who had to has scored, and on which no other left anything open."""
    full = {str(row["id"]) for row in result.items}
    about = ("", protocol.candidate)
    for name in due:
        full &= {
            item for (rater, speaker, item), scored in answered.items() if rater == name and speaker in about and scored
        }
    return full - {item for (_, speaker, item), scored in answered.items() if speaker in about and not scored}
