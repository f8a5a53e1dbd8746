"""Run the real program in a process of its own, as a user does."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run() -> Run:
    """Call the program: run("agree", path) -> finished process with its output."""

    def call(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ringtrue", *map(str, arguments)]
        settings = {**os.environ, "COLUMNS": "100", **environment}
        return subprocess.run(command, capture_output=True, text=True, env=settings, check=False)

    return call
