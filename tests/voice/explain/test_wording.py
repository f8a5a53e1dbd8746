"""Words, phrases and openers that differ: planted ones are found with their rates, equal sides give nothing."""

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.passages import cut
from ringtrue.voice.explain.wording import LEAST_RATIO, LONGEST_PHRASE, openers, wordings
from ringtrue.voice.habits import Reading

FILLER = "the of to and a in is it that was for on with as at by we they this have".split()  # noqa: SIM905


def texts(seed: int, number: int, planted: str = "", every: int = 1, opener: str = "") -> list[str]:
    """Ten sentences of ten words each; the planted words stand in every so many sentences."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(number):
        sentences = []
        for place in range(10):
            words = rng.choice(FILLER, 10).tolist()
            if planted and place % every == 0:
                words[5:5] = planted.split()
            sentences.append((f"{opener}, " if opener and place % every == 0 else "") + " ".join(words))
        found.append(". ".join(sentence.capitalize() for sentence in sentences) + ".")
    return found


def corpus(*sides: list[str]) -> Corpus:
    return Corpus([[cut(number, Reading(text), 300, "en") for number, text in enumerate(side)] for side in sides])


def by_words(found: list[Finding]) -> dict[tuple[str, ...], Finding]:
    return {one.words: one for one in found}


def test_a_planted_word_is_found_with_its_rates() -> None:
    # the person says it in every tenth sentence: 10 times in 10 texts of 101 words; the replies in every second
    everything = corpus(texts(1, 10, "frankly", 10), texts(2, 10, "frankly", 2))
    found, compared = wordings(everything)
    finding = by_words(found)[("frankly",)]
    assert (finding.kind, finding.unit, finding.place) == ("word", "per 1,000 words", "anywhere")
    assert finding.own == pytest.approx(1000 * 10 / 1010)
    assert finding.replies == pytest.approx(1000 * 50 / 1050)
    assert finding.excess == pytest.approx(1000 * (50 / 1050 - 10 / 1010))
    assert finding.ratio > LEAST_RATIO
    assert finding.z > 0
    assert not finding.topic_bound
    assert finding.others is None
    assert finding.at is not None
    assert finding.at.size == 60
    assert compared > len(found)


def test_what_the_replies_lack_is_found_with_the_other_sign() -> None:
    found, _ = wordings(corpus(texts(1, 10, "frankly", 2), texts(2, 10)))
    finding = by_words(found)[("frankly",)]
    assert finding.z < 0
    assert finding.ratio < 1 / LEAST_RATIO
    assert finding.replies == 0


def test_phrases_of_up_to_three_words_are_looked_at() -> None:
    found = by_words(wordings(corpus(texts(1, 10), texts(2, 10, "quite by chance alone", 2)))[0])
    assert found[("by", "chance", "alone")].kind == "phrase"
    assert max(map(len, found)) == LONGEST_PHRASE


def test_others_rates_stand_beside_where_they_are_given() -> None:
    others = texts(3, 5, "frankly", 5)  # 2 of 10 sentences: 10 in 510 words
    found, _ = wordings(corpus(texts(1, 10), texts(2, 10, "frankly", 2), others))
    assert by_words(found)[("frankly",)].others == pytest.approx(1000 * 10 / 510)


def test_an_opener_is_counted_per_hundred_sentences() -> None:
    found, _ = openers(corpus(texts(1, 10, opener="Look", every=10), texts(2, 10, opener="Look", every=2)))
    finding = by_words(found)[("look",)]
    assert (finding.kind, finding.unit, finding.place) == ("opener", "of 100 sentences", "sentence start")
    assert (finding.own, finding.replies) == pytest.approx((10.0, 50.0))


def test_a_word_in_one_text_only_belongs_to_its_topic() -> None:
    replies = [*texts(2, 9), *texts(3, 1, "lava lava lava lava", 1)]
    found = by_words(wordings(corpus(texts(1, 10), replies))[0])
    assert all(one.topic_bound for words, one in found.items() if "lava" in words)


def test_sides_that_speak_alike_give_next_to_nothing() -> None:
    found, compared = wordings(corpus(texts(1, 20), texts(2, 20)))
    assert compared > 50
    assert len(found) <= 3


@pytest.mark.parametrize("sides", [([], []), (["one two"], []), (["one"], ["two"])])
def test_too_little_to_compare_is_nothing_compared(sides: tuple[list[str], list[str]]) -> None:
    assert wordings(corpus(*sides)) == ([], 0)
    assert openers(corpus(*sides)) == ([], 0)
