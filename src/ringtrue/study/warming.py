"""Load what scoring and the files of a run will need, while there is still something else to wait for."""

from importlib import import_module

# NumPy brings the last two in by itself when random numbers and quantiles are first asked for.
_NEEDED = (
    "ringtrue.score",
    "ringtrue.study.scoring_act",
    "ringtrue.study.scenario_outputs",
    "numpy.random",
    "numpy.ma",
)


def warm_scoring() -> None:
    """Import all of it; safe in a thread of its own, and nothing where it is there already."""
    for name in _NEEDED:
        import_module(name)
