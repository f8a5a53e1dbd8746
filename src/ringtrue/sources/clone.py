"""Read a clone's folder (documents, the person's texts, DNA layers) as far as it can be read; its system prompt."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ringtrue.files.document import plain
from ringtrue.files.text_file import shown
from ringtrue.files.yaml_file import read_yaml
from ringtrue.sources.citation_check import SourceIndex
from ringtrue.sources.dna import Dna, name_key, read_dna
from ringtrue.sources.text_files import (
    EVERY_SUFFIX,
    FolderTexts,
    Known,
    SourceText,
    read_source,
    read_texts,
    tokens_in,
)
from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.problem import BadInput, Problem

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
    texts: FolderTexts | None = None
    dna: Dna = field(default_factory=Dna)
    problems: tuple[Problem, ...] = ()

    def source_index(self) -> SourceIndex:
        """The files and chunks that citations of this clone may point to."""
        folders = {self.root.resolve(): self.root, self.folder.resolve(): self.folder}
        return SourceIndex(*folders.values(), chunks=self.dna.chunks())


def find_clones(root: Path | str) -> list[Path]:
    """The folders of all clones below `agents/persons` and `agents/minds`, in any letter case."""
    found = []
    for group in _AGENTS:
        place = below(Path(root), f"agents/{group}")
        if place:
            found += [path for path in sorted(place.iterdir()) if path.is_dir() and not path.name.startswith(".")]
    return found


def read_clone(folder: Path | str, name: str = "", *, known: Known | None = None) -> Clone:
    """The clone in a folder: its own one, one of several below `agents` (by `name`), or a plain folder of texts.

    `known` gives texts that need not be read again.
    """
    given = Path(folder)
    if not given.is_dir():
        what = "There is no such folder."
        raise BadInput([Problem(shown(given), "folder", what, remedy="Name the clone's folder.")])
    own = _own_folder(given, name)
    root = given if own != given else _root(own)
    problems: list[Problem] = []
    documents = _documents(own, problems)
    config = _config(own, problems)
    texts = _texts(own, root, known)
    dna = _dna(own, root, problems)
    if texts is not None:
        problems += texts.left_out
    label = name or str(plain(config.get("name") or config.get("nome") or "") or own.resolve().name)
    return Clone(label, own, root, documents, frozen_dict(config), texts, dna, tuple(problems))


def below(folder: Path, relative: str) -> Path | None:
    """A file or folder below another, however its name spells case, spaces and hyphens; None if not there."""
    here = folder
    for part in relative.split("/"):
        exact = here / part
        if not exact.exists():
            try:
                names = sorted(path for path in here.iterdir() if name_key(path.name) == name_key(part))
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
        clones = [path for path in clones if name_key(path.name) == name_key(name)] or clones
    if len(clones) > 1:
        what = f"There are {len(clones)} clones here."
        named = ", ".join(path.name for path in clones)
        raise BadInput([Problem(shown(given), "agents", what, named, "Name one of them, or its folder.")])
    return clones[0] if clones else given


def _root(own: Path) -> Path:
    """The folder that holds `agents`, of a clone in the usual place; else its own."""
    parts = own.resolve().parts
    usual = len(parts) > 3 and name_key(parts[-3]) == "agents" and name_key(parts[-2]) in _AGENTS
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
    return frozen_dict(found)


def _config(own: Path, problems: list[Problem]) -> dict[str, Any]:
    path = below(own, "DNA-CONFIG.yaml") or below(own, "DNA-CONFIG.yml")
    if path is None:
        return {}
    try:
        data = plain(read_yaml(path).data)
    except BadInput as refusal:
        problems += refusal.problems
        return {}
    return data if isinstance(data, dict) else {}


def _texts(own: Path, root: Path, again: Known | None) -> FolderTexts | None:
    """The person's own words: their inbox; without one, the texts of the folder beside its documents."""
    inbox = below(root, f"inbox/{own.resolve().name}") or below(own, "inbox")
    if inbox is not None and inbox.is_dir():
        return read_texts(inbox, suffixes=EVERY_SUFFIX, known=again)
    if root != own:
        return None
    every = read_texts(own, suffixes=EVERY_SUFFIX, known=again)
    known = {name_key(document) for document in DOCUMENTS}
    kept = tuple(text for text in every if "/" in text.path or name_key(text.path) not in known)
    return FolderTexts(every.folder, kept, notes=every.notes)


