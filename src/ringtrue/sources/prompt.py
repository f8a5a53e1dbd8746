"""The system prompt of a clone: a Markdown file as it stands, or one composed from its folder."""

from dataclasses import dataclass, replace
from pathlib import Path

from ringtrue.files.text_files import shown
from ringtrue.sources.texts import SourceText, read_source
from ringtrue.sources.tokens import tokens_in
from ringtrue.terms import BadInput, Problem

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
    subject: str = ""  # whose it is, where it was composed; of a text somebody wrote its headings tell


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
    from ringtrue.sources.clone import DOCUMENTS, below  # only a folder needs all that reads one

    ready = below(folder, "SYSTEM-PROMPT.md")
    if ready is not None and ready.is_file():
        others = [name for name in DOCUMENTS[:-1] if below(folder, name)]
        note = f"{ready.name} is taken as it stands; not added: {', '.join(others)}." if others else ""
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
