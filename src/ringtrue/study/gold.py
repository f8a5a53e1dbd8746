"""The gold text of a study: a sample of the true voice, named by `gold:` in study.yaml."""

from pathlib import Path

from ringtrue.files import read_text
from ringtrue.study.settings import Settings


def gold_text(folder: Path, settings: Settings) -> str:
    """The sample, empty where the study names none; a file beside study.yaml comes before one in the working folder."""
    named = settings.data.get("gold")
    if not named:
        return ""
    beside = folder / str(named)
    return read_text(beside if beside.is_file() else Path(str(named))).strip()
