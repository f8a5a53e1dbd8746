"""An explanation as Markdown and as rows of a table."""

import subprocess
import sys
from dataclasses import replace
from typing import Any
from xml.dom.minidom import Element, parseString

from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.voice.explain.differences import explain_differences
from ringtrue.voice.explain.render import COLUMNS, example, label, markdown, plot, table
from ringtrue.voice.explain.usage import Example, Explanation, Refusal, Usage

PIPE = Usage(
    "word", "a|b<script>", "per 1,000 words", 0.0, 3.0, 9.0, 4.0, 0.01, topic_bound=True,
    reply_examples=(Example(0, "see a|b<script> here\u202e"), Example(4, "# and `a|b`")),
)  # fmt: skip
DASH = Usage("punctuation", "dashes", "per 1,000 words", 9.0, 0.04, 0.1, -7.0, 0.001, habit="dashes", others=4.0)
GIVEN = Explanation((DASH, PIPE), (Refusal("questions", "no | marks"),), 3, 1200, 4, 900, "en", 77, "by hand")


def test_tables_keep_their_columns() -> None:
    lines = markdown(GIVEN).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 6
    assert {line.replace(r"\|", "").count("|") for line in rows} == {10}
    assert "<script>" not in markdown(GIVEN)
    assert "\u202e" not in markdown(GIVEN)


def test_what_the_sections_say() -> None:
    text = markdown(GIVEN)
    assert text.index("### What to change") < text.index("### Over-used") < text.index("### Under-used")
    assert r"- questions: no \| marks." in text
    assert "1,200 words in 3 texts of the person and 900 words in 4 replies; 77 usages compared" in text
    assert "| dashes | punctuation | 9.0 | 0.04 | 4.0 | per 1,000 words | 7.0 |" in text
    assert "(5)" in text  # texts are counted from one, as people do


def test_nothing_found_is_said() -> None:
    empty = Explanation((), (), 3, 1200, 4, 900, "en", 77, "by hand")
    assert "beyond chance" in markdown(empty)
    assert "beyond chance" not in markdown(explain_differences([], []))


def test_rows_for_a_terminal() -> None:
    rows = table(GIVEN)
    assert all(len(row) == len(COLUMNS) for row in rows)
    assert rows[0][:4] == ("too much", "word, topic", "a|b<script>", "0")
    assert rows[1][:6] == ("too little", "punctuation", "dashes", "9.0", "0.04", "per 1,000 words")


# Rows as text: cells as people read them.


OWN, REPLY = (Example(4, "as the person says"),), (Example(2, "as the reply says"), Example(3, "once more"))


def usage(name: str, sureness: float, **changed: Any) -> Usage:
    given = {"own_examples": OWN, "reply_examples": REPLY, **changed}
    return Usage("word", name, "per 1,000 words", 0.5, 1234.0, 2.0, sureness, 0.01, **given)


def rows(*usages: Usage) -> list[tuple[str, ...]]:
    return table(Explanation(usages, (), 1, 1, 1, 1, "en", 9, ""))


def test_a_row_has_a_cell_for_every_column() -> None:
    (row,) = rows(usage("so", 3.14))
    assert dict(zip(COLUMNS, row, strict=True)) == {
        "use": "too much",
        "kind": "word",
        "what": "so",
        "person": "0.5",
        "replies": "1,234",
        "unit": "per 1,000 words",
        "sure": "3.1",
        "example": "as the reply says",
    }


def test_over_used_rows_come_first_each_in_their_order() -> None:
    found = rows(usage("a", -5.0), usage("b", 4.0), usage("c", -3.0), usage("d", 2.0))
    assert [(row[0], row[2], row[6]) for row in found] == [
        ("too much", "b", "4.0"),
        ("too much", "d", "2.0"),
        ("too little", "a", "5.0"),
        ("too little", "c", "3.0"),
    ]


def test_the_example_is_of_the_side_that_has_more() -> None:
    assert example(usage("so", 2.0)) == "as the reply says"
    assert example(usage("so", -2.0)) == "as the person says"
    assert example(usage("so", 2.0, reply_examples=())) == ""


def test_the_place_stands_before_the_words() -> None:
    labels = {place: label(usage("so", 1.0, place=place)) for place in ("anywhere", "sentence start", "text start")}
    assert labels == {"anywhere": "so", "sentence start": "begins: so", "text start": "text begins: so"}
    assert label(usage("so", 1.0, place="text end")) == "text ends: so"


def test_what_belongs_to_a_topic_is_marked() -> None:
    assert rows(usage("lava", 1.0, topic_bound=True))[0][1] == "word, topic"


def test_nothing_to_tell_is_no_row() -> None:
    assert rows() == []


# The picture: valid, the same every time, and with its text as text.


WORD = Usage("word", "delve", "per 1,000 words", 0.0, 3.0, 9.0, 4.0, 0.01)
DASH_PLOT = Usage("punctuation", "dashes", "per 1,000 words", 9.0, 0.4, 0.1, -7.0, 0.001, habit="dashes")


def explained(*rows: Usage) -> Explanation:
    return Explanation(rows, (), 10, 1000, 10, 1000, "en", 99, "by hand")


def elements(svg: str) -> list[Element]:
    return list(parseString(svg).getElementsByTagName("text"))  # noqa: S318 - our own picture


def said(element: Element) -> str:
    return "".join(child.data for child in element.childNodes if child.nodeType == child.TEXT_NODE).strip()


def texts(svg: str) -> list[str]:
    return [said(element) for element in elements(svg)]


def test_text_stays_text() -> None:
    shown = texts(plot(explained(WORD, DASH_PLOT)))
    for expected in ("delve", "0 → 3.0 per 1,000 words", "dashes", "9.0 → 0.4 per 1,000 words", "none", "the person"):
        assert expected in shown


def test_the_same_picture_every_time() -> None:
    assert plot(explained(WORD, DASH_PLOT)) == plot(explained(WORD, DASH_PLOT))
    assert "<dc:date>" not in plot(explained(WORD))


def test_dollars_tags_and_any_script_are_shown_as_they_are() -> None:
    for name in ("$x^2$ and $", r"\frac{1}", "<b>&", "你好", "नमस्ते", "مرحبا", "a_b^c"):
        assert name in texts(plot(explained(replace(WORD, name=name))))


def test_labels_stand_on_lines_of_their_own() -> None:
    rows = [replace(WORD, name=f"word{n}") for n in range(30)]
    labels = [element for element in elements(plot(explained(*rows))) if said(element).startswith("word")]
    places = [element.getAttribute("y") or element.getAttribute("transform") for element in labels]
    assert len(set(places)) == 30


def test_nothing_found_is_said_plot() -> None:
    assert "nothing differs" in texts(plot(explained()))
    assert any("not enough material" in text for text in texts(plot(explain_differences([], []))))


@settings(max_examples=15)
@given(st.text(min_size=1, max_size=30), st.floats(0, 1e6), st.floats(0, 1e6))
def test_any_name_and_rate_can_be_drawn(name: str, own: float, replies: float) -> None:
    from ringtrue.terms.text import plain

    assert elements(plot(explained(replace(WORD, name=plain(name), own=own, replies=replies))))


def test_importing_the_room_does_not_load_matplotlib() -> None:
    probe = 'import sys, ringtrue.voice.explain; print("matplotlib" in sys.modules, "scipy.stats" in sys.modules)'
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
