"""A background's file: what was written is read, and nothing but numbers is."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from ringtrue.voice.background.making import table_of
from ringtrue.voice.background.table import Table, read_table, write_table
from ringtrue.voice.texts import Text
from speakers import english


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of([[Text.read(text) for text in english(700 + seed).texts(4)] for seed in range(3)], "en")


def test_what_was_written_is_read(table: Table, tmp_path: Path) -> None:
    write_table(table, tmp_path / "own.npz")
    read = read_table(tmp_path / "own.npz")
    for field in fields(Table):
        one, two = getattr(table, field.name), getattr(read, field.name)
        assert one.dtype == two.dtype, field.name
        assert np.array_equal(one, two), field.name


def test_a_file_that_lacks_a_part_is_refused_by_its_name(table: Table, tmp_path: Path) -> None:
    parts = {field.name: getattr(table, field.name) for field in fields(Table) if field.name != "tokens"}
    np.savez(tmp_path / "short.npz", **parts)
    with pytest.raises(KeyError, match="tokens"):
        read_table(tmp_path / "short.npz")


def test_objects_in_a_file_are_not_unpacked(table: Table, tmp_path: Path) -> None:
    write_table(replace(table, tokens=np.array([{"not": "a number"}], dtype=object)), tmp_path / "odd.npz")
    with pytest.raises(ValueError, match="allow_pickle"):
        read_table(tmp_path / "odd.npz")


def test_no_file_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_table(tmp_path / "nowhere.npz")
