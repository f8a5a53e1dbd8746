"""What loading the instrument costs: scipy.stats and scikit-learn stay out."""

import subprocess
import sys

PROBE = (
    'import sys, ringtrue.voice; print([name for name in ("scipy.stats", "sklearn", "pandas") if name in sys.modules])'
)


def test_the_instrument_loads_neither_scipy_stats_nor_scikit_learn() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
