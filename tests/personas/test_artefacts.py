"""The sample dealt to twenty raters: over all its pairs nothing but voice tells the speakers apart."""

import pytest

from personas.sample_files import CLONES, answers, blind_items, pair_controls
from ringtrue.blind.artefacts import artefacts, card_sets, set_tests
from ringtrue.blind.dealing import deal
from ringtrue.blind.key import cards_of
from ringtrue.blind.leak_check import checked_drafts
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item, Response
from ringtrue.terms.protocol import Protocol

RATERS = [f"rater {number}" for number in range(20)]


def assert_silent(items: list[Item], responses: list[Response], protocol: Protocol, pairs: dict[str, int]) -> None:
    """Deal, compare the sets whose cards were dealt, and look at every test."""
    dealt = deal(items, responses, protocol, RATERS, "sample", secret="sample")  # noqa: S106 - no secret of anybody's
    controls = {(one.item, one.about) for one in cards_of(dealt.key).values() if one.role == "control"}
    sets = card_sets(*checked_drafts(items, responses, protocol, controls))
    assert {one.name: len(one.pairs) for one in sets} == pairs
    for one in sets:
        tests = set_tests(one, artefacts(["Oda", "Brennick"]))
        assert tests
        assert [str(test) for test in tests if test.fires] == []


@pytest.mark.parametrize("clone", CLONES)
def test_in_the_blind_suite_no_artefact_stands_out(clone: str) -> None:
    items = [*blind_items(control=False), *blind_items(control=True)]
    responses = [Response(one["item"], "clone", one["text"]) for one in answers(clone)]
    assert_silent(items, responses, load("blind"), {"suite": 30, "generic-cards": 12, "self-cards": 12})


@pytest.mark.parametrize("clone", ["compressed", "name-only"])
def test_in_the_pairs_no_artefact_stands_out(clone: str) -> None:
    said = [one for one in answers("pairs") if one.get("run", 1) == 1]
    responses = [Response(one["item"], "full", one["text"]) for one in said if one["speaker"] == "full"]
    items = [Item(one.item, "pair", "?", status="accepted") for one in responses]
    responses += [Response(one["item"], "compressed", one["text"]) for one in said if one["speaker"] == clone]
    for one in pair_controls():
        items.append(Item(one["id"], "pair", one["prompt"], tags=one["tags"], status="accepted"))
        responses += [Response(one["id"], speaker, text) for speaker, text in one["responses"].items()]
    assert_silent(items, responses, load("pairs"), {"suite": 5, "control-cards": 6})
