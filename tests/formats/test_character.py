"""A character as data: which of its fields are texts and lists, and that nothing in it can be changed."""

from dataclasses import fields

import pytest

from ringtrue.formats.character import LISTS, TEXTS, CharacterCard, LoreEntry


def test_texts_and_lists_are_the_fields_of_a_card() -> None:
    assert set(TEXTS) | set(LISTS) | {"lore", "extensions", "more", "version"} == {
        field.name for field in fields(CharacterCard)
    }
    assert not set(TEXTS) & set(LISTS)
    bare = CharacterCard("Mara")
    assert {getattr(bare, name) for name in TEXTS} == {"Mara", ""}
    assert [getattr(bare, name) for name in LISTS] == [(), ()]


def test_tables_are_sealed() -> None:
    card = CharacterCard("Mara", extensions={"depth": {"prompt": "low"}}, more={"x": [1]})
    with pytest.raises(TypeError):
        card.extensions["depth"]["prompt"] = "high"
    assert card.more == {"x": (1,)}


def test_an_entry_waits_for_its_keys_unless_it_is_constant() -> None:
    entry = LoreEntry("She sails.", ("boat",))
    assert (entry.constant, entry.enabled, entry.before) == (False, True, True)
