"""Compare habits of writing between the person and the replies."""

from collections.abc import Sequence
from statistics import median

import numpy as np

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Floats, Ints
from ringtrue.voice.explain.keyness import (
    FALSE_DISCOVERIES,
    Counts,
    background,
    evidence,
    false_discovery,
    inflation,
    smoothed_ratio,
)
from ringtrue.voice.explain.usage import Refusal, UsageFinding
from ringtrue.voice.habits.habit import Habit
from ringtrue.voice.habits.parsed_text import Language, ParsedText
from ringtrue.voice.habits.profile import HABITS, unknown

# One habit counted on both sides and compared, against the spread between passages.


class Tallied:
    """One habit's amounts and bases over passages, or over whole documents where only those show it."""

    def __init__(self, habit: Habit, pieces: Sequence[ParsedText], side: Ints, cluster: Ints) -> None:
        """`side` and `cluster` say for each piece where it belongs."""
        tallies = [habit.tally(piece) or (0.0, 0.0) for piece in pieces]
        self.habit = habit
        self.amount, self.base = np.array(tallies, dtype=np.float64).reshape(-1, 2).T
        self.side, self.cluster = side, cluster

    def sums(self, side: int) -> tuple[float, float]:
        """Amount and base of a side."""
        here = self.side == side
        return float(self.amount[here].sum()), float(self.base[here].sum())

    def squares(self, side: int) -> tuple[float, int]:
        """The sum of (amount - expected)² over a side's documents, and their number."""
        here = self.side == side
        amount, base = self.sums(side)
        apart = self.amount[here] - amount / max(base, 1e-9) * self.base[here]
        of_cluster = np.bincount(self.cluster[here], apart)
        return float((of_cluster**2).sum()), int(np.unique(self.cluster[here]).size)

    def values(self, side: int) -> Floats:
        """Each piece's value on the habit's even scale, prior mixed in."""
        here = (self.side == side) & (self.base > 0)
        pairs = zip(self.amount[here].tolist(), self.base[here].tolist(), strict=True)
        return np.array([self.habit.even(self.habit.value(pair)) for pair in pairs])

    def distance(self) -> float:
        """How many spreads between passages the sides are apart."""
        own, replies = self.values(OWN), self.values(REPLIES)
        if not own.size or not replies.size:
            return 0.0
        spread = float(np.sqrt((own.var() + replies.var()) / 2))
        return abs(float(replies.mean() - own.mean())) / max(spread, 1e-6)


def compared(tallied: Tallied) -> tuple[float, float]:
    """Ratio of the replies' value to the person's, and how sure the difference is as a z-score."""
    return _compared_counts(tallied) if tallied.habit.scale == "count" else _compared_lengths(tallied)


def _compared_counts(tallied: Tallied) -> tuple[float, float]:
    """Ratio and z-score of a habit that is counted, by log-odds with the spread between texts."""
    sides = []
    for side in (OWN, REPLIES):
        amount, base = tallied.sums(side)
        squares, clusters = tallied.squares(side)
        counts = np.array([amount])
        total = max(base, 2 * amount)  # marks without words between them can outnumber the words
        sides.append(Counts(counts, total, inflation(np.array([squares]), counts, clusters)))
    own, replies = sides
    ratio = smoothed_ratio(own, replies, background(own, replies))
    return float(ratio[0]), float(evidence(own, replies)[0])


def _compared_lengths(tallied: Tallied) -> tuple[float, float]:
    """Ratio and z-score of a length: the log ratio of means over its error, by linearisation over documents."""
    logs, variance = [], 0.0
    for side in (OWN, REPLIES):
        amount, base = tallied.sums(side)
        squares, clusters = tallied.squares(side)
        if amount <= 0 or base <= 0 or clusters < 2:
            return 1.0, 0.0
        logs.append(np.log(amount / base))
        variance += squares * clusters / (clusters - 1) / amount**2
    apart = float(logs[1] - logs[0])
    # A thousandth of a length is below what anybody could hear; it keeps identical texts from looking certain.
    return float(np.exp(apart)), apart / float(np.sqrt(variance + 1e-6))


# Habits the replies have more or less of, against the spread between the person's own passages.


_FEWEST = 4  # occurrences of a counted habit on both sides together
_LEAST_DISTANCE = 0.35  # in spreads between passages; what differs less is not worth acting on
_LEAST_RATIO = 1.1  # of lengths, for the same reason; the length of words varies so little that it has its own
_LEAST_RATIO_OF_WORDS = 1.03
_LONGEST_REPLY = 600  # words; longer texts are articles or talks, whose length says nothing about replies
_UNMARKED = 60  # words in an average sentence


def habit_findings(corpus: Corpus, language: Language | None) -> tuple[list[UsageFinding], list[Refusal], int]:
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


def _finding(tallied: Tallied, ratio: float, z: float, share: float) -> UsageFinding:
    habit = tallied.habit
    own, replies, others = (habit.plain(tallied.sums(side)) for side in (OWN, REPLIES, OTHERS))
    return UsageFinding(
        habit.family, (), habit.unit, own or 0.0, replies or 0.0, others, ratio, z, share, 0.0, habit=habit
    )


def _refusals(corpus: Corpus, language: Language | None) -> list[Refusal]:
    titles = {habit.name: habit.title for habit in HABITS}
    reason = "no word list for this language; English and Portuguese have one"
    refused = [Refusal(titles[name], reason) for name in unknown(language)]
    if corpus.bare:
        missing = "one side is written without apostrophes"  # we're looks like were
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
