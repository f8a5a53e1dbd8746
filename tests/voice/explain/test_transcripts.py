"""Apostrophes that transcripts leave out."""

from ringtrue.voice.explain import explain
from ringtrue.voice.explain.transcripts import without_apostrophes
from ringtrue.voice.habits import Reading


def test_a_few_slips_are_none() -> None:
    assert without_apostrophes([Reading("dont thats im")])
    assert not without_apostrophes([Reading("don't that's I'm it's we're dont")])
    assert not without_apostrophes([Reading("no contraction")])


def test_the_same_words_with_and_without_apostrophes_are_the_same() -> None:
    lines = [f"Thing {n} don't work and that's it, we're done and I'm tired {n * 7}. " * 8 for n in range(15)]
    found = explain([line.replace("'", "") for line in lines], lines)
    assert found.rows == ()
    assert "contractions" in [one.what for one in found.refused]
