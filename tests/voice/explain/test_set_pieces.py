"""The same words in many texts: at the start, at the end or anywhere, counted once for each text."""

from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.passages import cut
from ringtrue.voice.explain.set_pieces import FEWEST_TEXTS, SetPieces, set_pieces
from ringtrue.voice.habits import Reading

WORDS = "stone river bridge harbour garden window letter winter market field forest paper".split()  # noqa: SIM905
Found = dict[tuple[str, tuple[str, ...]], tuple[float, float]]


def body(number: int) -> str:
    """Words that no two texts have in the same order."""
    turned = WORDS[number % 12 :] + WORDS[: number % 12]
    return " ".join(turned[:: 1 + number // 12])


def corpus(own: list[str], replies: list[str]) -> Corpus:
    return Corpus(
        [[cut(number, Reading(text), 300, "en") for number, text in enumerate(side)] for side in (own, replies)]
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
    everything = corpus(own, replies)
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
