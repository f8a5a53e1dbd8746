"""Every form of citation is read into its parts; brackets are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.citations import Reference, chunk_key, citations_in, rendered
from ringtrue.terms.item import Citation


def only(text: str) -> Reference:
    found = citations_in(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "path", "first", "last"),
    [
        ("^[RAIZ:inbox/a.txt]", "inbox/a.txt", None, None),
        ("^[RAIZ:/inbox/a.txt:7]", "/inbox/a.txt", 7, None),
        ("^[RAIZ:/inbox/a.txt:L340-345]", "/inbox/a.txt", 340, 345),
        ("^[RAIZ:/inbox/a.txt:L340-L345]", "/inbox/a.txt", 340, 345),
        ("^[RAIZ:/inbox/ODA B/TALKS/$9 Bells.txt:L3-4]", "/inbox/ODA B/TALKS/$9 Bells.txt", 3, 4),
        ("^[RAIZ:/inbox/Bells [SECOND CUT] [b].txt:L3]", "/inbox/Bells [SECOND CUT] [b].txt", 3, None),
        ("^[FONTE:a.txt:12]", "a.txt", 12, None),
        ("[FONTE:talks/a.txt:12]", "talks/a.txt", 12, None),
        ("[fonte: talks/a.txt : 12 ]", "talks/a.txt", 12, None),
        ("^[SOUL.md:70-72]", "SOUL.md", 70, 72),
        ("^[SOUL.md:70–72]", "SOUL.md", 70, 72),
        ("^[MEMORY.md:linhas46-98]", "MEMORY.md", 46, 98),
        ("^[MEMORY.md:linha 46]", "MEMORY.md", 46, None),
        ("^[MEMORY.md:lines 46-98]", "MEMORY.md", 46, 98),
        (r"^[RAIZ:C:\texts\a.txt:4]", r"C:\texts\a.txt", 4, None),
        ("^[RAIZ:Talk: part 2.txt:14]", "Talk: part 2.txt", 14, None),
        ("^[RAIZ:/inbox/a\n  long name.txt:L1-2]", "/inbox/a long name.txt", 1, 2),
        ("^[RAIZ:/notes]", "/notes", None, None),
    ],
)
def test_files_and_lines(text: str, path: str, first: int | None, last: int | None) -> None:
    found = only(f"He said so {text}, twice.")
    assert (found.form, found.path, found.first_line, found.last_line) == ("file", path, first, last)
    assert found.citation() == Citation(path, first, last)
    assert found.written == text


def test_a_key_of_a_file() -> None:
    found = only("^[DNA-CONFIG.yaml:dna_sources]")
    assert (found.path, found.key, found.first_line) == ("DNA-CONFIG.yaml", "dna_sources", None)


def test_something_derived() -> None:
    found = only("^[derivado:MEMORY.md:linhas46-98:count=26]")
    assert found.form == "derived"
    assert (found.path, found.first_line, found.last_line) == ("MEMORY.md", 46, 98)
    assert found.details == (("count", "26"),)


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("^[chunk_198]", ("198",)),
        ("^[AH002_002]", ("AH002_002",)),
        ("^[BATCH-006_001]", ("BATCH-006_001",)),
        ("^[SRC004-CHK-001]", ("SRC004-CHK-001",)),
        ("^[AH001-015, chunk_7]", ("AH001-015", "7")),
        ("[FONTE:chunk_12]", ("12",)),
    ],
)
def test_chunks_are_opaque_and_lose_only_their_prefix(text: str, chunks: tuple[str, ...]) -> None:
    found = only(text)
    assert (found.form, found.chunks) == ("chunk", chunks)


def test_an_insight_with_its_chunk() -> None:
    found = only("^[insight_id:OB002, chunk_199]")
    assert (found.form, found.insights, found.chunks) == ("insight", ("OB002",), ("199",))


def test_chunk_keys_compare_with_and_without_prefix() -> None:
    assert chunk_key("chunk_198") == chunk_key(" 198 ") == chunk_key("Chunk_198") == "198"


def test_several_citations_know_their_lines() -> None:
    text = "one ^[a.txt:1]\n\ntwo ^[b.txt:2] and [FONTE:c.txt:3]\n"
    assert [(found.path, found.line) for found in citations_in(text)] == [("a.txt", 1), ("b.txt", 3), ("c.txt", 3)]


@pytest.mark.parametrize("text", ["no citation", "[a link](x)", "x^2 [1]", "[^1]", "", "FONTE:a.txt:3"])
def test_other_brackets_are_left_alone(text: str) -> None:
    assert citations_in(text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("^[RAIZ:/inbox/a.txt:L3", "not closed"),
        ("^[RAIZ:/inbox/[a.txt:L3]", "not closed"),
        ("^[RAIZ:a.txt\n\nNext paragraph]", "not closed"),
        ("^[a footnote in so many words]", "neither a file nor a chunk"),
        ("^[]", "No file is named"),
        ("^[RAIZ:]", "No file is named"),
        ("^[RAIZ::3]", "No file is named"),
        ("^[" + "x" * 3000 + "]", "not closed"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, fault: str) -> None:
    found = only(text)
    assert found.form == "unread"
    assert fault in found.fault
    assert found.citation() is None


def test_backward_lines_are_read_and_make_no_term() -> None:
    found = only("^[a.txt:9-3]")
    assert (found.first_line, found.last_line) == (9, 3)
    assert found.citation() is None


def test_a_flood_of_open_brackets_is_read_in_one_pass() -> None:
    assert len(citations_in("^[" * 20_000)) == 20_000


segment = st.text(
    st.characters(codec="utf-8", exclude_characters="[]:\\/,;=\n\r", exclude_categories=("C", "Z")), min_size=1
)
bracketed = st.builds("{} [{}]".format, segment, segment)
name = st.one_of(segment, bracketed)
paths = st.builds(lambda folders, last: "/".join([*folders, last]) + ".txt", st.lists(name, max_size=3), name)
lines = st.one_of(
    st.just((None, None)),
    st.tuples(st.integers(0, 10**9 - 1), st.none()),
    st.tuples(st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1)),
)
words = st.from_regex(r"[A-Za-z_]{3,8}", fullmatch=True)
details = st.lists(st.tuples(words, st.from_regex(r"[A-Za-z0-9.]{0,6}", fullmatch=True)), max_size=2)
chunk = st.from_regex(r"[A-Z]{1,4}[0-9]{1,3}[-_][0-9]{1,3}", fullmatch=True)
files = st.builds(
    lambda form, path, span, key, more: Reference(form, path, *span, key, tuple(more)),
    st.sampled_from(["file", "derived"]),
    paths,
    lines,
    st.one_of(st.just(""), words),
    details,
)
chunked = st.builds(lambda names: Reference("chunk", chunks=tuple(names)), st.lists(chunk, min_size=1, max_size=3))
insights = st.builds(
    lambda ids, names: Reference("insight", insights=tuple(ids), chunks=tuple(names)),
    st.lists(chunk, min_size=1, max_size=2),
    st.lists(chunk, max_size=2),
)


@given(st.one_of(files, chunked, insights))
def test_what_is_rendered_is_read_back(reference: Reference) -> None:
    written = rendered(reference)
    found = only(f"Before {written} after.")
    bare = {field: getattr(found, field) for field in ("form", "path", "first_line", "last_line", "key", "details")}
    assert Reference(**bare, insights=found.insights, chunks=found.chunks) == reference
    assert rendered(found) == written


@given(st.text(alphabet="^[]RAIZ:FONTE.txtL0-9, \n/", max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for found in citations_in(text):
        assert found.written in text
        assert (found.form == "unread") == bool(found.fault)
