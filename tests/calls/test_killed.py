"""Real processes: killed in the middle, out of disk, on PostgreSQL; whatever was acknowledged is there."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from callers import ask_all, calls, openai
from model_server import Asked, ModelServer
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from servers import postgresql, postgresql_programs

ASKER = Path(__file__).parent.parent / "asker.py"
COUNT, CONCURRENCY = 300, 8


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with one empty study."""
    if request.param == "sqlite":
        yield from made(str(tmp_path / "study.db"))
        return
    programs = postgresql_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with postgresql(programs) as server:
        yield from made(server.database())


def made(place: str) -> Iterator[str]:
    with Store.open(place, create=True) as store:
        store.create_study("Ada", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
    yield place


def opened(store: Store) -> StudyStore:
    return store.study(store.studies()[0].id)


def asker(place: str, url: str, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ASKER), place, url, str(COUNT), str(CONCURRENCY), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finished(program: subprocess.Popen[str]) -> list[str]:
    said, _ = program.communicate(timeout=60)
    return said.splitlines()


def test_killed_at_half_and_started_again_repeats_only_what_was_in_flight(place: str) -> None:
    program: list[subprocess.Popen[str]] = []

    def kill(asked: Asked) -> None:
        if asked.number == COUNT // 2:
            os.kill(program[0].pid, signal.SIGKILL)

    with ModelServer(latency=0.005, on_request=kill) as server:
        program.append(asker(place, server.url))
        acknowledged = set(finished(program[0]))
        assert program[0].returncode == -signal.SIGKILL
        before = server.count
        with Store.open(place) as store:
            stored = {row.key for row in opened(store).calls()}
            assert acknowledged <= stored
            outcomes = ask_all(opened(store), openai(server.url), calls(COUNT), concurrency=CONCURRENCY)
            assert opened(store).verify_audit() == []
        assert before >= COUNT // 2
        repeated = server.count - COUNT
        assert 0 <= repeated <= CONCURRENCY
    with ModelServer() as clean, Store.open(place) as store:
        study = store.create_study("clean", protocol={"name": "p", "version": "1", "hash": "h"}, who="lab")
        expected = ask_all(study, openai(clean.url), calls(COUNT))
    assert {name: one.text for name, one in outcomes.items()} == {name: one.text for name, one in expected.items()}


def test_a_full_disk_stops_the_run_with_one_message_and_loses_nothing(tmp_path: Path) -> None:
    (place,) = made(str(tmp_path / "study.db"))
    with ModelServer() as server:
        program = asker(place, server.url, str(300 * 1024))
        *acknowledged, message = finished(program)
        assert program.returncode == 3
        assert message.startswith(f"stopped: The journal in {place} cannot be written:")
        assert 10 < len(acknowledged) < COUNT
        with Store.open(place) as store:
            stored = {row.key for row in opened(store).calls()}
            assert set(acknowledged) <= stored
            before = server.count
            assert before - len(stored) <= 2 * CONCURRENCY
            outcomes = ask_all(opened(store), openai(server.url), calls(COUNT))
            assert opened(store).verify_audit() == []
        assert server.count - before == COUNT - len(stored)
    assert all(one.text for one in outcomes.values())
