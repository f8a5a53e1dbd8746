"""The answers of a study as ratings, people's words on causes of failure apart."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ringtrue.files.problems import nearest
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.unblind import ratings_of
from ringtrue.terms.answer import Rating
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Result

# A person's word on why an item failed: kept beside the cause the rules gave, neither over the other.


QUESTION = "cause"
_NO_CAUSE = "none"


def causes_known(protocol: Protocol) -> list[str]:
    """The causes a protocol's rules may give."""
    return [label for label in dict.fromkeys(rule.label for rule in protocol.cause) if label != _NO_CAUSE]


def confirm_cause(records: StudyStore, protocol: Protocol, item: str, cause: str, *, who: str, why: str) -> None:
    """Record what a person takes for the cause; a second word of the same person corrects the first."""
    known = causes_known(protocol)
    problems = []
    if cause not in known:
        near = nearest(cause, known)
        remedy = f"did you mean {near}?" if near else f"one of {', '.join(known) or 'none: it has no causes'}"
        problems.append(Problem("command line", "CAUSE", f"{protocol.name} has no such cause.", cause, remedy))
    if not why.strip():
        problems.append(Problem("command line", "--why", "A cause needs a reason.", remedy="say what shows it"))
    rows = {row["id"]: row for row in _latest_rows(records)}
    if item not in rows:
        near = nearest(item, rows)
        remedy = f"did you mean {near}?" if near else "name an item of the newest result"
        problems.append(Problem("command line", "ITEM", "There is no result for this item.", item, remedy))
    elif rows[item].get("cause") is None:
        problems.append(Problem("command line", "ITEM", "This item did not fail.", item, "name one that did"))
    if problems:
        raise BadInput(problems)
    word = JudgmentRecord(who, item, QUESTION, cause, protocol.candidate, comment=why)
    if any(is_word(row) and row.rater == who and row.item == item for row in records.judgments_to(QUESTION)):
        records.correct_judgments([word], who=who, why=why)
    else:
        records.record_judgments([word], who=who)


def is_word(row: JudgmentRecord | Rating) -> bool:
    """Whether an answer is a person's word on a cause."""
    return row.question == QUESTION and row.judge_kind == "person"


def words_in(records: StudyStore) -> dict[str, JudgmentRecord]:
    """People's words on causes by item; of several on one item the last."""
    return {row.item or "": row for row in records.judgments_to(QUESTION) if is_word(row)}


def with_words(result: Result, words: Mapping[str, JudgmentRecord]) -> Result:
    """The result with each person's word on a cause beside the rules' own."""
    if not words:
        return result
    said = [(row["cause"], words[row["id"]].value) for row in result.items if row["id"] in words and row.get("cause")]
    agreed = sum(cause == word for cause, word in said)
    counts = {"causes_confirmed": agreed, "causes_corrected": len(said) - agreed}
    failed = sum(row.get("cause") is not None for row in result.items)
    looked = f"People looked at the causes of {len(said)} of {failed} failures"
    note = f"{looked}: {agreed} confirmed, {len(said) - agreed} corrected."
    return replace(
        result,
        items=[{**row, **_confirmed(words.get(row["id"]))} for row in result.items],
        counts={**result.counts, **counts},
        notes=(*result.notes, *([note] if said else [])),
    )


def _confirmed(word: JudgmentRecord | None) -> dict[str, Any]:
    if word is None:
        return {}
    return {"cause_confirmed": word.value, "cause_confirmed_by": word.rater, "cause_confirmed_why": word.comment}


def _latest_rows(records: StudyStore) -> Sequence[Mapping[str, Any]]:
    latest = records.latest_result()
    return () if latest is None else latest.result.items


def ratings_in(study: StudyFolder, words: dict[str, JudgmentRecord] | None = None) -> Iterator[Rating]:
    """Every current answer; people's words on causes of failure are put into `words`, by item.

    Blind answers are among them once the key was opened.
    """
    with study.records() as records:
        yield from ratings_and_words(records, study.settings.protocol, words)


def ratings_and_words(
    records: StudyStore,
    protocol: Protocol,
    words: dict[str, JudgmentRecord] | None,
    items: Collection[str] | None = None,
) -> Iterator[Rating]:
    """The same from records that are open already; with `items` those on these, and all blind ones."""
    rows = ratings_of(records, protocol, items)
    if words is not None:
        words |= words_in(records)
    return (row for row in rows if not is_word(row)) if words else rows
