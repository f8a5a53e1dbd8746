"""Import judgments: parse and validate every row by the protocol and the items, and report all problems together."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, get_args

from ringtrue.files.problems import Problems, excerpt, nearest
from ringtrue.judge.model.questions import CardQuestion
from ringtrue.judge.rows import KEYS, ImportedAnswer, Repeats, Row, RowSource, source_of
from ringtrue.protocols.scales import accepted
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.item import Item
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import JudgeKind, Kind, Protocol

# What rows are looked up in: items, questions with their scales, and speakers.


_MOST_COMPARED = 200_000  # names looked at for near matches in one file: every fault of a small study, some of a large
_MOST_LISTED = 12


class StudyNames:
    """Items, questions and speakers by name."""

    def __init__(self, protocol: Protocol, items: Iterable[Item]) -> None:
        """Make the tables an answer is looked up in."""
        self.protocol = protocol
        self.items: dict[str, Item] = {item.id: item for item in items}
        self._asked: dict[str, dict[str, CardQuestion]] = {
            name: {
                question.name: CardQuestion(question, protocol.scales[question.scale]) for question in kind.questions
            }
            for name, kind in protocol.kinds.items()
        }
        self._anywhere = {name: asked for kind in self._asked.values() for name, asked in kind.items()}
        self._controls = tuple(protocol.controls.values())
        self._speakers = {name: self._around(kind.show) for name, kind in protocol.kinds.items()}
        self._all_speakers = self._around([name for kind in protocol.kinds.values() for name in kind.show])
        self._compared = 0

    def kind_of(self, item: Item | None) -> Kind | None:
        """The kind of an item, where there is an item and the protocol has its kind."""
        return self.protocol.kinds.get(item.kind) if item else None

    def asked(self, kind: Kind | None, question: str) -> CardQuestion | None:
        """The question as that kind asks it; where the kind is not known, as any kind does."""
        return (self._asked[kind.name] if kind else self._anywhere).get(question)

    def questions(self, kind: Kind | None = None) -> tuple[str, ...]:
        """Every question of a kind, or of all kinds."""
        return tuple(self._asked[kind.name] if kind else self._anywhere)

    def speakers(self, kind: Kind | None) -> tuple[str, ...]:
        """Who may be spoken of: those a kind shows, the candidate, the controls."""
        return self._speakers[kind.name] if kind else self._all_speakers

    def is_control(self, name: object) -> bool:
        """Whether somebody is a control."""
        return name in self._controls

    def subject(self, asked: CardQuestion, speaker: str | None) -> str:
        """The speaker an answer is about: the candidate if none is named, or if it is the one on every card."""
        return self.protocol.candidate if speaker in (None, asked.scale.toward) else str(speaker)

    def options(
        self, item: Item | None, kind: Kind | None, asked: CardQuestion, speaker: str | None
    ) -> tuple[str, ...]:
        """What the card offered: the speakers shown for a pick, the things listed for a checklist."""
        if asked.scale.type == "pick" and kind:
            return self._shown(kind, speaker)
        if asked.scale.type == "checklist" and item and asked.question.lists:
            return item.listed(asked.question.lists)
        if asked.scale.type == "position":
            return asked.question.positions
        return ()

    def near(self, name: str, known: Collection[str], otherwise: str) -> str:
        """A remedy: the name most alike, or else the names there are, if they are few."""
        near = None
        if self._compared + len(known) <= _MOST_COMPARED:
            self._compared += len(known)
            near = nearest(name, known)
        if near:
            return f"Did you mean {near}?"
        return f"Known here: {', '.join(known)}." if 0 < len(known) <= _MOST_LISTED else otherwise

    def _around(self, shown: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*shown, self.protocol.candidate, *self._controls]))

    def _shown(self, kind: Kind, speaker: str | None) -> tuple[str, ...]:
        """The speakers of a card: a control takes the candidate's place."""
        stands_in = speaker if speaker and self.is_control(speaker) else self.protocol.candidate
        return tuple(stands_in if name == self.protocol.candidate else name for name in kind.show)


# Look up what a row names - item, question, speaker - and read its value on the scale of the question.


def check_keys(row: Row, known: StudyNames) -> None:
    """Every key has to be one that judgments have: a misspelt one would be lost without a word."""
    for key in row.data:
        if key not in KEYS:
            row.fault(key, f"A judgment has no key {excerpt(key)}.", known.near(key, KEYS, "Take it out."))


def item_of(row: Row, known: StudyNames) -> Item | None:
    """The item the row is about."""
    name = row.name("item")
    item = known.items.get(name)
    if item is None and name:
        remedy = known.near(name, known.items, "Use the id of an item of this study.")
        row.fault("item", f"There is no item {excerpt(name)}.", remedy)
    elif item and item.kind not in known.protocol.kinds:
        what = f"Item {item.id} is of kind {item.kind}, which {known.protocol.name} does not have."
        row.fault("item", what, f"Give the item one of the kinds {', '.join(known.protocol.kinds)}.")
    return item


def question_of(row: Row, known: StudyNames, item: Item | None, kind: Kind | None) -> CardQuestion | None:
    """The question the row answers, as the item's kind asks it."""
    name = row.name("question")
    asked = known.asked(kind, name)
    if asked is not None or not name:
        return asked
    if item and kind and name in known.questions():
        what = f"{name} is not asked of items of kind {kind.name}."
        row.fault("question", what, f"Asked of {item.id}: {', '.join(known.questions(kind))}.")
    else:
        remedy = known.near(name, known.questions(kind), "Use a question of the protocol.")
        row.fault("question", f"There is no question {excerpt(name)}.", remedy)
    return None


