"""The collector looks rarely while a command runs, leaves alone what was loaded, and is as it was afterwards."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from ringtrue.cli.collector import calm, while_loading


def test_it_looks_rarely_and_then_as_before() -> None:
    before = gc.get_threshold()
    restore = calm()
    assert gc.get_threshold()[0] > 10_000
    restore()
    assert gc.get_threshold() == before


def test_it_does_not_look_at_all_that_is_new_when_a_command_is_over() -> None:
    looked: list[object] = []
    restore = calm()
    gc.callbacks.append(lambda *told: looked.append(told))
    try:
        new: list[list[object]] = [[] for _ in range(10_000)]
        restore()
        new.append([])
        assert looked == []
    finally:
        gc.callbacks.pop()


def test_what_is_loaded_is_not_looked_at_until_the_command_is_over() -> None:
    restore = calm()
    with while_loading():
        assert not gc.isenabled()
        loaded: list[object] = [[]]
    assert gc.isenabled()
    assert not any(one is loaded for one in gc.get_objects())
    restore()
    assert any(one is loaded for one in gc.get_objects())


def test_a_refusal_while_loading_turns_it_on_again() -> None:
    restore = calm()
    with pytest.raises(ValueError, match="no"), while_loading():
        raise ValueError("no")
    assert gc.isenabled()
    restore()


def test_whoever_turned_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with while_loading():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()


def test_a_program_ends_without_looking_for_garbage(tmp_path: Path) -> None:
    # What holds itself is only ever taken apart by the collector; a file it would write tells whether it was.
    probe = f"""
from pathlib import Path
from ringtrue.cli.collector import calm

class Held:
    def __del__(self, write=Path.touch, path=Path({str(tmp_path / "looked")!r})):
        write(path)

held = Held()
held.itself = held
calm()
"""
    subprocess.run([sys.executable, "-c", probe], check=True)
    assert not (tmp_path / "looked").exists()
