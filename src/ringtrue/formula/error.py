"""What a formula is refused with: the fault in plain words, where it stands, and what to do about it."""

from collections.abc import Iterable
from difflib import get_close_matches


class FormulaError(ValueError):
    """A formula that cannot be read, or cannot be worked out on the values given.

    `what` is the fault, `column` where it stands (counted from 1; None when it shows only in the values), `remedy`
    what to do.
    """

    def __init__(self, what: str, *, column: int | None = None, remedy: str = "") -> None:
        """Keep the three apart for whoever prints them, and join them for whoever does not."""
        self.what, self.column, self.remedy = what, column, remedy
        place = "" if column is None else f" (column {column})"
        super().__init__(f"{what}{place}{'; ' if remedy else ''}{remedy}")


def known_words(kind: str, word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: the nearest known one, if any is near, and all of them."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=0.6)
    suggestion = f"did you mean '{near[0]}'? " if near else ""
    return f"{suggestion}known {kind}: {', '.join(words) if words else 'none'}"
