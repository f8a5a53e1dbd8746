"""`ringtrue items review`: a walk on a terminal, a list elsewhere."""

import json
import os
import pty
import sys
from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    items = [pair_item(n, status="pending") for n in range(4)]
    items[0]["tags"] = {"layers": ["L1", "L2"], "source": "a letter"}
    return pair_study(tmp_path / "study", items)


def test_away_from_a_terminal_the_pending_ones_are_listed(run, study: Study) -> None:
    shown = run("items", "review", study.folder)
    assert shown.returncode == 0
    assert "4 items are pending." in shown.stdout
    assert "Question 3?" in shown.stdout
    told = json.loads(run("items", "review", study.folder, "--json").stdout)
    assert [one["id"] for one in told["pending"]] == ["P0", "P1", "P2", "P3"]
    assert told["pending"][0]["responses"]["full"] == "alpha says thing 0 here"


def test_nothing_pending(here, study: Study) -> None:
    study.set_status({f"P{n}": "accepted" for n in range(4)})
    assert "No item is pending." in here("items", "review", study.folder).stdout


def test_on_a_terminal_each_choice_is_saved_as_it_is_made(study: Study) -> None:
    """A real terminal: accept, reject, a wrong key and later, quit before the fourth."""
    pid, terminal = pty.fork()
    if pid == 0:  # the child: nothing of pytest may run in it
        os.execv(sys.executable, [sys.executable, "-m", "ringtrue", "items", "review", str(study.folder)])  # noqa: S606
    seen = b""
    for key in (b"a", b"r", b"x", b"l", b"q"):
        seen += _until(terminal, b"[q]uit")
        os.write(terminal, key + b"\n")
    seen += _until(terminal, b"ringtrue status")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
    text = seen.decode()
    assert "1 of 4: P0, pair" in text
    assert "responses.full" in text
    assert "a letter" in text
    assert [item.status for item in study.items()] == ["accepted", "rejected", "pending", "pending"]


def _until(terminal: int, words: bytes) -> bytes:
    """What the program writes, up to these words."""
    seen = b""
    while words not in seen:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other side is gone
            piece = b""
        if not piece:
            raise AssertionError(f"it ended without {words!r}: {seen!r}")
        seen += piece
    return seen