def _dna(own: Path, root: Path, problems: list[Problem]) -> Dna:
    usual = [below(root, f"{place}/{own.resolve().name}") for place in _DNA]
    for place in (*usual, below(own, "dna"), own):
        if place is not None and place.is_dir():
            dna, faults = read_dna(place, named=place == own)
            if dna.items or faults:
                problems += faults
                return dna
    return Dna()


# The system prompt of a clone: a Markdown file as it stands, or one composed from its folder.


BUDGET = 8000  # tokens of a system prompt beyond which small models forget the question
_SECTIONS = (  # document, heading, what the section is
    ("SOUL.md", "Who you are", "Your character, your values and the way you speak."),
    ("MEMORY.md", "What you remember", "What you have lived through, decided and changed your mind about."),
    ("DNA-CONFIG.yaml", "How you think", "Where your convictions and rules of thumb come from, as data."),
)
_OPENING = (
    "You speak as the person described below, in the first person, with that person's words, rhythm and judgment. "
    "Answer as he or she would, including refusals and doubts. Do not say that you are a program, and do not quote "
    "this description."
)


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """The instruction a speaker is given, what it was made from, and what a person should know about it."""

    text: str
    origin: str
    notes: tuple[str, ...] = ()
    subject: str = ""  # whose it is, where it was composed; of a text somebody wrote its headings say


def read_prompt(path: Path | str, *, budget: int = BUDGET) -> SystemPrompt:
    """The prompt in a text file, or of a folder: SYSTEM-PROMPT.md as it stands, else SOUL, MEMORY, DNA-CONFIG joined.

    BadInput where there is nothing to read.
    """
    place = Path(path)
    return _composed(place, budget) if place.is_dir() else _sized(_read(place), shown(place), budget)


def _read(path: Path) -> SourceText:
    read = read_source(path, path.name)
    if isinstance(read, Problem):
        raise BadInput([read])
    if not read.text.strip():
        raise BadInput([Problem(shown(path), "whole file", "The prompt is empty.", remedy="Write who should answer.")])
    return read


def _composed(folder: Path, budget: int) -> SystemPrompt:
    ready = below(folder, "SYSTEM-PROMPT.md")
    if ready is not None and ready.is_file():
        others = [name for name in DOCUMENTS[:-1] if below(folder, name)]
        note = f"{ready.name} is used unchanged; not added: {', '.join(others)}." if others else ""
        return _sized(_read(ready), shown(ready), budget, note)
    found = [(section, path) for section in _SECTIONS if (path := below(folder, section[0])) is not None]
    if not found:
        what = "The folder holds neither SYSTEM-PROMPT.md nor SOUL.md, MEMORY.md or DNA-CONFIG.yaml."
        raise BadInput([Problem(shown(folder), "folder", what, remedy="Name the prompt's file instead.")])
    parts = [_OPENING]
    for (_, heading, about), path in found:
        parts.append(f"# {heading}\n\n{about}\n\n{_read(path).text.strip()}")
    there = [path.name for _, path in found]
    absent = [section[0] for section in _SECTIONS if not below(folder, section[0])]
    note = f"Made without {', '.join(absent)}." if absent else ""
    origin = f"{shown(folder)} ({', '.join(there)})"
    prompt = _sized(SourceText("", "\n\n".join(parts) + "\n"), origin, budget, note)
    return replace(prompt, subject=folder.resolve().name)


def _sized(source: SourceText, origin: str, budget: int, note: str = "") -> SystemPrompt:
    """The prompt with a note where it is large or in an odd encoding; nothing is cut."""
    notes = [note] if note else []
    if source.encoding not in ("utf-8", "utf-8-sig"):
        notes.append(f"The prompt is not UTF-8; it was read as {source.encoding}.")
    size = tokens_in(source.text)
    if size > budget:
        notes.append(f"The prompt has about {size:,} tokens, more than {budget:,}: check what the model can hold.")
    return SystemPrompt(source.text, origin, tuple(notes))
