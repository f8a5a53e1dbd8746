"""Where the data of other people lie; tests that need them are skipped, visibly, where they are absent."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def compression() -> Path:
    """The folder of full, compressed and name-only answers with its model index."""
    beside = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
    folder = Path(os.environ.get("RINGTRUE_DATA", beside)) / "compression"
    if not folder.is_dir():
        pytest.skip("no compression data: set RINGTRUE_DATA to the folder that holds them")
    return folder
