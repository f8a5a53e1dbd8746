"""A program is given the question on its input and heard out; time-outs end all of it."""

import asyncio
import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from callers import ask_all
from ringtrue.calls.adapter import Adapter, adapter_for, speaker_named
from ringtrue.calls.adapters import command as module
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Refused, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

MESSAGES = ({"role": "system", "content": "Be Oda."}, {"role": "user", "content": "Why? ção"})


def made(folder: Path, code: str, *args: str) -> Adapter:
    (folder / "bot.py").write_text(code, encoding="utf-8")
    return adapter_for(Speaker("clone", "command", {"program": [sys.executable, "bot.py", *args]}), folder=folder)


def ask(adapter: Adapter, seconds: float = 60.0) -> Reply:
    async def once() -> Reply:
        async with asyncio.timeout(seconds):
            return await adapter.answer(Call("k", MESSAGES, "Q1"))

    return asyncio.run(once())


def test_item_and_messages_come_as_json_and_arguments_as_they_are(tmp_path: Path) -> None:
    code = "import sys, json; print(json.dumps({'text': json.dumps([json.load(sys.stdin), sys.argv[1:]])}))"
    given, args = json.loads(ask(made(tmp_path, code, "$HOME; *", "a b")).text)
    assert given == {"item": "Q1", "messages": [dict(message) for message in MESSAGES]}
    assert args == ["$HOME; *", "a b"]  # no shell has seen them


def test_a_program_may_be_over_before_it_was_asked(tmp_path: Path) -> None:
    adapter = adapter_for(Speaker("clone", "command", {"program": ["echo", "Yes."]}), folder=tmp_path)

    async def often() -> set[str]:
        asked = [adapter.answer(Call("k", MESSAGES, "Q1")) for _ in range(50)]  # many at once: some are late
        return {reply.text for reply in await asyncio.gather(*asked)}

    assert asyncio.run(often()) == {"Yes."}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("print('plain words')", "plain words"),
        ("print('two\\nlines\\n')", "two\nlines\n"),
        ("print('{not json')", "{not json"),
        ("print('[1, 2]')", "[1, 2]"),
        ('print(\'{"text": "a\\\\nb ", "more": 1}\')', "a\nb "),
        ("import sys; sys.stdout.buffer.write('ção'.encode())", "ção"),
        ("pass", ""),
        ("import sys; sys.stdin.close(); print('did not listen')", "did not listen"),
    ],
)
def test_answers_are_json_with_text_or_plain(tmp_path: Path, code: str, text: str) -> None:
    assert ask(made(tmp_path, code)).text == text


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import sys; print('a\\nthe last line', file=sys.stderr); sys.exit(3)", "ended with status 3: the last line"),
        ("import sys; sys.exit(1)", r"ended with status 1\."),
        ("import os; os.kill(os.getpid(), 9)", "ended with the signal SIGKILL"),
        ("raise ValueError('no bell')", "status 1: ValueError: no bell"),
        ("print('{\"answer\": 1}')", 'without "text"'),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe')", "not UTF-8"),
    ],
)
def test_faults_are_told_and_tried_again(tmp_path: Path, code: str, what: str) -> None:
    with pytest.raises(Retry, match=what):
        ask(made(tmp_path, code))


def test_a_long_question_and_a_long_answer_do_not_block_each_other(tmp_path: Path) -> None:
    code = "import sys; print('x' * 1_000_000, end=''); sys.stdout.flush(); sys.stdin.read(); print('y', end='')"
    adapter = made(tmp_path, code)
    long = ({"role": "user", "content": "w" * 1_000_000},)
    reply = asyncio.run(adapter.answer(Call("k", long, "Q1")))
    assert len(reply.text) == 1_000_001


def test_a_program_that_never_stops_printing_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PRINTED", 100_000)
    with pytest.raises(Retry, match="printed more than"):
        ask(made(tmp_path, "while True: print('x' * 10_000)"))


def test_a_flood_of_complaints_keeps_the_last_line(tmp_path: Path) -> None:
    code = "import sys; sys.stderr.write('x' * 300_000 + '\\nlast words\\n'); sys.exit(2)"
    with pytest.raises(Retry, match="status 2: last words"):
        ask(made(tmp_path, code))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when any process ends")
