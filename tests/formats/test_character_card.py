"""Character cards of every version are read from JSON, PNG and charx, and written as version 3."""

import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.character_card import read_card, system_prompt, write_json, write_png
from ringtrue.formats.character_card_files import embedded, embedding, plain_picture
from ringtrue.formats.character_card_json import CharacterCard, LoreEntry, as_json, card_of
from ringtrue.terms.problem import BadInput

V1 = {"name": "Oda", "description": "A bell founder.", "first_mes": "Right.", "avatar": "none"}
V2 = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {**V1, "tags": ["bells"], "system_prompt": "Be {{char}}."},
}
V3 = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**V1, "nickname": "O.", "source": ["x"], "assets": []}}


def save(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(("document", "version"), [(V1, 1), (V2, 2), (V3, 3)])
def test_each_version_gives_the_same_fields(tmp_path: Path, document: Any, version: int) -> None:
    card = read_card(save(tmp_path / "card.json", document))
    assert (card.name, card.description, card.first_mes, card.version) == ("Oda", "A bell founder.", "Right.", version)


def test_what_only_later_versions_have_is_read(tmp_path: Path) -> None:
    second = read_card(save(tmp_path / "2.json", V2))
    assert (second.tags, second.system_prompt) == (("bells",), "Be {{char}}.")
    third = read_card(save(tmp_path / "3.json", V3))
    assert third.nickname == "O."
    assert third.more == {"source": ("x",), "assets": (), "avatar": "none"}


def test_fields_at_the_top_fill_in_what_data_lacks(tmp_path: Path) -> None:
    both = {"spec": "chara_card_v2", "name": "Old", "scenario": "A foundry.", "data": {"name": "New"}}
    card = read_card(save(tmp_path / "card.json", both))
    assert (card.name, card.scenario) == ("New", "A foundry.")


def test_names_from_before_there_were_versions_are_known(tmp_path: Path) -> None:
    early = {"char_name": "Oda", "char_persona": "Founder.", "example_dialogue": "x", "char_greeting": "Right."}
    card = read_card(save(tmp_path / "card.json", early))
    assert (card.name, card.description, card.mes_example, card.first_mes) == ("Oda", "Founder.", "x", "Right.")


def test_lore_is_read_in_its_order_from_a_list_or_a_table(tmp_path: Path) -> None:
    entries = [
        {"content": "second", "insertion_order": 5, "keys": ["tin"], "position": "after_char"},
        {"content": "first", "insertion_order": 1, "constant": True, "enabled": False, "comment": "c"},
    ]
    expected = (
        LoreEntry("first", constant=True, enabled=False, order=1.0, name="c"),
        LoreEntry("second", ("tin",), order=5.0, before=False),
    )
    for given_as in (entries, {"0": entries[0], "1": entries[1]}):
        document = {"name": "Oda", "character_book": {"entries": given_as}}
        assert read_card(save(tmp_path / "card.json", document)).lore == expected


def test_odd_values_do_no_harm(tmp_path: Path) -> None:
    odd = {"name": "Oda", "description": None, "tags": "x", "personality": 7, "scenario": ["x"], "character_book": []}
    card = read_card(save(tmp_path / "card.json", odd))
    assert (card.description, card.tags, card.personality, card.scenario, card.lore) == ("", (), "7", "", ())


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "not a character card"),
        (b'"x"', "not a character card"),
        (b"{}", "no name"),
        (b'{"name": "  "}', "no name"),
        (b'{"data": []}', "not a character card"),
        (b'{"name": "\xff"}', "not UTF-8"),
        (b"[" * 100_000, "nested"),
        (b'{"a":' * 70 + b"1" + b"}" * 70, "nested more than 64"),
        (b'{"name": ' + b"9" * 6000 + b"}", "number too long"),
    ],
)
def test_hostile_json_is_refused_in_plain_words(tmp_path: Path, data: bytes, what: str) -> None:
    path = tmp_path / "card.json"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=what):
        read_card(path)


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    path.write_bytes(b'{"name": "O\\ud800da"}')
    assert read_card(path).name == "O?da"


