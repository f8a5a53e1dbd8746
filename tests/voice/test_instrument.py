"""The measuring itself: gates that open and close, yardsticks kept, and estimates put together from their parts."""

import pytest
from scipy.special import expit

from ringtrue.voice.instrument import Instrument
from ringtrue.voice.material import read_material
from ringtrue.voice.odds import log_odds
from ringtrue.voice.place import Resampling, place
from ringtrue.voice.probe import Probe, read_replies
from ringtrue.voice.trial import set_auc
from speakers import Speaker

HOW = Resampling(200, 1, 0.9)
OTHERS = {str(place): Speaker(100 + place).texts(15) for place in range(8)}
REPLIES = read_replies(Speaker(1, draw=1).texts(9))


@pytest.fixture(scope="module")
def instrument() -> Instrument:
    return Instrument(read_material(Speaker(1).texts(20), OTHERS, None))


def probed(instrument: Instrument, gate: bool = True) -> Probe:
    probe = instrument.probe(REPLIES, gate, 1)
    assert isinstance(probe, Probe)
    return probe


def test_a_probe_has_the_scores_of_the_yardstick_of_its_length(instrument: Instrument) -> None:
    probe = probed(instrument)
    assert probe.yardstick is instrument.yardstick(REPLIES.length)
    assert probe.scores == pytest.approx(probe.yardstick.scores(REPLIES.texts))
    assert probe.auc == set_auc(probe.yardstick, 9, 1)


def test_a_yardstick_is_made_once_for_each_length(instrument: Instrument) -> None:
    assert instrument.yardstick(49) is instrument.yardstick(49) is not instrument.yardstick(61)


def test_an_estimate_is_put_together_from_odds_and_place(instrument: Instrument) -> None:
    probe = probed(instrument)
    estimate = instrument.estimate(probe, HOW)
    floor, ceiling = probe.yardstick.floor, probe.yardstick.ceiling
    raw = log_odds(float(probe.scores.mean()), 9, REPLIES.length, ceiling.mean)
    assert (estimate.value, estimate.low, estimate.high) == place(probe.scores, floor, ceiling, HOW)
    assert (estimate.raw, estimate.likelihood) == pytest.approx((raw, expit(raw)))
    assert (estimate.auc, estimate.n, estimate.level) == (probe.auc, 9, 0.9)
    assert f"9 replies of about {REPLIES.length} tokens between the floor of 8 impostors" in estimate.method
    assert f"{ceiling.scores.size} held-out passages" in estimate.method


def test_without_words_there_is_no_probe_even_without_a_gate(instrument: Instrument) -> None:
    assert instrument.probe(read_replies(["", "..."]), False, 1) == "no reply contains a word"


def test_the_gate_wants_enough_replies_and_opens_without_it(instrument: Instrument) -> None:
    few = read_replies(Speaker(1, draw=2).texts(7))
    refused = instrument.probe(few, True, 1)
    assert isinstance(refused, str)
    assert refused.startswith("not enough material: 7 replies")
    assert isinstance(instrument.probe(few, False, 1), Probe)


def test_a_person_like_everybody_is_refused_by_the_gate() -> None:
    same = {str(place): Speaker(5, habit=0, draw=place).texts(6) for place in range(4)}
    plain = Instrument(read_material(Speaker(5, habit=0, draw=9).texts(12), same, None))
    refused = plain.probe(read_replies(Speaker(5, habit=0, draw=10).texts(9)), True, 1)
    assert isinstance(refused, str)
    assert "below 0.80" in refused


def test_too_little_own_text_gives_odds_but_no_place() -> None:
    short = Instrument(read_material([Speaker(1).text(90)], OTHERS, None))
    refused = short.probe(REPLIES, True, 1)
    assert isinstance(refused, str)
    assert f"held-out passages of {REPLIES.length} tokens; at least 4 would be needed" in refused
    estimate = short.estimate(probed(short, gate=False), HOW)
    assert (estimate.value, estimate.low, estimate.high, estimate.auc) == (None, None, None, None)
    assert estimate.reason is not None
    assert estimate.reason.startswith("no ceiling: 0 held-out passages")
    assert estimate.raw == pytest.approx(log_odds(probed(short, gate=False).mean, 9, REPLIES.length))


def test_refused_material_has_no_lineup_and_gives_its_reason_for_every_probe() -> None:
    empty = Instrument(read_material([""], OTHERS, None))
    assert empty.probe(REPLIES, False, 1) == "the person's texts contain no words"
    with pytest.raises(ValueError, match="there is no lineup: the person's texts contain no words"):
        _ = empty.lineup


def test_all_documents_are_searched_for_copies_even_those_left_out_as_doubles() -> None:
    document = Speaker(1).text(30)
    instrument = Instrument(read_material([document, document], OTHERS, None))
    found = instrument.sources.overlaps(read_replies([document]).texts)
    assert [(overlap.reply, overlap.words) for overlap in found] == [(0, 30)]
