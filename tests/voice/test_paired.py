"""Paired differences: two sets of replies to the same items on one yardstick, and what gives no number."""

import numpy as np
import pytest

from ringtrue.voice.instrument import Instrument
from ringtrue.voice.lineup import read_material
from ringtrue.voice.paired import paired_difference
from ringtrue.voice.texts import Text
from speakers import Speaker

OTHERS = {str(place): Speaker(100 + place).texts(15) for place in range(8)}
OWN = {f"q{n:02}": [text] for n, text in enumerate(Speaker(1, draw=1).texts(20, 60))}
FOREIGN = {f"q{n:02}": [text] for n, text in enumerate(Speaker(200).texts(20, 60))}


@pytest.fixture(scope="module")
def instrument() -> Instrument:
    return Instrument(read_material(Speaker(1).texts(20), OTHERS, None))


def test_a_person_is_closer_to_themselves_than_a_stranger_and_the_sign_turns_round(instrument: Instrument) -> None:
    found, back = paired_difference(instrument, OWN, FOREIGN), paired_difference(instrument, FOREIGN, OWN)
    assert found.low is not None
    assert found.low > 0.5
    assert found.value == pytest.approx(-(back.value or 0.0))
    assert (back.low, back.high) == (pytest.approx(-(found.high or 0.0)), pytest.approx(-found.low))
    assert found.n == 20


def test_the_interval_is_students_t_of_the_items_differences(instrument: Instrument) -> None:
    found = paired_difference(instrument, OWN, FOREIGN)
    yardstick = instrument.yardstick(61)  # the grid's length nearest to replies of 60 words
    scores = [
        yardstick.even_scores([Text.read(texts[0]) for _, texts in sorted(side.items())]) for side in (OWN, FOREIGN)
    ]
    change = (scores[0] - scores[1]) / (yardstick.ceiling.mean - yardstick.floor.mean)
    # t of 19 degrees of freedom at .975 is 2.0930 (printed tables)
    assert found.value == pytest.approx(change.mean())
    assert found.high == pytest.approx(change.mean() + 2.0930 * change.std(ddof=1) / np.sqrt(20), rel=1e-4)


def test_a_set_does_not_differ_from_itself(instrument: Instrument) -> None:
    found = paired_difference(instrument, OWN, OWN)
    assert (found.value, found.low, found.high) == (0.0, 0.0, 0.0)


def test_two_draws_of_one_writer_differ_beyond_chance_seldom(instrument: Instrument) -> None:
    held = 0
    for draw in range(20):
        one, other = (
            {str(n): [text] for n, text in enumerate(Speaker(1, draw=10 + 2 * draw + side).texts(10, 60))}
            for side in (0, 1)
        )
        found = paired_difference(instrument, one, other)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0 <= found.high
    assert held >= 16  # nominal 19; below 16 in 1 of 400


def test_items_only_one_has_and_replies_without_words_are_left_out(instrument: Instrument) -> None:
    more = {**OWN, "alone": ["ban bal"], "q00": ["..."]}
    assert paired_difference(instrument, more, {**FOREIGN, "other": ["bar"]}).n == 19


def test_several_replies_to_an_item_are_averaged(instrument: Instrument) -> None:
    twice = {item: texts * 2 for item, texts in OWN.items()}
    assert paired_difference(instrument, twice, FOREIGN).value == pytest.approx(
        paired_difference(instrument, OWN, FOREIGN).value
    )


def test_too_few_items_give_a_reason(instrument: Instrument) -> None:
    few = {item: OWN[item] for item in list(OWN)[:7]}
    assert paired_difference(instrument, few, FOREIGN).reason == (
        "not enough material: 7 items answered by both; at least 8 would be needed"
    )
    assert paired_difference(instrument, few, FOREIGN, gate=False).value is not None
    assert paired_difference(instrument, {}, FOREIGN, gate=False).value is None


def test_one_text_instead_of_a_list_is_an_error(instrument: Instrument) -> None:
    with pytest.raises(ValueError, match="list of texts"):
        paired_difference(instrument, {"q00": "ban bal"}, OWN)
