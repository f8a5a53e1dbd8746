"""Parts of protocol files as data: a table to read, a small protocol to change, and whatever else a file may hold."""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from ringtrue.files.section import Fault, Section
from ringtrue.protocols.reader import ReadProtocol, read

SMALL: dict[str, Any] = {
    "name": "small",
    "version": "1.0.0",
    "scales": {
        "side": {"type": "pick", "toward": "clone"},
        "grade": {"type": "steps", "low": 1, "high": 5, "step": 1},
        "words": {"type": "text"},
    },
    "kinds": {
        "pair": {
            "show": ["real", "clone"],
            "numbers": ["score"],
            "ask": {
                "found": {"scale": "side", "text": "Which?"},
                "warm": {"scale": "grade", "text": "How warm?"},
                "why": {"scale": "words", "text": "Why?"},
            },
        },
        "reply": {"show": ["clone"], "ask": {"calm": {"scale": "grade", "text": "How calm?"}}},
    },
    "measures": {"warmth": {"crossed": "warm"}},
    "verdict": [{"label": "PASS", "all": ["warmth >= 4"]}, {"label": "FAIL"}],
    "sound_verdict": [{"label": "inconclusive"}],
}


def table(data: dict[Any, Any]) -> Section:
    """A table that stands under the key `part`, and its own list for faults."""
    return Section(data, ("part",), [])


def reading(**parts: Any) -> ReadProtocol:
    """The small protocol with some of its parts replaced; None takes a part out."""
    data = {key: value for key, value in (SMALL | parts).items() if value is not None}
    return read(data)


def whats(faults: Iterable[Fault]) -> list[str]:
    """What is wrong, without places."""
    return [fault.what for fault in faults]


def told(faults: Iterable[Fault]) -> list[tuple[str, str]]:
    """Where and what, the place with dots between its steps; each fault has a remedy."""
    found = list(faults)
    assert all(fault.remedy for fault in found)
    return [(".".join(map(str, fault.trail)), fault.what) for fault in found]


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["warm", "mean(warm)", "warm > 1", "study", "item", "grade", "steps", "bipolar", "pick"])
)


def tables_with(*keys: str) -> st.SearchStrategy[dict[Any, Any]]:
    """Tables as YAML may hold them, mostly with keys that mean something."""
    names = st.sampled_from(keys) | st.text(max_size=5) | st.integers(-9, 9) | st.booleans()
    inner = st.recursive(
        SCALARS, lambda one: st.lists(one, max_size=3) | st.dictionaries(names, one, max_size=4), max_leaves=10
    )
    return st.dictionaries(names, inner, max_size=5)
