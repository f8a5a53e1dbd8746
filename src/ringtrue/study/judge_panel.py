"""How far the model judges of a study can be trusted: agreement, noise floor, shared errors, from what is recorded."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from heapq import nsmallest
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from ringtrue.protocols.scales import MECHANISMS
from ringtrue.store.judgment_reading import CardJudged, CardsJudged
from ringtrue.store.study_store import StudyStore
from ringtrue.study.batch_writer import AnswerKey
from ringtrue.study.folder import StudyFolder
from ringtrue.study.model_judge import deal_for, judge_of, placements, rater_name, repeats_of, take_of
from ringtrue.study.ratings import ratings_and_words
from ringtrue.study.settings import gold_text, without_sample
from ringtrue.study.speakers import judges_of
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, JudgeCount, Result

if TYPE_CHECKING:
    from ringtrue.judge.model.reliability import Take

# How many of its cards each model judge of a study has scored, and how many items have a score from all of them.


class JudgeCounts(NamedTuple):
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


def judge_counts(study: StudyFolder, records: StudyStore, result: Result) -> JudgeCounts:
    """Count for a result of the study; a judge of study.yaml is asked about every item, in each of its takes.

    The database counts. Card by card is looked only where one of several judges was not asked about all yet, or where
    there may be answers on items that do not count.
    """
    rows = records.cards_judged()
    if not rows:
        return JudgeCounts()
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
        return JudgeCounts()
    return JudgeCounts(tuple(judges), 1 - tally.lacking / items if items else 0.0)


def _quickly(
    records: StudyStore, rows: list[CardsJudged], due: Collection[str], items: int, protocol: Protocol
) -> _Tally | None:
    """What the database can count by itself, where every answer is on an item that counts."""
    speakers = ("", protocol.candidate)
    about = [row.rater for row in rows if row.speaker in speakers]
    if len(about) > len(set(about)):
        return None  # named on some cards and not on others: which of these are on one item is not known
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
    """The count of one name: every item for one of the study's own judges, or else the cards it answered."""
    scored = cards.suite - cards.open + cards.controls - cards.open_controls
    return JudgeCount(judge_of(name), take_of(name), scored, max(cards.suite, items) + cards.controls, needed)


def _tallied(rows: Iterable[CardsJudged], protocol: Protocol) -> dict[str, _Cards]:
    """The counts by name; a card is identified by its speaker, the candidate or a control."""
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


# A fixed sample of items, where there are more answers than can be compared in reasonable time.


ALL_UP_TO = 100_000  # answers
_KEPT = 20_000  # answers on a sample, about
_FEWEST = 200  # items: fewer would say too little, even with many answers each


def item_sample(items: Iterable[str], answers_each: float, seed: int) -> set[str]:
    """A sample of items, small enough to compare their answers; the same for the same seed, in any order of items."""
    number = max(_FEWEST, int(_KEPT / answers_each))
    return set(nsmallest(number, items, key=lambda item: _digest(item, seed)))


def _digest(item: str, seed: int) -> bytes:
    return blake2b(f"{seed} {item}".encode(), digest_size=8).digest()


_ONCE = "one judge, asked once: nothing to compare it with"
_Orders = Mapping[AnswerKey, tuple[str, ...]]  # the speakers of a card in the order shown
_Shown = tuple[Rating, Answer | None, tuple[str, ...]]  # a rating, the answer as given, the speakers as shown


def with_judges(result: Result, study: StudyFolder, records: StudyStore) -> Result:
    """The result with what is known about its model judges, as statistics; no other number changes."""
    counted = judge_counts(study, records, result)
    if not counted.judges:
        return result
    found = judging(study, records, counted.judges)
    own = {name if name not in result.estimates else f"{name}_statistic": one for name, one in found.items()}
    notes = [f"{one.name} scored {one.scored} of {one.cards} cards." for one in counted.judges if one.is_short]
    if any(kind.gold for kind in study.settings.scored.kinds.values()):
        notes.append(without_sample(study.settings.scored, study.items(), gold_text(study.folder, study.settings)))
    return replace(
        result,
        estimates={**result.estimates, **own},
        judges=counted.judges,
        fully_judged=counted.fully,
        notes=(*result.notes, *filter(None, notes)),
    )


def judging(study: StudyFolder, records: StudyStore, judges: Collection[JudgeCount]) -> dict[str, Estimate]:
    """What is known about these judges of the study, and why the rest is not; they are compared with people.

    From all answers, or from those on a sample of the items where they are too many.
    """
    protocol = study.settings.protocol
    if len(judges) < 2:
        return _unknown(_ONCE, protocol.score) if protocol.weights else {}
    answers = records.rating_count()
    orders = _orders(study, records)
    if answers <= ALL_UP_TO:
        found = _estimates(ratings_and_words(records, protocol, {}), protocol, orders)
    else:
        items = records.item_ids()
        each, seed = answers / max(1, len(items)), study.settings.seed
        found = _sampled(study, records, item_sample(items, each, seed), orders)
        people = {*records.items_rated_by_people(), *(row.item for row in ratings_and_words(records, protocol, {}, ()))}
        if people:  # they rate few items, of which a sample of all would hold hardly any
            both = _sampled(study, records, item_sample(people, each, seed), orders, "that people rated, ")
            found |= {name: one for name, one in both.items() if name.startswith("error_correlation_")}
    about_all = f"_{protocol.score}"
    return dict(
        sorted(found.items(), key=lambda entry: about_all not in entry[0])
    )  # what is about the whole card first


