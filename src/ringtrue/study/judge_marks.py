"""Marks on what models judged: quotes that were not found in the text, and answers that speak to the judge."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ringtrue.judge.model.answer_parser import NOT_VERIFIED
from ringtrue.judge.model.injection import addressed_to_judge
from ringtrue.store.judgment_reading import MarkedAnswers
from ringtrue.store.study_store import StudyStore
from ringtrue.study.model_judge import rater_name
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import JudgeCount, Result

UNQUOTED, ADDRESSED = "quote_not_verified", "addresses_judge"  # in the row of an item
COUNT = "addressed_to_judge"  # of a result
_MOST_NAMED = 5


def with_marks(
    result: Result, protocol: Protocol, texts: Mapping[str, Mapping[str, str]], records: StudyStore
) -> Result:
    """The result with its marks, by item and counted; nothing where no model judged.

    `texts` are what each speaker said to each item.
    """
    if not result.judges:
        return result
    marked = records.marked_answers(NOT_VERIFIED)
    addressed = {name: dict(_addressed(said)) for name, said in texts.items()}
    mine = addressed.get(protocol.candidate, {})
    others = sum(map(len, addressed.values())) - len(mine)
    judges = tuple(_counted(result.judges, records.model_answers(), marked))
    counts = {**result.counts, COUNT: len(mine) + others}
    notes = [*_about_quotes(judges), *_about_addressed(mine, others)]
    return replace(
        result,
        judges=judges,
        counts=counts,
        items=_rows(result.items, protocol.candidate, marked, mine),
        notes=(*result.notes, *notes),
        marks=tuple(notes),
    )


def _addressed(said: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for item, text in said.items():
        if found := addressed_to_judge(text):
            yield item, found


def _counted(
    judges: Iterable[JudgeCount], answers: Mapping[str, int], marked: Iterable[MarkedAnswers]
) -> Iterator[JudgeCount]:
    unverified: Counter[str] = Counter()
    for one in marked:
        unverified[one.rater] += one.number
    for judge in judges:
        name = rater_name(judge.judge, judge.take)
        yield replace(judge, answers=answers.get(name, 0), unverified=unverified[name])


def _rows(
    rows: Iterable[Mapping[str, Any]], candidate: str, marked: Iterable[MarkedAnswers], addressed: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Each item's row, with the number of its unverified quotes and the words that speak to the judge."""
    unquoted: dict[str, int] = defaultdict(int)
    for one in marked:
        if one.speaker in ("", candidate):
            unquoted[one.item] += one.number
    return [
        dict(row)
        | ({UNQUOTED: unquoted[row["id"]]} if row["id"] in unquoted else {})
        | ({ADDRESSED: addressed[row["id"]]} if row["id"] in addressed else {})
        for row in rows
    ]


def _about_quotes(judges: Iterable[JudgeCount]) -> Iterator[str]:
    for one in judges:
        if one.unverified:
            share = f"{100 * one.unverified / max(1, one.answers):.3g} %"
            yield (
                f"{one.name}: {one.unverified} of {one.answers} scores ({share}) stand without a verified quote: the "
                "words it gave are not in the answer it judged, also when asked again. The scores count."
            )


def _about_addressed(mine: Mapping[str, str], others: int) -> Iterator[str]:
    if not mine and not others:
        return
    named = ", ".join(list(mine)[:_MOST_NAMED]) + (", ..." if len(mine) > _MOST_NAMED else "")
    which = (f": {named}" if named else "") + (f"; {others} of controls" if others else "")
    yield (
        f"Answers that seem to speak to the judge: {len(mine)}{which}. Look at them: a judge that obeys such text "
        "gives scores that mean nothing."
    )
