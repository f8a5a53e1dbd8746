"""What was acknowledged survives kill -9 at any moment, whole; and writers of many processes lose nothing."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ringtrue.store.store import Store

RECORDER = Path(__file__).with_name("recorder.py")
PROTOCOL = {"name": "blind", "version": "1", "hash": "h"}
SIZE = 40


def start(place: str, study: str, rater: str, batches: int, size: int) -> "subprocess.Popen[str]":
    command = [sys.executable, str(RECORDER), place, study, rater, str(batches), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def killed_after(place: str, study: str, rater: str, acknowledgements: int) -> list[int]:
    """Start a recorder, read this many acknowledgements, kill it; gives all that it had managed to say."""
    with start(place, study, rater, 100_000, SIZE) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(acknowledgements)]
        child.kill()
        said += [int(line) for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    return said


def test_sixteen_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    place = str(tmp_path / "study.db")
    with Store.open(place, create=True) as store:
        study = store.create_study("Ada", protocol=PROTOCOL, who="lab").id
    for kill in range(16):
        rater = f"rater{kill}"
        said = killed_after(place, study, rater, 1 + kill * 7 % 13)
        with Store.open(place) as store:
            handle = store.study(study)
            batches = Counter(row.item.split("-")[0] for row in handle.judgments() if row.item and row.rater == rater)
            assert {str(batch) for batch in said} <= set(batches)
            assert len(batches) <= len(said) + 1  # at most the batch in flight
            assert set(batches.values()) == {SIZE}  # no half batches
            assert handle.verify_audit() == []


def test_kills_lose_nothing_on_a_server_either(server: object, request: pytest.FixtureRequest) -> None:
    place = request.getfixturevalue("server").database()
    with Store.open(place, create=True) as store:
        study = store.create_study("Ada", protocol=PROTOCOL, who="lab").id
        for kill in range(4):
            said = killed_after(place, study, f"rater{kill}", 1 + kill * 3)
            handle = store.study(study)
            rows = [row for row in handle.judgments() if row.rater == f"rater{kill}"]
            assert len(rows) % SIZE == 0
            assert len(rows) >= len(said) * SIZE
            assert handle.verify_audit() == []


def test_four_processes_record_side_by_side(place: str) -> None:
    with Store.open(place, create=True) as store:
        study = store.create_study("Ada", protocol=PROTOCOL, who="lab").id
        children = [start(place, study, f"rater{n}", 150, 1) for n in range(4)]
        for child in children:
            said, complaints = child.communicate()
            assert (child.returncode, complaints) == (0, "")
            assert len(said.splitlines()) == 150
        handle = store.study(study)
        assert Counter(row.rater for row in handle.judgments()) == {f"rater{n}": 150 for n in range(4)}
        assert [entry.seq for entry in handle.audit_entries()] == list(range(1, 602))
        assert handle.verify_audit() == []


def test_four_processes_make_one_database_together(place: str) -> None:
    made = "import sys; from ringtrue.store.store import Store; Store.open(sys.argv[1], create=True).close()"
    children = [
        subprocess.Popen([sys.executable, "-c", made, place], stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert [child.communicate()[1] for child in children] == [""] * 4
    with Store.open(place) as store:
        assert store.studies() == []
