""""""

from dataclasses import replace
from hashlib import sha256
from json import dumps
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from page.packets import GOLD, TRUE_SENTENCES, blind_cards, briefing, document, pair_cards, protocol_named, right_option
from ringtrue.page.briefing import unwrapped
from ringtrue.page.packet_document import missing, packet_document, packet_name, questions_of, required
from ringtrue.protocols.loader import with_ties
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Kind, Protocol, Question

KEYS = [
    "ringtrue", "packet", "name", "hosted", "language", "study", "guide", "traits", "minutes", "breaks", "session",
    "consent", "qualification", "gold", "practice", "kinds", "cards",
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
    assert list(edge["lists"]) == ["criteria", "positions"]


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
    # 1 pick, 5 + 4 + 5 things to tick and 1 position: 16 x 5 s = 80 s; 26 words are 6 s.
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


LITE = protocol_named("lite")
BLIND = protocol_named("blind")


def asked(protocol: Protocol, kind: str, language: str = "en", **wording: str) -> dict[str, dict[str, object]]:
    found = questions_of(protocol, protocol.kinds[kind], language, wording)
    return {ask.name: ask.as_document() for ask in found}


def test_questions_come_in_the_protocols_order_with_their_scales() -> None:
    found = asked(LITE, "pair")
    assert list(found) == ["voice", "vibe", "logic", "continuity", "comment"]
    assert found["vibe"]["labels"] == {"1": "no", "2": "a little", "3": "fully"}
    assert [found["vibe"][key] for key in ("type", "low", "high", "step")] == ["steps", 1, 3, 1]
    assert found["comment"]["required"] is False


def test_scales_between_speakers_carry_neither_labels_nor_a_direction() -> None:
    voice = asked(LITE, "pair")["voice"]
    assert voice["labels"] == {}
    assert (voice["low"], voice["high"]) == (-2, 2)
    assert "toward" not in voice
    assert asked(BLIND, "quote")["found"]["labels"] == {}
    assert asked(BLIND, "quote")["found"]["ties"] is False
    assert asked(with_ties(BLIND, allowed=True), "quote")["found"]["ties"] is True


def test_lists_are_named_by_their_path() -> None:
    lists = {name: ask["list"] for name, ask in asked(BLIND, "style").items()}
    assert lists["tone"] == "checklist.tone"
    assert asked(BLIND, "decision")["criteria"]["list"] == "criteria"


def test_the_study_may_word_questions_otherwise() -> None:
    found = asked(LITE, "pair", vibe="Is the mood right?")
    assert found["vibe"]["text"] == "Is the mood right?"
    assert found["logic"]["text"] == "Does the text you prefer reason the way the sample does?"


def test_portuguese_words_questions_and_labels_but_not_what_the_study_wrote() -> None:
    found = asked(LITE, "pair", "pt", vibe="Is the mood right?")
    assert found["logic"]["text"] == "O texto que você prefere raciocina do jeito da amostra?"
    assert found["logic"]["labels"] == {"1": "não", "2": "um pouco", "3": "por inteiro"}
    assert found["vibe"]["text"] == "Is the mood right?"


def graded_both() -> Kind:
    """The pair with vibe asked of each text, as a study that grades both has it."""
    kind = LITE.kinds["pair"]
    each = [
        Question(f"vibe_{letter.lower()}", "grade", f"Text {letter}: spirit?", side=side, answers="vibe")
        for side, letter in enumerate("AB")
    ]
    return replace(kind, questions=tuple(each))


def test_the_wording_of_a_question_asked_of_both_texts_names_the_text() -> None:
    kind = graded_both()
    plain = questions_of(LITE, kind, "en", {})
    assert [ask.text for ask in plain] == ["Text A: spirit?", "Text B: spirit?"]
    reworded = questions_of(LITE, kind, "en", {"vibe": "Is the mood right?"})
    assert [ask.text for ask in reworded] == ["A: Is the mood right?", "B: Is the mood right?"]
    placed = questions_of(LITE, kind, "en", {"vibe": "Is the mood of {side} right?", "vibe_b": "And the other?"})
    assert [ask.text for ask in placed] == ["Is the mood of A right?", "And the other?"]


def test_a_question_asked_of_both_texts_is_translated() -> None:
    both = "Does text {side} carry the spirit of the sample?"
    question = Question("vibe_b", "grade", both.replace("{side}", "B"), both=both, side=1, answers="vibe")
    kind = replace(LITE.kinds["pair"], questions=(question,))
    assert [ask.text for ask in questions_of(LITE, kind, "pt", {})] == ["O texto B tem o espírito da amostra?"]
    assert [ask.text for ask in questions_of(LITE, kind, "en", {})] == ["Does text B carry the spirit of the sample?"]


def test_what_counts_on_some_trials_only_is_never_required() -> None:
    protocol = protocol_named("recognition")
    assert [ask.required for ask in questions_of(protocol, protocol.kinds["trial"], "en", {})] == [False] * 7


# What of a packet must be answered, by its document alone.


DOCUMENT: dict[str, Any] = {
    "kinds": {
        "pair": {"questions": [{"name": "voice", "required": True}, {"name": "why", "required": False}]},
        "decision": {
            "questions": [
                {"name": "criteria", "required": True, "list": "criteria"},
                {"name": "tone", "required": True, "list": "checklist.tone"},
                {"name": "score", "required": True, "list": None},
            ]
        },
    },
    "cards": [
        {"id": "c1", "kind": "pair", "lists": {}},
        {"id": "c2", "kind": "decision", "lists": {"criteria": ["fast"], "checklist.tone": []}},
        {"id": "c3", "kind": "decision", "lists": {"checklist.tone": ["dry"]}},
    ],
}


def test_a_list_that_a_card_does_not_have_is_not_asked_there() -> None:
    assert required(DOCUMENT) == {
        "c1": frozenset({"voice"}),
        "c2": frozenset({"criteria", "score"}),
        "c3": frozenset({"tone", "score"}),
    }


def test_what_is_missing_is_told_by_the_place_of_its_card() -> None:
    keys = [("c1", "voice"), ("c2", "score"), ("c9", "voice"), ("c3", "tone"), ("c3", "score")]
    answers = [Given(*key, False) for key in keys]
    assert list(missing(DOCUMENT, answers)) == [(2, ("c2", "criteria"))]
    assert len(list(missing(DOCUMENT, []))) == 5
    assert list(missing(DOCUMENT, [*answers, Given("c2", "criteria", (True,))])) == []


@pytest.mark.parametrize("value", [None, ""])
def test_an_answer_cleared_or_empty_is_missing(value: str | None) -> None:
    assert (1, ("c1", "voice")) in list(missing(DOCUMENT, [Given("c1", "voice", value)]))
