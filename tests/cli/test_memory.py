"""Large blocks go back to the system whatever lies between them."""

import platform
import subprocess
import sys

import pytest

from ringtrue.cli.memory import give_back_large_blocks

PROGRAM = """
import sys
from ringtrue.cli.memory import give_back_large_blocks

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

if sys.argv[1] == "yes":
    give_back_large_blocks()
bytearray(8 << 20)  # from now on glibc would take blocks of up to 8 MB from its heap
before = resident()
blocks, pins = [], []
for _ in range(64):
    blocks.append(bytearray(1 << 20))
    pins.append(bytearray(2000))  # too large for Python's own allocator, so on the heap between the blocks
del blocks
print(resident() - before)
"""


def left_behind(given_back: str) -> int:
    done = subprocess.run([sys.executable, "-c", PROGRAM, given_back], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library is not glibc")
def test_what_is_free_does_not_stay_between_what_is_not() -> None:
    assert left_behind("no") > 32 << 20  # or else there would be nothing to do
    assert left_behind("yes") < 4 << 20


@pytest.mark.parametrize("missing", ["ctypes", "_ctypes"])
def test_without_ctypes_nothing_is_done(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.delitem(sys.modules, "ctypes", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    give_back_large_blocks()
