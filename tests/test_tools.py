"""The report of the source tree, on a small package and on our own."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def tree() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tree", ROOT / "tools" / "tree.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tree"] = module  # where its dataclass looks for its own module
    spec.loader.exec_module(module)
    return module


FILES = {
    "__init__.py": '"""A package."""\n',
    "low/__init__.py": "",
    "low/text.py": "import json._x\n\nclass Text:\n    pass\n",
    "low/rows.py": "from pack.low.text import Text\n\ndef first():\n    return Text()\n",
    "high/__init__.py": "",
    "high/text.py": (
        "import asyncio\nfrom typing import TYPE_CHECKING\nfrom pack.low import rows\n"
        "if TYPE_CHECKING:\n    from pack.high.page import Page\n"
        "class Text(asyncio.Queue):\n    _own = 1\n    def put(self):\n        return self._queue, self._own\n"
    ),
    "high/page.py": "def show():\n    from pack.high.text import Text\n    return Text\n",
}


@pytest.fixture(scope="module")
def lines(tree: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    package = tmp_path_factory.mktemp("tree") / "pack"
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    return tree.report(tree.read_tree(package))


@pytest.mark.parametrize(
    "line",
    [
        "modules                   7, 21 lines",
        "lines a module            median 3, most 9 (pack.high.text)",
        "lines a function          median 2, p90 3, most 3 (pack.high.page.show:1)",
        "import layers             3",  # high.text -> low.rows -> low.text; the import inside show() does not count
        "modules with one importer 57 %",
        "repeated file names       1: text",
        "repeated public classes   1: Text",
        "private names of others   pack.high.text uses asyncio.Queue._queue; pack.low.text uses json._x",
    ],
)
def test_the_report_of_a_small_package(lines: list[str], line: str) -> None:
    assert line in lines


def test_the_report_of_our_own_tree_is_short(tree: ModuleType) -> None:
    shown = tree.report(tree.read_tree(tree.SOURCE))
    assert len(shown) == 8
    assert all(len(line) < 2000 for line in shown)
