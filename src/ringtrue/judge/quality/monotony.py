"""Straight-lining: the same answer again and again, and how likely such a row is by chance."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ringtrue.judge.quality.seen import Seen
from ringtrue.terms import Answer

# Lists to tick and free words have no single value that could repeat.
_REPEATABLE = frozenset(("pick", "bipolar", "steps", "anchored", "flag"))
FEWEST = 5  # answers to one question before a row of them says anything


@dataclass(frozen=True, slots=True)
class Monotony:
    """The most striking row of one rater: the question, how often the same answer came in a row, of how many answers.

    `chance` is the probability of so long a row or a longer one if every answer were drawn as the whole panel answers.
    """

    question: str
    answer: Answer
    row: int
    of: int
    chance: float


def pooled_shares(answers: Iterable[Seen]) -> dict[str, dict[Answer, float]]:
    """How the whole panel answers each question: the share of every value."""
    counts: dict[str, Counter[Answer]] = {}
    for answer in answers:
        if answer.scale in _REPEATABLE and answer.given is not None and answer.role != "attention":
            counts.setdefault(answer.question, Counter())[answer.given] += 1
    return {
        question: {value: count / values.total() for value, count in values.items()}
        for question, values in counts.items()
    }


def monotony(answers: Sequence[Seen], shares: Mapping[str, Mapping[Answer, float]]) -> Monotony | None:
    """The least likely row among a rater's questions; None where no question has enough answers."""
    found = []
    for question, shown in shares.items():
        given = [one.given for one in answers if one.question == question and one.role != "attention"]
        values = [value for value in given if value is not None]
        if len(values) >= FEWEST:
            value, row = max(((value, len(list(same))) for value, same in groupby(values)), key=lambda pair: pair[1])
            found.append(
                Monotony(question, value, row, len(values), chance_of_row(list(shown.values()), len(values), row))
            )
    return min(found, key=lambda one: one.chance, default=None)


def chance_of_row(shares: Sequence[float], draws: int, row: int) -> float:
    """The probability that `draws` independent draws from these shares hold the same value `row` times running.

    Follows, draw by draw, the probability of having had no such row yet, split by the value drawn last and by how many
    times running it has come.
    """
    if row > draws:
        return 0.0
    if row <= 1:
        return 1.0
    # running[v][r]: no row so far, value v came r + 1 times running
    running = [[share] + [0.0] * (row - 2) for share in shares]
    for _ in range(draws - 1):
        totals = [sum(line) for line in running]
        every = sum(totals)
        running = [
            [share * (every - total)] + [share * before for before in line[:-1]]
            for share, line, total in zip(shares, running, totals, strict=True)
        ]
    return min(1.0, max(0.0, 1.0 - sum(map(sum, running))))
