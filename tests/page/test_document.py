from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.packets import GOLD, TRUE_SENTENCES, blind_cards, briefing, document, pair_cards, protocol_named, right_option
from ringtrue.page import packet_document, packet_name
from ringtrue.page.wrapping import unwrapped
from ringtrue.terms import BadInput, Card, Packet, Protocol

KEYS = [
    "ringtrue", "packet", "name", "hosted", "language", "study", "minutes", "breaks", "session", "consent",
    "qualification", "gold", "practice", "kinds", "cards",
]  # fmt: skip


def test_the_document_has_the_agreed_keys_and_no_other() -> None:
    assert list(document()) == KEYS
    assert list(document(blind_cards(), "blind")) == KEYS


def test_the_token_is_in_the_offline_document_only() -> None:
    offline, hosted = document(), document(hosted=True)
    assert offline["packet"] == "TOKEN-1"
    assert hosted["packet"] is None
    assert hosted["hosted"] is True
    assert "TOKEN-1" not in dumps(hosted)


def test_the_name_is_of_the_token_and_does_not_show_it() -> None:
    assert document()["name"] == packet_name("TOKEN-1") == document(hosted=True)["name"]
    assert packet_name("TOKEN-2") != packet_name("TOKEN-1")
    assert len(packet_name("TOKEN-1")) == 16
    assert int(packet_name("TOKEN-1"), 16) >= 0


def test_the_rater_is_not_named() -> None:
    packet = Packet("t", "Rosamund Quill", pair_cards())
    made = packet_document(packet, protocol_named("lite"), briefing(), hosted=False)
    assert "Rosamund" not in dumps(made)


def test_cards_keep_their_order_and_show_five_things() -> None:
    cards = document()["cards"]
    assert [card["id"] for card in cards] == ["card1", "card2", "card3"]
    assert {tuple(card) for card in cards} == {("id", "kind", "prompt", "texts", "lists")}


def test_lists_are_those_dealt_with_the_card() -> None:
    quote, decision, style, edge = document(blind_cards(), "blind")["cards"]
    assert quote["lists"] == {}
    assert decision["lists"] == {"criteria": list(blind_cards()[1].lists["criteria"])}
    assert style["lists"] == {"checklist.vocabulary": ["tar", "ledger"], "checklist.tone": ["dry", "warm"]}
    assert list(edge["lists"]) == ["criteria"]


def test_an_empty_list_is_not_there() -> None:
    card = Card("s1", "style", "?", ("text",), {"checklist.tone": (), "checklist.cadence": ("short",)})
    assert document([card], "blind")["cards"][0]["lists"] == {"checklist.cadence": ["short"]}


def test_only_kinds_of_the_packet_and_of_the_practice_card_are_there() -> None:
    made = document([blind_cards()[1]], "blind")
    assert list(made["kinds"]) == ["quote", "decision"]
    assert list(document([blind_cards()[1]], "blind", practice=None)["kinds"]) == ["decision"]


def test_a_packet_of_another_protocol_is_refused() -> None:
    with pytest.raises(BadInput, match="lite has no cards of this kind"):
        document(blind_cards(), "lite")


def test_kinds_say_how_many_texts_there_are_and_whether_the_gold_is_at_hand() -> None:
    kind = document()["kinds"]["pair"]
    assert (kind["sides"], kind["gold"]) == (2, True)
    assert document(gold="", check=())["kinds"]["pair"]["gold"] is False
    assert document(blind_cards(), "blind")["kinds"]["decision"]["sides"] == 1


def test_the_gold_text_comes_with_its_hashed_answers() -> None:
    gold = document()["gold"]
    assert gold["text"] == unwrapped(GOLD)
    assert gold["text"].split() == GOLD.split()
    assert gold["attempts"] == 2
    assert [check["id"] for check in gold["check"]] == ["g1", "g2"]
    name = packet_name("TOKEN-1")
    assert [check["options"][right_option(check, name)] for check in gold["check"]] == list(TRUE_SENTENCES)
    expected = sha256(f"{name}g1{TRUE_SENTENCES[0]}".encode()).hexdigest()
    assert gold["check"][0]["answer"] == expected


def test_the_answer_of_one_packet_is_not_that_of_another() -> None:
    first, second = document(), document(token="TOKEN-2")  # noqa: S106 - made up
    assert first["gold"]["check"][0]["answer"] != second["gold"]["check"][0]["answer"]


def test_what_a_study_does_without_is_null_or_empty() -> None:
    made = document(consent=None, qualification=(), gold="", check=(), practice=None)
    assert [made[key] for key in ("consent", "qualification", "gold", "practice")] == [None, [], None, None]


def test_practice_has_a_card_like_the_others_and_feedback() -> None:
    practice = document()["practice"]
    assert list(practice["card"]) == ["id", "kind", "prompt", "texts", "lists"]
    assert practice["card"]["id"] == "practice"
    assert set(practice["feedback"]) == {"voice", "*"}


def test_minutes_are_the_studys_or_reckoned_from_words_and_questions() -> None:
    assert document(minutes=9)["minutes"] == 9
    # The cards alone: 6 cards x 4 required questions x 5 s = 120 s; 6 x 25 words at 4.3 a second = 35 s.
    bare = {"consent": None, "qualification": (), "gold": "", "check": (), "practice": None}
    assert document(pair_cards(6), **bare)["minutes"] == 3
    # 1 pick, 5 + 4 + 5 things to tick and no flag (it is optional): 15 x 5 s = 75 s; 26 words are 6 s.
    assert document(blind_cards(), "blind", **bare)["minutes"] == 1
    assert document(pair_cards(1), **bare)["minutes"] == 1


def test_the_session_is_the_callers() -> None:
    packet = Packet("t", "r1", pair_cards())
    made = packet_document(packet, protocol_named("lite"), briefing(), hosted=True, session=(2, 3))
    assert made["session"] == {"number": 2, "of": 3}


def renamed(protocol: Protocol, names: dict[str, str]) -> Protocol:
    """The protocol with its speakers called otherwise."""
    kinds = {
        name: replace(kind, show=tuple(names.get(speaker, speaker) for speaker in kind.show))
        for name, kind in protocol.kinds.items()
    }
    scales = {
        name: replace(scale, toward=names.get(scale.toward or "", scale.toward))
        for name, scale in protocol.scales.items()
    }
    return replace(protocol, kinds=kinds, scales=scales, candidate=names.get(protocol.candidate, protocol.candidate))


def test_nothing_in_the_document_depends_on_the_names_of_speakers() -> None:
    for name, cards in (("lite", pair_cards()), ("blind", blind_cards())):
        protocol = protocol_named(name)
        other = renamed(protocol, {"full": "zzq", "compressed": "qzz", "real": "zqz", "clone": "qqz"})
        packet = Packet("t", "r", cards)
        made = packet_document(packet, protocol, briefing(name), hosted=False)
        assert made == packet_document(packet, other, briefing(name), hosted=False)


def turned(made: dict[str, Any]) -> dict[str, Any]:
    """The document with the two texts of every card the other way round."""
    return made | {"cards": [card | {"texts": card["texts"][::-1]} for card in made["cards"]]}


@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=40)), min_size=1, max_size=6))
def test_turning_the_sides_round_changes_the_order_of_texts_and_nothing_else(texts: list[tuple[str, str]]) -> None:
    cards = [Card(f"c{place}", "pair", "?", pair) for place, pair in enumerate(texts)]
    swapped = [replace(card, texts=card.texts[::-1]) for card in cards]
    assert document(swapped) == turned(document(cards))
