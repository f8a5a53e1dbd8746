"""The picture: valid, the same every time, and with its text as text."""

import subprocess
import sys
from dataclasses import replace
from xml.dom.minidom import Element, parseString

from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.voice.explain import Explanation, Usage, explain, plot

WORD = Usage("word", "delve", "per 1,000 words", 0.0, 3.0, 9.0, 4.0, 0.01)
DASH = Usage("punctuation", "dashes", "per 1,000 words", 9.0, 0.4, 0.1, -7.0, 0.001, habit="dashes")


def explained(*rows: Usage) -> Explanation:
    return Explanation(rows, (), 10, 1000, 10, 1000, "en", 99, "by hand")


def elements(svg: str) -> list[Element]:
    return list(parseString(svg).getElementsByTagName("text"))  # noqa: S318 - our own picture


def said(element: Element) -> str:
    return "".join(child.data for child in element.childNodes if child.nodeType == child.TEXT_NODE).strip()


def texts(svg: str) -> list[str]:
    return [said(element) for element in elements(svg)]


def test_text_stays_text() -> None:
    shown = texts(plot(explained(WORD, DASH)))
    for expected in ("delve", "0 → 3.0 per 1,000 words", "dashes", "9.0 → 0.4 per 1,000 words", "none", "the person"):
        assert expected in shown


def test_the_same_picture_every_time() -> None:
    assert plot(explained(WORD, DASH)) == plot(explained(WORD, DASH))
    assert "<dc:date>" not in plot(explained(WORD))


def test_dollars_tags_and_any_script_are_shown_as_they_are() -> None:
    for name in ("$x^2$ and $", r"\frac{1}", "<b>&", "你好", "नमस्ते", "مرحبا", "a_b^c"):
        assert name in texts(plot(explained(replace(WORD, name=name))))


def test_labels_stand_on_lines_of_their_own() -> None:
    rows = [replace(WORD, name=f"word{n}") for n in range(30)]
    labels = [element for element in elements(plot(explained(*rows))) if said(element).startswith("word")]
    places = [element.getAttribute("y") or element.getAttribute("transform") for element in labels]
    assert len(set(places)) == 30


def test_nothing_found_is_said() -> None:
    assert "nothing differs" in texts(plot(explained()))
    assert any("not enough material" in text for text in texts(plot(explain([], []))))


@settings(max_examples=15)
@given(st.text(min_size=1, max_size=30), st.floats(0, 1e6), st.floats(0, 1e6))
def test_any_name_and_rate_can_be_drawn(name: str, own: float, replies: float) -> None:
    from ringtrue.voice.explain.plain_text import plain

    assert elements(plot(explained(replace(WORD, name=plain(name), own=own, replies=replies))))


def test_importing_the_room_does_not_load_matplotlib() -> None:
    probe = 'import sys, ringtrue.voice.explain; print("matplotlib" in sys.modules, "scipy.stats" in sys.modules)'
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
