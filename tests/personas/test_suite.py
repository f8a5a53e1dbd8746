"""The sample's blind suite keeps every rule there is for one, and no text on its cards gives its side away."""

import re
from collections import Counter
from itertools import chain

import pytest

from personas.sample_files import CLONES, PERSON, answers, blind_items, length, sentences
from ringtrue.sources.citation_check import SourceIndex, check_item
from ringtrue.terms.item import Item

DIMENSIONS = ("vocabulary", "rhetoric", "tone", "cadence", "analogy")
SHORT = {"boundary"}  # a declined question is answered in a breath


@pytest.fixture(scope="module")
def suite() -> list[Item]:
    return blind_items(control=False)


def of_kind(items: list[Item], kind: str) -> list[Item]:
    return [item for item in items if item.kind == kind]


def test_a_hundred_items_in_the_shares_of_the_document(suite: list[Item]) -> None:
    assert Counter(item.kind for item in suite) == {"quote": 30, "decision": 25, "style": 25, "edge": 20}
    assert {item.status for item in suite} == {"accepted"}


def test_every_item_cites_what_stands_in_the_sources(suite: list[Item]) -> None:
    index = SourceIndex(PERSON)
    assert [problem for item in suite for problem in check_item(item, index, "blind.yaml")] == []


def test_quotes_have_topics_and_difficulties(suite: list[Item]) -> None:
    quotes = of_kind(suite, "quote")
    assert Counter(item.tags["difficulty"] for item in quotes) == {"easy": 10, "medium": 12, "hard": 8}
    assert all(item.fields["topic"] for item in quotes)


def test_decisions_are_complete(suite: list[Item]) -> None:
    decisions = of_kind(suite, "decision")
    needed = ("constraints", "real_decision", "real_reasoning")
    assert [item.id for item in decisions if not all(item.fields.get(name) for name in needed)] == []
    assert [item.id for item in decisions if len(set(item.fields["criteria"])) < 5] == []
    assert sum(bool(item.fields.get("cross_domain")) for item in decisions) >= 5
    assert [item.id for item in decisions if item.fields["reasoning_criterion"] not in item.fields["criteria"]] == []
    facts = [item for item in decisions if "fact_criterion" in item.fields]
    assert len(facts) >= 5
    assert [item.id for item in facts if item.fields["fact_criterion"] not in item.fields["criteria"]] == []


def test_style_asks_openly_and_rests_on_three_sources(suite: list[Item]) -> None:
    style = of_kind(suite, "style")
    closed = r"(is|are|do|does|did|was|were|have|has|can|could|would|should|will)\b"
    assert [item.id for item in style if re.match(closed, item.prompt, re.IGNORECASE)] == []
    assert [item.id for item in style if len({one["path"] for one in item.fields["references"]}) < 3] == []
    on = Counter(name for item in style for name in DIMENSIONS if item.fields["checklist"].get(name))
    assert all(on[name] >= 4 for name in DIMENSIONS)
    assert {item.fields["words"] for item in style} == {(200, 300)}


def test_edge_cases_have_their_subtypes_and_what_each_needs(suite: list[Item]) -> None:
    edges = of_kind(suite, "edge")
    kinds = Counter(item.fields["subtype"] for item in edges)
    assert kinds == {"paradox": 5, "nuance": 5, "contradiction": 3, "evolution": 4, "boundary": 3}
    assert [item.id for item in edges if not (item.prompt and item.fields["expected"] and item.fields["trap"])] == []
    assert [item.id for item in edges if len(set(item.fields["criteria"])) < 5] == []
    for item in edges:
        if item.fields["subtype"] == "paradox":
            assert len(set(item.fields["citation"])) >= 2, item.id
        if item.fields["subtype"] == "evolution":
            assert len(item.fields["timestamps"]) >= 2, item.id
        if item.fields["subtype"] == "boundary":
            assert "eclines" in item.fields["expected"], item.id
    assert sum(len(set(item.tags["layers"])) >= 2 for item in edges) >= 3


def test_no_card_says_how_long_a_text_is(suite: list[Item]) -> None:
    shown = chain.from_iterable((item.prompt, str(item.fields.get("constraints", ""))) for item in suite)
    assert not [text for text in shown if re.search(r"\d+ words", text)]


@pytest.mark.parametrize("name", CLONES)
def test_length_tells_nobody_which_quote_is_hers(name: str, suite: list[Item]) -> None:
    said = {answer["item"]: str(answer["text"]) for answer in answers(name)}
    quotes = {item.id: str(item.fields["real"]) for item in of_kind(suite, "quote")}
    off = [item for item, real in quotes.items() if 5 * abs(length(said[item]) - length(real)) > length(real)]
    assert off == []
    assert 12 <= sum(length(said[item]) > length(real) for item, real in quotes.items()) <= 18


@pytest.mark.parametrize("name", CLONES)
def test_typography_tells_nobody_which_text_is_hers(name: str, suite: list[Item]) -> None:
    said = {answer["item"]: str(answer["text"]) for answer in answers(name)}
    quotes = of_kind(suite, "quote")
    for text in chain((str(item.fields["real"]) for item in quotes), said.values()):
        assert not re.search(r"[‘’“”\"–—…;!()*_#]|\.\.\.| - |\s\s(?<!\n\n)", text), text
        assert text == text.strip()
        assert re.match(r"[A-Z]", text), text
        assert re.search(r"[.?]$", text), text
    assert not any("\n" in said[item.id] or "\n" in str(item.fields["real"]) for item in quotes)


@pytest.mark.parametrize("name", CLONES)
def test_decisions_and_edge_cases_are_answered_at_one_length(name: str, suite: list[Item]) -> None:
    said = {answer["item"]: length(str(answer["text"])) for answer in answers(name)}
    for item in suite:
        if item.kind == "decision" or (item.kind == "edge" and item.fields["subtype"] not in SHORT):
            assert 70 <= said[item.id] <= 140, item.id


def test_what_judges_compare_style_with_stands_on_no_card(suite: list[Item]) -> None:
    quoted = set(chain.from_iterable(sentences(str(item.fields["real"])) for item in of_kind(suite, "quote")))
    given = [str(one["excerpt"]) for item in of_kind(suite, "style") for one in item.fields["references"]]
    assert not quoted & set(chain.from_iterable(map(sentences, given)))
