"""Word (docx) and PDF files as plain text, by python-docx and pypdf, which come with the extra `documents`."""

from collections.abc import Callable, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

EXTRA = "pip install 'ringtrue[documents]'"
OFFICE_SUFFIXES = frozenset({".docx", ".pdf"})


def office_text(path: Path, data: bytes) -> str | tuple[str, str]:
    """The text of a file; or why there is none, and what to do.

    Lines are counted in what is taken out: of a Word file every paragraph is one line with an empty one behind it.
    """
    module, read = _READERS[path.suffix.lower()]
    try:
        library = import_module(module)
    except ImportError:
        return f"{path.suffix} files are read with the extra documents only.", f"{EXTRA}, or export it as text."
    try:
        return read(library, data)
    except Exception as error:  # noqa: BLE001 - a damaged file fails in these libraries in many ways
        return f"The file cannot be read: {type(error).__name__}.", "Export it as text."


def _docx(library: Any, data: bytes) -> str:
    return "\n\n".join(paragraph.text.replace("\n", " ") for paragraph in library.Document(BytesIO(data)).paragraphs)


def _pdf(library: Any, data: bytes) -> str:
    return "\n\n".join(page.extract_text() for page in library.PdfReader(BytesIO(data)).pages)


_READERS: Mapping[str, tuple[str, Callable[[Any, bytes], str]]] = {".docx": ("docx", _docx), ".pdf": ("pypdf", _pdf)}
