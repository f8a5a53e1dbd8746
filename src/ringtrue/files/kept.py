"""The program's own YAML files as they were last read, kept beside them in one `kept.jsonl` for each folder.

To read YAML with the line of every value takes some ten milliseconds a file, for files that do not change. What is kept
counts only while the file is the one it was read from; `make docs` writes it anew.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.yaml_files import read_yaml

KEPT = "kept.jsonl"
_ENDING = ".yaml"
_PAIRS = ""  # in the place of a table whose keys are numbers, which JSON would make texts


def kept(folder: Path, name: str) -> Any:
    """The data of `name`.yaml in the folder, None where that file is another one than was kept."""
    notes = folder / KEPT
    if not notes.is_file():
        return None
    digest = _digest((folder / f"{name}{_ENDING}").read_bytes())
    lines = notes.read_text(encoding="utf-8").split("\n")  # a text may hold other ends of lines
    return next((json.loads(line, object_hook=_unpacked)["data"] for line in lines if digest in line), None)


def keeping(folder: Path) -> str:
    """What to keep of a folder: its YAML files by name, a line for each."""
    paths = sorted(folder.glob(f"*{_ENDING}"))
    lines = ({"sha256": _digest(path.read_bytes()), "data": _packed(read_yaml(path).data)} for path in paths)
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _packed(inner) for key, inner in value.items()}
        return {_PAIRS: [[key, _packed(inner)] for key, inner in value.items()]}
    return [_packed(inner) for inner in value] if isinstance(value, list) else value


def _unpacked(table: dict[str, Any]) -> dict[Any, Any]:
    return dict(table[_PAIRS]) if _PAIRS in table else table
