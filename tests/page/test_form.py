"""Forms made from packet documents: every kind of scale has words, columns and values."""

import pytest

from ringtrue.page.form import form_fields, form_markdown, form_sheet, form_words
from ringtrue.page.offline import catalogue
from ringtrue.terms.item import Card

ASK = {"name": "q", "text": "How near?", "required": True, "low": None, "high": None, "step": None, "labels": {},
       "list": None, "ties": False}  # fmt: skip


def document(**ask: object) -> dict[str, object]:
    card = Card("c1", "pair", "Why?", ("one text", "other text"), {"criteria": ("it waits", "it asks")})
    shown = {"id": card.id, "kind": "pair", "prompt": card.prompt, "texts": list(card.texts), "lists": dict(card.lists)}
    return {
        "packet": "TOKEN", "name": "abcdef0123456789", "language": "en", "consent": None, "gold": None,
        "guide": "Listen.",
        "study": {"title": "A study", "person": {"name": "Ada", "about": "engineer"}}, "traits": [],
        "qualification": [], "kinds": {"pair": {"questions": [{**ASK, **ask}]}},
        "cards": [{**shown, "beside": {"What they did": "waited"}}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ask", "choices"),
    [
        ({"type": "pick"}, [("Text A", "A"), ("Text B", "B")]),
        ({"type": "pick", "ties": True}, [("Text A", "A"), ("Text B", "B"), ("I cannot tell", "tie")]),
        ({"type": "flag"}, [("Yes", True), ("No", False)]),
        (
            {"type": "bipolar", "low": -2, "high": 2, "step": 1},
            [("Definitely A", -2), ("Rather A", -1), ("Hard to tell", 0), ("Rather B", 1), ("Definitely B", 2)],
        ),
        ({"type": "steps", "low": 1, "high": 3, "step": 1, "labels": {"1": "no", "3": "fully"}},
         [("no", 1), ("2", 2), ("fully", 3)]),
        ({"type": "bipolar", "low": -5, "high": 5, "step": 1}, []),
        ({"type": "anchored", "low": 0, "high": 100}, []),
        ({"type": "text"}, []),
    ],
)  # fmt: skip
def test_each_scale_has_its_choices(ask: dict[str, object], choices: list[tuple[str, object]]) -> None:
    *_, question = form_fields(document(**ask))
    assert list(question.choices) == choices
    assert question.column == "abcdef-01-q"
    assert question.holds == {"card": "c1", "question": "q"}
    assert question.required
    assert form_words([question]) == ({"q": dict(choices)} if choices else {})


def test_a_number_says_its_bounds() -> None:
    *_, question = form_fields(document(type="anchored", low=0, high=100))
    assert (question.type, question.text) == ("number", "How near? (From 0 to 100.)")


def test_each_thing_of_a_list_is_a_question() -> None:
    fields = form_fields(document(type="checklist", list="criteria"))
    ticks = [one for one in fields if one.column]
    assert [one.text for one in ticks] == ["How near? – it waits", "How near? – it asks"]
    assert [one.column for one in ticks] == ["abcdef-01-q-1", "abcdef-01-q-2"]
    assert ticks[1].holds == {"card": "c1", "question": "q", "thing": 2}


def test_two_positions_stand_on_the_form_by_number_and_a_card_without_them_asks_nothing() -> None:
    fields = form_fields(document(type="position", list="criteria"))
    shown, question = fields[-2:]
    assert shown.text.startswith("1. it waits\n2. it asks\n")
    assert list(question.choices) == [("1", "1"), ("2", "2"), ("Neither of them", "neither")]
    assert not [one for one in form_fields(document(type="position", list="elsewhere")) if one.column]


def test_it_says_who_the_person_is_what_to_go_by_and_what_stands_beside_the_texts() -> None:
    fields = form_fields(document(type="flag"))
    shown = [one.text for one in fields if one.type == "show"]
    assert shown[:3] == ["A study", "The person: Ada, engineer.", "Listen."]
    assert "What they did: waited" in shown
    assert shown[-2:] == ["Text A:\n\none text", "Text B:\n\nother text"]


def test_markdown_and_sheet_hold_the_same_in_the_same_order() -> None:
    fields = form_fields(document(type="flag"))
    markdown, rows = form_markdown(fields), form_sheet(fields)
    places = [markdown.index(row[3]) for row in rows]
    assert places == sorted(places)
    assert markdown.count("## ") == 2
    assert "column `abcdef-01-q`, choice" in markdown
    assert rows[-1] == ("Card 1 of 1", "choice", "abcdef-01-q", "How near?", "Yes | No", "yes")


def test_portuguese_forms_use_the_page_s_words() -> None:
    *_, question = form_fields({**document(type="flag"), "language": "pt"})
    assert [word for word, _ in question.choices] == [catalogue("pt")["flag.yes"], catalogue("pt")["flag.no"]]
