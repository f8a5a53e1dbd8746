"""Where nothing differs, next to nothing is found."""

from collections.abc import Callable
from typing import Any

import pytest

from ringtrue.voice.explain.differences import explain_differences

Make = Callable[..., Any]


def test_a_text_against_itself_gives_nothing(speaker: Make) -> None:
    texts = speaker(1, frankly=0.1).texts(20)
    found = explain_differences(texts, texts)
    assert found.rows == ()
    assert found.tested > 50


@pytest.mark.parametrize("seed", range(5))
def test_held_out_text_gives_next_to_nothing(speaker: Make, seed: int) -> None:
    texts = speaker(100 + seed, frankly=0.1, look=0.1, semicolon=0.1).texts(60)
    assert len(explain_differences(texts[15:], texts[:15]).rows) <= 1


def test_false_discoveries_are_rare_over_many_speakers(speaker: Make) -> None:
    rows = tested = 0
    for seed in range(12):
        texts = speaker(500 + seed).texts(40, 8)
        found = explain_differences(texts[12:], texts[:12])
        rows += len(found.rows)
        tested += found.tested
    # Families of comparisons without any difference should hardly ever give a row: 4 families x 12 speakers at 10 %
    # would allow about five.
    assert tested > 1000
    assert rows <= 5
