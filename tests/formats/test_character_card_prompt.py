"""A card becomes one prompt: names filled in, constant lore added, the rest left out and told."""

import pytest

from ringtrue.formats.character import CharacterCard, LoreEntry
from ringtrue.formats.character_card_prompt import system_prompt


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
    assert prompt.notes == ("Left as they stand: {{random:1,2}}.",)


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
