"""What is got ready meanwhile is done at the end of the block, whatever became of that."""

import subprocess
import sys
from threading import Event, current_thread

import pytest

from ringtrue.cli.meanwhile import meanwhile

LOADED = """
import sys
from ringtrue.cli.meanwhile import loading_http
with loading_http(sys.argv[1:]):
    pass
print("aiohttp" in sys.modules)
"""


def test_it_is_done_in_another_thread_by_the_end() -> None:
    done_by: list[object] = []
    with meanwhile(lambda: done_by.append(current_thread())):
        pass
    assert len(done_by) == 1
    assert done_by[0] is not current_thread()


def test_an_error_within_comes_through_and_it_is_done_all_the_same() -> None:
    done: list[bool] = []
    with pytest.raises(ZeroDivisionError), meanwhile(lambda: done.append(True)):
        1 / 0  # noqa: B018
    assert done == [True]


def test_what_is_done_within_may_wait_for_it() -> None:
    ready = Event()
    with meanwhile(ready.set):
        assert ready.wait(60)


@pytest.mark.parametrize(
    ("spellings", "loaded"),
    [
        (["recorded:a.jsonl", " openai:m@http://127.0.0.1:1/v1"], "True"),
        (["anthropic:m"], "True"),
        (["local", "command:openai:x", "python:m:f"], "False"),
        ([], "False"),
    ],
)
def test_http_is_loaded_for_those_who_are_reached_by_it(spellings: list[str], loaded: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, *spellings], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == loaded


def test_where_http_cannot_be_loaded_it_is_told_by_whoever_needs_it() -> None:
    program = f"import sys\nsys.modules['aiohttp'] = None\n{LOADED.replace('print', 'str')}"
    done = subprocess.run([sys.executable, "-c", program, "openai:m"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
