"""The background that comes with the package."""

from functools import cache
from importlib.resources import as_file, files

from ringtrue.voice.background.background import Background
from ringtrue.voice.background.table import read_table


@cache
def shipped() -> Background:
    """Speakers of public debates and model-written answers, in English; made by tools/background.py."""
    with as_file(files("ringtrue.voice.background") / "writers.npz") as path:
        return Background(read_table(path))
