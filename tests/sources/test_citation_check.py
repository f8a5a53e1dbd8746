"""A citation resolves when the file, its lines and the quoted words are there; otherwise it says what is not."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.citation_check import (
    FoldedText,
    FoundSource,
    MissingSource,
    SourceIndex,
    check_item,
    check_text,
    folded,
    reference_of,
    references_of,
    resolve,
)
from ringtrue.sources.citations import citations_in
from ringtrue.sources.text_files import SourceText
from ringtrue.terms.item import Citation, Item
from ringtrue.terms.problem import Problem

TALK = "Right.\nForty-one thousand. That’s what not\nlistening cost me.\n\nThe rest is weather.\n"


@pytest.fixture
def index(tmp_path: Path) -> SourceIndex:
    (tmp_path / "talk [one].txt").write_text(TALK, encoding="utf-8")
    (tmp_path / "DNA-CONFIG.yaml").write_text("name: Oda\ndna_sources:\n  talks: 4\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("a: [\n", encoding="utf-8")
    (tmp_path / "SOUL.md").write_text("# Soul\n\n## Tone of voice\n\nFlat.\n", encoding="utf-8")
    (tmp_path / "data.json").write_text('{"a": {"b": 1}}', encoding="utf-8")
    return SourceIndex(tmp_path, chunks={"chunk_198": "the third strike tells you"})


def follow(index: SourceIndex, text: str, quote: str = "") -> FoundSource | MissingSource:
    return resolve(citations_in(text)[0], index, quote)


QUOTE = "That's what not listening  cost me."


def test_a_quote_in_the_cited_lines_is_found(index: SourceIndex) -> None:
    found = follow(index, "^[RAIZ:/talk [one].txt:L2-3]", QUOTE)
    assert isinstance(found, FoundSource)
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
def test_what_resolves(index: SourceIndex, citation: str, quote: str, lines: tuple[int, int] | None) -> None:
    found = follow(index, citation, quote)
    assert isinstance(found, FoundSource), found
    assert found.lines == lines


@pytest.mark.parametrize(
    ("citation", "quote", "what"),
    [
        ("^[RAIZ:nowhere.txt:L1]", "", "no such file"),
        ("^[RAIZ:talk [one].txt:L6]", "", "has 5 lines"),
        ("^[RAIZ:talk [one].txt:L5-4]", "", "backwards"),
        ("^[RAIZ:talk [one].txt:0]", "", "before line 1"),
        ("^[RAIZ:talk [one].txt:L4-5]", QUOTE, "are on L2-3, not here"),
        ("^[RAIZ:talk [one].txt:L2-3]", "I never said this.", "are not here"),
        ("^[RAIZ:talk [one].txt:L2-3]", QUOTE.lower(), "are not here"),
        ("^[DNA-CONFIG.yaml:nothing]", "", "no key nothing"),
        ("^[broken.yaml:a]", "", ""),
        ("^[SOUL.md:nothing]", "", "no heading nothing"),
        ("^[chunk_9]", "", "No known chunk"),
        ("^[chunk_198]", "other words", "are not here"),
        ("^[insight_id:OB2]", "", "leads to no text"),
        ("^[so many words]", "", "neither a file nor a chunk"),
    ],
)
def test_what_does_not_resolve_says_why(index: SourceIndex, citation: str, quote: str, what: str) -> None:
    missing = follow(index, citation, quote)
    assert isinstance(missing, MissingSource)
    assert what in missing.what
    assert missing.value


def test_a_quote_found_elsewhere_is_put_right_by_the_remedy(index: SourceIndex) -> None:
    missing = follow(index, "^[RAIZ:talk [one].txt:L5]", QUOTE)
    assert isinstance(missing, MissingSource)
    assert missing.remedy == "Cite L2-3."


def test_a_file_that_is_no_text_is_told(index: SourceIndex) -> None:
    (index.folders[0] / "b.txt").write_bytes(b"\0\1")
    missing = follow(SourceIndex(*index.folders), "^[RAIZ:b.txt]")
    assert isinstance(missing, MissingSource)
    assert missing.what == "This is not a text."


# Quotes are compared as a reader would, and found by their lines.


TEXT = "First line.\n\n“Listen   before\nyou measure,” she said.\nThat’s all.\n"


def test_white_space_quotes_and_composition_are_folded() -> None:
    assert folded(" “It’s”\u00a0a\n\tcafe\u0301 ") == '"It\'s" a café'
    assert folded("soft\u00adhyphen\u200b") == "softhyphen"


def test_a_quote_is_found_across_lines() -> None:
    text = FoldedText(TEXT)
    assert text.lines == 5
    assert text.where('"Listen before you measure," she said.') == (3, 4)
    assert text.where("That's all.") == (5, 5)
    assert text.where("line. “Listen") == (1, 3)


def test_a_quote_is_looked_for_within_the_given_lines() -> None:
    text = FoldedText(TEXT)
    assert text.where("Listen before", 3, 4) == (3, 3)
    assert text.where("That's all.", 1, 4) is None
    assert text.where("First line.", 2) is None
    assert text.where("measure", 4, 4) == (4, 4)


def test_wrong_words_letter_case_and_nothing_are_not_found() -> None:
    text = FoldedText(TEXT)
    assert text.where("listen before") is None
    assert text.where("   ") is None
    assert FoldedText("").where("x") is None
    assert FoldedText("").lines == 0


def test_headings_are_found_however_they_are_spelt() -> None:
    text = FoldedText("# Soul\n\n## Tone of voice ##\n\nwords\n")
    assert text.heading("tone_of_voice") == text.heading("Tone-of-Voice") == 3
    assert text.heading("words") is None


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=200), st.data())
def test_whatever_stands_in_a_text_is_found_there(text: str, data: st.DataObject) -> None:
    every = text.split("\n")
    first = data.draw(st.integers(0, len(every) - 1))
    last = data.draw(st.integers(first, len(every) - 1))
    quote = "\n".join(every[first : last + 1])
    found = FoldedText(text).where(quote, first + 1, last + 1)
    if folded(quote):
        assert found is not None
        assert first + 1 <= found.first <= found.last <= last + 1


# Files are found the way people write their paths, and never outside their folders.


@pytest.fixture
def shelf_shelf(tmp_path: Path) -> SourceIndex:
    root = tmp_path / "root"
    for name in ("inbox/ODA B/TALKS/First.txt", "inbox/ODA B/POSTS/same.txt", "inbox/ODA B/TALKS/same.txt", "SOUL.md"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "leak.txt").symlink_to(tmp_path / "secret.txt")
    return SourceIndex(root)


@pytest.mark.parametrize(
    "written",
    [
        "inbox/ODA B/TALKS/First.txt",
        "/inbox/ODA B/TALKS/First.txt",
        "INBOX/oda b/talks/first.TXT",
        "First.txt",
        "TALKS/First.txt",
        r"inbox\ODA B\TALKS\First.txt",
        "/somewhere/repo/inbox/ODA B/TALKS/First.txt",
        "./inbox/ODA B/TALKS/First.txt",
    ],
)
def test_one_file_is_found_by_many_spellings(shelf_shelf: SourceIndex, written: str) -> None:
    found = shelf_shelf.find(written)
    assert isinstance(found, Path)
    assert found.name == "First.txt"


def test_a_path_written_out_in_full_is_found(shelf_shelf: SourceIndex) -> None:
    assert isinstance(shelf_shelf.find(str(shelf_shelf.folders[0].resolve() / "SOUL.md")), Path)


def test_composed_and_decomposed_names_are_one(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "ação.txt")).write_text("x", encoding="utf-8")
    assert isinstance(SourceIndex(tmp_path).find(unicodedata.normalize("NFC", "Ação.txt")), Path)


def test_a_name_that_fits_two_files_says_so(shelf_shelf: SourceIndex) -> None:
    assert "fits 2 files" in str(shelf_shelf.find("same.txt"))
    assert isinstance(shelf_shelf.find("POSTS/same.txt"), Path)


@pytest.mark.parametrize("written", ["../secret.txt", "leak.txt", "/etc/passwd", "", "  ", "inbox", "nowhere.txt"])
def test_what_is_outside_or_missing_is_told_in_words(shelf_shelf: SourceIndex, written: str) -> None:
    assert isinstance(shelf_shelf.find(written), str)


def test_a_near_miss_is_named(shelf_shelf: SourceIndex) -> None:
    assert "Did you mean soul.md?" in str(shelf_shelf.find("SOULS.md"))


def test_nested_folders_list_a_file_once(shelf_shelf: SourceIndex) -> None:
    root = shelf_shelf.folders[0]
    assert isinstance(SourceIndex(root, root / "inbox").find("First.txt"), Path)


def test_a_file_that_is_no_text_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"\0\1\2")
    assert isinstance(SourceIndex(tmp_path).text(path), Problem)


def test_a_missing_folder_holds_nothing(tmp_path: Path) -> None:
    assert "no such file" in str(SourceIndex(tmp_path / "none").find("a.txt"))


# Items and texts whose citations lead nowhere give problems with item, path and line.


@pytest.fixture
def shelf_checking(tmp_path: Path) -> SourceIndex:
    (tmp_path / "talk.txt").write_text("One in seven goes wrong.\nI listen first.\n", encoding="utf-8")
    return SourceIndex(tmp_path)


def item(**fields: object) -> Item:
    return Item("Q1", "quote", "", fields=fields)


def test_a_quote_that_stands_where_it_is_cited_is_fine(shelf_checking: SourceIndex) -> None:
    assert (
        check_item(item(real="I listen first.", citation=["^[RAIZ:talk.txt:L2]"]), shelf_checking, "items.yaml") == []
    )


def test_one_of_two_citations_may_hold_the_quote(shelf_checking: SourceIndex) -> None:
    both = item(real="I listen first.", citation="^[talk.txt:L1] ^[talk.txt:L2]")
    assert check_item(both, shelf_checking, "items.yaml") == []


def test_a_quote_in_none_of_them_is_one_problem(shelf_checking: SourceIndex) -> None:
    faults = check_item(item(real="I measure first.", citation="^[talk.txt:L1-2]"), shelf_checking, "items.yaml")
    assert [(fault.file, fault.place, fault.what) for fault in faults] == [
        ("items.yaml", "item Q1", "The quoted words are not here.")
    ]
    assert faults[0].value.endswith("talk.txt:L1-2")


def test_every_unresolved_citation_is_named(shelf_checking: SourceIndex) -> None:
    faults = check_item(item(citation=["^[talk.txt:L9]", "^[none.txt]", {"path": "x"}]), shelf_checking, "items.yaml")
    assert [fault.what.partition(".")[0] for fault in faults] == [
        "The file has 2 lines",
        f"There is no such file in {shelf_checking.folders[0]}",
        "A citation is a text",
    ]


@pytest.mark.parametrize("citation", [None, "", "  ", []])
def test_an_item_that_cites_nothing_is_a_problem(shelf_checking: SourceIndex, citation: object) -> None:
    faults = check_item(item(citation=citation), shelf_checking, "items.yaml")
    assert [fault.what for fault in faults] == ["The item cites nothing."]


def test_a_text_shown_as_the_person_s_own_cites_where_it_stands(shelf_checking: SourceIndex) -> None:
    own = {"citation": "^[talk.txt:L2]", "responses": {"self": "I listen first."}}
    (fault,) = check_item(item(**own), shelf_checking, "items.yaml")
    assert fault.what == "The person's own text (self) cites nothing."
    assert "self_citation" in fault.remedy
    assert check_item(item(**own, self_citation="^[talk.txt:L2]"), shelf_checking, "items.yaml") == []


def test_excerpts_of_reference_texts_are_checked(shelf_checking: SourceIndex) -> None:
    references = [
        {"path": "talk.txt", "excerpt": "One in seven"},
        {"path": "talk.txt:L2", "excerpt": "One in seven"},
        {"path": "missing", "excerpt": "x"},
        "no table",
    ]
    faults = check_item(item(citation="^[talk.txt]", references=references), shelf_checking, "items.yaml")
    assert [fault.what.partition(".")[0] for fault in faults] == [
        "The quoted words are on L1-1, not here",
        f"There is no such file in {shelf_checking.folders[0]}",
    ]


def test_citations_come_from_terms_and_from_every_field() -> None:
    known = Item("Q1", "quote", "", (Citation("a.txt", 1, 2),), fields={"source_reference": "b.txt:3", "citation": "c"})
    assert [(one.path, one.first_line) for one in references_of(known)] == [("a.txt", 1), ("c", None), ("b.txt", 3)]


@pytest.mark.parametrize("text", ["^[RAIZ:a.txt:L3-4]", "a.txt:L3-4", " a.txt:3-4 "])
def test_one_citation_with_or_without_brackets(text: str) -> None:
    found = reference_of(text)
    assert (found.path, found.first_line, found.last_line) == ("a.txt", 3, 4)


def test_a_text_is_checked_line_by_line(shelf_checking: SourceIndex) -> None:
    text = SourceText("SOUL.md", "Good ^[talk.txt:1]\nbad ^[talk.txt:7]\n^[nobody.txt]\n")
    assert [(fault.file, fault.place) for fault in check_text(text, shelf_checking)] == [
        ("SOUL.md", "line 2"),
        ("SOUL.md", "line 3"),
    ]
