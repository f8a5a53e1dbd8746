"""Facts and positions documented about a person, parsed from a list or from DNA entries."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.terms.problem import BadInput, Problem
from ringtrue.voice.embedding.backend import has_words

# Citations taken out of a line: brackets are counted, because paths hold brackets of their own.


_START = re.compile(r"\^\[|\[(?=(?:RAIZ|FONTE|derivado):)")


def without_citations(text: str) -> tuple[str, list[str]]:
    """The text without `^[...]`, `[RAIZ:...]` and `[FONTE:...]`, and what stood inside them.

    A bracket that is never closed is left as it stands.
    """
    kept: list[str] = []
    cited: list[str] = []
    position = 0
    while (start := _START.search(text, position)) is not None:
        end = _closing(text, start.end())
        if end is None:
            break
        kept.append(text[position : start.start()])
        cited.append(text[start.end() : end].strip())
        position = end + 1
    kept.append(text[position:])
    plain = re.sub(r"\s+([.,;:!?])", r"\1", " ".join("".join(kept).split()))
    return plain, [place for place in cited if place]


def _closing(text: str, start: int) -> int | None:
    depth = 1
    for index in range(start, len(text)):
        depth += {"[": 1, "]": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return None


_MARKER = re.compile(r"^\s*(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"^\s*#{1,6}\s")
_RULE = re.compile(r"^\s*(?:[-*_=]\s*){3,}$")
# What an entry says, the plainest statement first; both languages of the files in use.
_STATEMENTS = (
    ("declaracao", "declaração", "regra", "statement", "rule", "position", "posicao", "sintese", "synthesis"),
    ("descricao", "descrição", "description", "definicao", "definition", "texto", "text"),
    ("nome", "name", "titulo", "title"),
)
_SOURCES = ("chunk_id", "source_id", "citacao", "citation", "source_title", "path")


@dataclass(frozen=True, slots=True)
class Fact:
    """A documented fact about the person, in a sentence or two, and where it is from."""

    id: str
    text: str
    source: str = ""


def facts_from_list(text: str, source: str = "") -> tuple[Fact, ...]:
    """Facts from a plain or Markdown list: an entry begins at a bullet, a number or after an empty line.

    Headings and rules are left out, indented lines go on with the entry before. Citations become the source. Ids are
    F1, F2 ... in the order of the list.
    """
    facts: list[Fact] = []
    for entry in _entries(text.splitlines()):
        words, cited = without_citations(entry)
        if has_words(words):
            facts.append(Fact(f"F{len(facts) + 1}", words, "; ".join(cited) or source))
    return tuple(facts)


def facts_from_dna(entries: Iterable[Mapping[str, Any]], source: str = "") -> tuple[Fact, ...]:
    """Facts from DNA entries, each a mapping with an id and a statement; every entry without one is reported."""
    problems: list[Problem] = []
    facts: list[Fact] = []
    for number, entry in enumerate(entries, 1):
        words = next((found for keys in _STATEMENTS if (found := _said(entry, keys))), "")
        identity = str(entry.get("id") or "").strip() or f"entry {number}"
        if has_words(words):
            facts.append(Fact(identity, words, _cited(entry) or source))
        else:
            remedy = f"give it one of: {', '.join(key for keys in _STATEMENTS for key in keys)}"
            problems.append(Problem(source or "DNA entries", identity, "has no statement", "", remedy))
    if problems:
        raise BadInput(problems)
    return tuple(facts)


def check_facts(facts: Sequence[Fact]) -> None:
    """Refuse facts without words and ids used twice, all of them together."""
    times = Counter(fact.id for fact in facts)
    problems = [
        Problem(fact.source or "facts", fact.id, "holds no word", fact.text[:40], "write the fact out or leave it out")
        for fact in facts
        if not has_words(fact.text)
    ]
    twice = [identity for identity, number in times.items() if number > 1]
    problems += [Problem("facts", i, "is used for several facts", "", "give every fact its own id") for i in twice]
    if problems:
        raise BadInput(problems)


def _entries(lines: Iterable[str]) -> Iterable[str]:
    """Lines joined into entries."""
    entry: list[str] = []
    for line in lines:
        heading = bool(_HEADING.match(line) or _RULE.match(line))
        marked = _MARKER.match(line)
        if entry and (heading or marked or not line.strip()):
            yield " ".join(entry)
            entry = []
        if line.strip() and not heading:
            entry.append(line[marked.end() :].strip() if marked else line.strip())
    if entry:
        yield " ".join(entry)


def _said(entry: Mapping[str, Any], keys: Iterable[str]) -> str:
    for key in keys:
        value = entry.get(key)
        if isinstance(value, str) and has_words(value):
            return without_citations(value)[0]
    return ""


def _cited(entry: Mapping[str, Any]) -> str:
    """Where the entry's evidence stands, in a few words."""
    evidence = entry.get("evidencias") or entry.get("evidence") or []
    rows = [row for row in evidence if isinstance(row, Mapping)] if isinstance(evidence, list) else []
    found = (next((str(row[key]) for key in _SOURCES if row.get(key)), "") for row in rows)
    return "; ".join(dict.fromkeys(place for place in found if place))
