"""A flag: what a reader should know about a file that was read all the same, and the lines it is about."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True, slots=True)
class Flag:
    """One remark on a file. `kind` is a short name for programs, `what` a sentence for people."""

    kind: str
    file: str
    what: str
    lines: tuple[int, ...] = ()

    def sentence(self) -> str:
        """The remark with its file and its lines."""
        return f"{self.file}: {self.what}" + (f" {in_words(self.lines)}." if self.lines else "")

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"kind": self.kind, "file": self.file, "what": self.what, "lines": list(self.lines)}


def in_words(lines: tuple[int, ...]) -> str:
    """Lines as people write them: "Lines 3-17, 20"."""
    ordered = sorted(set(lines))
    breaks = [0, *(place for place, (one, two) in enumerate(pairwise(ordered), 1) if two != one + 1), len(ordered)]
    runs = [ordered[start:end] for start, end in pairwise(breaks)]
    spans = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"Line{'s' if len(ordered) > 1 else ''} {', '.join(spans)}"
