"""Which findings become rows."""

from dataclasses import replace

from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.selection import select

DELVE = Finding("word", ("delve",), "per 1,000 words", 0, 4, None, 5.0, 4.0, 0.01, 4.0)


def names(*findings: Finding, most: int = 9) -> list[str]:
    return [" ".join(one.words) for one in select(findings, most)]


def phrase(words: str, z: float, excess: float, ratio: float = 5.0) -> Finding:
    return replace(DELVE, kind="phrase", words=tuple(words.split()), z=z, excess=excess, ratio=ratio)


def test_a_phrase_that_is_the_whole_story_replaces_its_word() -> None:
    assert names(DELVE, phrase("delve into", 3.0, 3.6)) == ["delve into"]


def test_a_phrase_that_is_half_of_it_is_left_out() -> None:
    assert names(DELVE, phrase("delve into", 3.0, 2.4)) == ["delve"]


def test_a_small_part_is_told_only_if_it_differs_by_much_more() -> None:
    frequent = replace(DELVE, words=("of",), excess=10.0, ratio=1.5)
    assert names(frequent, phrase("of course", 3.0, 2.0, ratio=1.7)) == ["of"]
    assert names(frequent, phrase("of course", 3.0, 2.0, ratio=6.0)) == ["of", "of course"]


def test_pieces_of_one_phrase_that_meet_are_told_once() -> None:
    assert names(phrase("be happy", 4.0, 2.0), phrase("happy to", 3.0, 2.0)) == ["be happy"]


def test_directions_do_not_hide_each_other() -> None:
    under = replace(DELVE, words=("delve", "deep"), z=-3.0, excess=-1.0)
    assert names(DELVE, under) == ["delve", "delve deep"]


def test_topics_come_last_and_the_surest_first() -> None:
    topic = replace(DELVE, words=("volcano",), z=9.0, topic_bound=True)
    sure = replace(DELVE, words=("look",), z=-6.0)
    assert names(DELVE, topic, sure) == ["look", "delve", "volcano"]
    assert names(DELVE, topic, most=1) == ["delve"]
