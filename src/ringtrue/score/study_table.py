"""Items and ratings of a study as columns: what every measure is computed from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ringtrue.score.answers import Answers, Column, Criteria, Fixed, HowMany, Majority
from ringtrue.score.columns import AnswerRows, Gathering, GivenItems, GivenRatings, Labels
from ringtrue.stats.arrays import Codes
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol

EACH = "_each"  # the name of a question's single answers: found_each
NUMBER = "_n"  # the name of how many there are: found_n


@dataclass(frozen=True)
class StudyTable:
    """The compiled study: columns by name, tags by name, who rated, and what was left unscored."""

    ids: Sequence[str]
    kinds: Sequence[str]
    raters: tuple[str, ...]
    people: int
    columns: dict[str, Column]
    answers: dict[str, Answers]  # single answers about the candidate, by question
    controls: dict[tuple[str, str], Answers]  # (question, speaker) -> single answers about a control
    tags: dict[str, Labels]
    models: frozenset[str] = frozenset()  # the models among the raters: repeats, and two names of one, are one
    ratings: int = 0
    dealt: float = 0.0  # the share of the answers that came from sealed packets
    cards: Mapping[str, int] = field(default_factory=dict)  # kind -> fewest control cards an evaluator answered
    left_out: int = 0  # answers of judges the protocol does not mean, beside those it does
    unscored: Mapping[str, str] = field(default_factory=dict)  # item -> the first reason
    due: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # item -> questions it has to be scored on

    @property
    def judge_models(self) -> int:
        """How many different models judged."""
        return len(self.models)

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.ids)

    @cached_property
    def session_codes(self) -> Codes:
        """The session of each item: 0, 1, 2 ... as they are met; items without one share one."""
        labels = self.tags["session"].tolist()
        places = {label: place for place, label in enumerate(dict.fromkeys(labels))}
        return np.fromiter(map(places.__getitem__, labels), np.int64, self.size)

    @cached_property
    def sessions(self) -> int:
        """How many sessions there are."""
        return len(set(self.tags["session"].tolist()))


def compiled(
    protocol: Protocol,
    items: Iterable[Item] | GivenItems,
    ratings: Iterable[Rating],
    tags: Iterable[str] = (),
    cards: Mapping[str, int] | None = None,
    model_of: Callable[[str], str] = str,
) -> StudyTable:
    """Turn items and ratings into columns; rejected and withdrawn items are left out with their ratings.

    `tags` are the tags that formulas choose by; one that no item carries becomes an empty column. `cards` is how many
    each rater was dealt: who answered fewer than half of theirs is no evaluator. `model_of` names the model behind a
    rater that is one; without it each name is a model of its own.
    """
    given = items if isinstance(items, GivenItems) else given_items(protocol, items, tags)
    found = Gathering(protocol, given, GivenRatings(ratings, given), cards, model_of)
    answers = {key: found.answers(key) for key in found.rows}
    main = {question: given for (question, speaker), given in answers.items() if speaker == protocol.candidate}
    return StudyTable(
        ids=found.items.ids,
        kinds=found.items.kinds,
        raters=tuple(found.raters),
        people=len(found.people),
        models=frozenset(found.judge_models),
        columns=_question_columns(protocol, found, main)
        | {name: Fixed(column) for name, column in found.items.numbers.items()},
        answers=main,
        controls={key: given for key, given in answers.items() if key[1] != protocol.candidate},
        tags=found.items.tags,
        ratings=found.taken,
        dealt=found.dealt,
        cards={kind: found.control_cards(kind) for kind in protocol.kinds},
        left_out=found.left_out,
        unscored=found.unscored,
        due=found.items.due,
    )


def given_items(protocol: Protocol, items: Iterable[Item], tags: Iterable[str]) -> GivenItems:
    """The items with the tags formulas choose by, and their sessions."""
    return GivenItems(protocol, items, {"session", *tags})


def _question_columns(protocol: Protocol, found: Gathering, answers: Mapping[str, Answers]) -> dict[str, Column]:
    """For each question its pooled column, as NAME_each the mean and as NAME_n the number of its single answers.

    Unasked ones are empty, and nobody answered them.
    """
    columns: dict[str, Column] = {}
    empty, nobody = Fixed(np.full(len(found.items), np.nan)), Fixed(np.zeros(len(found.items)))
    for kind in protocol.kinds.values():
        for question in kind.questions:
            scale = protocol.scales[question.scale].type
            single = answers.get(question.name)
            if scale == "text":
                continue
            columns[question.name + EACH] = single or empty
            columns[question.name + NUMBER] = HowMany(single) if single else nobody
            if single is None:
                columns[question.name] = empty
            elif scale in ("pick", "flag", "position"):
                columns[question.name] = Majority(single)
            elif scale == "checklist":
                columns[question.name] = _criteria(found.rows[question.name, protocol.candidate], single)
            else:
                columns[question.name] = single
    return columns


def _criteria(rows: AnswerRows, answers: Answers) -> Criteria:
    """One place for each criterion of each item, and the ticks as answers to it."""
    size = answers.size
    longest = np.zeros(size, dtype=np.int64)
    lengths = np.array([len(ticks) for ticks in rows.ticks], dtype=np.int64)
    np.maximum.at(longest, rows.items, lengths)
    first = np.concatenate([[0], np.cumsum(longest)[:-1]])
    owners = np.repeat(np.arange(size), longest)
    starts = np.repeat(first[rows.items], lengths)
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    values = np.fromiter((tick for ticks in rows.ticks for tick in ticks), dtype=np.float64, count=int(lengths.sum()))
    raters = np.repeat(rows.raters, lengths)
    return Criteria(Answers(starts + within, raters, values, owners.size, answers.panel), owners, size)