def takes_in(study: StudyFolder, records: StudyStore) -> list["Take"]:
    """Every answer of the study as a take, a judge's repeats under its name, the weighted score among them."""
    from ringtrue.judge.model.reliability import takes_of

    protocol = study.settings.protocol
    rows = list(ratings_and_words(records, protocol, {}))
    return takes_of(_shown(rows, protocol, _orders(study, records)), protocol)


def _estimates(rows: Iterable[Rating], protocol: Protocol, orders: _Orders) -> dict[str, Estimate]:
    from ringtrue.judge.model.reliability import panel_estimates, takes_of

    return panel_estimates(takes_of(_shown(list(rows), protocol, orders), protocol))


def _sampled(
    study: StudyFolder, records: StudyStore, items: Collection[str], orders: _Orders, which: str = ""
) -> dict[str, Estimate]:
    """The estimates from the answers on some items, each with a word on that."""
    protocol = study.settings.protocol
    rows = (row for row in ratings_and_words(records, protocol, {}, items) if row.item in items)
    why = f"as there are over {ALL_UP_TO:,} answers"
    sampled = f"from {len(items):,} items, {which}drawn with seed {study.settings.seed}, {why}"
    found = _estimates(rows, protocol, orders)
    return {name: replace(one, method="; ".join(filter(None, (one.method, sampled)))) for name, one in found.items()}


def _unknown(reason: str, score: str | None) -> dict[str, Estimate]:
    return {name: Estimate.absent(reason) for name in (f"noise_{score}", f"agreement_{score}")}


def _shown(rows: list[Rating], protocol: Protocol, orders: _Orders) -> Iterator[_Shown]:
    for row in rows:
        yield row._replace(rater=judge_of(row.rater)), None, orders.get((row.rater, row.item, row.speaker or ""), ())
    if protocol.weights:
        yield from ((rating, None, ()) for rating in _weighted(rows, protocol))


def _orders(study: StudyFolder, records: StudyStore) -> _Orders:
    """The order of the speakers on each card, by dealing again; empty if no card has two sides.

    With other items than a judge was dealt the draw differs: the sides of such a judge are no longer known.
    So all answers are read, even if only a sample is compared.
    """
    protocol = study.settings.protocol
    scales = (protocol.scales[question.scale] for kind in protocol.kinds.values() for question in kind.questions)
    if not any(MECHANISMS[scale.type].compares for scale in scales):
        return {}
    items = study.items()
    responses = [one.response for one in records.responses(last=True)]
    dealt: dict[str, dict[AnswerKey, tuple[str, ...]]] = {}
    for judge in judges_of(study.settings).values():
        cards = deal_for(judge, items, responses, protocol, study.settings.seed, controlled=True)
        dealt[judge.name] = {
            (rater_name(judge.name, one.take), one.item, one.about): one.entry.speakers for one in placements(cards)
        }
    known = _as_dealt(ratings_and_words(records, protocol, {}), dealt)
    return {key: speakers for judge in known for key, speakers in dealt[judge].items()}


def _as_dealt(rows: Iterable[Rating], dealt: Mapping[str, Mapping[AnswerKey, tuple[str, ...]]]) -> list[str]:
    """The judges who answered exactly what is dealt to them now; about the other text of a card they may answer too."""
    waiting = {judge: set(keys) for judge, keys in dealt.items()}
    shown = {
        judge: {(rater, item, name) for (rater, item, _), speakers in keys.items() for name in speakers}
        for judge, keys in dealt.items()
    }
    for row in rows:
        judge, key = judge_of(row.rater), (row.rater, row.item, row.speaker or "")
        if judge in waiting:
            waiting[judge].discard(key)
            if key not in shown[judge]:
                del waiting[judge]
    return [judge for judge, left in waiting.items() if not left]


def _weighted(rows: Iterable[Rating], protocol: Protocol) -> Iterator[Rating]:
    """The weighted score of each judge's answers to a card, as one more answer."""
    cards: dict[tuple[str, str, str | None], dict[str, float]] = {}
    kinds = {}
    for row in rows:
        if row.question in protocol.weights and isinstance(row.value, int | float):
            cards.setdefault((row.rater, row.item, row.speaker), {})[row.question] = float(row.value)
            kinds[row.rater] = row.judge_kind
    for (rater, item, about), scores in cards.items():
        if len(scores) == len(protocol.weights):
            yield Rating(judge_of(rater), item, protocol.score or "", protocol.weighted(scores), about, kinds[rater])
