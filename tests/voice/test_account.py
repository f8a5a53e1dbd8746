"""The whole account: its parts belong together, and what is refused in one place is not told in another."""

import pytest

from ringtrue.voice.account import account
from ringtrue.voice.instrument import Instrument
from ringtrue.voice.material import read_material
from ringtrue.voice.place import Resampling
from speakers import Speaker

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
