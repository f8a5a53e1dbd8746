"""Gather every problem of an input, so that a user fixes a file once and not fault by fault."""

from collections.abc import Iterable, Iterator

from ringtrue.terms.problem import BadInput, Problem

WHOLE_FILE = "whole file"
MOST_PER_FILE = 100
LONGEST_VALUE = 200


class Problems:
    """Problems in the order they were found; of one file at most `most`, the rest are counted."""

    def __init__(self, problems: Iterable[Problem] = (), *, most: int = MOST_PER_FILE) -> None:
        """Begin with the given problems, usually none."""
        self._most = most
        self._kept: list[Problem] = []
        self._found: dict[str, int] = {}
        self.extend(problems)

    def add(self, problem: Problem) -> None:
        """Take one more; beyond the cap of its file it is counted and dropped."""
        found = self._found.get(problem.file, 0) + 1
        self._found[problem.file] = found
        if found <= self._most:
            self._kept.append(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take several."""
        for problem in problems:
            self.add(problem)

    def raise_if_any(self) -> None:
        """Refuse the input if anything was found."""
        if self._kept:
            raise BadInput(self)

    def __iter__(self) -> Iterator[Problem]:
        """The problems kept, then one line for each file that has more."""
        yield from self._kept
        for file, found in self._found.items():
            if found > self._most:
                yield Problem(
                    file,
                    WHOLE_FILE,
                    f"… and {found - self._most} more problems",
                    remedy="Fix those above first: many faults often have one cause.",
                )

    def __len__(self) -> int:
        """How many were found, those not kept among them."""
        return sum(self._found.values())


def refusal(file: str, what: str, *, place: str = WHOLE_FILE, value: str = "", remedy: str = "") -> BadInput:
    """The refusal for one single problem, ready to be raised."""
    return BadInput([Problem(file, place, what, excerpt(value), remedy)])


def excerpt(value: str) -> str:
    """The beginning of an offending text: a hundred problems must not hold a hundred long lines in memory."""
    return value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like a misspelt one, or None when nothing comes near."""
    from difflib import get_close_matches  # costs milliseconds and is wanted only when something is wrong

    folded = {candidate.casefold(): candidate for candidate in known}
    matches = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[matches[0]] if matches else None
