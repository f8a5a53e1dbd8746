"""The protocol a study keeps: its text after `extends`, beside study.yaml, so that a later version changes no study.

A study is scored by the protocol it was made with. Folders of earlier versions keep none; there the installed protocol
counts, if it is the one the study was made with or says that it gives the same numbers (`same_numbers`).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.loader import BUILT_IN, load, load_kept, write_whole
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

FILE = "protocol.yaml"


def keep_protocol(folder: Path, named: str | Path) -> str:
    """Write the protocol into a new study's folder; returns what study.yaml calls it."""
    write_whole(named, folder / FILE)
    return str(named) if named in BUILT_IN else FILE


def protocol_of(folder: Path, named: str, *, current: bool = False) -> Protocol:
    """The protocol of a study: the kept one or, if `current`, what its name in study.yaml stands for now.

    Where study.yaml names another built-in one than was kept, it is that one, and will not be scored by.
    """
    beside = folder / named
    if not current and (folder / FILE).is_file():
        kept = load_kept(folder / FILE)
        if named not in BUILT_IN or kept.name == named:
            return kept
    return load(beside if beside.is_file() else named)


def kept_wording(folder: Path) -> Any:
    """How reports speak of the study, as its kept protocol has it; None where it keeps none."""
    return read_yaml(folder / FILE).data.get("wording") if (folder / FILE).is_file() else None


def is_protocol_of(study: Mapping[str, str], protocol: Protocol) -> bool:
    """Whether a protocol is the one recorded for a study, or gives the same numbers."""
    return study["hash"] in (protocol.hash, *protocol.same_numbers)


def about_protocol(protocol: Protocol) -> tuple[str, ...]:
    """A note where a protocol has the name of a built-in one and other rules: an earlier version, or an edited copy."""
    installed = load(protocol.name) if protocol.name in BUILT_IN else protocol
    if installed.hash == protocol.hash:
        return ()
    note = (
        f"The protocol is called {protocol.name} {protocol.version} (hash {protocol.hash[:12]}); the built-in one is "
        f"{installed.version} (hash {installed.hash[:12]}). This is another version of it or an edited copy, and the "
        "verdict is not the built-in one's."
    )
    return (note,)


def refuse_other_protocol(folder: Path, records: StudyStore, protocol: Protocol) -> None:
    """Refuse to score a study by another protocol than it was made with."""
    made_with = records.record().protocol
    if is_protocol_of(made_with, protocol):
        return
    what = (
        f"The study was made with {made_with['name']} {made_with['version']} (hash {made_with['hash'][:12]}), and the "
        f"protocol here is {protocol.name} {protocol.version} (hash {protocol.hash[:12]})."
    )
    remedy = f"put the earlier file back as {FILE}, or score by this one, beside: ringtrue score DIR --protocol current"
    raise BadInput([Problem(str(folder), "protocol", what, remedy=remedy)])
