"""The texts of a folder are found in a fixed order, and everything left out is named."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.text_file import ReadLimits
from ringtrue.sources import text_files as module
from ringtrue.sources.text_files import decoded, read_texts, tokens_in
from ringtrue.terms.problem import BadInput


def write(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_texts_come_nested_sorted_and_decoded(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "# Bells\n")
    write(tmp_path, "TALKS/2019 [draft] $5.TXT", "one\r\ntwo")
    write(tmp_path, "a.txt", "caf\xe9".encode("latin-1"))
    read = read_texts(tmp_path)
    assert [(text.path, text.text, text.encoding) for text in read] == [
        ("a.txt", "café", "cp1252"),
        ("b.md", "# Bells\n", "utf-8"),
        ("TALKS/2019 [draft] $5.TXT", "one\ntwo", "utf-8"),
    ]
    assert read.notes == ("Not UTF-8, read as guessed: a.txt (cp1252).",)
    assert len(read) == 3


def test_everything_left_out_is_named_with_its_reason(tmp_path: Path) -> None:
    outside = write(tmp_path, "outside.txt", "secret")
    root = tmp_path / "texts"
    write(root, "good.txt", "words")
    write(root, ".hidden.txt", "words")
    write(root, ".git/config.txt", "words")
    write(root, "picture.txt", b"\x89PNG\0\0\0")
    write(root, "scan.pdf", "words")
    write(root, "empty.txt", "  \n")
    (root / "out.txt").symlink_to(outside)
    (root / "circle.txt").symlink_to(root / "circle.txt")
    (root / "folder").symlink_to(tmp_path)
    os.mkfifo(root / "pipe.txt")
    read = read_texts(root)
    assert [text.path for text in read] == ["good.txt"]
    assert {Path(fault.file).name: fault.what for fault in read.left_out} == {
        ".git": "Hidden files are not read.",
        ".hidden.txt": "Hidden files are not read.",
        "circle.txt": "The file cannot be read.",
        "empty.txt": "The file is empty.",
        "folder": "Links to folders are not followed.",
        "out.txt": "The link leads out of the folder.",
        "picture.txt": "This is not a text.",
        "pipe.txt": "This is not a plain file.",
        "scan.pdf": "Only .txt and .md files are read.",
    }
    assert read.notes[-1].startswith("Left out: ")
    assert read.notes[-1].endswith("and 4 more")


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    write(tmp_path, "one.txt", "words")
    (tmp_path / "two.txt").symlink_to(tmp_path / "one.txt")
    assert [text.path for text in read_texts(tmp_path)] == ["one.txt", "two.txt"]


def test_limits_hold_for_one_file_and_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        write(tmp_path, name, "x" * 600)
    monkeypatch.setattr(module, "MOST_BYTES", 1300)
    read = read_texts(tmp_path)
    assert len(read) == 2
    assert "are not allowed in one folder" in read.left_out[0].what
    monkeypatch.setattr(module, "SOURCE", ReadLimits(max_bytes=500))
    assert [fault.what for fault in read_texts(tmp_path).left_out[:1]] == ["The file is larger than 500 bytes."]


@pytest.mark.parametrize(("name", "what"), [("nowhere", "no such folder"), ("file.txt", "not a folder")])
def test_a_missing_folder_is_refused(tmp_path: Path, name: str, what: str) -> None:
    write(tmp_path, "file.txt", "x")
    with pytest.raises(BadInput, match=what):
        read_texts(tmp_path / name)


def test_a_folder_that_may_not_be_listed_is_named(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may list every folder")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    assert "cannot be listed" in read_texts(tmp_path).left_out[0].what


# Texts come in many encodings; what is no text is told apart.


LATIN = "Não é só isso, é o começo. Ação e reação vão juntas, já se vê.\n" * 3


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("latin-1", "cp1252"),
    ],
)
def test_each_encoding_gives_the_same_text(encoding: str, expected: str) -> None:
    read = decoded(LATIN.encode(encoding))
    assert read is not None
    assert read == (LATIN, expected)


def test_curly_quotes_of_windows_are_quotes_and_not_control_characters() -> None:
    read = decoded("“ring true” – he said".encode("cp1252"))
    assert read is not None
    assert read.text == "“ring true” – he said"


def test_bytes_windows_does_not_know_are_still_read() -> None:
    assert decoded(b"caf\xe9 \x81 bar") == ("café \x81 bar", "latin-1")


def test_line_ends_become_lf() -> None:
    read = decoded(b"a\r\nb\rc\n")
    assert read is not None
    assert read.text == "a\nb\nc\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        bytes(range(256)) * 4,
        b"text first" * 2000 + b"\0",
        b"\x01\x02\x03\x04\xff\xfe" * 50,
        b"\xff\xfe\x00",  # UTF-16 that ends in the middle of a character
    ],
)
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert decoded(data) is None


def test_nothing_is_an_empty_text() -> None:
    assert decoded(b"") == ("", "utf-8")


@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_none_and_never_an_error(data: bytes) -> None:
    read = decoded(data)
    assert read is None or "\r" not in read.text


# Tokens are estimated from bytes, rather too many than too few.


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("seven by", 3), ("x" * 35, 10), ("鐘鐘鐘鐘鐘鐘鐘", 6)]
)
def test_one_token_for_three_and_a_half_bytes_rounded_up(text: str, tokens: int) -> None:
    assert tokens_in(text) == tokens


def test_half_a_character_does_not_matter() -> None:
    assert tokens_in("\ud800") == 1
