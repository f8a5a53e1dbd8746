"""Call `ringtrue run` as a user does, against a stand-in server."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from model_server import Asked, ModelServer
from scenario_files import CLONE, JUDGE, run_files

KEY = "k-very-secret"


def arguments(folder: Path, url: str, *more: object, count: int = 20, out: str = "run") -> list[str]:
    """The arguments of a run of so many scenarios."""
    scenarios, prompt = run_files(folder, count)
    named = ["--prompt", prompt, "--speaker", f"openai:{CLONE}@{url}", "--judge", f"openai:{JUDGE}@{url}"]
    return [str(part) for part in ("run", scenarios, *named, "--allow-small", "--out", folder / out, *more)]


def started(given: list[str], **options: Any) -> subprocess.Popen[str]:
    """The program, running."""
    settings = {**os.environ, "COLUMNS": "100", "OPENAI_API_KEY": KEY}
    command = [sys.executable, "-m", "ringtrue", *given]
    return subprocess.Popen(command, env=settings, text=True, stdout=-1, stderr=-1, **options)


def killed_at(server: ModelServer, given: list[str], requests: int) -> None:
    """Start the program and kill it, with no chance to tidy up, when that many requests have come."""
    process = started(given)

    def hook(asked: Asked) -> None:
        if asked.number == requests:
            process.send_signal(signal.SIGKILL)

    server.on_request = hook
    process.communicate()
    server.on_request = None
    assert process.returncode == -signal.SIGKILL
