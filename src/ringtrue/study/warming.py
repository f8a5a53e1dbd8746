"""Get ready what scoring and the files of a run will need, while there is still something else to wait for."""

from importlib import import_module

from ringtrue.protocols import load
from ringtrue.study.run_settings import PROTOCOL
from ringtrue.terms import Item, Rating

_NEEDED = ("ringtrue.study.scoring_act", "ringtrue.study.scenario_outputs")
_MADE_UP = {"A": 90.0, "B": 50.0}  # one that passes and one that fails


def warm_scoring() -> None:
    """Import all of it and score two made-up scenarios; safe in a thread of its own, and short where all is there.

    The first scoring parses the protocol's formulas, and has NumPy load what it loads late.
    """
    for name in _NEEDED:
        import_module(name)
    from ringtrue.score import score  # with it comes NumPy

    protocol = load(PROTOCOL)
    items = [Item(name, kind, "", tags={"type": "strategic"}) for kind in protocol.kinds for name in _MADE_UP]
    ratings = [
        Rating("judge", name, question.name, value, protocol.candidate, "model")
        for kind in protocol.kinds.values()
        for question in kind.questions
        for name, value in _MADE_UP.items()
    ]
    score(protocol, items, ratings, replicates=2)
