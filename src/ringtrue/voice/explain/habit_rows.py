"""Habits the replies have more or less of, against the spread between the person's own passages."""

from statistics import median

import numpy as np

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus
from ringtrue.voice.explain.discoveries import FALSE_DISCOVERIES, false_discovery
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.tallied import Tallied, compared
from ringtrue.voice.explain.usage import Refusal
from ringtrue.voice.habits import HABITS, Habit, Language, unknown

_FEWEST = 4  # occurrences of a counted habit on both sides together
_LEAST_DISTANCE = 0.35  # in spreads between passages; what differs less is nothing to act upon
_LEAST_RATIO = 1.1  # of lengths, for the same reason; the length of words varies so little that it has its own
_LEAST_RATIO_OF_WORDS = 1.03
_LONGEST_REPLY = 600  # words; longer texts are articles or talks, whose length says nothing about replies
_UNMARKED = 60  # words in an average sentence


def habit_findings(corpus: Corpus, language: Language | None) -> tuple[list[Finding], list[Refusal], int]:
    """Habits that differ, habits that cannot be compared, and how many were compared."""
    refused = _refusals(corpus, language)
    barred = {refusal.what for refusal in refused}
    tallied = [_tallied(corpus, habit) for habit in HABITS if habit.title not in barred]
    tallied = [one for one in tallied if _enough(one)]
    results = [compared(one) for one in tallied]
    shares = false_discovery(np.array([z for _, z in results]))
    found = [
        _finding(one, ratio, z, float(share))
        for one, (ratio, z), share in zip(tallied, results, shares, strict=True)
        if share <= FALSE_DISCOVERIES and _matters(one, ratio)
    ]
    return found, refused, len(tallied)


def _matters(tallied: Tallied, ratio: float) -> bool:
    least = _LEAST_RATIO_OF_WORDS if tallied.habit.name == "word_length" else _LEAST_RATIO
    return max(ratio, 1 / ratio) >= least and tallied.distance() >= _LEAST_DISTANCE


def _tallied(corpus: Corpus, habit: Habit) -> Tallied:
    if not habit.whole:
        return Tallied(habit, corpus.passages, corpus.side, corpus.cluster)
    first = np.unique(corpus.document, return_index=True)[1]
    texts = [document.read for document in corpus.documents]
    return Tallied(habit, texts, corpus.side[first], np.arange(len(texts)))


def _enough(tallied: Tallied) -> bool:
    sums = [tallied.sums(side) for side in (OWN, REPLIES)]
    some = sum(amount for amount, _ in sums) >= _FEWEST
    return some and all(base > 0 for _, base in sums)


def _finding(tallied: Tallied, ratio: float, z: float, share: float) -> Finding:
    habit = tallied.habit
    own, replies, others = (habit.plain(tallied.sums(side)) for side in (OWN, REPLIES, OTHERS))
    return Finding(habit.family, (), habit.unit, own or 0.0, replies or 0.0, others, ratio, z, share, 0.0, habit=habit)


def _refusals(corpus: Corpus, language: Language | None) -> list[Refusal]:
    titles = {habit.name: habit.title for habit in HABITS}
    reason = "no word list for this language; English and Portuguese have one"
    refused = [Refusal(titles[name], reason) for name in unknown(language)]
    if corpus.bare:
        missing = "one side is written without apostrophes"  # we're cannot be told from were
        refused.extend(Refusal(titles[name], missing) for name in ("contractions", "first_person_plural"))
    if unmarked(corpus):
        marks = [habit.title for habit in HABITS if habit.family in ("rhythm", "punctuation", "opener")]
        refused.extend(Refusal(title, "one side has hardly any sentence marks") for title in marks)
    sides = [_lengths(corpus, side) for side in (OWN, REPLIES)]
    if max(middle for middle, _ in sides) > _LONGEST_REPLY:
        refused.append(Refusal(titles["text_length"], "the texts are whole documents, not replies"))
    if any(flat for _, flat in sides):
        refused.append(Refusal(titles["paragraph_length"], "the texts of one side have no paragraph breaks"))
    return refused


def unmarked(corpus: Corpus) -> bool:
    """Whether a side is written without sentence marks, as raw transcripts are."""
    sentences = np.array([len(piece.sentences) for piece in corpus.passages])
    totals = [(corpus.total(corpus.sizes, side), corpus.total(sentences, side)) for side in (OWN, REPLIES)]
    return any(words > _UNMARKED * marks for words, marks in totals)


def _lengths(corpus: Corpus, side: int) -> tuple[float, bool]:
    """The typical length of a side's texts, and whether none of them has a second paragraph."""
    here = np.unique(corpus.document[corpus.side == side]).tolist()
    texts = [corpus.documents[number].read for number in here]
    return median([len(read.words) for read in texts] or [0]), all(len(read.paragraphs) < 2 for read in texts)
