"""A function of the user's own is found, called with messages and item, and its faults are told."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.terms.call import Call, Refused, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

CODE = """
import asyncio, threading
THREADS = set()

def answer(messages, item):
    THREADS.add(threading.current_thread().name)
    messages[0]["content"] += "!"  # a function may do as it likes with its copy
    return f"{messages[0]['content']} {item['id']} {item.get('topic')}"

async def later(messages, item):
    await asyncio.sleep(0)
    return "later " + messages[0]["content"]

class Bot:
    async def __call__(self, messages, item):
        return "bot"

bot = Bot()

def fails(messages, item):
    raise ValueError("no such bell")

def leaves(messages, item):
    raise SystemExit(3)

def stops(messages, item):
    raise StopIteration

async def leaves_later(messages, item):
    raise SystemExit(3)

def number(messages, item):
    return 5

def hangs(messages, item):
    threading.Event().wait()

def other(messages):
    return "x"

constant = "x"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Any:
    name = f"bot_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(CODE, encoding="utf-8")
    (tmp_path / f"{name}_broken.py").write_text("import nowhere_at_all", encoding="utf-8")
    (tmp_path / f"{name}_wrong.py").write_text("1 / 0", encoding="utf-8")
    before = list(sys.path)
    yield tmp_path, name
    sys.path[:] = before


def made(folder: tuple[Path, str], function: str) -> Adapter:
    path, name = folder
    return adapter_for(Speaker("clone", "python", {"function": f"{name}{function}"}), folder=path)


def ask(adapter: Adapter, item: dict[str, Any] | None = None) -> Reply:
    settings = {"item": item} if item else {}
    return asyncio.run(adapter.answer(Call("k", ({"role": "user", "content": "Why"},), "Q1", settings)))


def test_a_plain_function_runs_in_a_thread_with_messages_and_item(folder: tuple[Path, str]) -> None:
    adapter = made(folder, ":answer")
    assert adapter.wants_item
    assert ask(adapter, {"id": "Q1", "topic": "tin"}).text == "Why! Q1 tin"
    assert ask(adapter).text == "Why! Q1 None"
    threads: set[str] = sys.modules[folder[1]].THREADS
    assert threads == {"ringtrue answer"}
    assert adapter.label == f"python:{folder[1]}:answer"


@pytest.mark.parametrize(
    ("function", "text"), [(":later", "later Why"), (":bot", "bot"), (".py:answer", "Why! Q1 None")]
)
def test_other_kinds_of_functions(folder: tuple[Path, str], function: str, text: str) -> None:
    assert ask(made(folder, function)).text == text


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (":fails", "raised ValueError: no such bell"),
        (":leaves", "raised SystemExit: 3"),
        (":leaves_later", "raised SystemExit: 3"),
        (":stops", "StopIteration"),
        (":number", "returned int, not a text"),
    ],
)
def test_what_a_function_raises_is_tried_again(folder: tuple[Path, str], function: str, what: str) -> None:
    with pytest.raises(Retry, match=what):
        ask(made(folder, function))


@pytest.mark.parametrize(
    ("function", "what", "remedy"),
    [
        (":nothing", "has no function nothing", "def answer"),
        (":constant", "has no function constant", "def answer"),
        (":other", "does not take messages and item", "def answer"),
        ("_missing:answer", "no module", "beside the study"),
        ("_broken:answer", "no module nowhere_at_all", "Install nowhere_at_all"),
        ("_wrong:answer", "ZeroDivisionError", "Correct it"),
    ],
)
def test_what_cannot_be_called_stops_the_run(folder: tuple[Path, str], function: str, what: str, remedy: str) -> None:
    for attempt in (made(folder, function).check, lambda: ask(made(folder, function))):
        with pytest.raises(Refused, match=what) as fault:
            attempt()
        assert remedy in fault.value.remedy


def test_looking_for_a_function_does_not_call_it(folder: tuple[Path, str]) -> None:
    adapter = made(folder, ":answer")
    adapter.check()
    assert not sys.modules[folder[1]].THREADS
    assert ask(adapter).text == "Why! Q1 None"


def test_a_function_that_hangs_is_given_up_and_keeps_nobody(folder: tuple[Path, str]) -> None:
    async def give_up() -> None:
        async with asyncio.timeout(0.05):
            await made(folder, ":hangs").answer(Call("k", ({"role": "user", "content": "Why"},), "Q1"))

    with pytest.raises(TimeoutError):
        asyncio.run(give_up())  # which would not return if the thread that hangs were waited for


@pytest.mark.parametrize("text", ["", "module", "module:", ":f", "module:not a name"])
def test_a_spelling_that_names_no_function_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="names no function"):
        speaker_named(f"python:{text}", name="clone")


def test_the_spelling_on_the_command_line() -> None:
    assert speaker_named("python:my.module:answer", name="clone").settings == {"function": "my.module:answer"}
