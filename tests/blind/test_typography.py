"""Typography evened out: quotes, dashes, ellipses, spaces, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blind.tables import BLIND, quotes
from ringtrue.blind.card_drafts import Texts
from ringtrue.blind.leak_check import contrasts
from ringtrue.blind.typography import evened_responses, normalised
from ringtrue.terms.item import Response


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("“Don’t,” she said. ‘So.’ «Oui» « non » „Ja“", '"Don\'t," she said. \'So.\' "Oui" "non" "Ja"'),
        ("well—no — yes – so -- there", "well - no - yes - so - there"),
        ("1990–95, the London–Paris train, −3", "1990-95, the London-Paris train, -3"),
        ("“I never—” he said—and (—well) “—so”", '"I never -" he said - and (- well) "- so"'),
        ('"yes"—she said, "no—" and stopped—', '"yes" - she said, "no -" and stopped -'),
        ("Wait… no", "Wait... no"),
        ("two  blanks, a\u00a0hard\u202fone, the end  \nand\u200b so ", "two blanks, a hard one, the end\nand so"),
        ("One.\r\n\r\n\r\n\r\nTwo.", "One.\n\nTwo."),
        ("— Speech stays,\n- lists stay\n    and indents", "— Speech stays,\n- lists stay\n    and indents"),
        ("a ---\n--- b - c well-known", "a ---\n--- b - c well-known"),
    ],
)
def test_by_hand(text: str, plain: str) -> None:
    assert normalised(text) == plain


@given(st.text("ab1 \t\n\r\u00a0-–—―“”‘’«»\"'…().,!?#*"))
def test_words_stay_and_doing_it_twice_changes_nothing(text: str) -> None:
    once = normalised(text)
    assert [one for one in once if one.isalnum()] == [one for one in text if one.isalnum()]
    assert normalised(once) == once


def test_afterwards_one_side_has_no_typography_of_its_own() -> None:
    pair = "“Well”—no… so\u00a0it  is", '"Well" - no... so it is'
    assert {rule for rule, _, _ in contrasts(*pair)} == {"length", "typography"}
    assert list(contrasts(*map(normalised, pair))) == []


def test_cards_get_the_evened_texts_and_the_responses_stay() -> None:
    (item,) = quotes(1)
    given_ = [Response(item.id, "clone", "“So”"), Response(item.id, "real", "So.")]
    shown, changed = evened_responses([item], given_, BLIND)
    assert changed == 1
    assert shown[:2] == given_
    assert [Texts(shown).find(item, who) for who in ("clone", "real")] == ['"So"', "So."]
