"""Cards of the built-in protocols for the tests of model judges."""

from dataclasses import dataclass

import pytest

from judge.model.samples import protocol_named
from ringtrue.terms.item import Card, Item
from ringtrue.terms.protocol import Protocol

ANSWER = "I would close the plant today. Nobody gains from a year of waiting, and the people deserve to know."


@dataclass(frozen=True)
class Case:
    protocol: Protocol
    item: Item
    card: Card

    @property
    def questions(self) -> list[str]:
        return [question.on_card for question in self.protocol.kinds[self.card.kind].questions]


@pytest.fixture(scope="session")
def scenario() -> Case:
    item = Item(
        "SECRET-ID",
        "scenario",
        "What do you do?",
        fields={
            "context": "The plant has lost money for three years.",
            "expected_decision": "Close it now",
            "expected_reasoning": "What is sunk is sunk",
            "expected_persona": "the engineer",
            "expected_values": ["candour", "care"],
            "citation": "^[RAIZ:/secret/path.md:L3]",
        },
        status="accepted",
    )
    return Case(protocol_named("scenarios"), item, Card("card-1", "scenario", "What do you do?", (ANSWER,)))


@pytest.fixture(scope="session")
def pair() -> Case:
    fields = {"domain": "TECH", "responses": {"full": "x", "compressed": "y"}, "gold": "I say it short and plain."}
    item = Item("SECRET-ID", "pair", "What is a gear?", fields=fields, status="accepted")
    texts = ("A gear is a lever that goes round.", "Gears are rotating mechanical parts with teeth.")
    return Case(protocol_named("pairs"), item, Card("card-2", "pair", "What is a gear?", texts))


@pytest.fixture(scope="session")
def edge() -> Case:
    fields = {"criteria": ["holds both", "names the price"], "expected": "both are true", "trap": "one is true"}
    item = Item("SECRET-ID", "edge", "Is it free?", fields=fields, status="accepted")
    lists = {"criteria": ("holds both", "names the price"), "positions": ("one is true", "both are true")}
    card = Card("card-3", "edge", "Is it free?", ("It is free, and you pay for it later.",), lists)
    return Case(protocol_named("blind"), item, card)
