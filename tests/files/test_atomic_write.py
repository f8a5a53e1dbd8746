"""A write is whole or not at all, even when the writer is killed."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ringtrue.files.atomic_write import replacing, write_bytes, write_text
from ringtrue.terms.problem import BadInput, Problem

WRITER = """
import sys
from ringtrue.files.atomic_write import write_text
while True:
    for letter in "AB":
        write_text(sys.argv[1], letter * 1_000_000)
        print(letter, flush=True)
"""
AS_SUPERUSER = os.name == "nt" or os.geteuid() == 0


def refused(path: Path) -> Problem:
    with pytest.raises(BadInput) as caught:
        write_text(path, "new")
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    assert problem.remedy
    return problem


def test_text_is_written_as_utf8_without_touching_line_ends(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "é\r\n\u2028\n")
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9\r\n\xe2\x80\xa8\n"
    write_bytes(str(tmp_path / "a"), b"\0\xff")
    assert (tmp_path / "a").read_bytes() == b"\0\xff"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_permissions_of_an_existing_file_are_kept_and_a_new_one_follows_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    path.chmod(0o640)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "b", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real" / "file")
    write_text(link, "one")
    write_text(link, "two")
    assert link.is_symlink()
    assert (tmp_path / "real" / "file").read_text() == "two"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "a"
    write_text(path, "old")

    def write_half() -> None:
        with replacing(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(error):
        write_half()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_lone_surrogate_is_a_value_error_and_nothing_is_touched(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "old")
    with pytest.raises(ValueError, match="surrogates"):
        write_text(tmp_path / "a", "\ud800")
    assert (tmp_path / "a").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path).what
    assert "cannot be written" in refused(tmp_path / "nowhere" / "a").what
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(AS_SUPERUSER, reason="the superuser may write everything")
def test_a_read_only_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch(0o444)
    assert "read-only" in refused(path).what


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_told_in_words(tmp_path: Path) -> None:
    def write_to_a_full_disk() -> None:
        with replacing(tmp_path / "a") as stream:
            full = os.open("/dev/full", os.O_WRONLY)
            os.dup2(full, stream.fileno())  # from here on this file stands on a disk without room
            os.close(full)
            stream.write(b"x" * 100_000)

    with pytest.raises(BadInput, match="No space left"):
        write_to_a_full_disk()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_writer_left_is_cleared_once_it_is_old(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in (".ringtrue-0.tmp", ".ringtrue-1.tmp", ".other-0.tmp"))
    for stray in (old, young, other):
        stray.touch()
    for aged in (old, other):
        os.utime(aged, (0, 0))
    write_text(tmp_path / "a", "new")
    assert {entry.name for entry in tmp_path.iterdir()} == {"a", young.name, other.name}


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is of POSIX")
def test_a_writer_killed_at_any_moment_leaves_one_whole_version(tmp_path: Path) -> None:
    path = tmp_path / "file"
    whole = {"A" * 1_000_000, "B" * 1_000_000}
    for acknowledged in (1, 2, 3, 5, 8, 13):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(acknowledged):
                assert writer.stdout.readline() in (b"A\n", b"B\n")
            writer.kill()
        assert writer.returncode == -9
        assert path.read_text() in whole
    write_text(path, "after all")
    assert path.read_text() == "after all"
    others = [entry.name for entry in tmp_path.iterdir() if entry != path]
    assert all(name.startswith(".ringtrue-") for name in others)
