"""The texts of a folder are found in a fixed order, and everything left out is named."""

import os
from pathlib import Path

import pytest

from ringtrue.sources import read_texts
from ringtrue.sources import texts as module
from ringtrue.terms import BadInput


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
    assert "are not held in one folder" in read.left_out[0].what
    monkeypatch.setattr(module, "SOURCE", module.Limits(max_bytes=500))
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
