"""Pairs: whose text a regime's is, and a pair as an item."""

import pytest

from ringtrue.formats import Pair
from ringtrue.formats.pair import speaker_of


@pytest.mark.parametrize(
    ("regime", "speaker"),
    [("FULL", "full"), ("T3", "compressed"), ("t12", "compressed"), ("GAMMA", "control"), ("T", None), ("BETA", None)],
)
def test_regimes(regime: str, speaker: str | None) -> None:
    assert speaker_of(regime) == speaker


def test_an_item_has_what_is_known_and_nothing_else() -> None:
    pair = Pair("Ada_TECH_run1", "Ada", "TECH", 1, {"full": "a"}, "Why?", 0.9, "the plain cosine", {"mood": "calm"})
    assert pair.as_item() == {
        "id": "Ada_TECH_run1",
        "kind": "pair",
        "prompt": "Why?",
        "domain": "TECH",
        "responses": {"full": "a"},
        "pfi_model": 0.9,
        "pfi_model_definition": "the plain cosine",
        "mood": "calm",
        "tags": {"persona": "Ada", "run": 1},
    }
    assert set(Pair("x", "Ada", "TECH", 1).as_item()) == {"id", "kind", "prompt", "domain", "tags"}
