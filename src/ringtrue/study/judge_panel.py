"""How far the model judges of a study can be trusted: agreement, noise floor, shared errors, from what is recorded."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from ringtrue.formats.test_results_rows import WEIGHTS, weighted
from ringtrue.protocols import MECHANISMS
from ringtrue.store import StudyStore
from ringtrue.study.dealing import CONTROLS, deal_for, judge_of, placings, rater_name
from ringtrue.study.folder import StudyFolder
from ringtrue.study.gold import gold_text, without_sample
from ringtrue.study.item_sample import ALL_UP_TO, item_sample
from ringtrue.study.judge_counts import judge_counts
from ringtrue.study.ratings import ratings_and_words
from ringtrue.study.recording import AnswerKey
from ringtrue.study.speakers import judges_of
from ringtrue.terms import Answer, Estimate, JudgeCount, Protocol, Rating, Result

_WHOLE = "weighted_score"
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
    """What is known about these judges of the study, and why the rest is not; people are what they are held against.

    From all answers, or from those on a sample of the items where they are too many.
    """
    protocol = study.settings.protocol
    if len(judges) < 2:
        return _unknown(_ONCE) if _asks_for_weights(protocol) else {}
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
    return dict(sorted(found.items(), key=lambda entry: _WHOLE not in entry[0]))  # what is about the whole card first


def _estimates(rows: Iterable[Rating], protocol: Protocol, orders: _Orders) -> dict[str, Estimate]:
    from ringtrue.judge.model.panel import panel_estimates, takes_of

    return panel_estimates(takes_of(_shown(list(rows), protocol, orders), protocol))


def _sampled(
    study: StudyFolder, records: StudyStore, items: Collection[str], orders: _Orders, which: str = ""
) -> dict[str, Estimate]:
    """The estimates from the answers on some items, each with a word on that."""
    protocol = study.settings.protocol
    rows = (row for row in ratings_and_words(records, protocol, {}, items) if row.item in items)
    why = f"as there are over {ALL_UP_TO:,} answers"
    told = f"from {len(items):,} items, {which}drawn with seed {study.settings.seed}, {why}"
    found = _estimates(rows, protocol, orders)
    return {name: replace(one, method="; ".join(filter(None, (one.method, told)))) for name, one in found.items()}


def _unknown(reason: str) -> dict[str, Estimate]:
    return {name: Estimate.absent(reason) for name in (f"noise_{_WHOLE}", f"agreement_{_WHOLE}")}


def _asks_for_weights(protocol: Protocol) -> bool:
    """Whether the five scores of a scenario are asked, so that each card has one score as a whole."""
    return all(protocol.question(name) for name in WEIGHTS)


def _shown(rows: list[Rating], protocol: Protocol, orders: _Orders) -> Iterator[_Shown]:
    for row in rows:
        yield row._replace(rater=judge_of(row.rater)), None, orders.get((row.rater, row.item, row.speaker or ""), ())
    if _asks_for_weights(protocol):
        yield from ((rating, None, ()) for rating in _weighted(rows))


def _orders(study: StudyFolder, records: StudyStore) -> _Orders:
    """Which way round each card stood: the same is dealt again. Of no use where no card has two sides.

    With other items than a judge was dealt the lots fall otherwise: of such a judge the sides are not known any more.
    So all answers are looked at, even where a sample is compared.
    """
    protocol = study.settings.protocol
    scales = (protocol.scales[question.scale] for kind in protocol.kinds.values() for question in kind.questions)
    if not any(MECHANISMS[scale.type].compares for scale in scales):
        return {}
    items = study.items()
    responses = [one.response for one in records.responses(last=True)]
    dealt: dict[str, dict[AnswerKey, tuple[str, ...]]] = {}
    for judge in judges_of(study.settings).values():
        cards = deal_for(judge, items, responses, protocol, study.settings.seed, controls=CONTROLS)
        dealt[judge.name] = {
            (rater_name(judge.name, one.take), one.item, one.about): one.speakers for one in placings(cards)
        }
    known = _as_dealt(ratings_and_words(records, protocol, {}), dealt)
    return {key: speakers for judge in known for key, speakers in dealt[judge].items()}


def _as_dealt(rows: Iterable[Rating], dealt: Mapping[str, Collection[AnswerKey]]) -> list[str]:
    """The judges who answered exactly what is dealt to them now."""
    waiting = {judge: set(keys) for judge, keys in dealt.items()}
    for row in rows:
        judge, key = judge_of(row.rater), (row.rater, row.item, row.speaker or "")
        if judge in waiting:
            waiting[judge].discard(key)
            if key not in dealt[judge]:
                del waiting[judge]
    return [judge for judge, left in waiting.items() if not left]


def _weighted(rows: Iterable[Rating]) -> Iterator[Rating]:
    """The weighted score each judge's five scores come to, as one more answer."""
    cards: dict[tuple[str, str], dict[str, float]] = {}
    kinds = {}
    for row in rows:
        if row.question in WEIGHTS and isinstance(row.value, int | float):
            cards.setdefault((row.rater, row.item), {})[row.question] = float(row.value)
            kinds[row.rater] = row.judge_kind
    for (rater, item), scores in cards.items():
        if len(scores) == len(WEIGHTS):
            yield Rating(judge_of(rater), item, _WHOLE, weighted(scores), None, kinds[rater])
