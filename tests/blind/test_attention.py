"""Attention cards that come with the program."""

import pytest

from blind.tables import BLIND, protocol_named
from ringtrue.blind.attention import LANGUAGES, built_in_attention
from ringtrue.protocols.loader import BUILT_IN
from ringtrue.protocols.scales import fault_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_kind_has_cards_whose_expected_answer_its_scale_takes(name: str, language: str) -> None:
    protocol = protocol_named(name)
    cards = built_in_attention(protocol, language)
    assert {card.kind for card in cards} == set(protocol.kinds)
    assert len({card.name for card in cards}) == len(cards)
    for card in cards:
        kind = protocol.kinds[card.kind]
        assert len(card.texts) == len(kind.show)
        assert len(card.expect) == 1
        for asked, value in card.expect.items():
            question = next(one for one in kind.questions if one.name == asked)
            scale = protocol.scales[question.scale]
            if scale.type == "pick":
                assert value in ("A", "B")
            else:
                assert fault_of(scale, question, value, card.lists.get(question.lists or "", ())) is None


def test_two_sided_kinds_have_one_card_for_each_side() -> None:
    quotes = [card for card in built_in_attention(BLIND) if card.kind == "quote"]
    assert [card.expect["found"] for card in quotes] == ["A", "B"]
    for card in quotes:
        told = ["please choose this text" in text for text in card.texts]
        assert told == [card.expect["found"] == side for side in "AB"]
    pairs = built_in_attention(protocol_named("pairs"))
    assert [card.expect["voice"] for card in pairs] == [-2.0, 2.0]


def test_a_checklist_card_brings_its_list_and_wants_the_first_tick() -> None:
    (card,) = (card for card in built_in_attention(BLIND) if card.kind == "style")
    assert [*card.lists] == ["checklist.vocabulary"]
    assert len(card.lists["checklist.vocabulary"]) == 3
    assert card.expect == {"vocabulary": (True, False, False)}


def test_languages_differ_and_an_unknown_one_is_english() -> None:
    assert built_in_attention(BLIND, "xx") == built_in_attention(BLIND, "en")
    english, portuguese = (built_in_attention(BLIND, language) for language in ("en", "pt"))
    assert [card.expect for card in english] == [card.expect for card in portuguese]
    assert not {card.prompt for card in english} & {card.prompt for card in portuguese}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_texts_are_of_like_length(language: str) -> None:
    """Within a half of each other: the odd one out should not be seen before it is read."""
    for card in built_in_attention(BLIND, language):
        sizes = [len(text.split()) for text in card.texts]
        assert max(sizes) <= 1.5 * min(sizes)
