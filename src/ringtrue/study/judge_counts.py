"""How many of its cards each model judge of a study has scored, and how many items have a score from all of them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ringtrue.store import CardJudged, CardsJudged, StudyStore
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


class _Tally(NamedTuple):
    """The cards by name, and how many items lack a score from somebody."""

    found: dict[str, _Cards]
    lacking: int


def judge_counts(study: StudyFolder, records: StudyStore, result: Result) -> Counted:
    """Count for a result of the study; a judge of study.yaml is asked about every item, in each of its takes.

    The database counts. Card by card is looked only where one of several judges was not asked about all yet, or where
    there may be answers on items that do not count.
    """
    rows = records.cards_judged()
    if not rows:
        return Counted()
    protocol, items = study.settings.scored, result.counts.get("items", 0)
    due = _due(study, {row.rater for row in rows})
    all_count = not any(row.strange for row in rows) and records.had_only(items)
    tally = _quickly(records, rows, due, items, protocol) if all_count else None
    if tally is None:
        cards: Iterable[CardJudged] = records.model_cards()
        if not all_count:
            counting = {str(row["id"]) for row in result.items}
            cards = (card for card in cards if card.item in counting)
        tally = _card_by_card(cards, due, items, protocol)
    order = dict.fromkeys([*due, *(row.rater for row in rows if row.rater in tally.found)])
    needed = not result.counts.get("people") or any("model" in kind.judges for kind in protocol.kinds.values())
    judges = [_count(name, tally.found.get(name, _Cards()), items if name in due else 0, needed) for name in order]
    if not judges:
        return Counted()
    return Counted(tuple(judges), 1 - tally.lacking / items if items else 0.0)


def _quickly(
    records: StudyStore, rows: list[CardsJudged], due: Collection[str], items: int, protocol: Protocol
) -> _Tally | None:
    """What the database can count by itself, where every answer is on an item that counts."""
    speakers = ("", protocol.candidate)
    about = [row.rater for row in rows if row.speaker in speakers]
    if len(about) > len(set(about)):
        return None  # named on some cards and not on others: which of these are on one item is not told
    found = _tallied(rows, protocol)
    if len({*due, *found}) == 1:
        (one,) = found.values()
        return _Tally(found, one.open + (items - one.suite if due else 0))
    if any(name not in found or found[name].suite < items for name in due):
        return None
    return _Tally(found, records.items_left_open(speakers) if any(one.open for one in found.values()) else 0)


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


def _card_by_card(cards: Iterable[CardJudged], due: Collection[str], items: int, protocol: Protocol) -> _Tally:
    """The same from every card, those of one item after one another; nothing is kept of an item but its count."""
    found: dict[str, _Cards] = {}
    seen = gaps = 0
    for _, on_item in groupby(cards, key=lambda card: card.item):
        scored: dict[str, bool] = {}
        for card in on_item:
            mine = found.setdefault(card.rater, _Cards())
            if card.speaker in protocol.controls.values():
                mine.controls += 1
                mine.open_controls += card.is_open
            elif card.speaker in ("", protocol.candidate):
                scored[card.rater] = scored.get(card.rater, True) and not card.is_open
        for rater, has_all in scored.items():
            found[rater].suite += 1
            found[rater].open += not has_all
        seen += bool(scored)
        gaps += bool(scored) and not (all(scored.values()) and all(name in scored for name in due))
    return _Tally(found, gaps + (items - seen if due else 0))
