"""The whole account on synthetic voices: hints, flags, copied passages, spread, the bare model."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.result import HINT, Overlap, Reading, Sources, VoiceEstimate
from ringtrue.voice.texts import Text
from ringtrue.voice.voice import Voice
from speakers import Speaker

SOURCES = Speaker(1).texts(30)


@pytest.fixture(scope="module")
def voice() -> Voice:
    return Voice.fit(SOURCES, {f"other {i}": Speaker(100 + i).texts(15) for i in range(8)})


@pytest.fixture(scope="module")
def genuine(voice: Voice) -> Reading:
    return voice.reading(Speaker(1, draw=1).texts(12))


def kinds(reading: Reading) -> set[str]:
    return {flag.kind for flag in reading.flags}


def test_new_text_of_the_person_is_not_flagged(genuine: Reading) -> None:
    assert genuine.estimate.value == pytest.approx(1.0, abs=0.25)
    assert genuine.flags == ()
    assert genuine.overlaps == ()
    assert genuine.bare is None


def test_genuine_text_is_flagged_in_at_most_one_of_twenty_sets(voice: Voice) -> None:
    sets = [voice.reading(Speaker(1, draw=2 + i).texts(8), replicates=300) for i in range(20)]
    assert sum(bool(reading.flags) for reading in sets) <= 1


def test_the_estimate_is_that_of_score(voice: Voice, genuine: Reading) -> None:
    assert genuine.estimate == voice.score(Speaker(1, draw=1).texts(12))


def test_a_copy_of_the_sources_is_flagged_with_the_passages_listed(voice: Voice) -> None:
    reading = voice.reading(SOURCES[:10])
    assert "copying" in kinds(reading)
    assert [(overlap.reply, overlap.document, overlap.words) for overlap in reading.overlaps] == [
        (i, i, 100) for i in range(10)
    ]
    assert reading.overlaps[0].text == SOURCES[0].removesuffix(".")


def test_half_copied_replies_are_flagged(voice: Voice) -> None:
    new = Speaker(1, draw=5).texts(10, words=60)
    mixed = [f"{text} {' '.join(source.split()[:40])}" for text, source in zip(new, SOURCES, strict=False)]
    assert "copying" in kinds(voice.reading(mixed))


def test_an_exaggerated_imitation_is_flagged_with_the_overdone_words(voice: Voice) -> None:
    exaggerated = Speaker(1, habit=2.5, draw=1)
    (flag, *_) = voice.reading(exaggerated.texts(12)).flags
    assert flag.kind == "caricature"
    favourite = str(exaggerated.words[np.argmax(exaggerated.rates)])
    assert any(favourite in example for flag in voice.reading(exaggerated.texts(12)).flags for example in flag.examples)


def test_a_few_tics_are_flagged_though_the_wording_as_a_whole_is_the_persons(voice: Voice) -> None:
    # Four words this voice uses about 5 times in 1,000 and twice as often as the others, put four more times into every
    # reply: each then stands at some 40 in 1,000, while all favourite words together hardly gain.
    tics = ["mar", "pen", "ral", "ten"]
    person = Speaker(1, draw=6)
    replies = [f"{text} {' '.join(tics * 4)}" for text in person.texts(12)]
    (flag,) = [flag for flag in voice.reading(replies).flags if flag.kind == "caricature"]
    assert {"ral", "ten"} <= set(" ".join(flag.examples).split())


def test_replies_all_alike_are_flagged(voice: Voice) -> None:
    one = Speaker(1, draw=3).texts(1)[0].split()
    alike = [" ".join(one[start:] + one[:start]) for start in range(10)]
    reading = voice.reading(alike)
    assert "all alike" in kinds(reading)
    assert reading.spread.value == pytest.approx(0.0, abs=0.15)


def test_the_spread_of_genuine_text_is_about_one(genuine: Reading) -> None:
    assert genuine.spread.value == pytest.approx(1.0, abs=0.1)
    assert genuine.spread.low is not None
    assert genuine.spread.high is not None
    assert genuine.spread.low < genuine.spread.value < genuine.spread.high


def test_the_foreign_reply_among_own_ones_is_pointed_at_as_a_hint(voice: Voice) -> None:
    replies = Speaker(1, draw=4).texts(9)
    replies.insert(4, Speaker(300).texts(1)[0])
    hints = voice.reading([*replies, ""]).hints
    assert [hint.reply for hint in hints] == list(range(11))
    assert hints[4].note.startswith("least like the person")
    assert sum("least like" in hint.note for hint in hints) == 1
    assert (hints[10].place, hints[10].note) == (None, "contains no word")
    assert all(hint.warning == HINT for hint in hints)


def test_the_bare_model_is_placed_and_serves_as_a_floor(voice: Voice) -> None:
    reading = voice.reading(Speaker(1, draw=1).texts(12), bare=Speaker(400).texts(10))
    assert reading.bare is not None
    assert reading.bare.estimate.value == pytest.approx(0.0, abs=0.4)
    assert reading.bare.anchored.value == pytest.approx(1.0, abs=0.3)
    same = voice.reading(Speaker(400).texts(10), bare=Speaker(400, draw=1).texts(10))
    assert same.bare is not None
    assert same.bare.anchored.value == pytest.approx(0.0, abs=0.4)


def test_bare_replies_that_are_the_person_give_no_floor(voice: Voice) -> None:
    bare = voice.reading(Speaker(1, draw=1).texts(12), bare=SOURCES[:10]).bare
    assert bare is not None
    assert bare.anchored.value is None
    assert bare.anchored.reason == "the bare replies are as like the person as the person's own text"


def test_too_little_is_refused_but_copies_are_still_listed(voice: Voice) -> None:
    reading = voice.reading(SOURCES[:2], bare=["ban"])
    assert reading.estimate.value is None
    assert reading.spread.value is None
    assert reading.hints == ()
    assert kinds(reading) == {"copying"}
    assert len(reading.overlaps) == 2
    assert reading.bare is not None
    assert reading.bare.estimate.value is None


def test_without_the_gate_two_replies_give_what_can_be_given(voice: Voice) -> None:
    reading = voice.reading(Speaker(1, draw=6).texts(2, words=30), gate=False)
    assert reading.estimate.raw is not None
    assert reading.spread.value is None
    assert len(reading.hints) == 2


# A voice estimate holds finite numbers or none at all.


NUMBERS = ("value", "low", "high", "raw", "likelihood", "auc")


@given(st.sampled_from(NUMBERS), st.sampled_from([float("nan"), float("inf"), float("-inf")]))
def test_what_is_not_finite_never_leaves(name: str, number: float) -> None:
    with pytest.raises(ValueError, match=rf"estimate's {name} must be finite or None, not {number}"):
        VoiceEstimate(**{"value": 0.5, name: number})


def test_an_absent_one_has_a_reason_and_none_of_the_numbers() -> None:
    absent = VoiceEstimate.absent("too few replies", n=3)
    assert isinstance(absent, VoiceEstimate)
    assert [getattr(absent, name) for name in NUMBERS] == [None] * 6
    assert (absent.n, absent.reason, absent.notes) == (3, "too few replies", ())


def test_no_value_without_a_reason() -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        VoiceEstimate(None, raw=1.0)


def test_odds_may_stand_without_a_place() -> None:
    assert VoiceEstimate(None, reason="no ceiling", raw=0.0, likelihood=0.5).as_dict()["likelihood"] == 0.5


def test_all_fields_are_named_in_its_dictionary() -> None:
    given_ = {"value": 0.5, "low": 0.1, "high": 0.9, "raw": -1.5, "likelihood": 0.2, "auc": 1.0, "notes": ("short",)}
    assert given_.items() <= VoiceEstimate(**given_).as_dict().items()


def test_an_interval_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="runs backwards"):
        VoiceEstimate(0.5, 0.9, 0.1)


# Verbatim runs: found whole, listed once, whatever the case and the punctuation.


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
