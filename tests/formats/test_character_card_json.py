"""The JSON that is written is version 3 with every field the format asks for."""

import json

import pytest

from ringtrue.formats import character_card_json as module
from ringtrue.formats.character import CharacterCard, LoreEntry
from ringtrue.formats.character_card_json import as_json, card_of
from ringtrue.terms import BadInput

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
