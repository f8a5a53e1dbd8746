"""The fields of DNA items and evidence by all the names files give them, in Portuguese and English."""

from collections.abc import Iterator, Mapping
from typing import Any

from ringtrue.sources.dna import Evidence
from ringtrue.sources.dna_layers import plain

_WORDS = {  # field -> what files call it, folded
    "id": ("id",),
    "name": ("nome", "name", "titulo", "title"),
    "statement": ("declaracao", "statement", "declaration", "regra", "rule", "descricao", "description"),
    "domains": ("dominios", "domains", "dominio", "domain"),
    "weight": ("peso", "weight"),
    "evidence": ("evidencias", "evidence", "evidences", "evidencia"),
    "quote": ("citacao", "quote", "texto", "text"),
    "chunk": ("chunkid", "chunk"),
    "source": ("sourceid", "source", "fonte", "fonteid"),
    "title": ("sourcetitle", "title", "titulofonte"),
}
_SHOWN = ("quote", "chunk", "source", "title")


def split(one: Mapping[Any, Any], fields: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What all files share, by our names; and the rest, by the file's own."""
    known: dict[str, Any] = {}
    taken: set[Any] = set()
    words = {plain(key): key for key in one}
    for field in fields:
        key = next((words[word] for word in _WORDS[field] if word in words), None)
        if key is not None:
            known[field] = one[key]
            taken.add(key)
    return known, {str(key): bare(value) for key, value in one.items() if key not in taken}


def evidence_in(given: Any) -> Iterator[Evidence]:
    """The evidence of an item: tables, or quotes alone."""
    for one in listed(given):
        if isinstance(one, dict):
            known, more = split(one, _SHOWN)
            quote, chunk, source, title = (str(known.get(field) or "") for field in _SHOWN)
            yield Evidence(quote, chunk, source, title, more)
        elif one is not None:
            yield Evidence(quote=str(one))


def listed(given: Any) -> list[Any]:
    """A list as it is, one value as a list of one, nothing as none."""
    if given is None:
        return []
    return list(given) if isinstance(given, list | tuple) else [given]


def bare(value: Any) -> Any:
    """The value without what a YAML reader hangs on to it."""
    if isinstance(value, dict):
        return {str(key): bare(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [bare(inner) for inner in value]
    if isinstance(value, bool) or value is None:
        return value
    return next((kind(value) for kind in (str, int, float) if isinstance(value, kind)), value)
