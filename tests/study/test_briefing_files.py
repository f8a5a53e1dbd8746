from pathlib import Path

import pytest

from ringtrue.page import Consent
from ringtrue.protocols import load
from ringtrue.study.briefing_files import read_consent, read_practice
from ringtrue.terms import BadInput

USUAL = Consent("1", ("Usual.",), {"adult": "I am 18."})
LITE = load("lite")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(read: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        read()  # type: ignore[operator]
    return [f"{one.place}: {one.what}" for one in refusal.value.problems]


def test_plain_text_is_cut_at_blank_lines_and_keeps_the_usual_statements(tmp_path: Path) -> None:
    path = written(tmp_path, "c.txt", "\n\nOne\nof two {title}.\n \t\nTwo for {contact}.\n\n\n")
    assert read_consent(path, USUAL, "T", "C") == Consent("own", ("One of two T.", "Two for C."), USUAL.statements)


def test_a_table_gives_version_paragraphs_and_statements(tmp_path: Path) -> None:
    path = written(tmp_path, "c.yaml", 'version: "2026-03"\nparagraphs: ["Hello {title}"]\nstatements: {yes: I do.}')
    assert read_consent(path, USUAL, "T", "") == Consent("2026-03", ("Hello T",), {"yes": "I do."})


def test_what_a_table_leaves_out_stays_as_usual(tmp_path: Path) -> None:
    assert read_consent(written(tmp_path, "c.yml", "version: 7"), USUAL, "T", "") == Consent(
        "7", ("Usual.",), USUAL.statements
    )


def test_every_fault_of_a_consent_table(tmp_path: Path) -> None:
    path = written(tmp_path, "c.yaml", "paragraphs: one\nstatements: [a]")
    assert faults(lambda: read_consent(path, USUAL, "", "")) == [
        "line 1, paragraphs: paragraphs is a list of texts",
        "line 2, statements: statements is a table of sentences",
    ]
    lines = written(tmp_path, "d.yaml", "- a")
    assert faults(lambda: read_consent(lines, USUAL, "", "")) == ["line 1: the file is a table"]


def test_a_practice_card(tmp_path: Path) -> None:
    text = "kind: pair\nprompt: Why?\ntexts: [a, b]\nfeedback: {voice: {-2: A indeed.}, '*': Fine.}"
    practice = read_practice(written(tmp_path, "p.yaml", text), LITE, "usual")
    assert (practice.kind, practice.prompt, practice.texts) == ("pair", "Why?", ("a", "b"))
    assert practice.feedback == {"voice": {"-2": "A indeed."}}
    assert practice.otherwise == "Fine."


def test_a_practice_card_with_lists_and_without_feedback(tmp_path: Path) -> None:
    text = "kind: decision\nprompt: Why?\ntexts: [a]\nlists: {criteria: [x, y]}"
    practice = read_practice(written(tmp_path, "p.yaml", text), load("blind"), "usual")
    assert practice.lists == {"criteria": ("x", "y")}
    assert (practice.feedback, practice.otherwise) == ({}, "usual")


def test_every_fault_of_a_practice_card(tmp_path: Path) -> None:
    path = written(tmp_path, "p.yaml", "kind: trio\nprompt: 3\ntexts: []\nlists: {a: b}\nfeedback: {voice: good}")
    assert [fault.split(": ")[1] for fault in faults(lambda: read_practice(path, LITE, ""))] == [
        "no such kind of card",
        "a card needs a prompt",
        "such a card shows one or two text(s)",
        "lists is a table of lists",
        "feedback is a table by question and value",
    ]


def test_a_practice_card_has_as_many_texts_as_its_kind(tmp_path: Path) -> None:
    path = written(tmp_path, "p.yaml", "kind: pair\nprompt: Why?\ntexts: [a]")
    assert faults(lambda: read_practice(path, LITE, "")) == ["line 3, texts: such a card shows 2 text(s)"]
