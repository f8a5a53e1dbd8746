"""Parse citations as people write them in SOUL, MEMORY, DNA files and items, and write them out again.

    ^[RAIZ:/inbox/ADA/TALKS/first.txt:L12-14]   ^[FONTE:first.txt:12]   [FONTE:first.txt:12]   ^[SOUL.md:70-72]
    ^[MEMORY.md:linhas46-98]   ^[DNA-CONFIG.yaml:dna_sources]   ^[derivado:MEMORY.md:linhas46-98:count=26]
    ^[chunk_198]   ^[insight_id:OB002, chunk_199]

Paths hold spaces, dollar signs, colons and brackets, so brackets are counted and the parts are taken off from the end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ringtrue.terms.item import Citation

CitationForm = Literal["file", "derived", "chunk", "insight", "unread"]
LONGEST = 2_000  # characters within the brackets
_DEEPEST = 16  # brackets within brackets; more are no file's name

_OPENING = re.compile(r"\^\[|\[(?=\s*(?:FONTE|RAIZ)\s*:)", re.IGNORECASE)
_BRACKET = re.compile(r"[\[\]]|\n[ \t]*\n")
_LABEL = re.compile(r"\s*(RAIZ|FONTE|derivado|insight_id)\s*:", re.IGNORECASE)
_LINES = re.compile(r"\s*(?:L|linhas?|lines?)?\s*(\d{1,9})(?:\s*[-–—]\s*L?(\d{1,9}))?\s*", re.IGNORECASE)
_DETAIL = re.compile(r"\s*([\w.-]+)\s*=\s*([^:=]*?)\s*")
_KEY = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
_FILE_NAME = re.compile(r".*[^\s.]\.[A-Za-z]\w{0,7}", re.DOTALL)
_CHUNK = re.compile(r"(?=.*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+|chunk_\S+", re.IGNORECASE)
_INSIGHT = re.compile(r"insight_id\s*:\s*(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """One citation: a file with lines or a key, something derived from a file, chunks, or an insight with chunks.

    `written` is the text as it stood, brackets and all; `line` where it stood, counted from 1. An unread one has a
    `fault` and nothing else.
    """

    form: CitationForm
    path: str = ""
    first_line: int | None = None
    last_line: int | None = None
    key: str = ""
    details: tuple[tuple[str, str], ...] = ()
    insights: tuple[str, ...] = ()
    chunks: tuple[str, ...] = ()  # as compared: without chunk_
    fault: str = ""
    written: str = ""
    line: int = 1

    def citation(self) -> Citation | None:
        """The path and lines as a term, where it names a file and its lines make sense."""
        if not self.path:
            return None
        try:
            return Citation(self.path, self.first_line, self.last_line)
        except ValueError:
            return None


def citations_in(text: str) -> list[Reference]:
    """Every citation of a text, in order; one inside the brackets of another belongs to that other."""
    found = []
    line, counted, start = 1, 0, 0
    while opening := _OPENING.search(text, start):
        inner = opening.end()
        end = _closing(text, inner)
        line += text.count("\n", counted, opening.start())
        counted = opening.start()
        if end is None:
            written = text[opening.start() : inner + 40].partition("\n")[0]
            found.append(Reference("unread", fault="The bracket is not closed.", written=written, line=line))
            start = inner
        else:
            found.append(_read(" ".join(text[inner:end].split()), text[opening.start() : end + 1], line))
            start = end + 1
    return found


def chunk_key(name: str) -> str:
    """A chunk's name as it is compared: chunk_ dropped, the rest is opaque."""
    plain = name.strip()
    return plain[6:] if plain.lower().startswith("chunk_") else plain


