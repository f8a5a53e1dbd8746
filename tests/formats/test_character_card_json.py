"""The JSON that is written is version 3 with every field the format asks for."""

import json
from dataclasses import fields

import pytest

from ringtrue.formats import character_card_json as module
from ringtrue.formats.character_card_json import LISTS, TEXTS, CharacterCard, LoreEntry, as_json, card_of
from ringtrue.terms.problem import BadInput

# The fields the V3 format requires of `data`, from its published interface.
REQUIRED = {
    "name", "description", "tags", "creator", "character_version", "mes_example", "extensions", "system_prompt",
    "post_history_instructions", "first_mes", "alternate_greetings", "personality", "scenario", "creator_notes",
    "group_only_greetings",
}  # fmt: skip


def test_every_required_field_is_written_and_optional_ones_only_where_given() -> None:
    document = json.loads(as_json(CharacterCard("Oda")))
    assert (document["spec"], document["spec_version"]) == ("chara_card_v3", "3.0")
    assert set(document["data"]) == REQUIRED


def test_a_lorebook_is_written_with_every_required_field() -> None:
    card = CharacterCard("Oda", nickname="O.", lore=(LoreEntry("tin", ("t",), order=2.5),))
    data = json.loads(as_json(card))["data"]
    assert data["nickname"] == "O."
    (entry,) = data["character_book"]["entries"]
    assert entry["insertion_order"] == 2.5
    assert {"keys", "content", "extensions", "enabled", "insertion_order", "use_regex"} <= set(entry)


def test_what_we_do_not_know_survives() -> None:
    read = card_of(b'{"spec": "chara_card_v3", "data": {"name": "Oda", "future": {"a": [1]}}}', "card.json")
    assert json.loads(as_json(read))["data"]["future"] == {"a": [1]}


def test_numbers_that_are_none_are_nothing() -> None:
    read = card_of(b'{"name": "Oda", "character_book": {"entries": [{"content": "x", "insertion_order": NaN}]}}', "c")
    assert read.lore[0].order == 0.0


def test_a_byte_order_mark_is_dropped() -> None:
    assert card_of(b'\xef\xbb\xbf{"name": "Oda"}', "card.json").name == "Oda"


def test_a_giant_card_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    with pytest.raises(BadInput, match="larger than"):
        card_of(b'{"name": "Oda Brennick"}', "card.json")


# A character as data: which of its fields are texts and lists, and that nothing in it can be changed.


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
