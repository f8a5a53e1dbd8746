"""The backup's file: read back whole, refused when damaged anywhere."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.store.backup_file import Section, checked_header, read_sections, write_backup
from ringtrue.terms import BadInput

SECTIONS = [Section("a", ["x", "y"], [[1, "é\0"], [2, None]]), Section("b", ["z"], []), Section("c", ["z"], [[0.1]])]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backup") / "study.backup"
    write_backup(path, {"tables": "0001"}, SECTIONS)
    return path


def test_sections_come_back(file: Path) -> None:
    assert checked_header(file) == {"ringtrue_backup": 1, "tables": "0001"}
    assert [(name, columns, list(rows)) for name, columns, rows in read_sections(file)] == [
        (section.table, section.columns, section.rows) for section in SECTIONS
    ]


def test_nothing_else_is_left_in_the_folder(file: Path) -> None:
    assert list(file.parent.iterdir()) == [file]


@given(st.data())
def test_any_changed_byte_is_refused(file: Path, data: st.DataObject) -> None:
    whole = file.read_bytes()
    place = data.draw(
        st.integers(0, len(whole) - 1).filter(lambda n: not 3 <= n <= 9), label="place"
    )  # no flags, dates
    damaged = file.parent.parent / "damaged"
    damaged.write_bytes(whole[:place] + bytes([whole[place] ^ data.draw(st.integers(1, 255))]) + whole[place + 1 :])
    with pytest.raises(BadInput):
        checked_header(damaged)


@given(st.data())
def test_any_shortened_file_is_refused(file: Path, data: st.DataObject) -> None:
    whole = file.read_bytes()
    damaged = file.parent.parent / "damaged"
    damaged.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(BadInput):
        checked_header(damaged)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[:-1], "Its end is missing."),
        (lambda lines: [*lines[:2], b'[9,"x"]', *lines[3:]], "digest"),
        (lambda lines: [*lines[:2], *lines[3:]], "digest"),
        (lambda lines: [b'{"other":1}', *lines[1:]], "not a backup"),
        (lambda lines: [b"[]", *lines[1:]], "not a backup"),
        (lambda lines: [lines[0].replace(b":1,", b":2,"), *lines[1:]], "form 2"),
        (lambda lines: lines[:0], "not a backup"),
    ],
)
def test_a_repacked_forgery_is_refused(file: Path, tmp_path: Path, change: object, told: str) -> None:
    lines = gzip.decompress(file.read_bytes()).splitlines()
    path = tmp_path / "forged"
    path.write_bytes(gzip.compress(b"".join(line + b"\n" for line in change(lines))))
    with pytest.raises(BadInput, match=told):
        checked_header(path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write_backup(tmp_path / "no" / "file", {}, [])
    with pytest.raises(BadInput, match="cannot be read"):
        checked_header(tmp_path / "no")
