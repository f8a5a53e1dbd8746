"""The composite over several sheets of one scope: each result with the weight its protocol gives it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Any

from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.study.backup import DATABASE
from ringtrue.study.folder import StudyFolder
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """One sheet's result."""

    folder: str
    sheet: str
    version: str
    share: float
    scope: str
    score: Estimate
    label: str


@dataclass(frozen=True, slots=True)
class Composite:
    """The number and what it was made of."""

    scope: str
    parts: tuple[Part, ...]
    total: Estimate

    def as_dict(self) -> dict[str, Any]:
        """One JSON document."""
        parts = [
            {
                "sheet": one.sheet,
                "version": one.version,
                "share": one.share,
                "score": one.score.as_dict(),
                "verdict": one.label,
                "folder": one.folder,
            }
            for one in self.parts
        ]
        return {"scope": self.scope, "composite": self.total.as_dict(), "parts": parts}


def composite_of(folders: Sequence[Path]) -> Composite:
    """The composite of the newest results in these folders; BadInput where they cannot stand together."""
    problems: list[Problem] = []
    parts = [part for folder in folders if (part := _part(folder, problems)) is not None]
    for place, one in enumerate(parts):
        twin = next((other for other in parts[:place] if other.sheet == one.sheet), None)
        if twin is not None:
            what = f"{twin.folder} is of the same sheet ({one.sheet} {twin.version}, and here {one.version})."
            problems.append(Problem(one.folder, "sheet", what, one.sheet, "name one of them; versions are not pooled"))
        if one.scope != parts[0].scope:
            what = f"{parts[0].folder} has scope {parts[0].scope}, this one {one.scope}: scopes are not pooled."
            problems.append(Problem(one.folder, "scope", what, one.scope, "combine results of one scope"))
    if problems:
        raise BadInput(problems)
    return Composite(parts[0].scope, tuple(parts), _total(parts))


def _part(folder: Path, problems: list[Problem]) -> Part | None:
    try:
        study = StudyFolder.open(folder)
        refuse_altered(study, result=True)
    except BadInput as refusal:
        problems += refusal.problems
        return None
    protocol, latest = study.settings.scored, study.latest()
    if protocol.sheet is None or protocol.sheet.share is None or protocol.bands is None:
        what = f"{protocol.name} has no weight in a composite of sheets."
        problems.append(Problem(str(folder), "protocol", what, protocol.name, "name studies of sheets"))
        return None
    if latest is None:
        remedy = f"ringtrue score {folder}"
        problems.append(Problem(str(folder), DATABASE, "There is no result yet.", remedy=remedy))
        return None
    result = latest.result
    score = result.estimates[protocol.bands.of[0]]
    scope = result.scope or study.settings.scope or ""
    share = protocol.sheet.share
    return Part(str(folder), protocol.name, protocol.version, share, scope, score, result.verdict.label)


def _total(parts: Sequence[Part]) -> Estimate:
    """The weighted sum; its bounds from the half-widths of independent studies, where all have some."""
    built_in = {name: sheet.share for name in BUILT_IN if (sheet := load(name).sheet) and sheet.share}
    missing = [name for name in built_in if name not in {one.sheet for one in parts}]
    if missing:
        return Estimate.absent(f"no result of {', '.join(missing)}", n=len(parts))
    empty = [one.sheet for one in parts if one.score.value is None]
    if empty:
        return Estimate.absent(f"no score of {', '.join(empty)}", n=len(parts))
    value = sum(one.share * (one.score.value or 0.0) for one in parts)
    method = f"weighted mean of {len(parts)} sheets of one scope"
    whole = Estimate(value, n=len(parts), method=method, kind="literal")
    if any(one.score.low is None or one.score.high is None for one in parts):
        return replace(whole, reason="a sheet has one session and no interval")
    below = sqrt(sum((one.share * ((one.score.value or 0.0) - (one.score.low or 0.0))) ** 2 for one in parts))
    above = sqrt(sum((one.share * ((one.score.high or 0.0) - (one.score.value or 0.0))) ** 2 for one in parts))
    level = min(one.score.level for one in parts)
    return replace(whole, low=max(0.0, value - below), high=min(1.0, value + above), level=level)
