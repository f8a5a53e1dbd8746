"""One habit counted on both sides and compared, against the spread between passages."""

from collections.abc import Sequence

import numpy as np

from ringtrue.voice.explain.corpus import OWN, REPLIES, Floats, Ints
from ringtrue.voice.explain.log_odds import Counts, background, evidence, inflation, smoothed_ratio
from ringtrue.voice.habits import Habit, Reading


class Tallied:
    """One habit's amounts and bases over passages, or over whole documents where only those show it."""

    def __init__(self, habit: Habit, pieces: Sequence[Reading], side: Ints, cluster: Ints) -> None:
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
