"""Files are found the way people write their paths, and never outside their folders."""

import unicodedata
from pathlib import Path

import pytest

from ringtrue.sources import Shelf
from ringtrue.terms import Problem


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    root = tmp_path / "root"
    for name in ("inbox/ODA B/TALKS/First.txt", "inbox/ODA B/POSTS/same.txt", "inbox/ODA B/TALKS/same.txt", "SOUL.md"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("words", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (root / "leak.txt").symlink_to(tmp_path / "secret.txt")
    return Shelf(root)


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
def test_one_file_is_found_by_many_spellings(shelf: Shelf, written: str) -> None:
    found = shelf.find(written)
    assert isinstance(found, Path)
    assert found.name == "First.txt"


def test_a_path_written_out_in_full_is_found(shelf: Shelf) -> None:
    assert isinstance(shelf.find(str(shelf.folders[0].resolve() / "SOUL.md")), Path)


def test_composed_and_decomposed_names_are_one(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "ação.txt")).write_text("x", encoding="utf-8")
    assert isinstance(Shelf(tmp_path).find(unicodedata.normalize("NFC", "Ação.txt")), Path)


def test_a_name_that_fits_two_files_says_so(shelf: Shelf) -> None:
    assert "fits 2 files" in str(shelf.find("same.txt"))
    assert isinstance(shelf.find("POSTS/same.txt"), Path)


@pytest.mark.parametrize("written", ["../secret.txt", "leak.txt", "/etc/passwd", "", "  ", "inbox", "nowhere.txt"])
def test_what_is_outside_or_missing_is_told_in_words(shelf: Shelf, written: str) -> None:
    assert isinstance(shelf.find(written), str)


def test_a_near_miss_is_named(shelf: Shelf) -> None:
    assert "Did you mean soul.md?" in str(shelf.find("SOULS.md"))


def test_nested_folders_list_a_file_once(shelf: Shelf) -> None:
    root = shelf.folders[0]
    assert isinstance(Shelf(root, root / "inbox").find("First.txt"), Path)


def test_a_file_that_is_no_text_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"\0\1\2")
    assert isinstance(Shelf(tmp_path).text(path), Problem)


def test_a_missing_folder_holds_nothing(tmp_path: Path) -> None:
    assert "no such file" in str(Shelf(tmp_path / "none").find("a.txt"))
