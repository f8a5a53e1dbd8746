"""Agreement of a study's raters, before and after unblinding; without the key cards are matched by their texts.

While the key is sealed, cards of the suite and of controls are taken together, and of the key nothing is used but which
cards are attention cards, which are the organiser's own. A pick is coded by the text that was picked, in an order that
has nothing to do with who wrote it.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np

from ringtrue.blind.key import cards_of
from ringtrue.protocols.scales import MECHANISMS, SIDES
from ringtrue.stats.agreement.catalogue import PICKS, fitting
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import sealed_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import is_word
from ringtrue.study.unblind import ratings_of
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.item import Card
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol, Question, Scale, ScaleType
from ringtrue.terms.result import Estimate


@dataclass(frozen=True, slots=True)
class AgreedOn:
    """How far raters agree on one question: `name` says which, and on whose cards where controls stand apart."""

    name: str
    items: int
    raters: int
    ratings: int
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class StudyAgreement:
    """Agreement question by question, whether the key is still sealed, and what to know when reading it."""

    sealed: bool
    questions: tuple[AgreedOn, ...]
    notes: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The numbers as one JSON document."""
        questions = {
            one.name: {name: found.as_dict() for name, found in one.estimates.items()} for one in self.questions
        }
        return {"sealed": self.sealed, "questions": questions, "notes": list(self.notes)}


def agreement_of(study: StudyFolder) -> StudyAgreement:
    """The agreement of the people of a study; of its models where no person has answered."""
    protocol = study.settings.protocol
    with study.records() as records:
        packets = records.packet_standings()
        pilots = records.pilots()
        sealed = bool(packets) and not records.is_opened
        cells = _blind_cells(records, protocol) if sealed else _open_cells(records, protocol)
        tables = _tables(one for one in cells if one.rater not in pilots)
        out = sum(one.state == "out" and one.rater not in pilots and one.rater_state == "active" for one in packets)
    if not tables:
        what = "No packet has come back with answers." if sealed else "Nobody has answered yet."
        raise BadInput([Problem(str(study.folder), "answers", what, remedy="Import answers first: ringtrue import")])
    questions = tuple(_agreed(name, table, sealed) for name, table in tables.items())
    return StudyAgreement(sealed, questions, tuple(_notes(sealed, out, tables)))


# Answers as cells of tables: a question, what was rated, who rated it.


@dataclass(frozen=True, slots=True)
class _Cell:
    """One rating: the table it belongs to, its row, its rater, its value, and the type of its scale."""

    table: str
    row: Hashable
    rater: str
    value: float
    scale: ScaleType
    is_person: bool


