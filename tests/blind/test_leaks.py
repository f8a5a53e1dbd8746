"""The leak check: each finding with its item, its speaker and its place."""

from dataclasses import replace
from typing import get_args

import pytest

from blind.tables import BLIND, quotes, said
from ringtrue.blind import Leak, Waiver, waived
from ringtrue.blind.leaks import leaks
from ringtrue.blind.traces import LeakRule
from ringtrue.terms import BadInput, Item, Response

TEXTS = {
    "Q000": ("It rained all day, and I stayed in bed.", "It rained all day, and I stayed in bed too."),
    "Q001": ("Ada says no to that.\n\nShe means it [3].", "As an AI, I say no.\nI mean it."),
    "Q002": ("**No** — never again, not here.", "No, never again, and surely not in this town or any other."),
    "Q003": (
        "The old bridge stands because nobody ever dared to paint it.",
        "Ask the ferryman about the old bridge, my friend, ask him.",
    ),
}
GOLD = "They say the old bridge stands because nobody ever dared to paint it in green."
RESPONSES = [
    Response(item, speaker, text)
    for item, both in TEXTS.items()
    for speaker, text in zip(("real", "clone"), both, strict=True)
]


def found(items: list[Item] | None = None) -> list[Leak]:
    return leaks(items or quotes(4), RESPONSES, BLIND, names=["Ada"], gold=GOLD)


def test_each_leak_names_item_speaker_and_place() -> None:
    assert [(leak.item, leak.rule, leak.speaker, leak.place, leak.excerpt) for leak in found()] == [
        ("Q001", "citation", "real", "line 3", "[3]"),
        ("Q001", "name", "real", "line 1", "Ada"),
        ("Q001", "machine", "clone", "line 1", "As an AI"),
        ("Q002", "length", "clone", "beside real", ""),
        ("Q002", "markdown", "real", "beside clone", ""),
        ("Q002", "typography", "real", "beside clone", ""),
        ("Q003", "gold", "real", "line 1", "The old bridge stands because nobody ever dared to paint it"),
    ]


def test_every_rule_there_is_was_seen() -> None:
    assert {leak.rule for leak in found()} == set(get_args(LeakRule))


def test_what_is_not_dealt_is_not_checked_and_controls_are() -> None:
    pending = [replace(item, status="pending") for item in quotes(4)]
    assert found(pending) == []
    bot = [*RESPONSES[:2], Response("Q000", "generic", "As an AI I have no bed.")]
    assert [(leak.speaker, leak.rule) for leak in leaks(quotes(1), bot, BLIND)] == [
        ("generic", "machine"),
        ("real", "length"),
    ]


def test_a_text_on_two_cards_is_told_once() -> None:
    both = [*said(quotes(1), ("clone",)), Response("Q000", "real", "As an AI."), *said(quotes(1), ("generic", "self"))]
    assert sum(leak.rule == "machine" for leak in leaks(quotes(1), both, BLIND)) == 1


def test_leaks_are_let_pass_by_rule_or_by_item_with_a_reason() -> None:
    let = waived(found(), [Waiver("name", "she calls herself that"), Waiver("length", "short on purpose", "Q002")])
    assert {leak.rule: leak.waived for leak in let if leak.waived} == {
        "name": "she calls herself that",
        "length": "short on purpose",
    }
    assert [replace(leak, waived="") for leak in let] == found()


def test_a_waiver_needs_a_reason_and_a_leak() -> None:
    with pytest.raises(BadInput) as refusal:
        waived(found(), [Waiver("name", " "), Waiver("gold", "fine", "Q000")])
    assert [problem.what for problem in refusal.value.problems] == [
        "A waiver needs a reason.",
        "There is no such leak to let pass.",
    ]
