"""A problem: what is wrong with an input, where, and what to do about it; and the refusal that carries all of them."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of an input.

    `file` is the file as the user named it, `place` where in it ("line 12", "line 4, column rater"), `what` the fault
    in one short sentence, `value` the offending text (shortened when printed), `remedy` what to do.
    """

    file: str
    place: str
    what: str
    value: str = ""
    remedy: str = ""

    def as_dict(self) -> dict[str, str]:
        """The fields by name, ready for JSON."""
        return asdict(self)


class BadInput(Exception):
    """An input refused as a whole, with every problem found in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems in the order they were found; a refusal without one would be a bug."""
        self.problems = tuple(problems)
        if not self.problems:
            raise ValueError("a refusal needs at least one problem")
        first = self.problems[0]
        more = f" (and {len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
        super().__init__(f"{first.file}: {first.place}: {first.what}{more}")

    def __reduce__(self) -> tuple[type["BadInput"], tuple[tuple[Problem, ...]]]:
        """Pickle with the problems, so that a refusal can cross processes."""
        return type(self), (self.problems,)


@contextmanager
def gathering(problems: list[Problem]) -> Iterator[None]:
    """Add the problems of a refusal to the list and go on, so that those of the next step are told with them."""
    try:
        yield
    except BadInput as refusal:
        problems.extend(refusal.problems)
