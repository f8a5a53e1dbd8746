"""What is wrong with the settings of speakers in study.yaml: told before somebody is asked, and by `doctor`.

Opening a study, scoring it and reporting on it do without: an older study may have settings that nobody knows today.
"""

from collections.abc import Iterable
from pathlib import Path

from ringtrue.calls.known_settings import setting_faults
from ringtrue.files import read_yaml
from ringtrue.study.settings import FILE
from ringtrue.terms import Problem, Speaker


def setting_problems(folder: Path, group: str, speakers: Iterable[Speaker]) -> list[Problem]:
    """Every fault of these speakers, with its line; `group` is speakers or judges."""
    faults = [(speaker.name, fault) for speaker in speakers for fault in setting_faults(speaker.settings)]
    if not faults:
        return []
    document = read_yaml(folder / FILE)  # once more, for the lines
    return [
        document.problem((group, name, *fault.trail), fault.what, fault.value, fault.remedy) for name, fault in faults
    ]
