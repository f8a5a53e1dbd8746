"""A path written in a file never leads out of its folder."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files import inside
from ringtrue.terms import BadInput

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
