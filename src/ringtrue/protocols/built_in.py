"""The built-in protocols as they were last read and checked, kept beside their files in `built_in.jsonl`.

Reading YAML line by line and trying every formula out takes a tenth of a second and NumPy, for files that tests have
found clean. What is kept counts only while the file is the one it was read from; `make docs` writes it anew.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from typing import Any

_FOLDER = files("ringtrue.protocols")
_PAIRS = ""  # in the place of a table whose keys are numbers, which JSON would make texts
KEPT = "built_in.jsonl"


def kept(name: str) -> Any:
    """The data of a built-in protocol's file, None where that file is another one now."""
    lines = (_FOLDER / KEPT).read_text(encoding="utf-8").splitlines()
    digest = _digest(name)
    return next((json.loads(line, object_hook=_unpacked)["data"] for line in lines if digest in line), None)


def keeping(read: Iterable[tuple[str, Any]]) -> str:
    """What to keep, from the names of built-in protocols and the data of their files: a line for each."""
    lines = ({"name": name, "sha256": _digest(name), "data": _packed(data)} for name, data in read)
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def _digest(name: str) -> str:
    return sha256((_FOLDER / f"{name}.yaml").read_bytes()).hexdigest()


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _packed(inner) for key, inner in value.items()}
        return {_PAIRS: [[key, _packed(inner)] for key, inner in value.items()]}
    return [_packed(inner) for inner in value] if isinstance(value, list) else value


def _unpacked(table: dict[str, Any]) -> dict[Any, Any]:
    return dict(table[_PAIRS]) if _PAIRS in table else table
