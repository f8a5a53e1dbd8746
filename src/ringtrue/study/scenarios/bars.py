"""Whether a run does: its change since the round before, and the bars set on the command line (fail under, on drop)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.study.backup import DATABASE
from ringtrue.study.comparison.comparison import Comparison, compare, failures, sentence
from ringtrue.study.comparison.page import write_page
from ringtrue.study.scenarios.run_page import AGGREGATE
from ringtrue.study.scenarios.run_record import RunNote, found_note
from ringtrue.study.study import Study
from ringtrue.terms.number import figure
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Result

PAGE = "changes.html"


@dataclass(frozen=True, slots=True)
class Bars:
    """Under which fidelity a run fails, and after a drop of more than how many points; None: no such bar."""

    under: float | None = None
    drop: float | None = None

    def refuse_without_round(self, folder: Path, after: Path | None) -> None:
        """BadInput where a drop is to be judged and there is no round before."""
        if self.drop is None or after is not None:
            return
        if (folder / DATABASE).is_file():
            with Study.open(folder).records() as records:
                note = found_note(records)
            if note is not None and note.earlier:
                return
        what = "A drop needs a round before to drop from."
        raise BadInput([Problem("command line", "--fail-on-drop", what, f"{self.drop:g}", "add --after FOLDER")])


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of it: the comparison with the round before, or why there is none, and why the run fails if it does."""

    found: Comparison | None
    without: str
    failures: tuple[str, ...]
    page: Path | None = None

    @property
    def change(self) -> str:
        """The change in one sentence, "" where there was no round before."""
        return sentence(self.found) if self.found else self.without

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {"change": self.found.as_dict() if self.found else None, "failures": list(self.failures)}


def judged(study: Study, result: Result, note: RunNote, bars: Bars) -> Judged:
    """A finished run held against the round before and the bars; the page of changes lies in its folder."""
    found, without = _compared(study, note)
    told = failures(found, fail_on_drop=bars.drop) if found else []
    if found is None and bars.drop is not None:
        told.append(f"Whether the fidelity dropped is not known. {without}")
    fidelity = result.estimates[AGGREGATE].value
    if bars.under is not None and (fidelity is None or fidelity < bars.under):
        told.append(
            f"The fidelity of {figure(fidelity, beside=bars.under)} is under {bars.under:g}, the bar that was set."
        )
    page = write_page(found, study.folder / PAGE) if found else None
    return Judged(found, without, tuple(told), page)


def _compared(study: Study, note: RunNote) -> tuple[Comparison | None, str]:
    if not note.earlier:
        return None, ""
    before = Path(note.earlier[-1]["folder"])
    try:
        return compare([before, study.folder]), ""
    except BadInput as refusal:
        first = refusal.problems[0]
        return None, f"The change since {before.name} cannot be told: {first.what}"
