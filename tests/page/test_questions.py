from dataclasses import replace

from page.packets import protocol_named
from ringtrue.page.questions import questions_of
from ringtrue.terms import Kind, Protocol, Question

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
