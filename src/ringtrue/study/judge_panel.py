"""How far the model judges of a study can be trusted: agreement, noise floor, shared errors, from what is recorded."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing

from ringtrue.formats.test_results_rows import WEIGHTS, weighted
from ringtrue.protocols import MECHANISMS
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.study.causes import is_word
from ringtrue.study.dealing import CONTROLS, deal_for, judge_of, placings, rater_name
from ringtrue.study.folder import StudyFolder
from ringtrue.study.recording import AnswerKey, answer_key
from ringtrue.study.speakers import judges_of
from ringtrue.terms import Answer, Estimate, Protocol, Rating

_WHOLE = "weighted_score"
_MOST_ANSWERS = 1_000_000
_ONCE = "one judge, asked once: nothing to compare it with"
_Orders = Mapping[AnswerKey, tuple[str, ...]]  # the speakers of a card in the order shown
_Shown = tuple[Rating, Answer | None, tuple[str, ...]]  # a rating, the answer as given, the speakers as shown


def judging(study: StudyFolder, records: StudyStore) -> dict[str, Estimate]:
    """What is known about the study's model judges, and why the rest is not; empty where no model judged."""
    rows = _rows(records)
    raters = {row.rater for row in rows}
    if not any(row.judge_kind == "model" for row in rows):
        return {}
    if len(raters) < 2 or len(rows) > _MOST_ANSWERS:
        reason = _ONCE if len(raters) < 2 else f"over {_MOST_ANSWERS:,} answers: too many to compare"
        return {name: Estimate.absent(reason) for name in (f"noise_{_WHOLE}", f"agreement_{_WHOLE}")}
    from ringtrue.judge.model.panel import panel_estimates, takes_of

    protocol = study.settings.protocol
    found = panel_estimates(takes_of(_shown(rows, protocol, _orders(study, records)), protocol))
    return dict(sorted(found.items(), key=lambda entry: _WHOLE not in entry[0]))  # what is about the whole card first


def _rows(records: StudyStore) -> list[JudgmentRecord]:
    """Every standing answer about an item; of one rater alone the first will do."""
    alone = len(records.raters()) < 2
    with closing(records.judgments()) as rows:
        found = (row for row in rows if row.item is not None and not is_word(row))
        return [row for row in (next(found, None),) if row is not None] if alone else list(found)


def _shown(rows: list[JudgmentRecord], protocol: Protocol, orders: _Orders) -> Iterator[_Shown]:
    for row in rows:
        yield row.as_rating()._replace(rater=judge_of(row.rater)), None, orders.get(answer_key(row), ())
    if all(protocol.question(name) for name in WEIGHTS):
        yield from ((rating, None, ()) for rating in _weighted(rows))


def _orders(study: StudyFolder, records: StudyStore) -> _Orders:
    """Which way round each card stood: the same is dealt again. Of no use where no card has two sides."""
    protocol = study.settings.protocol
    scales = (protocol.scales[question.scale] for kind in protocol.kinds.values() for question in kind.questions)
    if not any(MECHANISMS[scale.type].compares for scale in scales):
        return {}
    items = study.items()
    responses = [one.response for one in records.responses(last=True)]
    found: dict[AnswerKey, tuple[str, ...]] = {}
    for judge in judges_of(study.settings).values():
        cards = deal_for(judge, items, responses, protocol, study.settings.seed, controls=CONTROLS)
        for one in placings(cards):
            found[rater_name(judge.name, one.take), one.item, one.about] = one.speakers
    return found


def _weighted(rows: Iterable[JudgmentRecord]) -> Iterator[Rating]:
    """The weighted score each judge's five scores come to, as one more answer."""
    cards: dict[tuple[str, str], dict[str, float]] = {}
    kinds = {}
    for row in rows:
        if row.question in WEIGHTS and isinstance(row.value, int | float):
            cards.setdefault((row.rater, row.item or ""), {})[row.question] = float(row.value)
            kinds[row.rater] = row.judge_kind
    for (rater, item), scores in cards.items():
        if len(scores) == len(WEIGHTS):
            yield Rating(judge_of(rater), item, _WHOLE, weighted(scores), None, kinds[rater])
