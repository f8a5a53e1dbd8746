"""Parse the DNA files of a person: items in layers, the evidence that shows them, links between layers."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files.document import Document, Trail, plain
from ringtrue.files.json_file import read_json
from ringtrue.files.yaml_file import read_yaml
from ringtrue.sources.citations import chunk_key
from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.problem import BadInput, Problem

# The layers of a person's DNA by all the names they go by, in Portuguese and English, in files and in lists.


@dataclass(frozen=True, slots=True)
class LayerName:
    """One layer: its code, its English name, and other words for it as they are folded for comparison."""

    code: str
    name: str
    others: tuple[str, ...]


LAYERS = (
    LayerName("L1", "philosophies", ("filosofias", "filosofia", "philosophy")),
    LayerName("L2", "mental_models", ("modelosmentais", "modelomental", "mentalmodel")),
    LayerName("L3", "heuristics", ("heuristicas", "heuristica", "heuristic")),
    LayerName("L4", "frameworks", ("framework", "estruturas")),
    LayerName("L5", "methodologies", ("metodologias", "metodologia", "methodology")),
    LayerName("L6", "values", ("valores", "value", "valueshierarchy", "hierarquiadevalores")),
    LayerName("L7", "obsessions", ("obsessoes", "obsession", "coreobsessions")),
    LayerName("L8", "productive_paradoxes", ("paradoxes", "paradoxos", "paradoxosprodutivos", "paradox", "paradoxo")),
)
_PREFIX = re.compile(r"l([1-8])(?:layer|camada)?(?=\D|$)")
_BY_WORD = {word: layer.code for layer in LAYERS for word in (layer.name.replace("_", ""), *layer.others)}


def name_key(name: object) -> str:
    """A name as it is compared: letters and digits alone, small, without accents."""
    letters = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


def layer_code(name: object) -> str | None:
    """The code of the layer a key, a file or a link means (L3, L3_heuristics, HEURISTICAS), or None."""
    word = name_key(name)
    numbered = _PREFIX.match(word)
    if numbered and (word == numbered[0] or _BY_WORD.get(word[numbered.end() :]) in (f"L{numbered[1]}", None)):
        return f"L{numbered[1]}"
    return _BY_WORD.get(word)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words that show an item, and where they were said."""

    quote: str = ""
    chunk: str = ""
    source: str = ""
    title: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DnaItem:
    """One philosophy, model, rule ...; `more` holds what this file says beyond what all share, under its own keys."""

    id: str
    layer: str  # L1 .. L8
    name: str = ""
    statement: str = ""
    domains: tuple[str, ...] = ()
    weight: float | None = None  # 0..1
    evidence: tuple[Evidence, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""

    def __post_init__(self) -> None:
        """Freeze the table."""
        object.__setattr__(self, "more", frozen_dict(self.more))


@dataclass(frozen=True, slots=True)
class Link:
    """How an item of one layer bears on an item of another."""

    from_layer: str
    from_id: str
    to_layer: str
    to_id: str
    relationship: str

    @property
    def contradicts(self) -> bool:
        """Whether the two are at odds."""
        return name_key(self.relationship).startswith(("contradi", "conflict", "conflito", "tension", "tensao"))


@dataclass(frozen=True, slots=True)
class Paradox:
    """Two positions a person holds at once, and how they live with both."""

    id: str
    thesis: str
    antithesis: str
    synthesis: str = ""


@dataclass(frozen=True, slots=True)
class Dna:
    """All layers of one person; `headers` is what each file says of itself."""

    items: tuple[DnaItem, ...] = ()
    links: tuple[Link, ...] = ()
    headers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def layer(self, code: str) -> tuple[DnaItem, ...]:
        """The items of one layer."""
        return tuple(item for item in self.items if item.layer == code)

    def paradoxes(self) -> tuple[Paradox, ...]:
        """The paradoxes written out with both sides."""
        found = ((item, _side(item, "thesis", "tese"), _side(item, "antithesis", "antitese")) for item in self.items)
        return tuple(
            Paradox(item.id, thesis, antithesis, _side(item, "synthesis", "sintese"))
            for item, thesis, antithesis in found
            if thesis and antithesis
        )

    def contradictions(self) -> tuple[Link, ...]:
        """The links whose ends are at odds."""
        return tuple(link for link in self.links if link.contradicts)

    def chunks(self) -> dict[str, str]:
        """What is quoted from each chunk, by the chunk's name as it is compared."""
        quoted: dict[str, list[str]] = {}
        for evidence in (one for item in self.items for one in item.evidence):
            if evidence.chunk and evidence.quote:
                quoted.setdefault(chunk_key(evidence.chunk), []).append(evidence.quote)
        return {name: "\n".join(dict.fromkeys(quotes)) for name, quotes in quoted.items()}

    @classmethod
    def joined(cls, parts: Iterable["Dna"]) -> "Dna":
        """Several files as one."""
        read = list(parts)
        headers = {name: header for part in read for name, header in part.headers.items()}
        items = tuple(item for part in read for item in part.items)
        return cls(items, tuple(link for part in read for link in part.links), frozen_dict(headers))


def _side(item: DnaItem, *names: str) -> str:
    return next((str(value) for key, value in item.more.items() if name_key(key) in names and value), "")


# The fields of DNA items and evidence by all the names files give them, in Portuguese and English.


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
    words = {name_key(key): key for key in one}
    for name in fields:
        key = next((words[word] for word in _WORDS[name] if word in words), None)
        if key is not None:
            known[name] = one[key]
            taken.add(key)
    return known, {str(key): plain(value) for key, value in one.items() if key not in taken}


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


# Read the files of a person's DNA, YAML by layer or JSON with all eight, in either language, missing nothing.


SUFFIXES: dict[str, Callable[[Path], Document]] = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}
_TOP = ("id", "name", "statement", "domains", "weight", "evidence")
_LINKS = ("crosslayerlinks", "links", "ligacoes")


