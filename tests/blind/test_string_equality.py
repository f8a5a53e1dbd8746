"""Comparing strings solves no pair of a suite: not over one rater's cards, and not over those of three together."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from random import Random

import pytest

from blind.tables import protocol_named
from personas.sample_files import PERSON, answers, blind_items, pair_controls
from ringtrue.blind.dealing import Deal, deal
from ringtrue.blind.key import cards_of
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.item import Card, Item, Response

RATERS = [f"r{number}" for number in range(1, 21)]


def blind() -> tuple[list[Item], list[Response]]:
    said = [Response(row["item"], "clone", row["text"]) for row in answers("faithful")]
    said += [Response(row["item"], "generic", row["text"]) for row in answers("generic")]
    return [*blind_items(control=False), *blind_items(control=True)], said


def pairs() -> tuple[list[Item], list[Response]]:
    prompts = read_yaml(PERSON / "suites" / "pairs.yaml").data["pairs"]
    items = [Item(str(one["id"]), "pair", str(one["prompt"]), fields={"domain": one["domain"]}, status="accepted")
             for one in prompts]  # fmt: skip
    items += [
        Item(one["id"], "pair", one["prompt"], tags={"control": True}, fields={"responses": one["responses"]},
             status="accepted")
        for one in pair_controls()
    ]  # fmt: skip
    lines = (PERSON / "answers" / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    said = [Response(row["item"], row["speaker"], row["text"]) for row in map(json.loads, lines) if row["run"] == 1]
    return items, said + [Response(row["item"], "control", row["text"]) for row in answers("generic")]


def dealt(protocol: str) -> Deal:
    items, said = blind() if protocol == "blind" else pairs()
    return deal(items, said, protocol_named(protocol), RATERS, 7, controls=4 if protocol == "lite" else None)


def solved(cards: Sequence[Card]) -> set[str]:
    """The pairs of which a text, or a prompt, stands on another card too: whoever compares them learns something."""
    owners: dict[str, set[str]] = defaultdict(set)
    for card in cards:
        for text in (card.prompt, *card.texts):
            owners[text].add(card.id)
    return {card.id for card in cards if len(card.texts) > 1 and any(len(owners[text]) > 1 for text in card.texts)}


def by_rater(made: Deal) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for packet in made.packets:
        found.setdefault(packet.rater, []).extend(packet.cards)
    return found


def merged(hands: Iterable[Sequence[Card]]) -> list[Card]:
    """The cards of several raters, those that show the same two texts once: that they are the same tells nothing."""
    return list({frozenset(card.texts): card for hand in hands for card in hand}.values())


@pytest.mark.parametrize("protocol", ["blind", "pairs", "lite"])
def test_one_rater_s_cards_show_no_text_twice(protocol: str) -> None:
    made = dealt(protocol)
    key = cards_of(made.key)
    assert min(made.controls.values()) >= 3
    for cards in by_rater(made).values():
        texts = [text for card in cards for text in card.texts]
        assert len(set(texts)) == len(texts)
        assert len({key[card.id].item for card in cards}) == len(cards)
        assert solved(cards) == set()


@pytest.mark.parametrize("protocol", ["blind", "pairs", "lite"])
def test_nor_do_three_raters_solve_a_pair_of_the_suite_together(protocol: str) -> None:
    made = dealt(protocol)
    key, hands = cards_of(made.key), by_rater(made)
    assert not made.pooled
    every = list(combinations(RATERS, 3))
    Random(1).shuffle(every)
    for three in islice(every, 200):
        found = solved(merged(hands[rater] for rater in three))
        assert {card for card in found if key[card].role == "item"} == set()


def test_every_rater_gets_what_the_protocol_asks_for() -> None:
    assert dealt("blind").controls == {
        (kind, name): 6 if kind == "quote" else 3
        for kind in ("quote", "decision", "style", "edge")
        for name in ("generic", "self")
    }
    assert dealt("pairs").controls == dealt("lite").controls == {("pair", "generic"): 4}