def archive(path: Path, *files: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files:
            made.writestr(name, data)
    return path


def test_a_charx_is_read_without_unpacking(tmp_path: Path) -> None:
    path = archive(tmp_path / "card.charx", ("card.json", json.dumps(V3).encode()), ("assets/icon/a.png", b"x"))
    assert read_card(path).nickname == "O."
    assert [file.name for file in tmp_path.iterdir()] == ["card.charx"]


texts = st.text(st.characters(codec="utf-8"), max_size=30)
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(str.strip)
lore = st.builds(
    LoreEntry,
    content=texts,
    keys=st.lists(texts, max_size=2).map(tuple),
    constant=st.booleans(),
    enabled=st.booleans(),
    order=st.integers(-5, 5).map(float),
    before=st.booleans(),
    name=texts,
)
cards = st.builds(
    CharacterCard,
    name=names,
    description=texts,
    personality=texts,
    scenario=texts,
    first_mes=texts,
    mes_example=texts,
    creator_notes=texts,
    system_prompt=texts,
    post_history_instructions=texts,
    alternate_greetings=st.lists(texts, max_size=2).map(tuple),
    tags=st.lists(texts, max_size=2).map(tuple),
    creator=texts,
    character_version=texts,
    nickname=texts,
    lore=st.lists(lore, max_size=3).map(lambda entries: tuple(sorted(entries, key=lambda entry: entry.order))),
    extensions=st.dictionaries(texts, texts, max_size=2),
)


PICTURE = plain_picture("x")


@given(cards)
def test_what_is_written_is_read_back(card: CharacterCard) -> None:
    written = as_json(card)
    for data in (written.encode(), embedded(embedding(PICTURE, written, "a.png"), "a.png")):
        assert card_of(data, "a.png") == replace(card, more={"group_only_greetings": ()})


@pytest.mark.parametrize(("name", "write"), [("card.json", write_json), ("card.png", write_png)])
def test_files_are_written_whole(tmp_path: Path, name: str, write: Callable[[Path, CharacterCard], None]) -> None:
    write(tmp_path / name, CharacterCard("Oda", description="Bells: ção 鐘"))
    assert read_card(tmp_path / name).description == "Bells: ção 鐘"


def test_a_picture_is_kept_and_its_older_card_replaced(tmp_path: Path) -> None:
    write_png(tmp_path / "one.png", CharacterCard("First"))
    picture = (tmp_path / "one.png").read_bytes()
    write_png(tmp_path / "two.png", CharacterCard("Second"), picture)
    again = (tmp_path / "two.png").read_bytes()
    assert read_card(tmp_path / "two.png").name == "Second"
    assert again.count(b"ccv3") == 1
    assert again[: picture.index(b"ccv3") - 8] == picture[: picture.index(b"ccv3") - 8]


def test_a_broken_picture_is_not_written_into(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a PNG"):
        write_png(tmp_path / "x.png", CharacterCard("Oda"), b"GIF89a")
    assert not (tmp_path / "x.png").exists()


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_card(tmp_path / "nobody.png")


# A card becomes one prompt: names filled in, constant lore added, the rest left out and told.


def test_sections_come_in_order_with_names_filled_in() -> None:
    card = CharacterCard(
        "Oda",
        description="{{char}} casts bells.",
        personality="Flat.",
        scenario="A foundry; {{user}} comes in.",
        first_mes="Right, {{USER}}.",
        mes_example="<START>\n{{user}}: Why?\n{{Char}}: Listen.\n<start>\n{{user}}: And?",
        post_history_instructions="Never an exclamation mark.",
    )
    text = system_prompt(card, user="Jory").text
    parts = ["You are Oda.", "Oda casts bells.", "Flat.", "Jory comes in.", "Right, Jory.", "Oda: Listen.", "Never an"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert "{{" not in text
    assert "<START>" not in text
    assert text.count("(another conversation)") == 2
    assert system_prompt(card).notes == ()


@pytest.mark.parametrize("macro", ["{{char}}", "{{CHAR}}", "{{ Char }}", "<char>", "<BOT>"])
def test_the_nickname_stands_for_the_character(macro: str) -> None:
    card = CharacterCard("Oda Brennick", nickname="Oda", description=f"I am {macro}.")
    assert "I am Oda." in system_prompt(card).text


def test_the_cards_own_system_prompt_replaces_ours_and_may_quote_it() -> None:
    own = system_prompt(CharacterCard("Oda", system_prompt="Be {{char}}. {{original}}")).text
    assert own.startswith("Be Oda. You are Oda.")
    assert not system_prompt(CharacterCard("Oda", system_prompt="Be {{char}}.")).text.startswith("You are")


def test_what_is_filled_in_is_not_filled_in_again() -> None:
    assert "I am {{user}}." in system_prompt(CharacterCard("{{user}}", description="I am {{char}}."), user="Eve").text


def test_comments_vanish_and_unknown_macros_stay_with_a_note() -> None:
    card = CharacterCard("Oda", description="A{{// secret}}B{{comment: x}} {{random:1,2}} {{random:1,2}}")
    prompt = system_prompt(card)
    assert "AB {{random:1,2}}" in prompt.text
    assert prompt.notes == ("Left unchanged: {{random:1,2}}.",)


def test_constant_lore_is_added_and_the_rest_is_told() -> None:
    card = CharacterCard(
        "Oda",
        description="DESCRIPTION",
        lore=(
            LoreEntry("BEFORE {{char}}", constant=True),
            LoreEntry("AFTER", constant=True, before=False),
            LoreEntry("@@depth 4\n@@activate\nDECORATED"),
            LoreEntry("@@dont_activate\nNEVER", constant=True),
            LoreEntry("WAITING", keys=("tin",)),
            LoreEntry("DISABLED", constant=True, enabled=False),
        ),
        alternate_greetings=("a", "b"),
    )
    prompt = system_prompt(card)
    assert prompt.text.index("BEFORE Oda") < prompt.text.index("DESCRIPTION") < prompt.text.index("AFTER")
    assert "DECORATED" in prompt.text
    assert not any(word in prompt.text for word in ("NEVER", "WAITING", "DISABLED", "@@"))
    assert prompt.notes == ("2 lorebook entries that wait for a keyword left out.", "Other greetings left out: 2.")


def test_what_the_creator_says_to_people_is_not_said_to_the_model() -> None:
    card = CharacterCard("Oda", creator_notes="HINT", creator="MAKER", tags=("TAG",))
    assert not any(word in system_prompt(card).text for word in ("HINT", "MAKER", "TAG"))


def test_a_card_of_a_name_alone_is_a_prompt() -> None:
    assert system_prompt(CharacterCard("Oda")).text == (
        "You are Oda. Answer User in Oda's own voice and never step out of it.\n"
    )
