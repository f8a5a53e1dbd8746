"""What must not matter: which side is which, the order of texts, what the texts are."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.voice.explain.differences import explain_differences
from ringtrue.voice.explain.usage import Explanation

Make = Callable[..., Any]


def facts(explanation: Explanation) -> dict[tuple[str, str, str], tuple[Any, ...]]:
    return {
        (one.kind, one.name, one.place): (round(one.sureness, 9), round(one.own, 9), round(one.replies, 9))
        for one in explanation.rows
    }


def test_swapping_person_and_replies_turns_the_directions(speaker: Make) -> None:
    one, other = speaker(1, look=0.2).texts(30), speaker(2, frankly=0.3, semicolon=0.3).texts(30)
    there, back = facts(explain_differences(one, other, most=99)), facts(explain_differences(other, one, most=99))
    assert there.keys() == back.keys()
    for key, (sureness, own, replies) in there.items():
        assert back[key] == (-sureness, replies, own)


@settings(max_examples=5)
@given(st.randoms(use_true_random=False))
def test_the_order_of_texts_does_not_matter(rng: Any) -> None:
    make = np.random.default_rng(7)
    own = [" ".join(make.choice(["we", "go", "home", "now", "and", "rest."], 90)) for _ in range(10)]
    replies = [" ".join(make.choice(["we", "go", "home", "now", "indeed", "rest."], 90)) for _ in range(8)]
    expected = explain_differences(own, replies)
    shuffled, answers = rng.sample(own, len(own)), rng.sample(replies, len(replies))
    found = explain_differences(shuffled, answers)
    assert expected.rows
    for before, after in zip(expected.rows, found.rows, strict=True):
        nothing: dict[str, Any] = {"own_examples": (), "reply_examples": ()}
        assert replace(before, **nothing) == replace(after, **nothing)
        for one, same in zip(before.own_examples, after.own_examples, strict=True):
            assert one.excerpt == same.excerpt
            assert own[one.text] == shuffled[same.text]


@settings(max_examples=25)
@given(st.lists(st.text(max_size=400), max_size=6), st.lists(st.text(max_size=400), max_size=6))
def test_any_text_gives_an_answer(own: list[str], replies: list[str]) -> None:
    found = explain_differences([text * 40 for text in own], [text * 40 for text in replies])
    assert found.rows or found.refused or found.tested
