"""The answers of a study as ratings, people's words on causes of failure apart."""

from collections.abc import Collection, Iterator

from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.study.causes import is_word, words_in
from ringtrue.study.folder import StudyFolder
from ringtrue.study.unblinding_act import ratings_of
from ringtrue.terms import Protocol, Rating


def ratings_in(study: StudyFolder, words: dict[str, JudgmentRecord] | None = None) -> Iterator[Rating]:
    """Every standing answer; people's words on causes of failure are put into `words`, by item.

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
