"""What each rater of a pair study answered, with the sides opened: one document for each rater, after unblinding."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ringtrue.blind import opened
from ringtrue.items.selection import domain_of
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.store.keys import opened_keys
from ringtrue.store.packets import PacketRecord, fingerprint
from ringtrue.study.folder import StudyFolder
from ringtrue.terms import Item

QUESTIONS = ("voice", "vibe", "logic", "continuity", "comment")
_LETTERS = "AB"
_BACK = ("returned", "partial")


def raw_documents(study: StudyFolder) -> dict[str, dict[str, Any]]:
    """Rater -> document. Blind answers are in it once the key was opened; of attention cards nothing is."""
    items = {item.id: item for item in study.items() if item.kind == "pair"}
    both = {one.answers for kind in study.settings.protocol.kinds.values() for one in kind.questions if one.answers}
    with study.records() as records:
        packets = [one for one in records.packets() if one.state in _BACK]
        rows = [row for row in records.judgments() if row.judge_kind == "person"]
        entries = [*_unblinded(rows), *_opened(study, records, rows, packets)]
        times = _times(records, packets)
    answers: dict[str, dict[Any, dict[str, Any]]] = {}
    for entry in entries:
        if entry.item in items and entry.question in QUESTIONS:
            own = answers.setdefault(entry.row.rater, {})
            blank = _blank(items[entry.item], entry)
            _put(own.setdefault((entry.item, entry.row.card), blank), entry, both)
    return {rater: _document(rater, list(given.values()), packets, times) for rater, given in answers.items()}


class _Entry(NamedTuple):
    """One answer with its card opened; `order` is empty where nothing is known of it."""

    row: JudgmentRecord
    item: str
    question: str
    value: Any
    about: str | None
    order: tuple[str, ...] = ()


def _unblinded(rows: Iterable[JudgmentRecord]) -> Iterator[_Entry]:
    """Answers that came in without cards."""
    for row in rows:
        if row.card is None and row.item is not None:
            yield _Entry(row, row.item, row.question, row.value, row.speaker)


def _opened(
    study: StudyFolder, records: StudyStore, rows: Iterable[JudgmentRecord], packets: Iterable[PacketRecord]
) -> Iterator[_Entry]:
    key = opened_keys(records)
    if key is None:
        return
    cards = {card.id for one in packets for card in one.packet.cards}
    for row in rows:
        if row.card in cards:
            for one in opened([row], key, study.settings.protocol):
                rating = one.rating
                yield _Entry(row, rating.item, rating.question, rating.value, rating.speaker, one.order)


def _blank(item: Item, entry: _Entry) -> dict[str, Any]:
    order = entry.order
    return {
        "pair_id": item.id,
        "domain": domain_of(item),
        "shown": list(order) or None,
        "sides": {speaker: _LETTERS[place] for place, speaker in enumerate(order)} or None,
        **dict.fromkeys(QUESTIONS),
        "seconds": None,
    }


def _put(answer: dict[str, Any], entry: _Entry, both: set[str]) -> None:
    """One answer in its place; where both texts are graded, a grade for each speaker."""
    value = int(entry.value) if isinstance(entry.value, float) and entry.value.is_integer() else entry.value
    if entry.question in both:
        answer[entry.question] = (answer[entry.question] or {}) | {entry.about: value}
    else:
        answer[entry.question] = value
    answer["comment"] = answer["comment"] or entry.row.comment or None
    if entry.row.seconds is not None:
        answer["seconds"] = max(answer["seconds"] or 0.0, entry.row.seconds)


def _document(
    rater: str,
    answers: list[dict[str, Any]],
    packets: Iterable[PacketRecord],
    times: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    own = [one for one in packets if one.packet.rater == rater]
    started, finished = times.get(rater, (None, None))
    return {
        "rater": rater,
        "packet": [fingerprint(one.packet.token) for one in own],
        "partial": any(one.state == "partial" for one in own),
        "started": started,
        "finished": finished,
        "answers": answers,
    }


def _times(records: StudyStore, packets: Iterable[PacketRecord]) -> dict[str, tuple[str, str]]:
    """First and last moment known of each rater: what an offline file says, else when answers were saved."""
    found: dict[str, list[str]] = {}
    for record in records.answers(all=True):
        found.setdefault(record.rater, []).append(record.at)
    for rater in {one.packet.rater for one in packets}:
        notes = [body for kind, body in records.notes_about(rater) if kind == "sitting"]
        told = [str(body[key]) for body in notes for key in ("started", "finished") if body.get(key)]
        if told:
            found[rater] = told
    return {rater: (min(moments), max(moments)) for rater, moments in found.items()}
