"""The messages of a card: everything it shows in blocks, in a fixed order, without a name, an id or a path."""

from dataclasses import replace
from typing import Any

import pytest

from judge.model.samples import protocol_named
from judge.model.scripted_judge import taken_apart
from ringtrue.judge.model import LANGUAGES, card_messages
from ringtrue.terms import Card, Item


def shown(case: Any, **more: Any) -> tuple[str, list[str]]:
    return taken_apart(card_messages(case.protocol, case.item, case.card, **more))


def test_a_card_is_a_system_and_a_user_message(scenario: Any) -> None:
    messages = card_messages(scenario.protocol, scenario.item, scenario.card)
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages == card_messages(scenario.protocol, scenario.item, scenario.card)


def test_the_answer_stands_in_the_last_block_and_nowhere_else(scenario: Any) -> None:
    outside, blocks = shown(scenario)
    assert blocks[0] == "What do you do?"
    assert blocks[-1] == scenario.card.texts[0]
    assert len(blocks) == 7
    assert "close the plant" not in outside


def test_two_answers_stand_as_a_and_b_in_the_order_of_the_card_after_the_gold(pair: Any) -> None:
    outside, blocks = shown(pair)
    assert blocks == ["What is a gear?", "I say it short and plain.", *pair.card.texts]
    assert outside.index("Text A") < outside.index("Text B")


def test_the_study_s_gold_is_shown_where_the_item_has_none(pair: Any) -> None:
    plain = replace(pair, item=replace(pair.item, fields={"domain": "TECH"}))
    assert shown(plain, gold="The study's own sample.")[1][1] == "The study's own sample."
    assert len(shown(plain)[1]) == 3


def test_gold_and_history_are_for_kinds_that_have_them(scenario: Any) -> None:
    history = [{"role": "user", "content": "Remember the anchor."}]
    assert shown(scenario, gold="A sample.", history=history) == shown(scenario)
    item = Item("t", "trial", "Which anchor?", fields={"goal": "recall", "trial": 1})
    messages = card_messages(
        protocol_named("recognition"), item, Card("c", "trial", "Which anchor?", ("The oak.",)), history=history
    )
    assert "user: Remember the anchor." in taken_apart(messages)[1]


def test_checklists_are_numbered_under_their_question(edge: Any) -> None:
    outside, blocks = shown(edge)
    assert "1. holds both\n2. names the price" in blocks
    assert "What is listed for holds" in outside


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_path_or_label_is_anywhere(scenario: Any, pair: Any, edge: Any, language: str) -> None:
    for case in (scenario, pair, edge):
        whole = "".join(m["content"] for m in card_messages(case.protocol, case.item, case.card, language=language))
        for secret in (case.item.id, case.card.id, "/secret/path", "RAIZ", "compressed", "TECH"):
            assert secret not in whole


def test_the_order_of_the_two_answers_is_all_that_swapping_the_card_changes(pair: Any) -> None:
    turned = replace(pair, card=replace(pair.card, texts=pair.card.texts[::-1]))
    one, other = shown(pair), shown(turned)
    assert one[0] == other[0]
    assert one[1][-2:] == other[1][-2:][::-1]


def test_another_card_with_the_same_texts_has_another_mark(scenario: Any) -> None:
    again = replace(scenario, card=replace(scenario.card, id="second take"))
    texts = [card_messages(case.protocol, case.item, case.card)[1]["content"] for case in (scenario, again)]
    assert texts[0] != texts[1]
    assert shown(scenario) == shown(again)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "x" * 200_000, "\ud800"])
def test_odd_answers_make_a_message_all_the_same(scenario: Any, text: str) -> None:
    card = replace(scenario.card, texts=(text,))
    messages = card_messages(scenario.protocol, scenario.item, card)
    messages[1]["content"].encode("utf-8")
    assert len(taken_apart(messages)[1]) == 7
