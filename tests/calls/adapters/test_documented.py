"""The person's own words come from the item, by kind; an item without them fails alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ringtrue.calls.adapter import adapter_for, speaker_named
from ringtrue.terms.call import Call, Rejected, Reply
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput


def ask(item: dict[str, Any] | None, name: str = "real", **settings: Any) -> Reply:
    adapter = adapter_for(Speaker(name, "documented", settings), folder=Path())
    assert adapter.wants_item
    given = {} if item is None else {"item": item}
    return asyncio.run(adapter.answer(Call("k", (), "Q1", given)))


def test_a_quote_gives_the_real_words_with_their_citation() -> None:
    item = {"id": "Q1", "kind": "quote", "real": "One in seven.\n", "citation": ["^[a.txt:1]"]}
    reply = ask(item)
    assert reply.text == "One in seven.\n"
    assert reply.meta == {"documented": "real", "citation": ("^[a.txt:1]",)}


def test_a_decision_gives_decision_and_reasons() -> None:
    reply = ask({"kind": "decision", "real_decision": "We sold the furnace.", "real_reasoning": "It was too big."})
    assert reply.text == "We sold the furnace.\n\nIt was too big."
    assert ask({"real_decision": "We sold it."}).text == "We sold it."


def test_responses_written_into_the_item_come_first() -> None:
    item = {"kind": "pair", "responses": {"full": "F", "compressed": "C"}, "real": "R"}
    assert ask(item, "full").text == "F"
    assert ask(item, "compressed").meta == {"documented": "responses.compressed"}
    assert ask(item, "real").text == "R"


def test_a_field_may_be_named() -> None:
    assert ask({"real": "R", "second": "S"}, "self", field="second").text == "S"
    with pytest.raises(Rejected):
        ask({"real": "R"}, "real", field="second")


def test_the_person_against_himself_never_says_the_same_again() -> None:
    assert ask({"real": "R", "self": "S"}, "self").text == "S"
    with pytest.raises(Rejected, match="Q1 holds no words of self"):
        ask({"real": "R"}, "self")


@pytest.mark.parametrize("item", [None, {}, {"real": "  "}, {"real": 5}, {"responses": {"real": ""}}])
def test_an_item_without_words_fails_alone(item: dict[str, Any] | None) -> None:
    with pytest.raises(Rejected) as fault:
        ask(item)
    assert fault.value.alone


def test_nothing_is_written_behind_it() -> None:
    assert speaker_named("documented", name="real").settings == {}
    with pytest.raises(BadInput, match="takes no argument"):
        speaker_named("documented:file", name="real")
