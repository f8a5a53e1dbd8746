"""New studies, copied from one that was made once: reading a protocol takes longer than most tests."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from ringtrue.study.settings import Settings
from ringtrue.study.study import Study


@cache
def _template(protocol: str) -> tuple[Path, Settings]:
    scratch = tempfile.mkdtemp(prefix="ringtrue-template-")
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    study = Study.create(Path(scratch) / "s", protocol=protocol, who="tester")
    (study.folder / "items.yaml").unlink()
    return study.folder, study.settings


def fresh(folder: Path, protocol: str) -> Study:
    """A new study without items, by "tester", whose subject is called s."""
    made, settings = _template(protocol)
    shutil.copytree(made, folder)
    return Study(folder, settings, "tester")
