"""One suite with every fault that its rules know, each named with its remedy in one run; the sample is clean."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ringtrue import personas
from ringtrue.items.items_file import read_items
from ringtrue.items.suite_checks import content_words
from ringtrue.protocols.loader import load
from ringtrue.sources.citation_check import SourceIndex
from ringtrue.study.suite_guard import PrimarySources, Suite, check_suite
from ringtrue.terms.item import Item, Response

SAMPLE = Path(personas.__file__).parent / "oda-brennick"
BLIND = load("blind")
TALK = "/inbox/ODA BRENNICK/TALKS/2011-03-17 What a bucket costs.txt"


def collected() -> dict[tuple[str, str], Response]:
    found = {}
    for file, speaker in (("faithful", "clone"), ("generic", "generic")):
        for line in (SAMPLE / "answers" / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found[row["item"], speaker] = Response(row["item"], speaker, row["text"])
    return found


@pytest.fixture(scope="module")
def sources() -> PrimarySources:
    return PrimarySources(SourceIndex(SAMPLE))


def sample() -> dict[str, Item]:
    return {item.id: item for item in read_items(SAMPLE / "suites" / "blind.yaml", BLIND)}


def checked(
    items: Mapping[str, Item], sources: PrimarySources | None, responses: Mapping[tuple[str, str], Response]
) -> Suite:
    return check_suite(BLIND, list(items.values()), list(responses.values()), sources)


def without(*names: str) -> Callable[[Item], Item]:
    return lambda item: replace(item, fields={name: item.fields[name] for name in item.fields if name not in names})


def having(**fields: Any) -> Callable[[Item], Item]:
    return lambda item: replace(item, fields={**item.fields, **fields})


def tagged(**tags: Any) -> Callable[[Item], Item]:
    return lambda item: replace(item, tags={**item.tags, **tags})


def fewer(name: str) -> Callable[[Item], Item]:
    return lambda item: having(**{name: item.fields[name][1:]})(item)


# item -> what is done to it, the words its finding must hold, and its remedy
FAULTS: Mapping[str, tuple[Callable[[Item], Item], str, str]] = {
    "DQ-001": (having(citation=[f"^[RAIZ:{TALK}:L9032]"]), "The file has", "Cite ^[RAIZ:" + TALK + ":L11-14]."),
    "DQ-002": (having(citation=["^[RAIZ:/inbox/nowhere.txt:L3]"]), "There is no such file", "Cite ^[RAIZ:/inbox/"),
    "DQ-003": (having(real="These words were never said by her, " * 4), "are not here", "Quote word for word"),
    "DQ-004": (without("citation"), "it cites nothing", "add citation: ^[RAIZ:"),
    "DQ-005": (tagged(difficulty="odd"), "unknown difficulty 'odd'", "write difficulty: easy or medium or hard"),
    "DS-001": (without("real_decision"), "there is no real_decision", "add real_decision"),
    "DS-002": (fewer("criteria"), "4 different criteria, 5 are required", "add 1 criteria"),
    "DS-003": (having(reasoning_criterion="x"), "reasoning_criterion is not one of its criteria", "word for word"),
    "DS-004": (having(fact_criterion="x"), "fact_criterion is not one of its criteria", "word for word"),
    "ST-001": (lambda item: replace(item, prompt="Do you like your work?"), "that yes or no answers", "what, how or"),
    "ST-002": (
        lambda item: having(references=item.fields["references"][:2])(item),
        "reference texts from 2 sources, 3 are required",
        "add references from 1 other",
    ),
    "ST-003": (
        lambda item: having(
            references=({**item.fields["references"][0], "excerpt": "zebra crossing"}, *item.fields["references"])
        )(item),
        "are not here",
        "Quote word for word",
    ),
    "EC-001": (fewer("citation"), "it cites 1 place, 2 are required", "add 1 more, one for each side"),
    "EC-002": (without("trap"), "there is no trap", "add trap"),
    "EC-003": (having(criteria=["a", "a", "A ", "b", "c"]), "3 different criteria, 5 are", "add 2 criteria"),
    "EC-014": (without("timestamps"), "timestamps are not 2 different dates", "write timestamps: ["),
    "EC-018": (having(expected="Explains it at length."), "an opinion is declined", "expected: declines to"),
    "CQ-001": (having(self_citation=f"^[RAIZ:{TALK}:L1-5]"), "are not here", "Cite ^[RAIZ:/inbox/"),
}


@pytest.fixture(scope="module")
def faulty(sources: PrimarySources) -> Suite:
    items, responses = sample(), collected()
    for name, (change, _, _) in FAULTS.items():
        items[name] = change(items[name])
    decision = items["DS-005"]
    items["DS-005"] = replace(decision, prompt=f"{decision.prompt} {decision.fields['real_decision']}")
    for name in ("EC-004", "EC-005", "EC-015", "EC-016", "EC-017"):
        items[name] = tagged(subtype="nuance")(without("subtype")(items[name]))
    for name, item in items.items():
        if item.kind == "edge":
            items[name] = tagged(layers=["L1"])(items[name])
        elif item.kind == "decision":
            items[name] = having(cross_domain=False)(
                without(*() if name == "DS-004" else ("fact_criterion",))(items[name])
            )
        elif item.kind == "style" and name > "ST-003":
            kept = {part: listed for part, listed in item.fields["checklist"].items() if part != "analogy"}
            items[name] = having(checklist=kept)(items[name])
        elif item.kind == "quote" and item.tags["difficulty"] == "hard":
            items[name] = replace(items[name], status="withdrawn")
    responses["DQ-010", "clone"] = Response("DQ-010", "clone", "Far too short.")
    responses["ST-010", "clone"] = Response("ST-010", "clone", "Far too short.")
    responses["DQ-011", "clone"] = Response("DQ-011", "clone", "zebra " * len(items["DQ-011"].fields["real"].split()))
    for number in range(20):  # far too few of all
        items[f"DS-{number + 6:03}"] = replace(items[f"DS-{number + 6:03}"], status="rejected")
    return checked(items, sources, responses)


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_of_an_item_is_named_with_its_remedy(faulty: Suite, name: str) -> None:
    _, what, remedy = FAULTS[name]
    found = [one for one in faulty.faults if one.item == name and what in one.what]
    assert found, [one for one in faulty.faults if one.item == name]
    assert remedy in found[0].remedy


@pytest.mark.parametrize(
    ("item", "what"),
    [
        ("DS-005", "the card shows real_decision"),
        ("DQ-010", "clone has 3 words, real"),
        ("ST-010", "clone has 3 words, 200 to 500 are required"),
    ],
)
def test_what_cards_show_is_checked_too(faulty: Suite, item: str, what: str) -> None:
    assert any(one.item == item and what in one.what and one.remedy for one in faulty.faults)


@pytest.mark.parametrize(
    ("rule", "note"),
    [
        ("at least 85 items", "add items: 85 is the least, 100 to 120 are recommended"),
        ("share of decision: 21 of 85", "add 16 decision items"),
        ("difficulty of quotes: hard, 6 of 22", "add 6 quote items with difficulty: hard"),
        ("decisions that cross two domains", "add 5 decision items with cross_domain"),
        ("fact against recommendation", "add 4 decision items with fact_criterion"),
        ("each dimension in 4 style items: analogy", "add 1 style item with checklist.analogy"),
        ("subtypes of edge cases: evolution, 4 of 20", "add 3 edge items with subtype: evolution"),
        ("edge cases across layers", "add 3 edge items with 2 or more layers"),
    ],
)
def test_every_rule_of_the_suite_says_what_to_add_and_of_which_kind(faulty: Suite, rule: str, note: str) -> None:
    (found,) = [one for one in faulty.rules if one.name == rule]
    assert (found.met, found.note) == (False, note)


def test_no_rule_is_left_without_a_fault(faulty: Suite) -> None:
    """So that a rule nobody tries cannot slip in; more than 150 items cannot be had in one run with too few."""
    failed = {one.name.partition(":")[0] for one in faulty.rules if one.met is False}
    asked = {rule.name for rule in BLIND.suite if rule.of == "items"} - {"at most 150 items", "shares of the kinds"}
    assert asked <= failed


def test_texts_that_share_no_word_are_flagged_and_do_not_fail(faulty: Suite) -> None:
    flagged = {(one.rule, one.item) for one in faulty.flags}
    assert ("quotes share a content word", "DQ-011") in flagged
    assert ("the trap is what anybody says", "EC-009") in flagged
    assert not flagged & {(one.rule, one.item) for one in faulty.faults}


def test_the_sample_is_clean(sources: PrimarySources) -> None:
    suite = checked(sample(), sources, collected())
    assert (suite.faults, suite.failed) == ((), ())
    assert (suite.items, suite.controls) == (100, 30)


def test_before_collecting_nothing_fails_and_what_is_open_says_so(sources: PrimarySources) -> None:
    suite = checked(sample(), sources, {})
    assert not suite.fails
    (lengths,) = [one for one in suite.rules if one.name == "quotes of equal length"]
    assert (lengths.met, lengths.note) == (None, "30 texts not collected yet")


def test_without_sources_citations_are_not_taken_on_trust() -> None:
    suite = checked(sample(), None, collected())
    (found,) = suite.failed
    assert (found.name, found.note) == (
        "sources of the citations",
        "no sources to look in: add folder: PATH to subject in study.yaml",
    )


def test_content_words_are_stems_without_small_words() -> None:
    assert content_words("The bells were ringing") & content_words("He rings a bell")
    assert not content_words("to be or not to be, that is it") & content_words("And it was they who had it")
