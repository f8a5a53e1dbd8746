"""Conversations for tests: a short sheet, a subject behind a real server, and the command in a process of its own."""

import signal
import subprocess
import sys
from pathlib import Path

from model_server import Asked, ModelServer
from personas.sample_files import PERSON
from ringtrue.study.conversation.begin import begun
from ringtrue.study.conversation.inputs import ConversationGiven, read_conversation
from ringtrue.study.conversation.run import ConversationRun, Held
from ringtrue.study.study import Study

SHEET = """extends: recognition
name: short
version: 1.0.0
sheet:
  version: "1"
  gap: {{seconds: {seconds}}}
"""


def sycophant(folder: Path) -> Study:
    """One session of the sample person's sycophantic clone, as it was recorded."""
    spoken = f"recorded:{PERSON / 'conversations' / 'sycophant.jsonl'}"
    run = ConversationRun(
        read_conversation(ConversationGiven("recognition", spoken, scope="M1", waits=False)), folder.parent
    )
    begun(folder, run.inputs, who="ana")
    made = Study.open(folder, who="ana")
    assert run.go(made).whole == 1
    return made


def short_sheet(folder: Path, seconds: float = 0.05) -> Path:
    """The built-in sheet with a gap that a test can wait for."""
    path = folder / "short.yaml"
    path.write_text(SHEET.format(seconds=seconds), encoding="utf-8")
    return path


def anchored(asked: Asked) -> str:
    """A subject whose anchor is a sentence nobody else says, and which says how much it was shown."""
    last = asked.last
    if "before we begin" in last.casefold() or "checksum" in last.casefold():
        return "I keep the lamp lit on the north pier."
    return f"I was shown {len(asked.messages)} messages and keep the lamp."


def given(url: str, sheet: Path, **more: object) -> ConversationGiven:
    """A subject at an address, within one thread."""
    settings = {"scope": "M1", **more}
    return ConversationGiven(str(sheet), f"openai:m@{url}", **settings)  # type: ignore[arg-type]


def held(folder: Path, wanted: ConversationGiven) -> tuple[Study, Held]:
    """The conversation held, or gone on with."""
    run = ConversationRun(read_conversation(wanted), folder.parent)
    begun(folder, run.inputs, who="ana")
    study = Study.open(folder, who="ana")
    return study, run.go(study)


def killed_after(server: ModelServer, answers: int, arguments: list[str]) -> None:
    """Run the program in a process of its own, and kill it when the request behind so many answers arrives."""
    process: list[subprocess.Popen[bytes]] = []

    def kill(asked: Asked) -> None:
        if asked.number == answers + 1:
            process[0].send_signal(signal.SIGKILL)

    server.on_request = kill
    command = [sys.executable, "-m", "ringtrue", *arguments]
    process.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    assert process[0].wait(300) == -signal.SIGKILL
    server.on_request = None
