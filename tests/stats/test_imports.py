"""What loading the statistics costs: the slow parts of SciPy stay out."""

import subprocess
import sys

PROBE = """
import importlib, pkgutil, sys
import ringtrue.stats
for module in pkgutil.walk_packages(ringtrue.stats.__path__, "ringtrue.stats."):
    importlib.import_module(module.name)
print([name for name in ("scipy.stats", "scipy.optimize", "pandas", "matplotlib") if name in sys.modules])
"""


def test_no_module_loads_scipy_stats_or_worse() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    from ringtrue import stats

    assert all(callable(getattr(stats, name)) for name in stats.__all__)
