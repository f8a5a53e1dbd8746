"""What a judge may know of an item: what is expected, never whose text is whose or where it came from."""

from dataclasses import replace
from typing import Any

from judge.model.samples import protocol_named
from ringtrue.judge.model.reference import reference
from ringtrue.judge.model.rubric import rubric
from ringtrue.terms import Item


def told(protocol: str, item: Item, prompt: str = "") -> dict[str, str]:
    return dict(reference(protocol_named(protocol), item, rubric("en"), prompt))


def test_a_scenario_tells_the_situation_and_what_is_expected(scenario: Any) -> None:
    assert list(told("scenarios", scenario.item).values()) == [
        "The plant has lost money for three years.",
        "Close it now",
        "What is sunk is sunk",
        "the engineer",
        "- candour\n- care",
    ]


def test_a_situation_the_prompt_tells_already_is_not_told_twice_but_a_reference_is(scenario: Any) -> None:
    prompt = "The plant has lost money for three years.\n\nClose it now or later?"
    assert next(iter(told("scenarios", scenario.item, prompt).values())) == "Close it now"


def test_the_documented_decision_and_the_texts_of_speakers_are_kept_back() -> None:
    fields = {
        "real_decision": "sold it",
        "real_reasoning": "cash",
        "criteria": ["a"],
        "constraints": ["no debt", "a week"],
    }
    assert told("blind", Item("d", "decision", "Sell?", fields=fields)) == {
        "What limits the speaker was given": "- no debt\n- a week"
    }
    quote = Item("q", "quote", "Rain", fields={"topic": "rain", "real": "I love rain.", "clone": "Rain is good."})
    assert told("blind", quote) == {"The topic": "rain"}


def test_passages_are_shown_without_their_paths() -> None:
    passages = [{"path": "/home/ada/notes.md", "excerpt": "Short.\nVery short."}, {"path": "x", "excerpt": "Plain."}]
    (text,) = told("blind", Item("s", "style", "Write.", fields={"references": passages})).values()
    assert text == "Short.\nVery short.\nPlain."


def test_a_field_only_its_own_protocol_knows_is_shown_under_its_name() -> None:
    protocol = protocol_named("scenarios")
    kind = replace(protocol.kinds["scenario"], needs=("expected_tone_of_voice", "clone"))
    own = replace(protocol, kinds={"scenario": kind})
    item = Item("i", "scenario", "?", fields={"expected_tone_of_voice": "dry", "clone": "hidden", "unknown": "hidden"})
    assert list(reference(own, item, rubric("en"), "")) == [("Reference: expected tone of voice", "dry")]


def test_numbers_and_tables_are_not_text() -> None:
    assert told("scenarios", Item("i", "scenario", "?", fields={"context": 3, "expected_values": {"a": 1}})) == {}
