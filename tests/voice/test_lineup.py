"""Person and impostors in rows: what each reference is a sum of, and whose passages are foreign."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.background.background import Background, shipped
from ringtrue.voice.background.build import table_of
from ringtrue.voice.habits.profile import vector
from ringtrue.voice.lineup import Lineup, notes_on, read_material
from ringtrue.voice.measures import WEIGHTS
from ringtrue.voice.texts import Text
from speakers import Speaker, english


def read(*texts: str) -> list[Text]:
    return [Text.read(text) for text in texts]


FOLDS = [read("ban dal ban"), read("dal dal", "kel"), read("mer ban")]
OTHERS = [read("kel kel mer"), read("dal mer", "mer mer ban")]


def grams(*voices: list[Text]) -> Counter[str]:
    """Words and pairs of all documents, by a plain loop."""
    tokens = [text.tokens for voice in voices for text in voice]
    words = Counter(token for found in tokens for token in found)
    return words + Counter(f"{left} {right}" for found in tokens for left, right in pairwise(found))


def row(lineup: Lineup, number: int) -> dict[str, int]:
    counts = lineup.panel.references.phrases.toarray()[number]
    return {lineup.gram_name(column): int(count) for column, count in enumerate(counts) if count}


@pytest.fixture(scope="module")
def small() -> Background:
    return Background(table_of([read(*english(600 + i).texts(5)) for i in range(4)], "en"))


def test_rows_leave_each_fold_out_in_turn_then_come_the_person_and_the_impostors() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    first, second, third = FOLDS
    sums = [(second, third), (first, third), (first, second), (first, second, third), (OTHERS[0],), (OTHERS[1],)]
    assert lineup.own == 3
    assert [row(lineup, number) for number in range(6)] == [dict(grams(*voices)) for voices in sums]


def test_habits_of_a_reference_are_the_mean_over_its_documents_where_they_are_short() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    documents = [vector(text.raw) for fold in FOLDS for text in fold]
    assert lineup.panel.references.habits[3] == pytest.approx(np.mean(documents, axis=0))
    assert lineup.panel.references.habits[4] == pytest.approx(vector("kel kel mer"))


def test_likeness_has_a_number_for_every_measure_text_and_reference() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    likeness = lineup.likeness(lineup.count(read("ban dal", "never seen before", "")))
    assert likeness.shape == (len(WEIGHTS), 3, 6)
    assert np.isfinite(likeness).all()


def test_grams_nobody_used_are_not_counted() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    counted = lineup.grams(read("ban dal unheard dal", "unheard")).toarray()
    names = [lineup.gram_name(column) for column in range(counted.shape[1])]
    assert {name: count for name, count in zip(names, counted[0], strict=True) if count} == {
        "ban": 1,
        "dal": 2,
        "ban dal": 1,
    }
    assert not counted[1].any()


def test_foreign_passages_say_whose_they_are() -> None:
    lineup = Lineup(FOLDS, [read(Speaker(9).text(45)), read("kel mer")], None)
    passages, writer = lineup.foreign(20)
    tokens = len(Text.read(Speaker(9).text(45)))
    whole, rest = divmod(tokens, 20)
    cut = whole + (rest >= 10)  # a rest of half the length counts
    # the second impostor has too little for a passage, and is taken whole
    assert writer.tolist() == [0] * cut + [1]
    assert len(passages) == cut + 1


def test_a_long_winded_impostor_gives_no_more_than_sixty_passages() -> None:
    lineup = Lineup(FOLDS, [read(Speaker(9).text(3000)), OTHERS[0]], None)
    assert np.bincount(lineup.foreign(20)[1]).tolist() == [60, 1]


def test_with_a_background_its_writers_stand_after_those_given(small: Background) -> None:
    folds = [read(*english(1).texts(3)), read(*english(1, draw=1).texts(3))]
    lineup = Lineup(folds, [read(*english(2).texts(3))], "en", small)
    references = lineup.panel.references
    assert len(references) == 2 + 1 + 1 + small.writers
    assert (references.phrases[[4]] != small.references.phrases[[0]]).nnz == 0
    passages, writer = lineup.foreign(50)
    assert len(passages) == writer.size
    assert sorted(set(writer.tolist())) == list(range(1 + small.writers))


def test_a_background_alone_is_enough(small: Background) -> None:
    lineup = Lineup([read(*english(1).texts(3))], [], "en", small)
    passages, writer = lineup.foreign(50)
    drawn, who = small.passages(50)
    assert (passages.phrases != drawn.phrases).nnz == 0
    assert np.array_equal(writer, who)


# What a voice is fitted on: documents once each, folds, others or the background, and plain refusals.


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


# What a script or language takes away is said, once each.


LISTS, BLANKS, LATIN = "no word lists", "without spaces", "not in Latin script"


def said(*texts: str) -> list[str]:
    notes = notes_on([Text.read(text) for text in texts], None)
    return [next(known for known in (LISTS, BLANKS, LATIN) if known in note) for note in notes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Wir gehen heute nach Hause.", [LISTS], id="German"),
        pytest.param(
            "\u041c\u044b \u0438\u0434\u0435\u043c \u0434\u043e\u043c\u043e\u0439.", [LISTS, LATIN], id="Russian"
        ),
        pytest.param("\u03a0\u03ac\u03bc\u03b5 \u03c3\u03c0\u03af\u03c4\u03b9.", [LISTS, LATIN], id="Greek"),
        pytest.param("\u6211\u5011\u56de\u5bb6\u5427\u3002", [LISTS, BLANKS], id="Chinese"),
        pytest.param("\u3044\u3048\u306b\u304b\u3048\u308b", [LISTS, BLANKS], id="Japanese"),
        pytest.param("\u0e01\u0e25\u0e31\u0e1a\u0e1a\u0e49\u0e32\u0e19", [LISTS, BLANKS], id="Thai"),
        pytest.param("123 ... \U0001f600", [], id="no letters at all"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_each_script_has_its_notes(text: str, expected: list[str]) -> None:
    assert said(text) == expected


def test_three_in_ten_characters_without_blanks_are_not_yet_such_a_script() -> None:
    assert said("abcdefg\u6211\u5011\u56de") == [LISTS]  # exactly 0.3
    assert said("abcdef\u6211\u5011\u56de") == [LISTS, BLANKS]


def test_half_in_latin_letters_is_enough() -> None:
    assert said("ab\u0434\u043e") == [LISTS]
    assert said("ab\u0434\u043e\u043c") == [LISTS, LATIN]


def test_only_the_beginning_of_long_material_is_looked_at() -> None:
    assert said("a" * 20_000, "\u0434" * 100_000) == [LISTS]
    assert said("\u0434" * 20_000, "a" * 100_000) == [LISTS, LATIN]


@given(st.lists(st.text(st.characters(), max_size=20), max_size=4))
def test_a_language_with_lists_needs_no_note_and_nothing_crashes(texts: list[str]) -> None:
    read = [Text.read(text) for text in texts]
    assert notes_on(read, "en") == notes_on(read, "pt") == ()
    assert len(notes_on(read, None)) <= 2