@dataclass(slots=True)
class _Table:
    """The ratings of one question."""

    scale: ScaleType
    cells: dict[tuple[Hashable, str], float] = field(default_factory=dict)

    def matrix(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Items x raters, NaN where nobody rated; the order of both says nothing."""
        rows = {row: place for place, row in enumerate(dict.fromkeys(row for row, _ in self.cells))}
        raters = {rater: place for place, rater in enumerate(dict.fromkeys(rater for _, rater in self.cells))}
        table = np.full((len(rows), len(raters)), np.nan)
        for (row, rater), value in self.cells.items():
            table[rows[row], raters[rater]] = value
        return table


def _tables(cells: Iterable[_Cell]) -> dict[str, _Table]:
    """The tables by name, people's ratings alone where there are any."""
    found = list(cells)
    people = [one for one in found if one.is_person]
    tables: dict[str, _Table] = {}
    for one in people or found:
        tables.setdefault(one.table, _Table(one.scale)).cells[one.row, one.rater] = one.value
    return tables


def _asked(protocol: Protocol) -> dict[str, tuple[Question, Scale]]:
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    return {question.name: (question, protocol.scales[question.scale]) for question in asked}


def _open_cells(records: StudyStore, protocol: Protocol) -> Iterator[_Cell]:
    """Ratings whose speaker is known: those about a speaker other than the candidate in tables of their own."""
    scales = {question.answers or name: scale for name, (question, scale) in _asked(protocol).items()}
    withdrawn = {one.name for one in records.raters() if one.state == "withdrawn"}
    for rating in ratings_of(records, protocol):
        scale = scales.get(rating.question)
        if scale is None or rating.value is None or is_word(rating) or rating.rater in withdrawn:
            continue
        if rating.judge_kind != "statistic" and MECHANISMS[scale.type].counts:
            yield from _of_rating(rating, scale, protocol.candidate)


def _of_rating(rating: Rating, scale: Scale, candidate: str) -> Iterator[_Cell]:
    about = rating.speaker or candidate
    name = rating.question if about == candidate else f"{rating.question}, {about}"
    for place, value in _numbers(rating.value):
        row = (rating.item, place)
        yield _Cell(name, row, rating.rater, value, scale.type, rating.judge_kind == "person")


def _blind_cells(records: StudyStore, protocol: Protocol) -> Iterator[_Cell]:
    """Answers to cards whose key is sealed, matched by prompt and texts; attention cards are left out."""
    asked = _asked(protocol)
    cards = {card.id: card for one in records.packets() if one.state != "withdrawn" for card in one.packet.cards}
    own = {card for card, entry in cards_of(sealed_keys(records)).items() if entry.role == "attention"}
    for row in records.judgments_on_cards():
        card = cards.get(row.card or "")
        if card is not None and card.id not in own and row.question in asked and row.value is not None:
            yield from _of_card(row, card, *asked[row.question])


def _of_card(row: JudgmentRecord, card: Card, question: Question, scale: Scale) -> Iterator[_Cell]:
    if not MECHANISMS[scale.type].counts or row.value is None:
        return
    order = sorted(card.texts, key=lambda text: sha256(text.encode("utf-8", "replace")).digest())
    shown = (card.kind, card.prompt, *order)
    if question.side is not None:
        shown = (*shown, card.texts[question.side])
    value = _by_text(row.value, card, order) if MECHANISMS[scale.type].compares else row.value
    name = question.answers or question.name
    for place, number in _numbers(value):
        yield _Cell(name, (shown, place), row.rater, number, scale.type, row.judge_kind == "person")


def _by_text(value: Answer, card: Card, order: list[str]) -> float:
    """An answer between two texts, toward the one that is second in an order without meaning."""
    turned = card.texts[0] == order[1]
    if value in SIDES:
        place = {SIDES[0]: 0.0, SIDES[1]: 1.0}.get(str(value), 0.5)
        return 1.0 - place if turned else place
    number = float(value)  # type: ignore[arg-type]
    return 0.0 - number if turned else number


def _numbers(value: Answer | None) -> list[tuple[int, float]]:
    """An answer as numbers with their places: a list to tick has one for each thing listed."""
    if isinstance(value, tuple):
        return [(place, float(tick)) for place, tick in enumerate(value)]
    return [] if value is None or isinstance(value, str) else [(0, float(value))]


# The statistics of a table, and what to know of them.


_LABELS = ("pick", "flag", "checklist")  # answers that are categories


def _agreed(name: str, table: _Table, sealed: bool) -> AgreedOn:
    matrix = table.matrix()
    estimates = fitting(matrix, labels=table.scale in _LABELS)
    if table.scale == "pick":
        of_picks = [one for one in PICKS if not (sealed and one == "expected_kappa")]
        estimates = {one: PICKS[one].compute(matrix) for one in of_picks} | estimates
    items, raters = matrix.shape
    return AgreedOn(name, items, raters, len(table.cells), estimates)


def _notes(sealed: bool, out: int, tables: Mapping[str, _Table]) -> Iterator[str]:
    scales = defaultdict(list)
    for name, table in tables.items():
        scales[table.scale].append(name)
    if sealed:
        yield (
            "The key is sealed: cards of the suite and of controls are taken together and matched by their texts; "
            "attention cards are left out."
        )
    if out:
        yield f"{out} packets are still out; what was answered in them is not in these numbers."
    if scales["pick"]:
        known = "stands beside it" if not sealed else "can be told once the key is open"
        yield (
            f"Kappa of picks is bound to be about (2p - 1)², p being the share found, which {known}: a good clone "
            "cannot have the .70 that document 000 asks for. Judge raters by criteria and checklists."
        )
    if scales["checklist"]:
        named = ", ".join(scales["checklist"])
        yield f"In {named} each thing to tick is an item of its own; those of one text hang together."