def test_a_time_out_ends_the_program_and_what_it_started(tmp_path: Path) -> None:
    code = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open("pids.part", "w") as file: file.write(f"{os.getpid()} {child.pid}")
os.rename("pids.part", "pids")
time.sleep(600)
"""
    adapter = made(tmp_path, code)
    watched: list[int] = []

    async def give_up() -> None:
        task = asyncio.create_task(adapter.answer(Call("k", MESSAGES, "Q1")))
        while not (tmp_path / "pids").exists():
            await asyncio.sleep(0.01)
        watched.extend(os.pidfd_open(int(pid)) for pid in (tmp_path / "pids").read_text(encoding="utf-8").split())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(give_up())
    assert len(watched) == 2
    for process in watched:  # readable once the process has ended
        assert select.select([process], [], [], 60)[0]
        os.close(process)


def test_many_at_once_leave_no_process(tmp_path: Path) -> None:
    adapter = made(tmp_path, "import sys, json; print(json.load(sys.stdin)['item'])")

    async def several() -> list[str]:
        replies = await asyncio.gather(*(adapter.answer(Call(f"k{n}", MESSAGES, f"Q{n}")) for n in range(6)))
        return [reply.text for reply in replies]

    assert asyncio.run(several()) == [f"Q{n}" for n in range(6)]


@pytest.mark.parametrize(
    ("program", "what", "remedy"),
    [
        (["no-such-program-here"], "There is no program no-such-program-here", "Check the name"),
        (["./plain.txt"], "is not executable", "chmod"),
        (["./missing.sh"], r"There is no program \./missing\.sh", "path"),
    ],
)
def test_a_program_that_cannot_start_stops_the_run(tmp_path: Path, program: list[str], what: str, remedy: str) -> None:
    (tmp_path / "plain.txt").write_text("x", encoding="utf-8")
    adapter = adapter_for(Speaker("clone", "command", {"program": program}), folder=tmp_path)
    for attempt in (adapter.check, lambda: ask(adapter)):
        with pytest.raises(Refused, match=what) as fault:
            attempt()
        assert remedy in fault.value.remedy


def test_looking_for_a_program_does_not_start_it(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("#!/bin/sh\ntouch started\n", encoding="utf-8")
    script.chmod(0o755)
    for program in ("./bot.sh", str(script), [sys.executable, "bot.py"], "sh"):
        adapter_for(Speaker("clone", "command", {"program": program}), folder=tmp_path).check()
    assert not (tmp_path / "started").exists()


def test_a_program_beside_the_study_is_found(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("#!/bin/sh\necho from the script\n", encoding="utf-8")
    script.chmod(0o755)
    adapter = adapter_for(Speaker("clone", "command", {"program": "./bot.sh"}), folder=tmp_path)
    assert ask(adapter).text == "from the script"


def test_the_spelling_on_the_command_line_is_split_as_in_a_shell() -> None:
    speaker = speaker_named("command:python3 'my bot.py' --hot", name="clone")
    assert speaker.settings == {"program": ("python3", "my bot.py", "--hot")}
    label = adapter_for(speaker, folder=Path()).label
    assert label == "command:python3 'my bot.py' --hot"


@pytest.mark.parametrize("text", ["", "   ", "'never closed", "''"])
def test_a_spelling_that_names_no_program_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="names no program"):
        speaker_named(f"command:{text}", name="clone")


@pytest.mark.parametrize("program", [None, 5, [], [1], ["", "x"]])
def test_settings_that_name_no_program_are_refused(program: Any) -> None:
    with pytest.raises(BadInput, match="names no program"):
        adapter_for(Speaker("clone", "command", {"program": program}), folder=Path())


def test_signals_have_names() -> None:
    assert module._status(-signal.SIGTERM) == "the signal SIGTERM"
    assert module._status(-200) == "status -200"


def test_a_program_that_stumbles_is_asked_again_by_the_runner(tmp_path: Path, study: StudyStore) -> None:
    code = """
import pathlib, sys
mark = pathlib.Path("once")
if not mark.exists():
    mark.touch()
    sys.exit("not yet")
print("now")
"""
    outcome = ask_all(study, made(tmp_path, code), [Call("k", MESSAGES, "Q1")], timeout=60.0)["Q1"]
    assert (outcome.text, outcome.attempts) == ("now", 2)
