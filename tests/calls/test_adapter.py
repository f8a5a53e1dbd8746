"""The documentation's own examples: an adapter as `docs/calls.md` shows it works, and so does its use from Python."""

import re
import subprocess
import sys
from pathlib import Path

from callers import ask_all, call
from ringtrue.store import StudyStore
from ringtrue.terms import Speaker

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "calls.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_use_from_python_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", examples()[0]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("I would wait a week.\n", "")


def test_an_adapter_written_as_shown_works(study: StudyStore) -> None:
    module: dict[str, object] = {}
    exec(examples()[1], module)  # noqa: S102 - our own page
    assert module["spelled"]("") == {}  # type: ignore[operator]
    adapter = module["adapter"](Speaker("clone", "mirror", {}), Path())  # type: ignore[operator]
    outcomes = ask_all(study, adapter, [call("one", said="drawer"), call("two", said=" ")])
    assert outcomes["one"].text == "reward"
    assert outcomes["two"].error == "The answer was empty."
