"""Evidence of scorings: an excerpt stands in the answer word for word, and an event comes with one."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ringtrue.judge.rows import ImportedAnswer
from ringtrue.score.scorers import events_of
from ringtrue.sources.citation_check import folded
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.begin import found_note
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import Protocol


def evidence_problems(
    study: StudyFolder, records: StudyStore, files: Iterable[tuple[Path, Iterable[ImportedAnswer]]]
) -> Iterator[Problem]:
    """A problem for every excerpt that is not in the answer, and every event without one.

    Where no conversation was recorded there is nothing to compare with. White space and typographic quotes do not
    count.
    """
    protocol = study.settings.protocol
    if protocol.sheet is None or found_note(records) is None:
        return
    said = {
        (one.response.item, one.response.speaker): folded(one.response.text)
        for one in records.responses(last=True)
        if one.response.text is not None
    }
    for path, answers in files:
        for answer in answers:
            yield from _faults(str(path), answer, said, protocol)


def _faults(
    file: str, answer: ImportedAnswer, said: Mapping[tuple[str, str], str], protocol: Protocol
) -> Iterator[Problem]:
    rating = answer.rating
    speaker = rating.speaker or protocol.candidate
    text = said.get((rating.item, speaker))
    place = f"line {answer.line}"
    if text is None:
        what = f"{speaker} said nothing to {rating.item}: there is nothing to score."
        yield Problem(file, place, what, rating.question, "leave it out, or name who the answer is about as speaker")
        return
    excerpt = folded(answer.excerpt).strip(" \"'")
    if excerpt and excerpt not in text:
        what = f"The excerpt is not in the answer to {rating.item}."
        yield Problem(file, place, what, answer.excerpt[:80], "copy the words from the answer, letter by letter")
    if not excerpt and rating.value is True and rating.question in {event.name for event in events_of(protocol)}:
        what = f"{rating.question} at {rating.item} has no excerpt that shows it."
        yield Problem(file, place, what, "", "add excerpt: the words of the answer that show it")
