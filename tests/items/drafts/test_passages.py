"""Sentences and passages with the lines they stand on."""

from ringtrue.items.drafts.passages import Passage, is_whole, paragraphs_of, stretches
from ringtrue.sources.person_sources import OwnText

TEXT = OwnText("/talks/a [1] $.txt", "\n\nI cast a bell. It is\nheavy, Mr. Ames said.\nThen we wait.\n\n\n\nNo more.\n")


def test_paragraphs_are_sentences_with_their_lines() -> None:
    first, second = paragraphs_of(TEXT)
    assert [(one.text, one.first, one.last) for one in first] == [
        ("I cast a bell.", 3, 3),
        ("It is heavy, Mr. Ames said.", 3, 4),
        ("Then we wait.", 5, 5),
    ]
    assert [one.first for one in second] == [9]


def test_a_passage_knows_what_is_around_it_and_how_to_cite_it() -> None:
    paragraph = next(paragraphs_of(TEXT))
    passage = Passage(TEXT, paragraph, 1, 1)
    assert passage.text == "It is heavy, Mr. Ames said."
    assert [one.text for one in passage.before] == ["I cast a bell."]
    assert [one.text for one in passage.after] == ["Then we wait."]
    assert passage.citation == "^[RAIZ:/talks/a [1] $.txt:L3-4]"
    assert passage.overlaps(Passage(TEXT, paragraph, 0, 1))
    assert not passage.overlaps(Passage(TEXT, paragraph, 2, 1))


def test_notes_of_a_transcript_make_a_sentence_unusable() -> None:
    sentences = next(paragraphs_of(OwnText("/a", "Fine. (Laughter) I agree. and so on. We end")))
    assert [is_whole(one) for one in sentences] == [True, False, False, False]


def test_stretches_stop_where_somebody_else_spoke() -> None:
    words = " ".join(["Word"] * 30) + "."
    plain = OwnText("/a", f"{words}\n\n{words}")
    assert [(first, last) for _, first, last in stretches(plain, 50, 80)] == [(1, 3)]
    asked = OwnText("/a", f"{words}\n\n\n\n{words}", masked=1)
    assert list(stretches(asked, 50, 80)) == []
