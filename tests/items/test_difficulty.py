"""How recognisable quotes are: a person whose texts are half signature, half small talk that everybody uses."""

import random

import pytest

from ringtrue.items.difficulty import Difficulty, quote_difficulty

COMMON = [f"{a}{b}" for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u", "ain", "ell", "ore")]
SIGNATURE = [f"zor{word}" for word in COMMON[:30]]


def speech(rng: random.Random, words: list[str], length: int) -> str:
    return " ".join(rng.choice(words) for _ in range(length))


@pytest.fixture(scope="module")
def person() -> tuple[list[str], dict[str, list[str]]]:
    """Twelve documents, each of 60 words of small talk and 60 of signature, and four others' small talk."""
    rng = random.Random(7)
    own = [f"{speech(rng, COMMON, 60)} {speech(rng, SIGNATURE, 60)}" for _ in range(12)]
    return own, {f"other{n}": [speech(rng, COMMON, 120) for _ in range(8)] for n in range(4)}


def test_signature_is_easy_and_small_talk_hard(person: tuple[list[str], dict[str, list[str]]]) -> None:
    own, others = person
    words = own[4].split()
    small_talk, signature = " ".join(words[:30]), " ".join(words[60:90])
    hard, easy = quote_difficulty([small_talk, signature], own, others)
    assert (hard.level, easy.level) == ("hard", "easy")
    assert hard.share is not None
    assert easy.share is not None
    assert 0 <= hard.share < easy.share <= 1


def test_a_quote_does_not_profit_from_standing_in_the_sources(person: tuple[list[str], dict[str, list[str]]]) -> None:
    own, others = person
    inside = " ".join(own[4].split()[:30])  # small talk, word for word in the sources
    (found,) = quote_difficulty([inside], own, others)
    assert found.level != "easy"


def test_short_quotes_and_small_sources_are_not_told(person: tuple[list[str], dict[str, list[str]]]) -> None:
    own, others = person
    (short,) = quote_difficulty(["too short"], own, others)
    assert short.level is None
    assert "fewer than 10 words" in str(short.reason)
    (few,) = quote_difficulty([own[0][:300]], own[:2], others)
    assert "fewer than 8 passages" in str(few.reason)
    assert quote_difficulty(["a b"], [], others) == [
        Difficulty(None, reason="the person's texts are too few to be halved")
    ]


def test_the_order_of_quotes_makes_no_difference(person: tuple[list[str], dict[str, list[str]]]) -> None:
    own, others = person
    quotes = [" ".join(text.split()[40:80]) for text in own[:4]]
    assert quote_difficulty(quotes, own, others) == quote_difficulty(quotes[::-1], own, others)[::-1]
