"""Read the files of a person's DNA, YAML by layer or JSON with all eight, in either language, missing nothing."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Trail, read_json, read_yaml
from ringtrue.sources.dna import Dna, DnaItem, Link
from ringtrue.sources.dna_fields import bare, evidence_in, listed, split
from ringtrue.sources.dna_layers import layer_code, plain
from ringtrue.terms import BadInput, Problem

SUFFIXES: dict[str, Callable[[Path], Document]] = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}
_TOP = ("id", "name", "statement", "domains", "weight", "evidence")
_LINKS = ("crosslayerlinks", "links", "ligacoes")


def read_dna(folder: Path, *, named: bool = False) -> tuple[Dna, list[Problem]]:
    """All layers found in a folder, and every fault; a broken file does not hide the others.

    With `named`, only files that are called after a layer or DNA: the folder holds other things as well.
    """
    parts: list[Dna] = []
    problems: list[Problem] = []
    for path in sorted(folder.iterdir()):
        reader = SUFFIXES.get(path.suffix.lower())
        if reader is None or path.name.startswith(".") or not path.is_file() or plain(path.stem) == "dnaconfig":
            continue
        if named and not layer_code(path.stem) and "dna" not in plain(path.stem):
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
        {str(key): bare(value) for key, value in data.items() if isinstance(value, str | int | float)}
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
            if plain(key) in _LINKS and isinstance(value, list):
                self._links(value, there)
            elif code and isinstance(value, list | dict):
                self.layer(code, value, there)
            elif isinstance(value, dict) and plain(key) in ("layers", "camadas", "dna", "knowledgelayers"):
                self.table(value, there)

    def layer(self, code: str, given: Any, trail: Trail) -> None:
        """The items of one layer, a list or a table by id; a table may hold the list under `items` beside a header."""
        if isinstance(given, dict):
            inner = next((key for key in given if plain(key) in ("items", "itens")), None)
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
            words = {plain(key): value for key, value in one.items()} if isinstance(one, dict) else {}
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
