"""The sample's control material: her own texts and a generic bot's, as complete as the suite and outside it."""

from collections import Counter
from itertools import chain

import pytest

from personas.sample_files import (
    PERSON,
    SPEAKERS,
    answers,
    blind_items,
    length,
    own_texts,
    pair_controls,
    runs,
    sentences,
    within_a_fifth,
)
from ringtrue.sources.citation_check import MissingSource, SourceIndex, check_item, folded, reference_of, resolve
from ringtrue.terms.item import Item

GOLD = PERSON / "agents" / "persons" / "ODA-BRENNICK" / "GOLD.md"
FORM = {"decision": (85, 140), "style": (200, 300), "edge": (85, 140)}  # words of a clone's answers


@pytest.fixture(scope="module")
def suite() -> list[Item]:
    return blind_items(control=False)


@pytest.fixture(scope="module")
def controls() -> list[Item]:
    return blind_items(control=True)


def test_there_are_enough_of_every_kind(controls: list[Item]) -> None:
    assert Counter(item.kind for item in controls) == {"quote": 12, "decision": 6, "style": 6, "edge": 6}
    assert {item.status for item in controls} == {"accepted"}
    assert len(pair_controls()) >= 6
    assert {pair["domain"] for pair in pair_controls()} == {"TECH", "ANAL", "PHIL", "SELF", "NARR"}


def test_every_citation_resolves_and_her_own_texts_stand_there(controls: list[Item]) -> None:
    index = SourceIndex(PERSON)
    assert [problem for item in controls for problem in check_item(item, index, "blind.yaml")] == []
    for item in controls:
        own = str(item.fields["responses"]["self"])
        found = resolve(reference_of(str(item.fields["self_citation"])), index, own)
        assert not isinstance(found, MissingSource), item.id


def test_each_is_complete_as_its_kind_demands(controls: list[Item]) -> None:
    for item in controls:
        fields = item.fields
        assert item.prompt, item.id
        if item.kind == "quote":
            assert fields["topic"], item.id
            assert item.tags["difficulty"] in ("easy", "medium", "hard"), item.id
        if item.kind == "decision":
            assert fields["constraints"], item.id
            assert fields["real_decision"], item.id
            assert fields["reasoning_criterion"] in fields["criteria"], item.id
        if item.kind == "style":
            assert len({one["path"] for one in fields["references"]}) >= 3, item.id
            assert len(fields["checklist"]) == 5, item.id
        if item.kind == "edge":
            assert fields["expected"], item.id
            assert fields["trap"], item.id
        if item.kind in ("decision", "edge"):
            assert len(set(fields["criteria"])) >= 5, item.id
    edges = {item.fields["subtype"]: item for item in controls if item.kind == "edge"}
    assert set(edges) == {"paradox", "nuance", "contradiction", "evolution", "boundary"}
    assert len(edges["paradox"].fields["citation"]) >= 2
    assert len(edges["evolution"].fields["timestamps"]) >= 2
    assert "eclines" in edges["boundary"].fields["expected"]


def test_the_texts_have_the_form_of_the_cards_they_stand_among(controls: list[Item]) -> None:
    for item in controls:
        given = item.fields["responses"]
        if item.kind == "quote":
            assert within_a_fifth([str(item.fields["real"]), given["self"], given["generic"]]), item.id
        elif item.fields.get("subtype") == "boundary":
            assert 15 <= length(given["self"]) <= 40, item.id
        else:
            least, most = FORM[item.kind]
            assert least <= length(given["self"]) <= most, item.id
            assert given["self"] != item.fields.get("real_decision"), item.id
    hers = [item for item in controls if item.kind == "quote"]
    longer = sum(length(item.fields["responses"]["self"]) > length(str(item.fields["real"])) for item in hers)
    assert longer == 6
    assert all(140 <= length(pair["responses"]["full"]) <= 200 for pair in pair_controls())


def test_the_two_passages_of_a_quote_are_two(controls: list[Item]) -> None:
    for item in controls:
        if item.kind == "quote":
            real, other = own_texts(item)
            assert not set(runs(real)) & set(runs(other)), item.id


def test_what_the_bot_says_to_them_is_what_was_recorded(controls: list[Item]) -> None:
    recorded = {answer["item"]: answer["text"] for answer in answers("generic")}
    for item in controls:  # quotation marks of a card are of one sort
        assert item.fields["responses"]["generic"] in (recorded[item.id], recorded[item.id].replace("’", "'"))
    assert all(pair["responses"]["control"] == recorded[pair["id"]] for pair in pair_controls())


@pytest.mark.parametrize("speaker", SPEAKERS)
def test_no_text_nor_sentence_stands_on_two_blind_cards(speaker: str, suite: list[Item], controls: list[Item]) -> None:
    said = {answer["item"]: str(answer["text"]) for answer in answers(speaker)}
    cards = [(item.id, said[item.id]) for item in suite]
    cards += [(f"{item.id} real", str(item.fields["real"])) for item in suite if item.kind == "quote"]
    cards += [(f"{item.id} own", text) for item in controls for text in own_texts(item)]
    cards += [(f"{item.id} bot", str(item.fields["responses"]["generic"])) for item in controls]
    assert repeated(cards) == []


@pytest.mark.parametrize("speaker", ["compressed", "name-only", "generic"])
def test_no_text_nor_sentence_stands_on_two_pair_cards(speaker: str) -> None:
    given = [*answers("pairs"), *(answer for answer in answers("generic") if answer.get("run"))]
    first = [answer for answer in given if answer.get("run") == 1 and answer["speaker"] in ("full", speaker)]
    cards = [(f"{answer['item']} {answer['speaker']}", str(answer["text"])) for answer in first]
    cards += [(f"{pair['id']} {name}", text) for pair in pair_controls() for name, text in pair["responses"].items()]
    assert repeated(cards) == []


def test_no_sentence_of_a_control_stands_anywhere_in_the_suite(suite: list[Item], controls: list[Item]) -> None:
    everything = " ".join(folded(str(value)) for item in suite for value in (item.prompt, *item.fields.values()))
    own = set(chain.from_iterable(map(sentences, chain.from_iterable(map(own_texts, controls)))))
    assert [sentence for sentence in own if sentence in everything] == []


def test_the_sample_of_her_voice_that_raters_read_gives_no_card_away(suite: list[Item], controls: list[Item]) -> None:
    read = sentences(GOLD.read_text(encoding="utf-8"))
    quotes = [str(item.fields["real"]) for item in suite if item.kind == "quote"]
    cards = chain(quotes, chain.from_iterable(map(own_texts, controls)))
    assert not read & set(chain.from_iterable(map(sentences, cards)))


def repeated(cards: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """The sentences that stand on two cards, with both; a text of few words counts as a whole."""
    known: dict[str, str] = {}
    found = []
    for card, text in cards:
        for sentence in sentences(text) | {folded(text)}:
            if sentence in known:
                found.append((known[sentence], card, sentence))
            known[sentence] = card
    return found
