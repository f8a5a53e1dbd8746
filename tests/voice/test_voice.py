"""The instrument on synthetic voices: it ranks, places, refuses and stays the same where it should."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.voice import Voice, VoiceEstimate
from speakers import Speaker


@pytest.fixture
def person() -> Speaker:
    """The person of `voice`, saying something new."""
    return Speaker(1, draw=1)


@pytest.fixture(scope="module")
def voice() -> Voice:
    return Voice.fit(Speaker(1).texts(20), {f"other {i}": Speaker(100 + i).texts(15) for i in range(8)})


def auc(own: list[float], foreign: list[float]) -> float:
    difference = np.subtract.outer(own, foreign)
    return float((difference > 0).mean() + (difference == 0).mean() / 2)


def raw(estimate: VoiceEstimate) -> float:
    assert estimate.raw is not None
    return estimate.raw


def test_new_text_of_the_person_lies_about_one(voice: Voice, person: Speaker) -> None:
    result = voice.score(person.texts(20))
    assert result.value == pytest.approx(1.0, abs=0.2)
    assert result.low is not None
    assert result.high is not None
    assert result.low < 1.0 < result.high
    assert result.likelihood is not None
    assert result.likelihood > 0.9


def test_impostors_lie_about_zero(voice: Voice) -> None:
    results = [voice.score(Speaker(200 + i).texts(10)) for i in range(6)]
    assert np.mean([result.value for result in results]) == pytest.approx(0.0, abs=0.25)
    assert all(result.likelihood is not None and result.likelihood < 0.5 for result in results)


def test_own_sets_rank_above_foreign_sets(voice: Voice, person: Speaker) -> None:
    own = [raw(voice.score(person.texts(2), gate=False)) for _ in range(10)]
    foreign = [raw(voice.score(Speaker(300 + i).texts(2), gate=False)) for i in range(10)]
    assert auc(own, foreign) > 0.95


def test_shuffled_labels_rank_at_chance_and_are_refused() -> None:
    pool = Speaker(5, habit=0.0)
    shuffled = Voice.fit(pool.texts(15), {f"other {i}": pool.texts(15) for i in range(6)})
    one, two = ([raw(shuffled.score(pool.texts(1), gate=False)) for _ in range(60)] for _ in range(2))
    assert auc(one, two) == pytest.approx(0.5, abs=0.16)  # three standard errors of 60 against 60
    refused = shuffled.score(pool.texts(10))
    assert refused.value is None
    assert refused.raw is None
    assert refused.reason is not None
    assert "not enough material" in refused.reason


def test_three_one_line_replies_are_refused_with_what_would_suffice(voice: Voice, person: Speaker) -> None:
    result = voice.score(person.texts(3, words=8))
    assert (result.value, result.raw, result.likelihood) == (None, None, None)
    assert result.reason == (
        "not enough material: 3 replies with 24 words; at least 8 replies and 800 words would be needed"
    )


def test_eight_replies_with_too_few_words_are_refused(voice: Voice, person: Speaker) -> None:
    assert voice.score(person.texts(8, words=99)).value is None
    assert voice.score(person.texts(8, words=100)).value is not None


def test_without_the_gate_one_line_gets_a_number(voice: Voice, person: Speaker) -> None:
    assert np.isfinite(raw(voice.score(person.texts(1, words=8), gate=False)))


def test_a_voice_told_apart_only_in_larger_sets_is_told_how_many_would_suffice() -> None:
    faint = Speaker(1, habit=0.2)
    others = {f"other {i}": Speaker(100 + i, habit=0.2).texts(20) for i in range(6)}
    result = Voice.fit(faint.texts(40), others).score(faint.texts(8))
    assert result.value is None
    assert result.reason is not None
    assert re.search(r"below 0.80; about (12|16|24) replies of this length would suffice", result.reason)


def test_too_few_others_and_a_language_the_background_does_not_know_give_a_reason(person: Speaker) -> None:
    result = Voice.fit(person.texts(3), {"a": ["ban bal"], "b": ["bar"], "empty": [""]}).score(person.texts(9))
    assert result.reason == (
        "needs texts of at least 3 others in the person's language; got 2. The background that would stand in for them "
        "is English, which these texts do not seem to be (0% of their words are common there)"
    )


def test_a_person_without_words_gives_a_reason() -> None:
    assert Voice.fit(["", " \n"]).score(["ban"], gate=False).reason == "the person's texts contain no words"
    assert Voice.fit([]).reading(["ban"]).estimate.value is None


def test_a_document_given_twice_counts_once(person: Speaker) -> None:
    own, others = person.texts(10), {str(i): Speaker(100 + i).texts(8) for i in range(4)}
    once, twice = Voice.fit(own, others), Voice.fit([*own, *own], {name: texts * 2 for name, texts in others.items()})
    replies = person.texts(8)
    assert once.score(replies, gate=False).raw == twice.score(replies, gate=False).raw
    assert twice.notes[-1] == "left out 10 documents of the person that are the same as another"


def test_no_words_at_all_give_a_reason(voice: Voice) -> None:
    assert voice.score(["", "  "], gate=False).reason == "no reply contains a word"


def test_too_little_own_text_gives_odds_but_no_position(person: Speaker) -> None:
    short = Voice.fit(person.texts(1, words=60), {f"other {i}": Speaker(100 + i).texts(5) for i in range(4)})
    assert short.score(person.texts(8)).reason is not None
    free = short.score(person.texts(8), gate=False)
    assert free.value is None
    assert free.reason == "no ceiling: 0 held-out passages of the person's own text, 4 would be needed"
    assert np.isfinite(raw(free))


def test_others_shorter_than_a_reply_still_serve_as_impostors(person: Speaker) -> None:
    terse = {f"other {i}": Speaker(100 + i).texts(1, words=30) for i in range(4)}
    assert np.isfinite(raw(Voice.fit(person.texts(10), terse).score(person.texts(8), gate=False)))


def test_one_text_instead_of_a_list_is_an_error(voice: Voice) -> None:
    with pytest.raises(ValueError, match="list of texts"):
        Voice.fit("ban bal", {})
    with pytest.raises(ValueError, match="list of texts"):
        voice.score("ban bal")


@settings(max_examples=10, deadline=None)
@given(order=st.permutations(range(9)))
def test_the_order_of_replies_does_not_matter(voice: Voice, order: list[int]) -> None:
    replies = Speaker(7).texts(9)
    assert voice.score([replies[i] for i in order]) == voice.score(replies)


def test_case_spacing_and_empty_replies_do_not_matter(voice: Voice, person: Speaker) -> None:
    replies = person.texts(9)
    changed = [f"  {reply.upper()}\n".replace(" ", "  ") for reply in replies]
    assert voice.score([*changed, ""]).value == pytest.approx(voice.score(replies).value)


def test_names_and_order_of_the_others_do_not_matter(person: Speaker) -> None:
    own, replies = person.texts(10), person.texts(8)
    others = [Speaker(100 + i).texts(8) for i in range(5)]
    one = Voice.fit(own, {str(i): texts for i, texts in enumerate(others)}).score(replies, gate=False)
    two = Voice.fit(own, {str(9 - i): texts for i, texts in enumerate(others)}).score(replies, gate=False)
    assert raw(one) == pytest.approx(raw(two), rel=1e-6)
    assert one.value == pytest.approx(two.value, rel=1e-6)


def test_the_same_replies_twice_keep_the_place_and_raise_the_odds(voice: Voice, person: Speaker) -> None:
    replies = person.texts(8)
    once, twice = voice.score(replies), voice.score(replies * 2)
    assert twice.value == pytest.approx(once.value)
    assert raw(twice) > raw(once) > 0


def test_an_estimate_holds_no_silent_nan() -> None:
    with pytest.raises(ValueError, match="raw must be finite"):
        VoiceEstimate(1.0, raw=float("nan"))
