"""Folders of texts: every document once, what was left out said, what cannot be read refused together."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.person_texts import own_words, read_person_texts, read_text_groups
from ringtrue.terms.problem import BadInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "ada"
    (place / "talks").mkdir(parents=True)
    (place / "talks" / "b.md").write_text("Second text.", encoding="utf-8")
    (place / "a.txt").write_text("First text.\r\nTwo lines.", encoding="utf-8")
    return place


def test_documents_below_the_folder_in_order(folder: Path) -> None:
    read = read_person_texts(folder)
    assert read.names == ("a.txt", "talks/b.md")
    assert read.texts == ("First text.\nTwo lines.", "Second text.")
    assert read.notes == ()


def test_what_is_left_out_is_said(folder: Path) -> None:
    (folder / "again.txt").write_text("Second  text.\n", encoding="utf-8")
    (folder / "empty.txt").write_text(" \n", encoding="utf-8")
    (folder / "SOUL.md").write_text("She is brave.", encoding="utf-8")
    (folder / ".hidden.txt").write_text("secret", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\0")
    read = read_person_texts(folder)
    assert len(read.texts) == 2
    assert [note.partition(": ")[2] for note in read.notes] == [
        "left out as texts about the person: SOUL.md.",
        "1 left out because there is no text in them: empty.txt.",
        "1 left out because they repeat another: talks/b.md.",
    ]


def test_links_out_of_the_folder_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "private.txt").write_text("not for you", encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "private.txt")
    assert "link.txt" not in read_person_texts(folder).names


def test_every_unreadable_file_is_listed(folder: Path) -> None:
    (folder / "binary.txt").write_bytes(b"a\0b")
    (folder / "picture.md").write_bytes(b"\x89PNG\0\0\0")
    (folder / "README.md").write_bytes(b"\0\0\0")  # about the person: nobody needs to read it
    with pytest.raises(BadInput) as refused:
        read_person_texts(folder)
    assert {Path(problem.file).name for problem in refused.value.problems} == {"binary.txt", "picture.md"}


def test_what_is_not_utf_8_is_read_as_guessed_and_said(folder: Path) -> None:
    (folder / "latin.txt").write_bytes("café au lait".encode("latin-1"))
    (folder / "wide.md").write_bytes("wide words".encode("utf-16"))
    read = read_person_texts(folder)
    assert {"café au lait", "wide words"} < set(read.texts)
    assert [note.partition(": ")[2] for note in read.notes] == [
        "Not UTF-8, read as guessed: latin.txt (cp1252), wide.md (utf-16)."
    ]


def test_a_giant_file_is_refused_before_it_is_read(folder: Path) -> None:
    with (folder / "giant.txt").open("wb") as file:
        file.truncate(17 << 20)
    with pytest.raises(BadInput, match="larger than 16 MiB"):
        read_person_texts(folder)


def test_one_file_and_json_lines_serve_as_well(tmp_path: Path) -> None:
    one = tmp_path / "one.txt"
    one.write_text("Only text.", encoding="utf-8")
    assert read_person_texts(one).texts == ("Only text.",)
    lines = tmp_path / "answers.jsonl"
    lines.write_text(
        '{"item": "a", "text": "One."}\n{"item": "b", "text": "Two.", "speaker": "clone"}\n'
        '{"item": "c", "text": null, "error": "time-out"}\n',
        encoding="utf-8",
    )
    read = read_person_texts(lines)
    assert (read.texts, read.names) == (("One.", "Two."), ("line 1", "line 2"))
    assert "no text in them: line 3" in read.notes[0]


def test_lines_without_a_text_are_refused(tmp_path: Path) -> None:
    lines = tmp_path / "answers.jsonl"
    lines.write_text('{"item": "a"}\n["x"]\n{"text": 3}\n{"text": "good"}\n', encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_person_texts(lines)
    assert [problem.place for problem in refused.value.problems] == ["line 1, text", "line 2, text", "line 3, text"]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_nothing_there_is_refused_with_the_option(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput) as refused:
        read_person_texts(tmp_path / name, source="--own")
    assert refused.value.problems[0].place == "--own"


def test_people_by_folder_and_by_file(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "bob.txt").write_text("Bob speaks.", encoding="utf-8")
    groups, notes = read_text_groups(tmp_path)
    assert {name: len(texts) for name, texts in groups.items()} == {"ada": 2, "bob": 1}
    assert notes == ()


def test_people_without_texts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no text"):
        read_text_groups(tmp_path)
    with pytest.raises(BadInput, match="nobody"):
        read_text_groups(tmp_path / "empty")
    with pytest.raises(BadInput, match="no such folder"):
        read_text_groups(tmp_path / "nowhere")


def test_a_readme_beside_the_people_is_not_one_of_them(tmp_path: Path) -> None:
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "1.txt").write_text("Words of Bob.", encoding="utf-8")
    (tmp_path / "README.md").write_text("Who these people are.", encoding="utf-8")
    groups, _ = read_text_groups(tmp_path)
    assert list(groups) == ["bob"]


# Headers and questions are not the person's words; everything else is.


HEADER = "Title: A morning\nDate: 2012-06-21\n\n"


def test_a_header_of_keys_is_left_out() -> None:
    read = own_words(HEADER + "Sixteen, last year.\n\nIt varies.")
    assert (read.text, read.header, read.questions) == ("Sixteen, last year.\n\nIt varies.", True, 0)


def test_front_matter_between_lines_of_dashes_is_left_out() -> None:
    assert own_words("---\ntitle: x\n---\nWell, no.").text == "Well, no."


def test_labelled_questions_go_and_labels_of_answers_too() -> None:
    asked = "Q: How many?\n\nA: Sixteen.\n\nI counted twice.\n\nQ: Why\nso few?\n\nAnd so late?\n\nA: Hands."
    read = own_words(HEADER + asked)
    # "And so late?" has no label and follows a question where answers are labelled: it is the interviewer's.
    assert (read.text, read.questions) == ("Sixteen.\n\nI counted twice.\n\nHands.", 2)


def test_where_answers_have_no_label_what_follows_a_question_is_the_persons() -> None:
    assert own_words("Mind that.\n\nQ: Why?\n\nIt is wet.").text == "Mind that.\n\nIt is wet."


@pytest.mark.parametrize(
    "text",
    [
        "Dear Wim: thank you.\n\nIt rang.",  # one line that looks like a key is no header
        "Note: this\nand that\n\nmore",
        "---\nno end of it",
        "Title: only\nDate: a header",
        "",
        "Plain words. A: said he.",
    ],
)
def test_a_text_without_header_or_questions_stays_as_it_is(text: str) -> None:
    assert own_words(text).text == text
    assert not own_words(text).header


@given(st.text(alphabet="QA:- \nab", max_size=60))
def test_nothing_is_added_and_reading_twice_changes_no_plain_text(text: str) -> None:
    read = own_words(text)
    assert set(read.text.split()) <= set(text.split())