def speaker_of(row: Row, known: StudyNames, kind: Kind | None) -> str | None:
    """The speaker the row names, None where it names nobody."""
    if row.data.get("speaker") is None:
        return None
    name = row.name("speaker")
    speakers = known.speakers(kind)
    if name and name not in speakers:
        remedy = known.near(name, speakers, "Name a speaker of the protocol.")
        row.fault("speaker", f"There is no speaker {excerpt(name)}.", remedy)
    return name or None


def value_of(row: Row, known: StudyNames, asked: CardQuestion | None, options: tuple[str, ...]) -> Answer | None:
    """The answer as a rating holds it; None, with the fault noted, where there is none or it is off its scale."""
    given = row.data.get("value")
    is_text = asked is not None and asked.scale.type == "text"
    if given is None or (isinstance(given, str) and not is_text and not given.strip()):
        row.fault("value", "There is no answer.", "Give a value, or leave the row out.")
        return None
    if asked is None:
        return None
    if asked.scale.type == "pick" and options and known.is_control(given) and given not in options:
        row.fault("value", f"{given} is not on this card.", f"If {given} was shown, give it as the speaker too.")
        return None
    try:
        return accepted(asked.scale, given, options)
    except ValueError as unfit:
        what, _, remedy = str(unfit).partition("; ")
        row.fault("value", f"{asked.question.name}: {what}.", f"{remedy[:1].upper()}{remedy[1:]}.")
        return None


_JUDGES: tuple[JudgeKind, ...] = get_args(JudgeKind)


def read_judgments(
    path: Path | str,
    protocol: Protocol,
    items: Iterable[Item],
    *,
    judge_kind: JudgeKind = "person",
    opened: Callable[[Problems], RowSource] | None = None,
) -> list[ImportedAnswer]:
    """The judgments of a .json, .jsonl or .csv file in their order, or a refusal that lists every fault.

    `judge_kind` is what judged the rows that do not say so themselves (judge_kind or judge). A row that names no
    speaker is about the candidate. Values are as ratings hold them (see `protocols.scales.accepted`). `opened` opens
    a file of another form as rows.
    """
    if judge_kind not in _JUDGES:
        raise ValueError(f"a judge is one of {', '.join(_JUDGES)}, not {judge_kind!r}")
    problems = Problems()
    source = opened(problems) if opened else source_of(path, problems)
    intake = _Intake(source, StudyNames(protocol, items), judge_kind, problems)
    answers = [answer for mark, data in source.rows() if (answer := intake.take(mark, data)) is not None]
    if not answers and not problems:
        problems.add(Problem(source.file, "whole file", "There are no judgments in it.", remedy="Add at least one."))
    problems.raise_if_any()
    return answers


class _Intake:
    """Checks the rows of one file, one after the other."""

    def __init__(self, source: RowSource, known: StudyNames, judge_kind: JudgeKind, problems: Problems) -> None:
        self._source = source
        self._known = known
        self._judge_kind = judge_kind
        self._problems = problems
        self._repeats = Repeats(source)

    def take(self, mark: int, data: Any) -> ImportedAnswer | None:
        """One row as an answer; None, its faults noted, where it is none."""
        row = Row(mark, data, self._source, self._problems)
        if not isinstance(data, dict):
            row.fault("", "A judgment is an object with keys.", "Give rater, item, question and value.")
            return None
        check_keys(row, self._known)
        rater, judge = row.name("rater"), self._judge(row)
        rating = self._rating(row, rater, judge)
        seconds, comment, quoted = row.seconds(), row.text("comment"), row.text("excerpt")
        if rating is None or row.is_faulty:
            return None
        return ImportedAnswer(rating, seconds, comment, quoted, self._source.line(mark))

    def _rating(self, row: Row, rater: str, judge: JudgeKind | None) -> Rating | None:
        item = item_of(row, self._known)
        kind = self._known.kind_of(item)
        asked = question_of(row, self._known, item, kind)
        speaker = speaker_of(row, self._known, kind)
        options = self._known.options(item, kind, asked, speaker) if asked else ()
        value = value_of(row, self._known, asked, options)
        if rater and judge:
            self._repeats.check_judge(row, rater, judge)
        if not (rater and item and asked):
            return None
        question = asked.question.name
        self._repeats.check_once(row, rater, item.id, question, self._known.subject(asked, speaker))
        if isinstance(value, tuple) and not options:
            self._repeats.check_length(row, item.id, question, len(value))
        return None if value is None or judge is None else Rating(rater, item.id, question, value, speaker, judge)

    def _judge(self, row: Row) -> JudgeKind | None:
        """What judged: the key judge_kind or judge, and without them what the whole file is taken for."""
        given = {key: row.data[key] for key in ("judge_kind", "judge") if row.data.get(key) is not None}
        odd = [key for key, name in given.items() if name not in _JUDGES]
        for key in odd:
            row.fault(key, "That is no kind of judge.", f"Give one of {', '.join(_JUDGES)}.")
        if odd:
            return None
        if len(set(given.values())) > 1:
            row.fault("judge", "judge and judge_kind say different things.", "Keep one of them.")
            return None
        return next(iter(given.values()), self._judge_kind)
