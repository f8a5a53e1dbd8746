"""One record of a pair: what is read, what is refused."""

from typing import Any

import pytest

from ringtrue.files import Problems
from ringtrue.formats.pair_record import PairRecord

GOOD = {"pair_id": "Ada_TECH_run1", "persona": "Ada", "domain": "TECH", "run": 1, "PFI_model": 0.9, "prompt": "Why?"}


def read(**changes: Any) -> tuple[Any, list[str]]:
    problems = Problems()
    pair = PairRecord({**GOOD, **changes}, "f", "line 1", problems).pair()
    return pair, [f"{problem.place}: {problem.what}" for problem in problems]


def test_a_whole_record() -> None:
    pair, problems = read(FULL_text="a b", T3_text="c", GAMMA_text="d", mood="calm")
    assert not problems
    assert (pair.id, pair.run, pair.pfi_model, pair.prompt) == ("Ada_TECH_run1", 1, 0.9, "Why?")
    assert dict(pair.texts) == {"full": "a b", "compressed": "c", "control": "d"}
    assert dict(pair.extra) == {"mood": "calm"}


def test_a_name_is_made_where_none_is_given() -> None:
    assert read(pair_id=None)[0].id == "Ada_TECH_run1"


def test_an_extra_key_cannot_take_the_place_of_an_items_own() -> None:
    assert dict(read(kind="quote", id="x", tags={"a": 1})[0].extra) == {}


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"domain": ""}, "line 1, domain: A pair needs a domain."),
        ({"domain": ["TECH"]}, "line 1, domain: The domain is not a text."),
        ({"pair_id": "", "run": None}, "line 1, pair_id: A pair needs a name."),
        ({"run": -1}, "line 1, run: A run is a whole number from 1 up."),
        ({"run": "1e3"}, "line 1, run: A run is a whole number from 1 up."),
        ({"PFI_model": 9}, "line 1, PFI_model: A model index is a number between -1 and 1."),
        ({"PFI_model": True}, "line 1, PFI_model: A model index is a number between -1 and 1."),
        ({"T3_text": "  "}, "line 1, T3_text: There is no text."),
        ({"FULL_text": 3}, "line 1, FULL_text: There is no text."),
        ({"T3_text": "a", "T4_text": "b"}, "line 1, T4_text: There are two texts of compressed."),
    ],
)
def test_faults(changes: dict[str, Any], what: str) -> None:
    pair, problems = read(**changes)
    assert pair is None
    assert what in problems


def test_what_is_no_object_is_refused() -> None:
    problems = Problems()
    assert PairRecord(["Ada"], "f", "line 3", problems).pair() is None
    assert [problem.what for problem in problems] == ["A pair is an object with keys."]
