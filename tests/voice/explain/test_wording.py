"""Words, phrases and openers that differ: planted ones are found with their rates, equal sides give nothing."""

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import Corpus, cut, readings
from ringtrue.voice.explain.usage import UsageFinding
from ringtrue.voice.explain.wording import (
    FEWEST_TEXTS,
    LEAST_RATIO,
    LONGEST_PHRASE,
    SetPieces,
    boilerplate,
    openers,
    set_pieces,
    wordings,
)
from ringtrue.voice.habits.parsed_text import ParsedText

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
    return Corpus([[cut(number, ParsedText(text), 300, "en") for number, text in enumerate(side)] for side in sides])


def by_words(found: list[UsageFinding]) -> dict[tuple[str, ...], UsageFinding]:
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


# The same words in many texts: at the start, at the end or anywhere, counted once for each text.


WORDS = "stone river bridge harbour garden window letter winter market field forest paper".split()  # noqa: SIM905
Found = dict[tuple[str, tuple[str, ...]], tuple[float, float]]


def body(number: int) -> str:
    """Words that no two texts have in the same order."""
    turned = WORDS[number % 12 :] + WORDS[: number % 12]
    return " ".join(turned[:: 1 + number // 12])


def corpus_set_pieces(own: list[str], replies: list[str]) -> Corpus:
    return Corpus(
        [[cut(number, ParsedText(text), 300, "en") for number, text in enumerate(side)] for side in (own, replies)]
    )


def counted(pieces: list[SetPieces], everything: Corpus) -> Found:
    """In how many units of each side each piece stands."""
    return {
        (one.place, everything.spelling(one.compared.grams.example(gram), one.compared.grams.size)): (
            float(one.compared.own[gram]),
            float(one.compared.replies[gram]),
        )
        for one in pieces
        for gram in range(one.compared.grams.number)
    }


def found(own: list[str], replies: list[str]) -> tuple[list[SetPieces], Found]:
    everything = corpus_set_pieces(own, replies)
    pieces = list(set_pieces(everything))
    return pieces, counted(pieces, everything)


PLAIN = [f"{body(number).capitalize()}." for number in range(9)]


def test_what_texts_begin_and_end_with_is_counted_in_texts() -> None:
    replies = [f"Great question here, {body(number)}. Then we left. Hope this helps." for number in range(9)]
    pieces, counts = found(PLAIN, replies)
    assert counts["text start", ("great", "question", "here")] == (0, 9)
    assert counts["text end", ("hope", "this", "helps")] == (0, 9)
    assert ("text end", ("then", "we", "left")) not in counts
    assert ("text start", ("hope", "this", "helps")) not in counts
    assert all(one.units == (9, 9) for one in pieces)


def test_a_last_word_alone_is_no_piece_but_a_first_word_is() -> None:
    _, counts = found(PLAIN, [f"Well, {body(number)} okay." for number in range(9)])
    assert counts["text start", ("well",)] == (0, 9)
    assert ("text end", ("okay",)) not in counts


def test_anywhere_a_piece_has_three_words_and_counts_once_in_a_passage() -> None:
    replies = [f"{body(number)}, at the end of the day, {body(number)}, at the end of the day." for number in range(9)]
    _, counts = found(PLAIN, replies)
    assert counts["anywhere", ("at", "the", "end", "of", "the", "day")] == (0, 9)
    assert min(len(words) for place, words in counts if place == "anywhere") == 3


def test_no_piece_is_longer_than_nine_words_and_at_the_edges_six() -> None:
    long = "one two three four five six seven eight nine ten eleven"
    _, counts = found(PLAIN, [f"{long}, {body(number)}, {long}." for number in range(9)])
    assert max(len(words) for place, words in counts if place == "anywhere") == 9
    assert max(len(words) for place, words in counts if place == "text start") == 6
    assert max(len(words) for place, words in counts if place == "text end") == 6


def test_with_few_texts_every_sentence_stands_in_for_their_edges() -> None:
    few = [f"Well then, {body(number)}. Well then, {body(number + 1)}." for number in range(FEWEST_TEXTS - 1)]
    pieces, counts = found(PLAIN, few)
    assert counts["text start", ("well", "then")] == (0, 14)
    assert {one.units for one in pieces if one.place == "text start"} == {(9, 14)}


def test_two_texts_with_the_same_words_are_too_few_and_three_are_enough() -> None:
    own = [*PLAIN[:8], "Once upon a time."]
    _, two = found(own, [*PLAIN[:8], "Once upon a time."])
    _, three = found(own, [*PLAIN[:8], "Once upon a time.", "Once upon a time."])
    assert ("text start", ("once", "upon", "a", "time")) not in two
    assert three["text start", ("once", "upon", "a", "time")] == (1, 2)


def test_the_persons_own_pieces_are_counted_as_well() -> None:
    _, counts = found([f"My friends, {body(number)}." for number in range(9)], PLAIN)
    assert counts["text start", ("my", "friends")] == (9, 0)


def test_no_texts_have_no_pieces() -> None:
    assert found([], [])[0] == []


# Set pieces: which pieces are found, and in what form.


BODY = ["red cats", "blue dogs", "old ships", "wet roads", "long days", "thin ice", "calm seas", "dry leaves"]


def corpus_boilerplate(own: list[str], replies: list[str]) -> Corpus:
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in (own, replies)])


def test_the_longest_form_stands_for_its_parts() -> None:
    replies = [f"I would be happy to help with {thing} today {number}." for number, thing in enumerate(BODY)]
    own = [f"There were {thing} here and {number} there." for number, thing in enumerate(BODY)]
    found, compared = boilerplate(corpus_boilerplate(own, replies))
    # Eight of eight replies and no text of the person's; where all have it, the first six words are looked at.
    over = {(one.words, one.place): (one.own, one.replies) for one in found if one.z > 0}
    assert over[("i", "would", "be", "happy", "to", "help"), "text start"] == (0, 100)
    assert over[("i", "would", "be", "happy", "to", "help", "with"), "anywhere"] == (0, 100)
    assert compared < 30


def test_a_piece_in_few_texts_is_not_shown() -> None:
    # Twelve of forty texts would be three tenths; eleven are not, though surely more than none of sixty.
    def signed(many: int) -> list[str]:
        replies = [f"{BODY[n % 8]} were seen by {n} of us {n * 7}" for n in range(40)]
        return [f"{text} my dear old friend." if n < many else f"{text}." for n, text in enumerate(replies)]

    own = [f"There were {BODY[n % 8]} here {n} and {n * 5} there." for n in range(60)]
    for many, expected in ((11, False), (13, True)):
        found, _ = boilerplate(corpus_boilerplate(own, signed(many)))
        assert (("my", "dear", "old", "friend") in [one.words for one in found]) is expected


def test_with_few_texts_every_sentence_stands_in() -> None:
    # One long text of the person: its sentences, none of which begins so, are what the replies are held against.
    own = [" ".join(f"There were {thing} here. They stayed {n} days." for n, thing in enumerate(BODY * 3))]
    replies = [f"Certainly, {thing} are fine. They are {number}." for number, thing in enumerate(BODY)]
    found, _ = boilerplate(corpus_boilerplate(own, replies))
    assert ("certainly",) in [one.words[:1] for one in found if one.place == "text start"]
