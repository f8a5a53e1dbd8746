"""Modules loaded ahead are there at the end of the block, whatever became of it."""

import subprocess
import sys

import pytest

from ringtrue.cli.ahead import loading_ahead

PROGRAM = """
import sys
from ringtrue.cli.ahead import loading_ahead
with loading_ahead("no.such.module", "colorsys"):
    pass
print("colorsys" in sys.modules)
"""


def test_modules_are_loaded_at_the_end_and_missing_ones_passed_over() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("True", "")


def test_an_error_within_comes_through() -> None:
    with pytest.raises(ZeroDivisionError), loading_ahead("colorsys"):
        1 / 0  # noqa: B018
