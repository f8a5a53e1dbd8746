"""Cards of the items of a study for its report: question, answers, expectation, sources, criteria, opinions.

What raters saw blind is shown only once the key is open: before that a card would tell whose text is whose.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from ringtrue.blind.card_drafts import Texts
from ringtrue.blind.key import cards_of
from ringtrue.blind.unblinding import opened
from ringtrue.report.number_format import shown
from ringtrue.report.section import Grid, ItemCard, Opinion, Outcome, Passage, Tick
from ringtrue.report.summary import About, first_to_fix, why
from ringtrue.sources.citation_check import FoundSource, SourceIndex, references_of, resolve
from ringtrue.sources.text_files import read_source
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import opened_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import is_word
from ringtrue.study.suite_guard import sources_of
from ringtrue.terms.item import Item
from ringtrue.terms.number import brief
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import ItemWording, Protocol, Question, Scale
from ringtrue.terms.result import Result
from ringtrue.terms.text import shortened

MOST_CARDS = 2_000  # more make a page that no browser likes; result.json has every item
_SEALED = (
    "The answer key is sealed: what was said to single items, and by whom, is shown once it is open (ringtrue unblind)."
)
_LONGEST_TITLE = 90
_LONGEST_SOURCE = 1_200
_AROUND = 2  # lines before and after the cited ones
_MOST_GRID = 250


@dataclass(frozen=True, slots=True)
class ItemPages:
    """The cards, the map of items by raters, and why there are none."""

    cards: tuple[ItemCard, ...] = ()
    grid: Grid | None = None
    leaving: str = ""
    answers: "GatheredAnswers | None" = None


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """One answer about the candidate, its card opened: the value as the scale holds it."""

    row: JudgmentRecord
    question: str
    value: Any
    about: str


@dataclass(slots=True)
class GatheredAnswers:
    """What is known of the answers of a study, by item."""

    protocol: Protocol
    answers: dict[str, list[CardAnswer]] = field(default_factory=dict)

    def of(self, item: str, question: str) -> list[CardAnswer]:
        """The answers to one question about one item."""
        return [one for one in self.answers.get(item, ()) if one.question == question]


def item_pages(study: StudyFolder, result: Result, about: About) -> ItemPages:
    """The cards of every item of a result, those to fix first first."""
    rows = {str(row.get("id")): row for row in result.items}
    with study.records() as records:
        if records.packet_standings() and opened_keys(records) is None:
            return ItemPages(leaving=_SEALED)
        items = {item.id: item for item in study.items() if item.id in rows}
        texts = Texts(one.response for one in records.responses(last=True))
        gathered = _gathered(study, records)
    maker = _Maker(study.settings.scored, about, gathered, texts, _Sources.of(study))
    failed = [str(row["id"]) for row in first_to_fix(result.items, about.rank_by, result.status)]
    order = [name for name in dict.fromkeys([*failed, *rows]) if name in items]
    cards = tuple(maker.card(items[name], rows[name]) for name in order[:MOST_CARDS])
    left = len(order) - len(cards)
    leaving = f"{left:,} more items have no card here; result.json has every item" if left > 0 else ""
    return ItemPages(cards, _grid(gathered, [*rows][:_MOST_GRID], study.settings.scored), leaving, gathered)


def _gathered(study: StudyFolder, records: StudyStore) -> GatheredAnswers:
    """Every current answer that is about the candidate or the text beside it; controls are left out."""
    protocol = study.settings.scored
    key = opened_keys(records)
    placed = cards_of(key) if key is not None else {}
    gone = {card for one in records.packet_standings() if one.state == "withdrawn" for card in one.cards}
    found = GatheredAnswers(protocol)
    for row in records.judgments():
        if is_word(row) or row.card in gone:
            continue
        if row.card is None and row.item is not None:
            _add(found, row.item, CardAnswer(row, row.question, row.value, row.speaker or protocol.candidate))
        elif row.card in placed and placed[row.card].about == protocol.candidate:
            for one in opened([row], placed, study.settings.protocol):
                rating = one.rating
                _add(found, rating.item, CardAnswer(row, rating.question, rating.value, rating.speaker or ""))
    return found


def _add(found: GatheredAnswers, item: str, answer: CardAnswer) -> None:
    """Take an answer, unless it is about a control."""
    shown_beside = {name for kind in found.protocol.kinds.values() for name in kind.show}
    if answer.about in shown_beside or answer.about == found.protocol.candidate:
        found.answers.setdefault(item, []).append(answer)


# Where citations lead: the lines of the person's own sources.


@dataclass(slots=True)
class _Sources:
    """The sources of the subject, each file read once."""

    index: SourceIndex | None
    lines: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, study: StudyFolder) -> "_Sources":
        """Those of the folder that study.yaml names; none where it names none."""
        return cls(sources_of(study).index)

    def passages(self, item: Item) -> Iterator[Passage]:
        """Each citation of the item with the lines it leads to, then the excerpts of reference texts."""
        for reference in references_of(item):
            written = reference.written or reference.path
            text, cited = self._text(reference)
            where = re.sub(r"^(RAIZ|FONTE):/?", "", written.strip("^[]"))
            yield Passage(where, text or "This source could not be opened.", cited)
        for one in item.fields.get("references") or ():
            if isinstance(one, Mapping) and one.get("excerpt"):
                yield Passage(str(one.get("path") or "reference"), str(one["excerpt"]))

    def _text(self, reference: Any) -> tuple[str, tuple[str, ...]]:
        """The lines a citation leads to with those around them, and which words are cited."""
        found = resolve(reference, self.index) if self.index is not None else None
        if not isinstance(found, FoundSource):
            return "", ()
        if found.path.startswith("chunk_") and self.index is not None:
            return self.index.chunks.get(found.path.removeprefix("chunk_"), ""), ()
        lines = self._lines(reference.path)
        if found.lines is None:
            return shortened("\n".join(lines).strip(), _LONGEST_SOURCE), ()
        first, last = found.lines.first - 1, found.lines.last
        text = "\n".join(lines[max(0, first - _AROUND) : last + _AROUND]).strip()
        return shortened(text, _LONGEST_SOURCE), ("\n".join(lines[first:last]),)

    def _lines(self, written: str) -> list[str]:
        path = self.index.find(written) if self.index is not None else written
        if not isinstance(path, Path):
            return []
        if str(path) not in self.lines:
            read = read_source(path, str(path))
            self.lines[str(path)] = [] if isinstance(read, Problem) else read.text.splitlines()
        return self.lines[str(path)]


# A card of one item.


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the cards of a study."""

    protocol: Protocol
    about: About
    gathered: GatheredAnswers
    texts: Texts
    sources: _Sources

    def card(self, item: Item, row: Mapping[str, Any]) -> ItemCard:
        """Everything there is to read about an item."""
        kind = self.protocol.kinds[item.kind]
        opinions = tuple(self._opinions(item, kind.questions))
        ticks = tuple(tick for question in kind.questions for tick in self._ticks(item, question))
        expected = tuple(self._expected(item))
        return ItemCard(
            id=item.id,
            kind=self.about.wording.kind(item.kind),
            title=_title(item),
            outcome=_outcome(row),
            score=self._score(row),
            why=self._why(item, row, ticks, opinions),
            asked=tuple(self._asked(item)),
            answers=tuple(self._answers(item, kind.show, expected, opinions)),
            expected=expected,
            sources=tuple(self.sources.passages(item)),
            ticks=ticks,
            opinions=opinions,
            facts=tuple(self._facts(item, row, kind.questions)),
            tags=_tags(item),
        )

    def _words(self, item: Item) -> ItemWording:
        return self.about.wording.items.get(item.kind, ItemWording())

    def _asked(self, item: Item) -> Iterator[Passage]:
        for name, heading in self._words(item).asked.items():
            text = _as_text(item.fields.get(name))
            if text:
                yield Passage(heading, text)
        if item.prompt.strip():
            yield Passage("Question", item.prompt.strip())

    def _expected(self, item: Item) -> Iterator[Passage]:
        """What should have been said: the fields the protocol names, else those that judges are shown."""
        kind = self.protocol.kinds[item.kind]
        traps = {self.protocol.scales[one.scale].toward for one in kind.questions if one.positions}
        for name, heading in (self._words(item).expected or kind.beside).items():
            text = _as_text(item.fields.get(name))
            if text:
                yield Passage(heading, text, wrong=name in traps)

    def _answers(
        self, item: Item, show: Sequence[str], expected: Iterable[Passage], opinions: Iterable[Opinion]
    ) -> Iterator[Passage]:
        """What the clone said, with the judges' quotes marked, then what stood beside it and is not expected anyway."""
        quotes = tuple(dict.fromkeys(one.quote for one in opinions if one.quote))
        known = {one.text for one in expected}
        candidate = self.protocol.candidate
        for speaker in (candidate, *(name for name in show if name != candidate)):
            text = self.texts.find(item, speaker)
            if text is not None and text not in known:
                title = _said_by(speaker) if speaker == candidate else f"Beside it: {speaker}"
                yield Passage(title, text.strip(), quotes if speaker == candidate else ())
            elif text is None and speaker == candidate:
                yield Passage(_said_by(speaker), "Nothing: there is no answer.")

    def _ticks(self, item: Item, question: Question) -> Iterator[Tick]:
        """Each criterion of a list with how many raters found it."""
        if question.lists is None:
            return
        listed = item.listed(question.lists)
        given = [one.value for one in self.gathered.of(item.id, question.name) if isinstance(one.value, tuple)]
        votes = [value for value in given if len(value) == len(listed)]
        for place, text in enumerate(listed):
            yes = sum(bool(value[place]) for value in votes)
            met = None if not votes or 2 * yes == len(votes) else 2 * yes > len(votes)
            yield Tick(text, yes, len(votes), met, question.text)

    def _opinions(self, item: Item, questions: Iterable[Question]) -> Iterator[Opinion]:
        """The answers that came with a reason, a quote or a comment."""
        text = _folded(self.texts.find(item, self.protocol.candidate) or "")
        asked = {question.name: question for question in questions}
        for one in self.gathered.answers.get(item.id, ()):
            words = one.row.comment or one.row.reason or ""
            scale = self._scale(asked.get(one.question))
            if scale is not None and scale.type == "text" and isinstance(one.value, str):
                words = words or one.value
            if words or one.row.excerpt:
                quote = one.row.excerpt
                stands = _folded(quote) in text if quote else None
                answer = "no score" if one.value is None else _shown(one.value, scale)
                yield Opinion(one.row.rater, self.about.wording.label(one.question), answer, words, quote, stands)

    def _facts(self, item: Item, row: Mapping[str, Any], questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
        """The other answers in short, and what the result says of the item."""
        for question in questions:
            scale = self._scale(question)
            values = [one.value for one in self.gathered.of(item.id, question.name) if one.value is not None]
            if values and question.lists is None and scale is not None and scale.type != "text":
                yield self.about.wording.label(question.name), _together(values, scale)
        if row.get("cause"):
            yield "cause", why(row)
        if row.get("cause_confirmed"):
            yield f"cause by {row.get('cause_confirmed_by')}", str(row["cause_confirmed"])
        yield from _tags(item).items()

    def _scale(self, question: Question | None) -> Scale | None:
        return None if question is None else self.protocol.scales.get(question.scale)

    def _score(self, row: Mapping[str, Any]) -> str:
        value = next((row[name] for name in self.about.rank_by if isinstance(row.get(name), int | float)), None)
        return "" if value is None else brief(float(value))

    def _why(self, item: Item, row: Mapping[str, Any], ticks: Sequence[Tick], opinions: Sequence[Opinion]) -> str:
        """In a few words what is wrong: the judge's reason, the criteria missed, or who took whom for the person."""
        if row.get("unscored"):
            return f"No score: {row['unscored']}"
        primary = str(row.get("primary") or "")
        if primary and row.get("cause"):
            label = self.about.wording.label(primary)
            reason = next((one.reason for one in opinions if one.question == label and one.reason), "")
            return shortened(f"{label} {brief(row[primary])}: {reason}" if primary in row else reason or label, 160)
        if ticks:
            missed = [tick.text for tick in ticks if tick.met is False]
            count = f"{sum(tick.met is True for tick in ticks)} of {len(ticks)} criteria met"
            return shortened(f"{count}; missing: {missed[0]}" if missed else count, 160)
        picks = [one.value for one in self.gathered.answers.get(item.id, ()) if self._is_pick(item, one.question)]
        if picks:
            found = sum(float(value) for value in picks if isinstance(value, int | float))
            return f"{brief(found)} of {len(picks)} raters found the person's own words beside the clone's"
        score = self._score(row)
        return f"score {score}" if score else ""

    def _is_pick(self, item: Item, name: str) -> bool:
        question = next((one for one in self.protocol.kinds[item.kind].questions if one.name == name), None)
        scale = self._scale(question)
        return scale is not None and scale.type == "pick"


def _said_by(speaker: str) -> str:
    return f"What the {speaker} said" if speaker == "clone" else f"Answer of {speaker}"


def _outcome(row: Mapping[str, Any]) -> Outcome:
    passed = row.get("passed")
    if passed is None:
        return "bad" if row.get("unscored") else "none"
    return "good" if passed else "bad"


def _title(item: Item) -> str:
    named = item.fields.get("title") or item.fields.get("topic")
    return shortened(str(named) if isinstance(named, str) and named.strip() else item.prompt.strip(), _LONGEST_TITLE)


def _tags(item: Item) -> dict[str, str]:
    """The tags of an item as texts, lists joined."""
    texts = {
        str(name): ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        for name, value in item.tags.items()
        if value not in (None, "", (), [])
    }
    return texts | ({"domain": str(item.fields["domain"])} if isinstance(item.fields.get("domain"), str) else {})


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(f"- {one}" for one in value)
    return value.strip() if isinstance(value, str) else ""


def _folded(text: str) -> str:
    return " ".join(text.split())


def _shown(value: Any, scale: Scale | None) -> str:
    """An answer as people read it: the words at a point of the scale beside the number."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float) and scale is not None and scale.type == "pick":
        return {1.0: "found the person", 0.0: "took the clone for the person"}.get(float(value), "a tie")
    if isinstance(value, int | float):
        return brief(float(value))
    return shown(value)


def _together(values: Sequence[Any], scale: Scale) -> str:
    """Several answers to one question in short."""
    if scale.type == "pick":
        found = sum(float(value) for value in values)
        return f"{brief(found)} of {len(values)} found the person"
    if scale.type == "flag":
        return f"yes {sum(map(bool, values))} of {len(values)}"
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if len(numbers) == 1:
        return brief(numbers[0])
    return f"mean {brief(round(fmean(numbers), 2))} ({', '.join(map(brief, numbers))})" if numbers else ""


# The map of items by raters.


def _grid(gathered: GatheredAnswers, order: Sequence[str], protocol: Protocol) -> Grid | None:
    """How good each rater found each item, from 0 to 1; None where there is one rater or none."""
    raters = sorted({one.row.rater for answers in gathered.answers.values() for one in answers})
    questions = {one.name: one for kind in protocol.kinds.values() for one in kind.questions}
    if len(raters) < 2:
        return None
    rows = []
    for item in order:
        shades: dict[str, list[float]] = {}
        for one in gathered.answers.get(item, ()):
            question = questions.get(one.question)
            shade = _shade(one.value, protocol.scales[question.scale]) if question else None
            if shade is not None and one.about == protocol.candidate:
                shades.setdefault(one.row.rater, []).append(shade)
        rows.append((item, tuple(round(fmean(shades[name]), 3) if name in shades else None for name in raters)))
    words = (
        "Each cell is what one rater found of one item, from 0 (all against the clone) to 1 (all for it): criteria "
        "ticked, the clone taken for the person, grades given. Rows that are red all over are weak items; a column "
        "unlike the others is a rater to look at."
    )
    return Grid(f"Every rater on every item ({len(rows)} x {len(raters)})", tuple(raters), tuple(rows), words)


def _shade(value: Any, scale: Scale) -> float | None:
    """An answer as a number from 0 (against the clone) to 1 (for it)."""
    if isinstance(value, tuple):
        return fmean(map(float, value)) if value else None
    if not isinstance(value, int | float) or scale.type in ("text", "flag"):
        return None
    if scale.type == "pick":
        return 1.0 - float(value)
    if scale.low is None or scale.high is None:
        return None
    return min(1.0, max(0.0, (float(value) - scale.low) / (scale.high - scale.low)))
