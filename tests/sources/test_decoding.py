"""Texts come in many encodings; what is no text is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.decoding import decoded

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
