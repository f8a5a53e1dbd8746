"""What a voice is fitted on: documents once each, folds, others or the background, and plain refusals."""

import pytest

from ringtrue.voice.background import shipped
from ringtrue.voice.material import read_material
from speakers import english

PORTUGUESE = (
    "N\u00e3o sei se isso \u00e9 verdade, mas a gente vai ver o que acontece no fim do dia, com as janelas abertas."
)


def others(number: int) -> dict[str, list[str]]:
    return {f"other {place}": english(20 + place).texts(2) for place in range(number)}


def test_three_others_need_no_background_and_two_do() -> None:
    own = english(1).texts(4)
    three, two = read_material(own, others(3), None), read_material(own, others(2), None)
    assert (three.background, three.impostors, three.notes) == (None, "3 impostors", ())
    assert two.background is shipped()
    assert two.impostors == f"2 impostors and {shipped().writers} anonymous background writers"
    assert two.notes[0].startswith("2 others given")


@pytest.mark.parametrize(("number", "said"), [(0, "no others given"), (1, "one other given")])
def test_how_many_others_were_given_is_said_in_words(number: int, said: str) -> None:
    material = read_material(english(1).texts(4), others(number), None)
    assert material.notes[0].startswith(said)
    assert material.refusal is None


def test_others_who_wrote_nothing_do_not_count() -> None:
    given = {**others(2), "silent": ["", "  \n"], "gone": []}
    material = read_material(english(1).texts(4), given, None)
    assert len(material.others) == 2
    assert material.background is not None


def test_a_document_given_twice_is_used_once_and_that_is_said() -> None:
    first, second, third = english(1).texts(3)
    material = read_material([first, second, f"  {first.upper()}", third, ""], others(3), None)
    assert [text.raw for fold in material.folds for text in fold] == [first, second, third]
    assert len(material.own) == 5
    assert "left out 1 documents of the person that are the same as another" in material.notes


def test_the_order_in_which_others_are_named_does_not_matter() -> None:
    given = others(4)
    turned = dict(reversed(given.items()))
    own = english(1).texts(3)
    assert read_material(own, given, None).others == read_material(own, turned, None).others


@pytest.mark.parametrize("own", [[], [""], ["  ", "\n\n"]])
@pytest.mark.parametrize("number", [0, 3])
def test_texts_without_words_are_refused(own: list[str], number: int) -> None:
    material = read_material(own, others(number), None)
    assert material.refusal == "the person's texts contain no words"
    assert material.folds == []


def test_another_language_is_refused_where_the_background_would_have_to_stand_in() -> None:
    refused = read_material([PORTUGUESE] * 3, others(2), None)
    assert refused.refusal is not None
    assert refused.refusal.startswith("needs texts of at least 3 others in the person's language; got 2.")
    assert read_material([PORTUGUESE] * 3, others(3), None).refusal is None


@pytest.mark.parametrize(("own", "given"), [("one text", {}), (["a list"], {"other": "one text"})])
def test_one_text_is_not_a_list_of_texts(own: object, given: object) -> None:
    with pytest.raises(ValueError, match="must be a list of texts, not one text"):
        read_material(own, given, None)  # type: ignore[arg-type]


def test_folds_keep_all_documents_in_their_order_in_at_most_five_parts() -> None:
    own = english(1).texts(23, 30)
    material = read_material(own, others(3), None)
    assert len(material.folds) == 5
    assert [text.raw for fold in material.folds for text in fold] == own


def test_the_lineup_has_the_folds_the_person_and_everybody_else() -> None:
    material = read_material(english(1).texts(6), others(3), None)
    assert len(material.lineup().panel.references) == len(material.folds) + 1 + 3
