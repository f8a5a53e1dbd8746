"""The study of pairs that the tests work out by hand: 5 pairs x 3 raters.

The table of the study, as (voice toward the compressed speaker, vibe, logic):

        pair    A          B          C          model index
        TECH    +2  3 3    +1  3 3     0  3 3    .92
        ANAL    +1  3 3     0  3 3    +2  3 3    .90
        PHIL     0  3 3    -1  3 3    +1  3 3    .86
        SELF    +1  2 3     0  2 3    +2  2 3    .84
        NARR    -1  3 2    -2  3 2     0  3 2    .80

Document 001 gives each rating ((voice+2)/4 + (vibe-1)/2 + (logic-1)/2)/3 = s/12 with s = voice + 2 vibe + 2 logic - 2;
document 004 gives (voice + vibe + logic)/9 = t/9. So the same answers are

        s    A   B   C  mean        t    A   B   C  mean       voice   A   B   C  mean
        TECH 12  11  10  11         TECH 8   7   6   7         TECH    2   1   0   1
        ANAL 11  10  12  11         ANAL 7   6   8   7         ANAL    1   0   2   1
        PHIL 10   9  11  10         PHIL 6   5   7   6         PHIL    0  -1   1   0
        SELF  9   8  10   9         SELF 6   5   7   6         SELF    1   0   2   1
        NARR  7   6   8   7         NARR 4   3   5   4         NARR   -1  -2   0  -1
        mean 9.8 8.8 10.2 9.6            6.2 5.2 6.6 6                 .6 -.4 1.0 .4

Sums of squares, e.g. for s: items 3 (1.4² + 1.4² + .4² + .6² + 2.6²) = 33.6; raters 5 (.2² + .8² + .6²) = 5.2; total
1426 - 15 x 9.6² = 43.6; what is left is 4.8. Divided by 4, 2 and 8 degrees of freedom the mean squares are

                 items B   raters J   residual E
        s        8.4       2.6        .6
        t        4.5       2.6        .6
        voice    2.4       2.6        .6
"""

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Check, Estimate, Result
from small_studies import PairAnswers, pair_ratings, pairs

DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
MODEL = (0.92, 0.90, 0.86, 0.84, 0.80)
ANCHORED = (0.84, 0.80, 0.72, 0.68, 0.60)  # (model - .50) / (1.00 - .50): floor .50, ceiling 1
ANSWERS: PairAnswers = (
    ((2, 3, 3), (1, 3, 3), (0, 3, 3)),
    ((1, 3, 3), (0, 3, 3), (2, 3, 3)),
    ((0, 3, 3), (-1, 3, 3), (1, 3, 3)),
    ((1, 2, 3), (0, 2, 3), (2, 2, 3)),
    ((-1, 3, 2), (-2, 3, 2), (0, 3, 2)),
)
S = ((12, 11, 10), (11, 10, 12), (10, 9, 11), (9, 8, 10), (7, 6, 8))
MEANS = (11, 11, 10, 9, 7)  # of s, by pair
CLONE = (0, 3, 3)  # cannot be told from the full speaker, and carries everything
PROTOCOL = load("pairs")


def study(items: list[Item], ratings: list[Rating]) -> Result:
    """The result of any pairs and ratings."""
    return score(PROTOCOL, items, ratings, replicates=2000)


def of_answers(answers: PairAnswers) -> Result:
    """The result of other answers to the same pairs."""
    return study(pairs(DOMAINS[: len(answers)], MODEL), pair_ratings(answers))


def check(result: Result, name: str) -> Check:
    """The answer to one criterion."""
    return next(check for check in result.checks if check.name == name)


def interval(estimate: Estimate) -> tuple[float | None, float | None]:
    """Both bounds."""
    return estimate.low, estimate.high
