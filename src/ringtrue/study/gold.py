"""The gold text of a study: a sample of the true voice, named by `gold:` in study.yaml."""

from collections.abc import Iterable
from pathlib import Path

from ringtrue.files import read_text
from ringtrue.study.settings import Settings
from ringtrue.terms import Item, Protocol


def gold_text(folder: Path, settings: Settings) -> str:
    """The sample, empty where the study names none; a file beside study.yaml comes before one in the working folder."""
    named = settings.data.get("gold")
    if not named:
        return ""
    beside = folder / str(named)
    return read_text(beside if beside.is_file() else Path(str(named))).strip()


def without_sample(protocol: Protocol, items: Iterable[Item], gold: str) -> str:
    """What to know where questions ask about a sample that a model judge does not get; "" where all have one.

    People are told to read it first; a card for a model has no other place for it. An item may bring its own.
    """
    if gold.strip():
        return ""
    asked = [item for item in items if item.status == "accepted" and protocol.kinds[item.kind].gold]
    bare = sum(not str(item.fields.get("gold") or "").strip() for item in asked)
    if not bare:
        return ""
    return (
        f"{bare} of {len(asked)} items have no sample of the true voice, and the questions ask about one: what a model "
        "says about them is a guess. Add gold: FILE to study.yaml."
    )
