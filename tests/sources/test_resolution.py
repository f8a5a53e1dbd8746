"""A citation resolves when the file, its lines and the quoted words are there; otherwise it says what is not."""

from pathlib import Path

import pytest

from ringtrue.sources import Found, Missing, Shelf, citations_in, resolve

TALK = "Right.\nForty-one thousand. That’s what not\nlistening cost me.\n\nThe rest is weather.\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    (tmp_path / "talk [one].txt").write_text(TALK, encoding="utf-8")
    (tmp_path / "DNA-CONFIG.yaml").write_text("name: Oda\ndna_sources:\n  talks: 4\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("a: [\n", encoding="utf-8")
    (tmp_path / "SOUL.md").write_text("# Soul\n\n## Tone of voice\n\nFlat.\n", encoding="utf-8")
    (tmp_path / "data.json").write_text('{"a": {"b": 1}}', encoding="utf-8")
    return Shelf(tmp_path, chunks={"chunk_198": "the third strike tells you"})


def follow(shelf: Shelf, text: str, quote: str = "") -> Found | Missing:
    return resolve(citations_in(text)[0], shelf, quote)


QUOTE = "That's what not listening  cost me."


def test_a_quote_in_the_cited_lines_is_found(shelf: Shelf) -> None:
    found = follow(shelf, "^[RAIZ:/talk [one].txt:L2-3]", QUOTE)
    assert isinstance(found, Found)
    assert found.lines == (2, 3)


@pytest.mark.parametrize(
    ("citation", "quote", "lines"),
    [
        ("^[RAIZ:talk [one].txt]", "", None),
        ("^[RAIZ:talk [one].txt]", "The rest is weather.", (5, 5)),
        ("^[RAIZ:talk [one].txt:4]", "", (4, 4)),
        ("^[RAIZ:talk [one].txt:L1-5]", "", (1, 5)),
        ("^[DNA-CONFIG.yaml:dna_sources]", "", (2, 2)),
        ("^[DNA-CONFIG.yaml:dna_sources.talks]", "", (3, 3)),
        ("^[data.json:a.b]", "", (1, 1)),
        ("^[SOUL.md:tone_of_voice]", "", (3, 3)),
        ("^[derivado:talk [one].txt:L1-2:count=26]", "", (1, 2)),
        ("^[chunk_198]", "the third strike", None),
        ("^[insight_id:OB2, chunk_198]", "", None),
    ],
)
def test_what_resolves(shelf: Shelf, citation: str, quote: str, lines: tuple[int, int] | None) -> None:
    found = follow(shelf, citation, quote)
    assert isinstance(found, Found), found
    assert found.lines == lines


@pytest.mark.parametrize(
    ("citation", "quote", "what"),
    [
        ("^[RAIZ:nowhere.txt:L1]", "", "no such file"),
        ("^[RAIZ:talk [one].txt:L6]", "", "has 5 lines"),
        ("^[RAIZ:talk [one].txt:L5-4]", "", "backwards"),
        ("^[RAIZ:talk [one].txt:0]", "", "before line 1"),
        ("^[RAIZ:talk [one].txt:L4-5]", QUOTE, "stand on L2-3, not here"),
        ("^[RAIZ:talk [one].txt:L2-3]", "I never said this.", "do not stand here"),
        ("^[RAIZ:talk [one].txt:L2-3]", QUOTE.lower(), "do not stand here"),
        ("^[DNA-CONFIG.yaml:nothing]", "", "no key nothing"),
        ("^[broken.yaml:a]", "", ""),
        ("^[SOUL.md:nothing]", "", "no heading nothing"),
        ("^[chunk_9]", "", "No known chunk"),
        ("^[chunk_198]", "other words", "do not stand here"),
        ("^[insight_id:OB2]", "", "leads to no text"),
        ("^[so many words]", "", "neither a file nor a chunk"),
    ],
)
def test_what_does_not_resolve_says_why(shelf: Shelf, citation: str, quote: str, what: str) -> None:
    missing = follow(shelf, citation, quote)
    assert isinstance(missing, Missing)
    assert what in missing.what
    assert missing.value


def test_a_quote_found_elsewhere_is_put_right_by_the_remedy(shelf: Shelf) -> None:
    missing = follow(shelf, "^[RAIZ:talk [one].txt:L5]", QUOTE)
    assert isinstance(missing, Missing)
    assert missing.remedy == "Cite L2-3."


def test_a_file_that_is_no_text_is_told(shelf: Shelf) -> None:
    (shelf.folders[0] / "b.txt").write_bytes(b"\0\1")
    missing = follow(Shelf(*shelf.folders), "^[RAIZ:b.txt]")
    assert isinstance(missing, Missing)
    assert missing.what == "This is not a text."
