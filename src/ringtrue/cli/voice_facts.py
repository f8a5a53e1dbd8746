"""Documented facts about the person, from a list in a text file or from DNA entries in YAML or JSON."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.terms import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.voice.content import Fact

_TABLES = {".yaml", ".yml", ".json"}


def read_facts(path: str) -> tuple["Fact", ...]:
    """The facts of a file: one for each entry of a list in .txt or .md, or of the lists in .yaml and .json."""
    from ringtrue.files import read_json, read_text, read_yaml
    from ringtrue.voice.content import facts_from_dna, facts_from_list

    suffix = Path(path).suffix.lower()
    if suffix in _TABLES:
        data = (read_json if suffix == ".json" else read_yaml)(path).data
        facts = facts_from_dna(_entries(data), path)
    else:
        facts = facts_from_list(read_text(path), path)
    if not facts:
        remedy = "Write one fact on each line, behind a dash."
        raise BadInput([Problem(path, "--facts", "There is no fact in this file.", remedy=remedy)])
    return facts


def _entries(data: Any) -> list[Mapping[str, Any]]:
    """Every table in a list, or in the lists of a table; plain sentences are facts without an id."""
    lists = [data] if isinstance(data, list) else list(data.values()) if isinstance(data, Mapping) else []
    found = [entry for one in lists if isinstance(one, list) for entry in one]
    return [entry if isinstance(entry, Mapping) else {"text": str(entry)} for entry in found]
