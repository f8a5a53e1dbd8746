"""Run the real program in a process of its own, as a user does."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Run:
    """Call the program: run("agree", path) -> finished process with its output."""

    def call(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ringtrue", *map(str, arguments)]
        settings = {**os.environ, "COLUMNS": "200", **environment}
        return subprocess.run(command, capture_output=True, text=True, env=settings, check=False)

    return call


@pytest.fixture(scope="session")
def here() -> Callable[..., Result]:
    """Call the program in this process, where starting another would only cost time."""
    from ringtrue.cli import main

    def call(*arguments: object) -> Result:
        return CliRunner(env={"COLUMNS": "240"}).invoke(main, [str(part) for part in arguments], catch_exceptions=False)

    return call
