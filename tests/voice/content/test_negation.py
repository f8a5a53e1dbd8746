"""Which words are denied."""

import pytest

from ringtrue.voice.content.negation import negated
from ringtrue.voice.content.stems import words


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("we never sell shares", "sell shares"),
        ("we never sell, we keep", "sell"),
        ("I don't sell shares but keep bonds", "sell shares"),
        ("never refuse to lend money", "refuse"),
        ("not only cheap", ""),
        ("there is no doubt about it", ""),
        ("there is no money for it", "money for it"),
        ("contrato gente no Brasil", ""),
        ("nao quero nada disso", "quero nada disso"),
        ("evito gastar", "gastar"),
        ("", ""),
    ],
)
def test_what_a_clause_denies(text: str, denied: str) -> None:
    read = words(text)
    assert [word for word, sign in zip(read, negated(read), strict=True) if sign] == denied.split()
