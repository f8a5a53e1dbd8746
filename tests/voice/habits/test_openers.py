"""Sentence openers, counted by hand."""

from collections.abc import Callable
from typing import Any

Count = Callable[..., tuple[float, float, list[Any]]]


def test_and_but_so(count: Count) -> None:
    assert count("joining_openers", "And so on. But why? It is so. So be it.") == (3, 4, ["And", "But", "So"])


def test_openers_of_talk_and_of_essays(count: Count) -> None:
    assert count("speaking_openers", "Look, it works. I mean it. You know why. It is so.")[:2] == (3, 4)
    assert count("linking_openers", "However, it works. In addition, it runs. It is so.")[:2] == (2, 3)


def test_portuguese_has_its_own(count: Count) -> None:
    assert count("speaking_openers", "Olha, funciona. Quer dizer, quase. É isso.", "pt")[:2] == (2, 3)


def test_sentences_that_begin_like_the_one_before(count: Count) -> None:
    assert count("repeated_openers", "We go. We stay. They go. We. Yes. Yes.") == (2, 6, ["We", "Yes"])


def test_a_pair_is_not_looked_for_past_the_end(count: Count) -> None:
    assert count("linking_openers", "In")[:2] == (0, 1)
