"""A study of the demo's own making: its folder appears whole, and every later act is done once."""

import os
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from ringtrue.calls import Interrupted, Stop
from ringtrue.files import write_text, write_yaml
from ringtrue.study.demo_layout import PERSON, SIMULATED, Place
from ringtrue.study.settings import FILE
from ringtrue.study.starter import ITEM_FILES
from ringtrue.study.study import Study
from ringtrue.terms import BadInput, Problem, Result

WHO = "demo"


def made(
    place: Place, folder: Path, protocol: str, items: str, speakers: Mapping[str, Any], note: str = SIMULATED
) -> Study:
    """The study of this folder; where there is none it is made beside its place and moved there."""
    if not (folder / FILE).is_file():
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            write_text(scratch / ITEM_FILES[0], items)
            Study.create(scratch, protocol=protocol, subject=place.texts, who=WHO)
            subject = {"name": PERSON, "folder": os.path.relpath(place.texts, folder)}
            write_yaml(
                scratch / FILE, {"protocol": protocol, "subject": subject, "speakers": dict(speakers), "note": note}
            )
            scratch.chmod(0o755)
            scratch.replace(folder)
        except BaseException:
            rmtree(scratch, ignore_errors=True)
            raise
    return Study.open(folder, who=WHO)


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
    if not any((folder / "reports").glob("*.md")):
        return None
    latest = Study.open(folder, who=WHO).latest()
    return None if latest is None else latest.result


def rated(study: Study, ratings: Path) -> Result:
    """The result with these ratings, which are taken in, scored and reported once."""
    with study.records() as records:
        taken_in = next(iter(records.judgments()), None) is not None
    if not taken_in:
        study.take_in([ratings])
    return scored(study)


def scored(study: Study) -> Result:
    """The latest result with its report, scored where there is none yet."""
    if study.latest() is None:
        study.score()
    study.report()
    latest = study.latest()
    assert latest is not None  # noqa: S101 - it was scored above
    return latest.result
