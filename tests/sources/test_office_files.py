"""Word and PDF files, where their libraries are installed; without them a person is told what to install."""

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest

from ringtrue.sources.office_files import office_text
from ringtrue.sources.text_files import EVERY_SUFFIX, read_texts


@pytest.mark.skipif(find_spec("docx") is not None, reason="python-docx is installed")
def test_without_the_library_the_remedy_is_named(tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(b"PK")
    read = read_texts(tmp_path, suffixes=EVERY_SUFFIX)
    assert [(fault.what, "ringtrue[documents]" in fault.remedy) for fault in read.left_out] == [
        (".docx files are read with the extra documents only.", True)
    ]


def test_every_paragraph_of_a_word_file_is_a_line() -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed (extra documents)")
    document = docx.Document()
    document.add_paragraph("I listen first.")
    document.add_paragraph("Then I measure.")
    held = BytesIO()
    document.save(held)
    assert office_text(Path("a.docx"), held.getvalue()) == "I listen first.\n\nThen I measure."
    assert isinstance(office_text(Path("a.docx"), b"no such thing"), tuple)


def test_a_damaged_pdf_is_said_to_be_one() -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed (extra documents)")
    found = office_text(Path("a.pdf"), b"%PDF-1.4 nothing else")
    assert isinstance(found, tuple)
    assert found[0].startswith("The file cannot be read")
