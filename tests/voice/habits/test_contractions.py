"""Contractions, counted by hand."""

from collections.abc import Callable
from typing import Any

import pytest

Count = Callable[..., tuple[float, float, list[Any]]]


def test_contracted_of_all_places_that_allow_it(count: Count) -> None:
    # Contracted: don't, Im, They're. In full: it is, cannot, do not.
    text = "I don't know, it is fine; Im sure we cannot go. They're here and I do not care."
    assert count("contractions", text) == (3, 6, ["don't", "Im", "They're"])


@pytest.mark.parametrize("word", ["its", "were", "well", "ill", "id"])
def test_words_that_only_look_contracted(count: Count, word: str) -> None:
    assert count("contractions", word)[0] == 0


def test_portuguese(count: Count) -> None:
    # Contracted: tá, pra, né. In full: está, para.
    assert count("contractions", "Tá bom pra mim, né? Está para sair.", "pt")[:2] == (3, 5)