def read_dna(folder: Path, *, named: bool = False) -> tuple[Dna, list[Problem]]:
    """All layers found in a folder, and every fault; a broken file does not hide the others.

    With `named`, only files that are called after a layer or DNA: the folder holds other files as well.
    """
    parts: list[Dna] = []
    problems: list[Problem] = []
    for path in sorted(folder.iterdir()):
        reader = SUFFIXES.get(path.suffix.lower())
        if reader is None or path.name.startswith(".") or not path.is_file() or name_key(path.stem) == "dnaconfig":
            continue
        if named and not layer_code(path.stem) and "dna" not in name_key(path.stem):
            continue
        try:
            part, faults = dna_of(reader(path), path.stem)
        except BadInput as refusal:
            problems += refusal.problems
            continue
        problems += faults
        parts.append(part)
    return Dna.joined(parts), problems


def dna_of(document: Document, name: str) -> tuple[Dna, list[Problem]]:
    """The layers of one document: lists under the names of layers; `name` is the file's, for a list without one."""
    reading = _Reading(document)
    data = document.data
    if isinstance(data, list) and layer_code(name):
        reading.layer(layer_code(name) or "", data, ())
    elif isinstance(data, dict):
        reading.table(data, ())
    header = (
        {str(key): plain(value) for key, value in data.items() if isinstance(value, str | int | float)}
        if isinstance(data, dict)
        else {}
    )
    dna = Dna(tuple(reading.items), tuple(reading.links), {name: header} if reading.items else {})
    return dna, reading.problems


class _Reading:
    """One document being read: items, links and faults so far."""

    def __init__(self, document: Document) -> None:
        self.items: list[DnaItem] = []
        self.links: list[Link] = []
        self.problems: list[Problem] = []
        self._document = document
        self._seen: set[tuple[str, str]] = set()

    def table(self, data: Mapping[Any, Any], trail: Trail) -> None:
        """Every list in a table whose key names a layer; tables such as `layers` or `dna` are entered."""
        for key, value in data.items():
            code = layer_code(key)
            there = (*trail, key)
            if name_key(key) in _LINKS and isinstance(value, list):
                self._links(value, there)
            elif code and isinstance(value, list | dict):
                self.layer(code, value, there)
            elif isinstance(value, dict) and name_key(key) in ("layers", "camadas", "dna", "knowledgelayers"):
                self.table(value, there)

    def layer(self, code: str, given: Any, trail: Trail) -> None:
        """The items of one layer, a list or a table by id; a table may hold the list under `items` beside a header."""
        if isinstance(given, dict):
            inner = next((key for key in given if name_key(key) in ("items", "itens")), None)
            if inner is not None and isinstance(given[inner], list):
                given, trail = given[inner], (*trail, inner)
        pairs = given.items() if isinstance(given, dict) else enumerate(given)
        for key, one in pairs:
            there = (*trail, key)
            name = key if isinstance(given, dict) else ""
            if isinstance(one, str):
                self._add(DnaItem(str(name), code, statement=str(one), file=self._document.file), there)
            elif isinstance(one, dict):
                self._add(self._item(code, one, there, str(name)), there)
            else:
                self._fault(there, "An item is a table.", one, "Write id, name, statement ...")

    def _item(self, code: str, one: Mapping[Any, Any], trail: Trail, name: str) -> DnaItem:
        known, more = split(one, _TOP)
        weight = known.get("weight")
        if weight is not None and (
            isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight <= 1
        ):
            self._fault(trail, "A weight is a number from 0 to 1.", weight, "Correct it, or leave it out.")
            weight = None
        return DnaItem(
            id=str(known.get("id") or name),
            layer=code,
            name=str(known.get("name") or ""),
            statement=str(known.get("statement") or ""),
            domains=tuple(str(domain) for domain in listed(known.get("domains"))),
            weight=None if weight is None else float(weight),
            evidence=tuple(evidence_in(known.get("evidence"))),
            more=more,
            file=self._document.file,
        )

    def _add(self, item: DnaItem, trail: Trail) -> None:
        if not item.id:
            self._fault(trail, "The item has no id.", item.name, "Give it an id of its own.")
        elif (item.layer, item.id) in self._seen:
            self._fault(trail, "Another item of this layer has the same id.", item.id, "Give it an id of its own.")
        self._seen.add((item.layer, item.id))
        self.items.append(item)

    def _links(self, given: list[Any], trail: Trail) -> None:
        for number, one in enumerate(given):
            words = {name_key(key): value for key, value in one.items()} if isinstance(one, dict) else {}
            near, far = str(words.get("fromid") or ""), str(words.get("toid") or "")
            if not near or not far:
                self._fault((*trail, number), "A link joins two items.", one, "Give from_id and to_id.")
                continue
            layers = [str(words.get(key) or "") for key in ("fromlayer", "tolayer")]
            first, second = (layer_code(layer) or layer for layer in layers)
            relationship = str(words.get("relationship") or words.get("relacao") or "")
            self.links.append(Link(first, near, second, far, relationship))

    def _fault(self, trail: Trail, what: str, value: object, remedy: str) -> None:
        self.problems.append(self._document.problem(trail, what, value, remedy))
