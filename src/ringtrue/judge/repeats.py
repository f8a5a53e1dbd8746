"""What earlier rows of a file said, so that a row can be held against them."""

from ringtrue.files.collector import excerpt
from ringtrue.judge.row import Row
from ringtrue.judge.sources import Source
from ringtrue.terms import JudgeKind

_SUBJECTS = 1 << 40  # more than any file has; a rater and what was asked make one number, so that millions fit


class Repeats:
    """Remembers who answered what, as what kind of judge, and how long each checklist is."""

    def __init__(self, source: Source) -> None:
        """Nothing was said yet."""
        self._source = source
        self._raters: dict[str, int] = {}
        self._judges: dict[str, tuple[JudgeKind, int]] = {}
        self._subjects: dict[tuple[str, str, str], int] = {}
        self._answered: dict[int, int] = {}
        self._lengths: dict[tuple[str, str], tuple[int, int]] = {}

    def check_judge(self, row: Row, rater: str, judge: JudgeKind) -> None:
        """A rater is one kind of judge throughout: people are counted."""
        kind, mark = self._judges.setdefault(rater, (judge, row.mark))
        if kind != judge:
            what = f"{excerpt(rater)} is a {judge} here and a {kind} on {self._source.where(mark)}."
            row.fault("rater", what, "Give each judge a name of its own.")

    def check_once(self, row: Row, rater: str, item: str, question: str, speaker: str) -> None:
        """A rater answers a question about one speaker's response to an item once."""
        subject = self._subjects.setdefault((item, question, speaker), len(self._subjects))
        code = self._raters.setdefault(rater, len(self._raters))
        first = self._answered.setdefault(code * _SUBJECTS + subject, row.mark)
        if first != row.mark:
            what = f"{excerpt(rater)} answered {question} about {item} already on {self._source.where(first)}."
            row.fault("rater", what, "Keep one of the two.")

    def check_length(self, row: Row, item: str, question: str, length: int) -> None:
        """Where an item lists nothing to tick, all raters ticked equally many things."""
        expected, mark = self._lengths.setdefault((item, question), (length, row.mark))
        if expected != length:
            what = f"{question}: {length} answers here, {expected} on {self._source.where(mark)}."
            row.fault("value", what, "Give one for each thing listed, the same number everywhere.")
