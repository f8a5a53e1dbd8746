"""Verbatim runs: found whole, listed once, whatever the case and the punctuation."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.overlaps import Overlap, Sources
from ringtrue.voice.texts import Text

SOURCE = "We choose the long road, because the long road is the only one that leads home. So we walk."


def overlaps(sources: list[str], replies: list[str]) -> tuple[Overlap, ...]:
    return Sources([Text.read(text) for text in sources]).overlaps([Text.read(text) for text in replies])


def test_a_copied_run_is_listed_as_it_stands_in_the_reply() -> None:
    reply = "As I said: THE LONG ROAD because the long road is the only one. Nothing else."
    assert overlaps(["Something else.", SOURCE], ["none here", reply]) == (
        Overlap(1, 1, 11, "THE LONG ROAD because the long road is the only one"),
    )


def test_seven_words_are_not_enough() -> None:
    assert overlaps([SOURCE], ["road because the long road is the"]) == ()


def test_a_whole_copy_is_one_run() -> None:
    (found,) = overlaps([SOURCE], [SOURCE])
    assert (found.words, found.text) == (19, SOURCE.removesuffix("."))


def test_of_several_places_the_longest_run_is_taken() -> None:
    short = "a b c d e f g h end"
    (found,) = overlaps([short, "a b c d e f g h i j k"], ["a b c d e f g h i j"])
    assert (found.document, found.words) == (1, 10)


def test_a_word_repeated_without_end_costs_no_more_than_a_text() -> None:
    (found,) = overlaps(["na " * 20_000], ["na " * 5_000])
    assert found.words == 5_000


words = st.lists(st.sampled_from("abc"), max_size=40)


@given(words, words)
def test_every_run_stands_in_the_source_and_none_overlap(source: list[str], reply: list[str]) -> None:
    found = overlaps([" ".join(source)], [" ".join(reply)])
    assert all(f" {run.text} " in f" {' '.join(source)} " for run in found)
    assert sum(run.words for run in found) <= len(reply)
    assert bool(found) == any(
        f" {' '.join(reply[i : i + 8])} " in f" {' '.join(source)} " for i in range(len(reply) - 7)
    )
