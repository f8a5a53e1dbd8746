"""Check the citations of items and texts: each that does not resolve becomes a problem with item, path and line."""

from collections.abc import Iterator, Mapping
from typing import Any

from ringtrue.sources.citation import Reference, citations_in
from ringtrue.sources.folding import folded
from ringtrue.sources.resolution import Missing, resolve
from ringtrue.sources.shelf import Shelf
from ringtrue.sources.texts import SourceText
from ringtrue.terms import Item, Problem

_CITING = ("citation", "citations", "source_reference")  # fields of items that hold citations
_QUOTED = ("real", "real_quote")  # fields whose words must stand in the sources


def check_item(item: Item, shelf: Shelf, file: str) -> list[Problem]:
    """What is wrong with the citations of an item of `file`: none at all, unresolved ones, a quote not to be found."""
    references = references_of(item)
    place = f"item {item.id}"
    if not references:
        return [Problem(file, place, "The item cites nothing.", remedy="Add citation: ^[RAIZ:path:L12-14].")]
    quote = next((str(item.fields[name]) for name in _QUOTED if item.fields.get(name)), "")
    plain = [resolve(reference, shelf) for reference in references]
    missing = [found for found in plain if isinstance(found, Missing)]
    if folded(quote) and not missing:
        quoted = [resolve(reference, shelf, quote) for reference in references]
        misses = [found for found in quoted if isinstance(found, Missing)]
        missing = misses[:1] if len(misses) == len(quoted) else []
    missing += _excerpts(item.fields.get("references"), shelf)
    return [Problem(file, place, fault.what, fault.value, fault.remedy) for fault in missing]


def check_text(text: SourceText, shelf: Shelf) -> list[Problem]:
    """Every citation of a text that leads nowhere, with the line it is written on."""
    found = ((reference, resolve(reference, shelf)) for reference in citations_in(text.text))
    return [
        Problem(text.path, f"line {reference.line}", fault.what, fault.value, fault.remedy)
        for reference, fault in found
        if isinstance(fault, Missing)
    ]


def references_of(item: Item) -> list[Reference]:
    """The citations of an item, from its terms and from the fields people write them in."""
    known = [Reference("file", one.path, one.first_line, one.last_line) for one in item.citations]
    return known + [reference for field in _CITING for reference in _read(item.fields.get(field))]


def reference_of(text: str) -> Reference:
    """One citation, with or without its brackets."""
    found = citations_in(text) or citations_in(f"^[{text.strip()}]")
    if found[0].form == "unread" and not text.lstrip().startswith(("^[", "[")):
        found = citations_in(f"^[RAIZ:{text.strip()}]")  # a bare name can only be meant for a file
    return found[0]


def _read(given: Any) -> Iterator[Reference]:
    if isinstance(given, str):
        if given.strip():
            yield from citations_in(given) or [reference_of(given)]
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _read(one)
    elif given is not None:
        yield Reference("unread", fault="A citation is a text.", written=str(given)[:80])


def _excerpts(references: Any, shelf: Shelf) -> Iterator[Missing]:
    """Excerpts of reference texts that do not stand where they are said to."""
    for one in references if isinstance(references, list | tuple) else ():
        if isinstance(one, Mapping) and one.get("path"):
            found = resolve(reference_of(str(one["path"])), shelf, str(one.get("excerpt") or ""))
            if isinstance(found, Missing):
                yield found