def rendered(reference: Reference) -> str:
    """A citation in its canonical spelling; what `citations_in` reads from it is the same reference."""
    chunks = [f"chunk_{name}" for name in reference.chunks]
    if reference.form == "chunk":
        return f"^[{', '.join(chunks)}]"
    if reference.form == "insight":
        return f"^[{', '.join([*(f'insight_id:{name}' for name in reference.insights), *chunks])}]"
    if reference.form == "unread":
        return reference.written
    parts = ["derivado" if reference.form == "derived" else "RAIZ", reference.path]
    if reference.first_line is not None:
        last = f"-{reference.last_line}" if reference.last_line is not None else ""
        parts.append(f"L{reference.first_line}{last}")
    parts += [reference.key] if reference.key else []
    parts += [f"{name}={value}" for name, value in reference.details]
    return f"^[{':'.join(parts)}]"


def _closing(text: str, start: int) -> int | None:
    """Where the bracket that is open at `start` closes; None where a blank line or too much comes before."""
    depth = 1
    for mark in _BRACKET.finditer(text, start, start + LONGEST):
        if mark[0] not in "[]":
            return None
        depth += 1 if mark[0] == "[" else -1
        if not depth:
            return mark.start()
        if depth > _DEEPEST:
            return None
    return None


def _read(inner: str, written: str, line: int) -> Reference:
    """The parts of what stands between the brackets."""
    label = _LABEL.match(inner)
    word = label[1].lower() if label else ""
    rest = inner[label.end() :].strip() if label else inner
    if word == "insight_id" or (not word and _are_chunks(rest)) or rest.lower().startswith("chunk_"):
        return _chunks(inner if word == "insight_id" else rest, written, line)
    path, key, first, last, details = _parts(rest)
    if not path or not (word or first is not None or _FILE_NAME.fullmatch(path) or "/" in path):
        fault = "No file is named." if not path else "This names neither a file nor a chunk."
        return Reference("unread", fault=fault, written=written, line=line)
    form: CitationForm = "derived" if word == "derivado" else "file"
    return Reference(form, path, first, last, key, details, written=written, line=line)


def _parts(rest: str) -> tuple[str, str, int | None, int | None, tuple[tuple[str, str], ...]]:
    """Path, key, first line, last line and details, taken off from the end; what is left is the path."""
    details: list[tuple[str, str]] = []
    path, colon, tail = rest.rpartition(":")
    while colon and (detail := _DETAIL.fullmatch(tail)):
        details.insert(0, (detail[1], detail[2]))
        rest = path
        path, colon, tail = rest.rpartition(":")
    key = ""
    if colon and _KEY.fullmatch(tail.strip()) and not _LINES.fullmatch(tail) and _names_file(path):
        key, rest = tail.strip(), path
        path, colon, tail = rest.rpartition(":")
    lines = _LINES.fullmatch(tail) if colon else None
    if lines is None:
        return rest.strip(), key, None, None, tuple(details)
    return path.strip(), key, int(lines[1]), int(lines[2]) if lines[2] else None, tuple(details)


def _names_file(text: str) -> bool:
    """Whether a text ends in a file's name, lines after it allowed."""
    path, colon, tail = text.rpartition(":")
    return bool(_FILE_NAME.fullmatch(text) or (colon and _LINES.fullmatch(tail) and _FILE_NAME.fullmatch(path)))


def _pieces(inner: str) -> Iterator[str]:
    return (piece.strip() for piece in re.split(r"[,;]", inner) if piece.strip())


def _are_chunks(inner: str) -> bool:
    pieces = list(_pieces(inner))
    return bool(pieces) and all(_CHUNK.fullmatch(piece) for piece in pieces)


def _chunks(inner: str, written: str, line: int) -> Reference:
    """An insight with its chunks, or chunks alone; after an insight any name is taken for a chunk."""
    insights: list[str] = []
    chunks: list[str] = []
    for piece in _pieces(inner):
        insight = _INSIGHT.fullmatch(piece)
        (insights if insight else chunks).append(insight[1] if insight else chunk_key(piece))
    if not insights and not chunks:
        return Reference("unread", fault="No chunk is named.", written=written, line=line)
    form: CitationForm = "insight" if insights else "chunk"
    return Reference(form, insights=tuple(insights), chunks=tuple(chunks), written=written, line=line)
