"""What a protocol says about its outputs: read, and held against the measures, weights and causes there are."""

from typing import Any

import pytest

from protocol_parts import reading, told
from ringtrue.protocols.loader import data_of, load
from ringtrue.protocols.output_keys import SENTENCES, output_faults
from ringtrue.terms.protocol import AFTER, REPORT

SCENARIOS = data_of("scenarios")


def scenario_faults(**changed: Any) -> list[tuple[str, str]]:
    """What is wrong with the scenarios protocol when parts of it are changed."""
    from ringtrue.protocols.reader import read

    found = read({key: value for key, value in (SCENARIOS | changed).items() if value is not None})
    return told([*found.faults, *output_faults(found.protocol)])


def test_a_protocol_that_names_none_has_the_usual_steps_and_sections() -> None:
    assert reading().protocol.after == AFTER
    assert reading().protocol.report == REPORT
    assert "pairs" in load("lite").after


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"after": ["cuases"]}, ("after.0", "unknown entry 'cuases'")),
        ({"report": ["raters", "raters"]}, ("report.1", "'raters' is listed twice")),
        ({"minutes": [12, 8]}, ("minutes", "'minutes' is no range")),
        ({"minutes": [8]}, ("minutes", "'minutes' is no range")),
    ],
)
def test_what_cannot_be_chosen_is_a_fault(parts: dict[str, Any], expected: tuple[str, str]) -> None:
    assert told(reading(**parts).faults) == [expected]


def test_a_methods_text_needs_its_sentences_and_no_other_gaps() -> None:
    sentences = dict.fromkeys(SENTENCES, "words") | {"shown": "{first} and {third}", "full": "all {"}
    del sentences["order"]
    found = told(reading(methods={"formulas": ["warmth"], "en": sentences}).faults)
    assert found == [
        ("methods.en", "the key 'order' is missing"),
        ("methods.en.shown", "nothing fills {third} in"),
        ("methods.en.full", "nothing fills { in"),
    ]


def test_the_score_and_the_formulas_are_measures() -> None:
    sentences = dict.fromkeys(SENTENCES, "words")
    found = reading(score="warmth", methods={"formulas": ["gone"], "en": sentences})
    assert told(output_faults(found.protocol)) == [
        ("score", "'warmth' is not a measure per item"),
        ("methods.formulas.0", "there is no measure 'gone'"),
    ]


def test_a_remedy_is_held_against_weights_and_causes() -> None:
    assert scenario_faults() == []
    actions = {name: {"do": "Do.", "cause": "gone"} for name in [*list(SCENARIOS["weights"])[1:], "mood"]}
    remedy = {"actions": actions, "where": {"both": "prompt", "nowhere": "x"}, "otherwise": "none", "first": ["mood"]}
    found = scenario_faults(remedy=remedy)
    assert ("remedy.actions", "nothing is said about 'decision_alignment'") in found
    assert ("remedy.actions.mood", "there is no 'mood'") in found
    assert ("remedy.first.0", "there is no 'mood'") in found
    assert ("remedy.where.nowhere", "there is no 'nowhere'") in found
    assert ("remedy.actions.mood.cause", "'where' does not say where 'gone' is worked on") in found
    assert ("remedy.otherwise", "'where' does not say where 'none' is worked on") in found
    assert ("remedy", "a remedy needs low, target") in scenario_faults(low=None, target=None)
