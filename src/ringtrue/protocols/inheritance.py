"""`extends:` of a protocol file: the file merged over the one it names, with the file and line of everything in it.

Tables are merged key by key, at any depth, as JSON Merge Patch (RFC 7396) does it: a value of the file, a list
included, takes the place of the inherited one; null drops an inherited entry (where that is null itself, it stays). Of
new keys in a table those of the file come last, so inherited measures stand before its own. `name`, `version` and
`same_numbers` are never inherited.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files.document import Document, Trail
from ringtrue.files.problems import excerpt
from ringtrue.terms.problem import BadInput, Problem

KEY = "extends"
_OWN = ("name", "version", "same_numbers")
_LONGEST = 8  # files in a row


@dataclass(frozen=True, slots=True)
class ProtocolSource:
    """The data of a protocol file after `extends`, and the documents they come from, the file itself first."""

    documents: tuple[Document, ...]
    data: Any

    @property
    def file(self) -> str:
        """The file itself."""
        return self.documents[0].file

    def order(self, trail: Trail) -> tuple[int, int]:
        """For sorting: which document and which line a place stands on, or the nearest thing around it."""
        document = self._owner(trail)
        lines = (document.line(trail[:length]) for length in range(len(trail), -1, -1))
        return self.documents.index(document), next((line for line in lines if line is not None), 1)

    def problem(self, trail: Trail, what: str, value: object, remedy: str) -> Problem:
        """A problem, at its place in the document that says it."""
        return self._owner(trail).problem(trail, what, value, remedy)

    def _owner(self, trail: Trail) -> Document:
        """The document whose value stands at a place, or at the nearest place around it."""
        owner = self.documents[0]
        there: list[tuple[Document, Any]] = [(document, document.data) for document in self.documents]
        for step in trail:
            there = [(document, value[step]) for document, value in there if _holds(value, step)]
            if not there:
                break
            if not isinstance(there[0][1], dict):  # it takes the place of what the others have
                there = there[:1]
            owner = there[0][0]
        return owner


def resolve(document: Document, read: Callable[[str, Path], Document]) -> ProtocolSource:
    """The document merged over those it extends; `read` gets a name and the folder to look for a file in."""
    documents = [document]
    while isinstance(documents[-1].data, dict) and KEY in documents[-1].data:
        last = documents[-1]
        named = last.data[KEY]
        if not isinstance(named, str) or not named.strip():
            raise BadInput([last.problem((KEY,), f"'{KEY}' is not a text", named, "name a protocol or a file")])
        try:
            base = read(named, Path(last.file).parent)
        except BadInput as refusal:
            where = [last.problem((KEY,), "the protocol to extend cannot be read", named, refusal.problems[0].remedy)]
            raise BadInput([*where, *refusal.problems]) from None
        if len(documents) == _LONGEST or base.file in [one.file for one in documents]:
            what = f"{excerpt(base.file)} is extended by itself, or by too many files in a row"
            raise BadInput([last.problem((KEY,), what, named, "extend a file that extends no other")])
        documents.append(base)
    data = documents[-1].data
    for over in reversed(documents[:-1]):
        inherited = {key: value for key, value in data.items() if key not in _OWN} if isinstance(data, dict) else {}
        data = _merged(inherited, {key: value for key, value in over.data.items() if key != KEY})
    return ProtocolSource(tuple(documents), data)


def _merged(base: dict[Any, Any], over: dict[Any, Any]) -> dict[Any, Any]:
    merged = dict(base)
    for key, value in over.items():
        inherited = merged.get(key)
        if isinstance(value, dict) and isinstance(inherited, dict):
            merged[key] = _merged(inherited, value)
        elif value is None and inherited is not None:
            del merged[key]
        else:
            merged[key] = value
    return merged


def _holds(value: Any, step: object) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and type(step) is int and 0 <= step < len(value)
