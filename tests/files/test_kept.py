"""What is kept of YAML files is what they say, key by key and type by type, and only while they say it."""

from pathlib import Path
from typing import Any

import pytest

import ringtrue
from ringtrue.files import read_yaml
from ringtrue.files.kept import KEPT, keeping, kept

PACKAGE = Path(ringtrue.__file__).parent
FOLDERS = sorted(path.parent for path in PACKAGE.rglob(KEPT))
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.yaml"))]


def same(one: Any, other: Any) -> bool:
    """Equal, in the same order, and numbers of the same kind."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = zip(one.items(), other.items(), strict=True)
        return all(same(a, c) and same(b, d) for (a, b), (c, d) in pairs)
    if isinstance(one, list) and isinstance(other, list):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    kinds = [kind for kind in (bool, int, float, str) if isinstance(one, kind)]
    return bool(one == other) and kinds == [kind for kind in (bool, int, float, str) if isinstance(other, kind)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_what_is_kept_is_what_the_file_says(path: Path) -> None:
    assert same(kept(path.parent, path.stem), read_yaml(path).data), "run: make docs"


def test_protocols_and_rubrics_are_kept() -> None:
    assert [folder.relative_to(PACKAGE).as_posix() for folder in FOLDERS] == ["judge/model/rubrics", "protocols"]
    for folder in FOLDERS:
        assert (folder / KEPT).read_text(encoding="utf-8") == keeping(folder), "run: make docs"


def test_a_file_that_changed_is_not_answered_for(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("steps: {1: no, 2.5: [yes]}\nshare: 1.0\n")
    assert kept(tmp_path, "a") is None
    (tmp_path / KEPT).write_text(keeping(tmp_path))
    assert same(kept(tmp_path, "a"), {"steps": {1: "no", 2.5: ["yes"]}, "share": 1.0})
    (tmp_path / "a.yaml").write_text("steps: {}\n")
    assert kept(tmp_path, "a") is None


def test_a_text_may_hold_any_end_of_a_line(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text('said: "a\\u2028b\\u0085c"\n', encoding="utf-8")
    (tmp_path / KEPT).write_text(keeping(tmp_path), encoding="utf-8")
    assert kept(tmp_path, "one") == {"said": "a\u2028b\x85c"}
