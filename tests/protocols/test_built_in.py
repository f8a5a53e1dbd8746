"""What is kept of the built-in protocols is what their files say, key by key and type by type."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files import read_yaml
from ringtrue.protocols import BUILT_IN, load
from ringtrue.protocols.built_in import KEPT, keeping, kept

FOLDER = Path(str(files("ringtrue.protocols")))


def same(one: Any, other: Any) -> bool:
    """Equal, in the same order, and numbers of the same kind."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = zip(one.items(), other.items(), strict=True)
        return all(same(a, c) and same(b, d) for (a, b), (c, d) in pairs)
    if isinstance(one, list) and isinstance(other, list):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    kinds = [kind for kind in (bool, int, float, str) if isinstance(one, kind)]
    return one == other and kinds == [kind for kind in (bool, int, float, str) if isinstance(other, kind)]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_kept_is_what_the_file_says(name: str) -> None:
    path = FOLDER / f"{name}.yaml"
    assert same(kept(name), read_yaml(path).data), "run: make docs"
    assert load(name) == load(path)
    assert load(name).hash == load(path).hash


def test_the_kept_file_is_current() -> None:
    read = ((name, read_yaml(FOLDER / f"{name}.yaml").data) for name in BUILT_IN)
    assert (FOLDER / KEPT).read_text(encoding="utf-8") == keeping(read), "run: make docs"


def test_nothing_is_kept_of_what_is_not_built_in() -> None:
    with pytest.raises(FileNotFoundError):
        kept("homemade")
