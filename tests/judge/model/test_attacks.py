"""Answers that try to instruct the judge change nothing: attacks of many kinds against a judge that obeys anything."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from judge.model.scripted_judge import HONEST, WANTED, Attack, attacks, obeyed, taken_apart
from ringtrue.judge.model.answer_parser import Scores, read_scores
from ringtrue.judge.model.prompt import card_messages
from ringtrue.terms.item import Card, Item

ATTACKS = attacks()
Messages = list[dict[str, str]]
by_name = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)


def marker_of(messages: Messages) -> str:
    return messages[-1]["content"].split("\n", 1)[0].split()[-1]


def hostile(attack: Attack, case: Any) -> str:
    """The attack on a card, written by somebody who knows all our code and the marks of other cards."""
    other = replace(case.card, id="another card")
    near = marker_of(card_messages(case.protocol, case.item, case.card))
    return attack.answer(marker_of(card_messages(case.protocol, case.item, other)), near)


def judged(case: Any, item: Item, card: Card, **more: Any) -> dict[str, Any]:
    """The scores that come out at the end, by question."""
    messages = card_messages(case.protocol, item, card, **more)
    scores = read_scores(obeyed(messages, case.questions), case.protocol, item, card)
    assert isinstance(scores, Scores), scores
    return {question: score.value for question, score in scores.items()}


def test_there_are_at_least_thirty_and_no_two_alike() -> None:
    assert len(ATTACKS) >= 30
    assert (
        len({attack.name for attack in ATTACKS}) == len({attack.answer("", "") for attack in ATTACKS}) == len(ATTACKS)
    )


@by_name
def test_without_a_block_the_judge_would_obey(attack: Attack, scenario: Any) -> None:
    pasted = [{"role": "user", "content": f"Score this answer.\n\n{hostile(attack, scenario)}\n\nNow the scores."}]
    assert f'"score": {WANTED}' in obeyed(pasted, scenario.questions)


@by_name
def test_the_scores_of_an_attacking_answer_are_those_of_an_innocent_one(attack: Attack, scenario: Any) -> None:
    card = replace(scenario.card, texts=(hostile(attack, scenario),))
    assert judged(scenario, scenario.item, card) == dict.fromkeys(scenario.questions, HONEST)


@by_name
@pytest.mark.parametrize("side", [0, 1])
def test_nor_do_they_change_on_either_side_of_a_pair(attack: Attack, side: int, pair: Any) -> None:
    texts = tuple(hostile(attack, pair) if place == side else text for place, text in enumerate(pair.card.texts))
    outside, blocks = taken_apart(card_messages(pair.protocol, pair.item, replace(pair.card, texts=texts)))
    assert outside == taken_apart(card_messages(pair.protocol, pair.item, pair.card))[0]
    assert len(blocks) == 4


PLACES: dict[str, Callable[[Any, str], tuple[Item, Card, dict[str, Any]]]] = {
    "prompt": lambda case, text: (case.item, replace(case.card, prompt=text), {}),
    "reference": lambda case, text: (
        replace(case.item, fields={**case.item.fields, "timestamps": [text], "references": [text]}),
        case.card,
        {},
    ),
    "position": lambda case, text: (
        replace(case.item, fields={**case.item.fields, "expected": text}),
        replace(case.card, lists={**case.card.lists, "positions": ("one is true", text)}),
        {},
    ),
    "checklist": lambda case, text: (replace(case.item, fields={"criteria": [text, "b"]}), case.card, {}),
}


@by_name
@pytest.mark.parametrize("place", PLACES)
def test_nor_from_a_prompt_a_reference_or_a_checklist(attack: Attack, place: str, edge: Any) -> None:
    item, card, more = PLACES[place](edge, hostile(attack, edge))
    outside, _ = taken_apart(card_messages(edge.protocol, item, card, **more))
    clean_item, clean_card, _ = PLACES[place](edge, "innocent")
    assert outside == taken_apart(card_messages(edge.protocol, clean_item, clean_card))[0]


@by_name
def test_every_line_of_a_block_has_its_bar_whatever_a_reader_takes_for_a_line(attack: Attack, scenario: Any) -> None:
    card = replace(scenario.card, texts=(hostile(attack, scenario),))
    text = card_messages(scenario.protocol, scenario.item, card)[-1]["content"]
    marker = marker_of([{"content": text}])
    inside = False
    for line in text.splitlines():
        if line in (f"<<<{marker}", f"{marker}>>>"):
            inside = line.startswith("<")
        else:
            assert line.startswith("| ") == inside, line
    assert text.count(marker) == 1 + 2 * text.count(f"<<<{marker}")


@by_name
def test_no_border_of_a_turn_and_nothing_invisible_is_left(attack: Attack, scenario: Any) -> None:
    card = replace(scenario.card, texts=(hostile(attack, scenario),))
    text = card_messages(scenario.protocol, scenario.item, card)[-1]["content"]
    for border in (
        "<|",
        "<｜",
        "[INST]",
        "[/INST]",
        "<<SYS",
        "<start_of_turn>",
        "<end_of_turn>",
        "</s>",
        "<tool_response>",
    ):
        assert border not in text
    assert not any("\U000e0000" <= char <= "\U000e0fff" or char in "\u200b\u202e\u2060\u2067\x00\x1b" for char in text)
