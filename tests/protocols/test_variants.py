"""Designs, presets and grading: what a study's own form of a protocol shows, asks and decides by."""

import pytest

from ringtrue.protocols import designed, graded_both, grades_both, load, sized

PAIR_PROTOCOLS = ("pairs", "lite")


@pytest.mark.parametrize("name", PAIR_PROTOCOLS)
def test_the_first_design_is_the_protocol_as_the_file_has_it(name: str) -> None:
    protocol = load(name)
    assert list(protocol.designs) == ["equivalence", "discrimination"]
    assert designed(protocol, "equivalence") == protocol


@pytest.mark.parametrize("name", PAIR_PROTOCOLS)
def test_discrimination_shows_compressed_beside_the_control(name: str) -> None:
    protocol = load(name)
    other = designed(protocol, "discrimination")
    assert other.kinds["pair"].show == ("control", "compressed")
    assert dict(other.controls) == {"self": "full"}
    assert [rule.label for rule in other.sound_verdict] == ["PASS", "FAIL", "cannot be told"]
    assert other.sound_verdict[0].all == ("voice_toward_low > 0",)
    assert (other.hash, other.verdict, other.measures) == (protocol.hash, protocol.verdict, protocol.measures)


def test_both_presets_by_name() -> None:
    for name in PAIR_PROTOCOLS:
        sizes = {preset.name: (preset.items, preset.raters) for preset in load(name).presets.values()}
        assert sizes == {"5x7": (5, 7), "3x10": (3, 10)}


def test_the_second_preset_of_pairs_asks_for_three_pairs() -> None:
    protocol = load("pairs")
    assert sized(protocol, "5x7") == protocol
    assert [rule.name for rule in sized(protocol, "3x10").suite] == ["at least 3 pairs", "at least 5 people"]
    lite = load("lite")
    assert sized(lite, "3x10").suite == lite.suite  # three to five pairs hold for both


def test_both_texts_graded_makes_two_questions_of_one() -> None:
    asked = graded_both(load("pairs")).kinds["pair"].questions
    assert [question.name for question in asked] == [
        *("voice", "vibe_a", "vibe_b", "logic_a", "logic_b", "continuity_a", "continuity_b", "comment")
    ]
    vibe = [question for question in asked if question.answers == "vibe"]
    assert [question.side for question in vibe] == [0, 1]
    assert [question.text for question in vibe] == [
        "Does text A carry the spirit of the sample?",
        "Does text B carry the spirit of the sample?",
    ]
    assert {question.scale for question in vibe} == {"grade"}
    assert asked[0].side is None
    assert not asked[5].required  # continuity is optional in pairs, for each text as well


def test_protocols_without_such_wordings_cannot_grade_both() -> None:
    assert all(grades_both(load(name)) for name in PAIR_PROTOCOLS)
    blind = load("blind")
    assert not grades_both(blind)
    assert graded_both(blind) == blind
    assert not blind.designs
    assert not blind.presets
