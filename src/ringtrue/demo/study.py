"""A study of the demo's own making: its folder appears whole, and every later act is done once."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ringtrue.blind.leak_check import LeakRule
from ringtrue.demo.layout import PERSON, SIMULATED, DemoFolder
from ringtrue.demo.simulated_raters import rate, rater_names
from ringtrue.files.json_file import write_jsonl
from ringtrue.study.folder import made_whole
from ringtrue.study.settings import FILE
from ringtrue.study.study import Study
from ringtrue.terms.call import Interrupted, Stop
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Result

WHO = "demo"


def made(
    place: DemoFolder,
    folder: Path,
    protocol: str,
    items: Sequence[Mapping[str, Any]],
    speakers: Mapping[str, Any],
    note: str = SIMULATED,
    **more: str,
) -> Study:
    """The study of this folder; where there is none it is made beside its place and moved there.

    `more` are further keys of study.yaml.
    """
    if (folder / FILE).is_file():
        return Study.open(folder, who=WHO)
    subject = {"name": PERSON, "about": "bell founder", "folder": os.path.relpath(place.texts, folder)}
    settings = {"subject": subject, "speakers": dict(speakers), "note": note, **more}
    with made_whole(folder) as scratch:
        write_jsonl(scratch / "items.jsonl", items)
        study = Study.create(scratch, protocol=protocol, subject=place.texts, who=WHO, settings=settings)
    return Study(folder, study.settings, WHO)


def recorded(folder: Path, file: Path, speaker: str) -> dict[str, str]:
    """A speaker whose answers were recorded, its file named as seen from the study."""
    return {"kind": "recorded", "file": os.path.relpath(file, folder), "speaker": speaker}


def go_on(stop: Stop | None, folder: Path) -> None:
    """Go on unless calls were stopped: a study with half of its answers must not be scored."""
    if isinstance(stop, Interrupted):
        raise KeyboardInterrupt from stop
    if stop is not None:
        raise BadInput([Problem(str(folder), "answers", stop.what, remedy=stop.remedy)])


def finished(folder: Path) -> Result | None:
    """The result of a study that has its report, None where there is something left to do."""
    if not any((folder / "reports").glob("*.html")):
        return None
    latest = Study.open(folder, who=WHO).latest()
    return None if latest is None else latest.result


def rated(study: Study, raters: int, who: Mapping[str, str], waive: Sequence[LeakRule] = ()) -> Result:
    """The result with simulated raters: dealt, filled, imported, opened, scored and reported, each once; see `rate`."""
    rate(study, rater_names(raters), who, waive)
    return scored(study)


def scored(study: Study) -> Result:
    """The latest result with its report, scored where there is none yet."""
    if study.latest() is None:
        study.score()
    study.report()
    latest = study.latest()
    assert latest is not None  # noqa: S101 - it was scored above
    return latest.result
