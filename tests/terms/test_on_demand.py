"""Rooms on demand: every public name is found, by whichever order things are loaded, and no other."""

import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

ROOMS = ("ringtrue.blind", "ringtrue.sources", "ringtrue.formats", "ringtrue.judge", "ringtrue.store")


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_is_there_and_is_no_module(room: str) -> None:
    module = import_module(room)
    for name in module.__all__:
        assert not isinstance(getattr(module, name), ModuleType), name


@pytest.mark.parametrize("room", ROOMS)
def test_another_name_is_refused(room: str) -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        import_module(room).nothing  # noqa: B018


def test_a_run_of_scenarios_loads_no_numpy_before_it_asks() -> None:
    told = "import sys, ringtrue.study.scenario_run as r; print(*{'numpy', 'scipy', 'alembic'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
