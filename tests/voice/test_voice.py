"""The instrument on synthetic voices: it ranks, places, refuses and stays the same where it should."""

import re
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.voice.instrument import Instrument, Probe, Replies
from ringtrue.voice.lineup import read_material
from ringtrue.voice.result import HINT, Hint, VoiceEstimate
from ringtrue.voice.texts import Text
from ringtrue.voice.voice import Voice, account, hints
from ringtrue.voice.yardstick import Group, Resampling
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
    assert re.search(r"below 0.80; about (12|16|24) replies of this length would be enough", result.reason)


def test_too_few_others_and_a_language_the_background_does_not_know_give_a_reason(person: Speaker) -> None:
    result = Voice.fit(person.texts(3), {"a": ["ban bal"], "b": ["bar"], "empty": [""]}).score(person.texts(9))
    assert result.reason == (
        "needs texts of at least 3 others in the person's language; got 2. The background that would replace them "
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


# The whole account: its parts belong together, and what is refused in one place is not told in another.


HOW = Resampling(200, 1, 0.9)
OWN = Speaker(1).texts(20)
OTHERS = {str(place): Speaker(100 + place).texts(15) for place in range(8)}
REPLIES = Speaker(1, draw=1).texts(9)
BARE = Speaker(200).texts(9)


@pytest.fixture(scope="module")
def instrument() -> Instrument:
    return Instrument(read_material(OWN, OTHERS, None))


@pytest.fixture(scope="module")
def short() -> Instrument:
    """So little of the person that nothing can be held out."""
    return Instrument(read_material([Speaker(1).text(90)], OTHERS, None))


def test_every_reply_has_a_hint_and_the_empty_one_too(instrument: Instrument) -> None:
    found = account(instrument, [*REPLIES[:4], "", *REPLIES[4:]], None, True, HOW)
    assert [hint.reply for hint in found.hints] == list(range(10))
    assert found.hints[4].note == "contains no word"
    assert found.estimate.n == 9
    assert found.bare is None


def test_copied_passages_name_reply_and_document_as_they_were_given(instrument: Instrument) -> None:
    found = account(instrument, ["", OWN[3], *REPLIES], None, True, HOW)
    longest = max(found.overlaps, key=lambda overlap: overlap.words)
    assert (longest.reply, longest.document, longest.words) == (1, 3, 100)


def test_replies_that_are_the_sources_are_flagged_as_copied(instrument: Instrument) -> None:
    found = account(instrument, OWN[:9], None, True, HOW)
    assert "copying" in [flag.kind for flag in found.flags]


def test_replies_that_are_all_the_same_are_flagged(instrument: Instrument) -> None:
    found = account(instrument, REPLIES[:1] * 9, None, True, HOW)
    assert found.spread.value == 0.0
    assert "all alike" in [flag.kind for flag in found.flags]


def test_new_text_of_the_person_raises_no_flag_and_varies_as_the_person_does(instrument: Instrument) -> None:
    found = account(instrument, REPLIES, None, True, HOW)
    assert found.flags == ()
    assert found.spread.value == pytest.approx(1.0, abs=0.1)


def test_a_refusal_is_told_everywhere_but_copies_are_listed_all_the_same(instrument: Instrument) -> None:
    found = account(instrument, OWN[:3], BARE, True, HOW)
    reason = found.estimate.reason
    assert reason is not None
    assert reason.startswith("not enough material: 3 replies")
    assert (found.spread.value, found.spread.reason, found.hints) == (None, reason, ())
    assert [flag.kind for flag in found.flags] == ["copying"]
    assert len(found.overlaps) >= 3
    assert found.bare is not None
    assert found.bare.estimate.value is not None
    assert (found.bare.anchored.value, found.bare.anchored.reason) == (None, reason)


def test_the_bare_model_is_the_floor_of_the_anchored_place(instrument: Instrument) -> None:
    found = account(instrument, REPLIES, BARE, True, HOW)
    assert found.bare is not None
    anchored = found.bare.anchored
    assert anchored.value == pytest.approx(1.0, abs=0.35)
    itself = account(instrument, BARE, BARE, True, HOW)
    assert itself.bare is not None
    assert itself.bare.anchored.value == pytest.approx(0.0, abs=1e-9)
    assert itself.bare.estimate == itself.estimate


def test_bare_replies_as_like_as_the_person_leave_nothing_to_place_between(instrument: Instrument) -> None:
    found = account(instrument, REPLIES, OWN, True, HOW)
    assert found.bare is not None
    assert found.bare.anchored.reason == "the bare replies are as like the person as the person's own text"


def test_bare_replies_that_are_refused_say_so(instrument: Instrument) -> None:
    found = account(instrument, REPLIES, ["..."], True, HOW)
    assert found.estimate.value is not None
    assert found.bare is not None
    assert found.bare.anchored.reason == "the bare replies: no reply contains a word"


def test_without_a_ceiling_the_anchored_place_is_missing_for_that_reason(short: Instrument) -> None:
    found = account(short, REPLIES, BARE, False, HOW)
    assert found.bare is not None
    assert found.bare.anchored.value is None
    assert found.bare.anchored.reason == found.estimate.reason
    assert found.estimate.reason is not None
    assert found.estimate.reason.startswith("no ceiling")


# Hints about single replies, with floor and ceiling set by hand.


@dataclass
class Scores:
    """Floor and ceiling set by hand."""

    floor: Group
    ceiling: Group


def group(*scores: float) -> Group:
    return Group(np.array(scores), np.zeros(len(scores), dtype=np.int64))


# Held-out passages at 1 to 11: nine in ten lie above 2, one in ten above 10; the middle between 0 and their mean is 3.
CEILING = group(*range(1, 12))


def told(scores: list[float], numbers: list[int], given: int, ceiling: Group = CEILING, words: int = 40) -> list[Hint]:
    sizes = [40] * (len(scores) - 1) + [words]
    replies = Replies([Text.read("word " * size) for size in sizes], numbers)
    probe = Probe(replies, Scores(group(-1.0, 1.0), ceiling), np.array(scores), group(*scores), None)  # type: ignore[arg-type]
    return list(hints(probe, given))


@pytest.mark.parametrize(
    ("score", "note"),
    [
        (10.1, "more like the person than nine in ten of the person's own passages"),
        (10.0, "within the person's own range"),
        (2.0, "within the person's own range"),
        (1.9, "closer to others than to the person"),
        (-50.0, "closer to others than to the person"),
    ],
)
def test_a_score_is_held_against_the_persons_own_range(score: float, note: str) -> None:
    assert told([score], [0], 1) == [Hint(0, pytest.approx(score / 6), note, HINT)]


def test_below_the_range_but_nearer_to_the_person_is_said() -> None:
    # held out at 5 to 7, so nine in ten above 5.2; half way from the floor is 3
    hint = told([4.0], [0], 1, group(*np.linspace(5, 7, 11)))[0]
    assert hint.note == "below nine in ten of the person's own passages"
    assert hint.place == pytest.approx(4 / 6)


def test_hints_come_in_the_order_given_and_empty_replies_have_one_too() -> None:
    found = told([6.0, 3.0, 9.0], [4, 0, 2], 5)
    assert [hint.reply for hint in found] == [0, 1, 2, 3, 4]
    assert [hint.place for hint in found] == [pytest.approx(0.5), None, pytest.approx(1.5), None, pytest.approx(1.0)]
    assert [found[1].note, found[3].note] == ["contains no word"] * 2


def test_the_least_and_the_most_like_are_named_among_three_or_more() -> None:
    found = told([6.0, 3.0, 9.0], [0, 1, 2], 3)
    assert ["least" in hint.note for hint in found] == [False, True, False]
    assert ["most like" in hint.note for hint in found] == [False, False, True]
    assert not any("like the person" in hint.note for hint in told([6.0, 3.0], [0, 1], 2))


def test_a_reply_of_less_than_half_the_usual_length_says_little() -> None:
    # typical length 40, on the grid 39
    assert [("shorter" in hint.note) for hint in told([6.0] * 3, [0, 1, 2], 3, words=19)] == [False, False, True]
    assert not any("shorter" in hint.note for hint in told([6.0] * 3, [0, 1, 2], 3, words=20))


@pytest.mark.parametrize("ceiling", [group(), group(-3.0, -2.0), group(0.0)])
def test_without_a_ceiling_above_the_floor_no_place_is_given(ceiling: Group) -> None:
    assert told([6.0], [0], 1, ceiling) == [Hint(0, None, "no ceiling to compare with")]
