"""Text is UTF-8, within its size, with line ends made one; everything else is refused with a remedy."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.text_file import Lines, ReadLimits, inside, read_bytes, read_text, shown, unix_lines
from ringtrue.terms.problem import BadInput, Problem


def refused(path: Path | str, limits: ReadLimits | None = None) -> Problem:
    with pytest.raises(BadInput) as caught:
        read_text(path, limits=limits or ReadLimits())
    (problem,) = caught.value.problems
    assert problem.file == shown(path)
    assert problem.remedy
    return problem


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbfone", "one"),
        (b"one\r\ntwo\rthree\n\r\n", "one\ntwo\nthree\n\n"),
        ("\u2028 stays, so does \u0085\t".encode(), "\u2028 stays, so does \u0085\t"),
        (b"\xef\xbb\xbf\xef\xbb\xbfone", "\ufeffone"),
    ],
)
def test_a_leading_mark_is_dropped_and_line_ends_made_one(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    assert read_text(path) == text
    assert read_bytes(str(path)) == data


def test_a_missing_file_is_refused_and_a_similar_one_named(tmp_path: Path) -> None:
    (tmp_path / "items.yaml").touch()
    problem = refused(tmp_path / "item.yaml")
    assert problem.what == "There is no such file."
    assert problem.remedy == "Did you mean items.yaml?"
    assert "cannot be listed" in refused(tmp_path / "nowhere" / "item.yaml").remedy


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path).what


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read everything")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.touch(0o000)
    assert "no permission" in refused(path).what


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_no_file_can_have_is_refused(name: str) -> None:
    assert "name of a file" in refused(name).what


def test_a_file_where_a_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert "cannot be read" in refused(tmp_path / "a" / "b").what


def test_size_is_refused_above_the_limit_and_not_at_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 100)
    assert read_text(path, limits=ReadLimits(max_bytes=100)) == "x" * 100
    assert refused(path, ReadLimits(max_bytes=99)).what == "The file is larger than 99 bytes."


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)  # a tebibyte of nothing: reading it would not end
    assert refused(path).what == "The file is larger than 64 MiB."


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless device")
def test_an_endless_stream_is_read_up_to_the_limit_only() -> None:
    assert "larger" in refused("/dev/zero", ReadLimits(max_bytes=10)).what


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_bytes_that_are_not_utf8_are_refused_with_line_and_offset(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"one" + end + b"two" + end + b"caf\xe9!")
    problem = refused(path)
    assert problem.place == "line 3"
    assert f"byte {6 + 2 * len(end) + 3}" in problem.what
    assert problem.value == "e9 21"


def test_a_nul_byte_is_refused_with_line_and_offset(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"one\ntw\0")
    problem = refused(path)
    assert problem.place == "line 2"
    assert "byte 6" in problem.what


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_wide_encodings_are_told_apart_from_rubbish(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(("\ufeff" if encoding.endswith("be") else "").encode(encoding) + "hello".encode(encoding))
    assert "UTF-16" in refused(path).what


@given(st.text(alphabet="ab\r\n\u2028\x85", max_size=60), st.data())
def test_lines_are_those_of_an_editor(text: str, data: st.DataObject) -> None:
    text = unix_lines(text)
    index = data.draw(st.integers(0, len(text)))
    assert Lines(text).at(index) == len(text[:index].split("\n"))


def test_a_name_that_is_not_utf8_is_shown_escaped() -> None:
    assert shown(os.fsdecode(b"caf\xe9.txt")) == "caf\\udce9.txt"


# A path written in a file never leads out of its folder.


PARTS = st.sampled_from(
    ["..", ".", "a", "b.md", "", "out", "loop", "in", "C:", "~", "..\\..", "/", "\0", "\ud800", " "]
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    outside = tmp_path_factory.mktemp("outside")
    root = outside / "root"
    (root / "a").mkdir(parents=True)
    (root / "out").symlink_to(outside)
    (root / "in").symlink_to(root / "a")
    (root / "loop").symlink_to(root / "loop")
    return root


@pytest.mark.parametrize("relative", ["a", "a/b.md", "a/../b.md", "./a", "in/b.md", "new/deep/file", "a..b", "..."])
def test_what_stays_inside_is_resolved(root: Path, relative: str) -> None:
    assert inside(root, relative) == (root / relative).resolve()


@pytest.mark.parametrize(
    ("relative", "reason"),
    [
        ("", "empty"),
        (" ", "empty"),
        ("/etc/passwd", "absolute"),
        ("\\\\server\\share", "absolute"),
        ("C:\\x", "absolute"),
        ("c:x", "absolute"),
        ("..", "climbs out"),
        ("a/../../x", "climbs out"),
        ("..\\x", "climbs out"),
        ("a/..\\../x", "climbs out"),
        ("out", "follows a link"),
        ("out/secret", "follows a link"),
        ("a\0b", "control character"),
        ("a\nb", "control character"),
    ],
)
def test_what_leads_out_is_refused_with_file_and_place(root: Path, relative: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        inside(root, relative, file="items.yaml", place="line 7, citation[0]")
    (problem,) = caught.value.problems
    assert (problem.file, problem.place) == ("items.yaml", "line 7, citation[0]")
    assert reason in problem.what
    assert str(root) in problem.remedy


@given(st.lists(PARTS, max_size=6).map("/".join))
def test_no_mixture_of_parts_leads_out(root: Path, relative: str) -> None:
    try:
        found = inside(root, relative)
    except BadInput:
        return
    assert found.is_relative_to(root.resolve())
    assert found == found.resolve()
