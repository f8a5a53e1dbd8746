"""The protocol of the documentation, and what the checker says when a part of it is changed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ringtrue.protocols.loader import check_file
from ringtrue.terms.problem import Problem

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocols" / "write-your-own.md"
WARMTH = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)[0]

Changed = Callable[..., list[Problem]]


@pytest.fixture
def warmth(tmp_path: Path) -> Path:
    """The example of the documentation, as a file."""
    path = tmp_path / "warmth.yaml"
    path.write_text(WARMTH, encoding="utf-8")
    return path


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Call with texts to replace in the example: changed((old, new), ...) -> its problems."""

    def check(*replacements: tuple[str, str]) -> list[Problem]:
        text = WARMTH
        for old, new in replacements:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / "changed.yaml"
        path.write_text(text, encoding="utf-8")
        return check_file(path)

    return check
