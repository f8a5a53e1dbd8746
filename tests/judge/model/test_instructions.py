"""The system message is read from the protocol: questions, ranges, steps and labels, nothing about one protocol."""

from typing import Any

import pytest

from judge.model.samples import protocol_named
from ringtrue.judge.model import LANGUAGES, rubric
from ringtrue.judge.model.instructions import instructions, points
from ringtrue.protocols import BUILT_IN
from ringtrue.terms import Kind, Protocol, Question, Rule, Scale

EVERY_KIND = [(name, kind) for name in BUILT_IN for kind in protocol_named(name).kinds]


@pytest.mark.parametrize(("name", "kind"), EVERY_KIND)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_label_is_told_and_no_speaker_is_named(name: str, kind: str, language: str) -> None:
    protocol = protocol_named(name)
    text = instructions(protocol, kind, language)
    for question in protocol.kinds[kind].questions:
        assert f"\n{question.name}: {rubric(language).said(question.text)}\n" in text
        scale = protocol.scales[question.scale]
        for point, label in scale.labels.items():
            told = f"  {point:g}: {rubric(language).said(label)}" in text
            assert told == (scale.type != "bipolar" or point == 0)
    assert "{" not in text.split('{"')[0]
    for speaker in {*protocol.kinds[kind].show, *protocol.controls.values()} - {"real", "full", "self"}:
        assert speaker not in text.lower()


def own(scale: Scale) -> str:
    question = Question("q", scale.name, "How?")
    last = (Rule("done"),)
    kinds = {"card": Kind("card", ("clone",), (question,))}
    return instructions(Protocol("own", "1.0.0", {scale.name: scale}, kinds, {}, last, last), "card", "en")


@pytest.mark.parametrize(
    ("scale", "told"),
    [
        (Scale("s", "steps", 0, 1, 0.25), "one of 0, 0.25, 0.5, 0.75, 1, and nothing between"),
        (Scale("s", "steps", 0, 100, 1), "a number from 0 to 100 in steps of 1"),
        (Scale("s", "anchored", 0, 10, labels={0: "none", 10: "all"}), "a number from 0 to 10. The levels"),
        (
            Scale("s", "anchored", 0, 10, 5, labels={5: "half"}),
            "a number from 0 to 10 in steps of 5. The levels mean:\n  5: half",
        ),
        (Scale("s", "bipolar", -1, 1), "a number from -1 to 1. Below 0 speaks for text A"),
        (Scale("s", "bipolar", -100, 100, 1), "a number from -100 to 100. Below 0 speaks for text A"),
        (Scale("s", "flag"), "true or false"),
        (Scale("s", "text"), "a text of your own"),
    ],
)
def test_how_each_scale_is_asked(scale: Scale, told: str) -> None:
    assert told in own(scale)


def test_the_highest_level_stands_first_and_the_lowest_step_too(scenario: Any, pair: Any) -> None:
    text = instructions(scenario.protocol, "scenario", "en")
    assert text.index("  100: could be the person") < text.index("  0: another voice altogether")
    text = instructions(pair.protocol, "pair", "en")
    assert text.index("  1: no") < text.index("  3: fully")


def test_points_of_a_scale_have_no_rounding_dust() -> None:
    assert points(Scale("s", "steps", 0, 0.3, 0.1)) == (0.0, 0.1, 0.2, 0.3)
    assert points(Scale("s", "anchored", 0, 100)) == ()
