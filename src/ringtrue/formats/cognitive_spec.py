"""A person's cognitive spec, YAML or JSON: the top values, which a judge is shown where a scenario names none."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.document import Document
from ringtrue.files.json_file import read_json
from ringtrue.files.problems import Problems
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.problem import BadInput

# Where files have them, the newest name first; each also below the key `cognitive_spec`.
_PLACES = (("values", "top"), ("identity_core", "top_5_values"), ("identity_core", "top_values"))
_WRAPPED = "cognitive_spec"
_NAMES = ("name", "value", "nome", "valor")  # of a value that is a table
_MOST = 20
_REMEDY = "write values: {top: [safety, candour, ...]}"


def read_top_values(path: Path, problems: Problems) -> tuple[str, ...]:
    """The top values in their order; what is wrong is added to the problems."""
    try:
        document = read_json(path) if path.suffix == ".json" else read_yaml(path)
        return tuple(_top(document))
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return ()


def _top(document: Document) -> Iterator[str]:
    trail, listed = _found(document)
    if isinstance(listed, str):
        listed = [listed]
    if not isinstance(listed, list) or not listed:
        what = "the top values are no list" if listed else "there are no top values"
        raise BadInput([document.problem(trail, what, "", _REMEDY)])
    values = [_said(one) for one in listed]
    faulty = [place for place, value in enumerate(values) if not value]
    if faulty:
        what = "this is no value in words"
        raise BadInput([document.problem((*trail, place), what, str(listed[place])[:80], _REMEDY) for place in faulty])
    yield from dict.fromkeys(values[:_MOST])


def _found(document: Document) -> tuple[tuple[str, ...], Any]:
    """Where the values stand, and what stands there."""
    data: Any = document.data
    for outer in ((), (_WRAPPED,)):
        for place in _PLACES:
            inner = data
            for key in (*outer, *place):
                inner = inner.get(key) if isinstance(inner, Mapping) else None
            if inner is not None:
                return (*outer, *place), inner
    return (), None


def _said(value: object) -> str:
    """A value in words; of a table its name, with what it means behind it where that is said."""
    if isinstance(value, Mapping):
        name = next((str(value[key]).strip() for key in _NAMES if value.get(key)), "")
        about = next((str(value[key]).strip() for key in ("description", "meaning") if value.get(key)), "")
        return f"{name}: {about}" if name and about else name
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
