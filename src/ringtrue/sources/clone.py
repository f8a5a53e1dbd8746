"""A clone's folder: what it says of itself, the person's texts, and the layers of DNA, read as far as they can be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files import read_yaml
from ringtrue.files.text_files import shown
from ringtrue.sources.dna import Dna
from ringtrue.sources.dna_fields import bare
from ringtrue.sources.dna_layers import plain
from ringtrue.sources.dna_reading import read_dna
from ringtrue.sources.shelf import Shelf
from ringtrue.sources.texts import SourceText, Texts, read_source, read_texts
from ringtrue.terms import BadInput, Problem
from ringtrue.terms.sealed import sealed

DOCUMENTS = ("AGENT.md", "SOUL.md", "MEMORY.md", "DNA-CONFIG.yaml", "SYSTEM-PROMPT.md")
_AGENTS = ("persons", "minds")
_DNA = ("knowledge/dna/persons", "knowledge/external/dna/persons")


@dataclass(frozen=True, slots=True)
class Clone:
    """A clone as its folder describes it; what could not be read is among the problems, never a stop.

    `root` is what citations are relative to; `documents` are AGENT, SOUL, MEMORY, DNA-CONFIG and SYSTEM-PROMPT, as far
    as they are there; `config` is DNA-CONFIG as data; `texts` are the person's own words.
    """

    name: str
    folder: Path
    root: Path
    documents: Mapping[str, SourceText] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    texts: Texts | None = None
    dna: Dna = field(default_factory=Dna)
    problems: tuple[Problem, ...] = ()

    def shelf(self) -> Shelf:
        """The files and chunks that citations of this clone may point to."""
        folders = {self.root.resolve(): self.root, self.folder.resolve(): self.folder}
        return Shelf(*folders.values(), chunks=self.dna.chunks())


def find_clones(root: Path | str) -> list[Path]:
    """The folders of all clones below `agents/persons` and `agents/minds`, in any letter case."""
    found = []
    for group in _AGENTS:
        place = below(Path(root), f"agents/{group}")
        if place:
            found += [path for path in sorted(place.iterdir()) if path.is_dir() and not path.name.startswith(".")]
    return found


def read_clone(folder: Path | str, name: str = "") -> Clone:
    """The clone in a folder: its own one, one of several below `agents` (by `name`), or a plain folder of texts."""
    given = Path(folder)
    if not given.is_dir():
        what = "There is no such folder."
        raise BadInput([Problem(shown(given), "folder", what, remedy="Name the clone's folder.")])
    own = _own_folder(given, name)
    root = given if own != given else _root(own)
    problems: list[Problem] = []
    documents = _documents(own, problems)
    config = _config(own, problems)
    texts = _texts(own, root)
    dna = _dna(own, root, problems)
    if texts is not None:
        problems += texts.left_out
    label = name or str(bare(config.get("name") or config.get("nome") or "") or own.resolve().name)
    return Clone(label, own, root, documents, sealed(config), texts, dna, tuple(problems))


def below(folder: Path, relative: str) -> Path | None:
    """A file or folder below another, however its name spells case, spaces and hyphens; None if not there."""
    here = folder
    for part in relative.split("/"):
        exact = here / part
        if not exact.exists():
            try:
                names = sorted(path for path in here.iterdir() if plain(path.name) == plain(part))
            except OSError:
                return None
            if not names:
                return None
            exact = names[0]
        here = exact
    return here


def _own_folder(given: Path, name: str) -> Path:
    if any(below(given, document) for document in DOCUMENTS):
        return given
    clones = find_clones(given)
    if name:
        clones = [path for path in clones if plain(path.name) == plain(name)] or clones
    if len(clones) > 1:
        what = f"There are {len(clones)} clones here."
        named = ", ".join(path.name for path in clones)
        raise BadInput([Problem(shown(given), "agents", what, named, "Name one of them, or its folder.")])
    return clones[0] if clones else given


def _root(own: Path) -> Path:
    """The folder that holds `agents`, of a clone that lies where clones usually lie; else its own."""
    parts = own.resolve().parts
    usual = len(parts) > 3 and plain(parts[-3]) == "agents" and plain(parts[-2]) in _AGENTS
    return own.resolve().parents[2] if usual else own


def _documents(own: Path, problems: list[Problem]) -> Mapping[str, SourceText]:
    found = {}
    for document in DOCUMENTS:
        path = below(own, document)
        if path is None or not path.is_file():
            continue
        read = read_source(path, path.name)
        if isinstance(read, Problem):
            problems.append(read)
        else:
            found[document.partition(".")[0]] = read
    return sealed(found)


def _config(own: Path, problems: list[Problem]) -> dict[str, Any]:
    path = below(own, "DNA-CONFIG.yaml") or below(own, "DNA-CONFIG.yml")
    if path is None:
        return {}
    try:
        data = bare(read_yaml(path).data)
    except BadInput as refusal:
        problems += refusal.problems
        return {}
    return data if isinstance(data, dict) else {}


def _texts(own: Path, root: Path) -> Texts | None:
    """The person's own words: his or her inbox; without one, the texts of the folder beside its documents."""
    inbox = below(root, f"inbox/{own.resolve().name}") or below(own, "inbox")
    if inbox is not None and inbox.is_dir():
        return read_texts(inbox)
    if root != own:
        return None
    every = read_texts(own)
    known = {plain(document) for document in DOCUMENTS}
    kept = tuple(text for text in every if "/" in text.path or plain(text.path) not in known)
    return Texts(every.folder, kept, notes=every.notes)


def _dna(own: Path, root: Path, problems: list[Problem]) -> Dna:
    usual = [below(root, f"{place}/{own.resolve().name}") for place in _DNA]
    for place in (*usual, below(own, "dna"), own):
        if place is not None and place.is_dir():
            dna, faults = read_dna(place, named=place == own)
            if dna.items or faults:
                problems += faults
                return dna
    return Dna()
