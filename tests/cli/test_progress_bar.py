"""The bar of a run fits its terminal, whatever there is to say."""

from io import StringIO

import pytest
from rich.console import Console

from ringtrue.calls.progress import Progress
from ringtrue.cli.progress_bar import CallBar

SAID = "19 of 40  3 failed  46 retried  0.6/s  76k tokens  49 s left"
TROUBLE = "The answer was malformed: voice_accuracy:\nthe quote is not in the answer"


def drawn(width: int, trouble: str = "") -> list[str]:
    screen = Console(file=StringIO(), width=width, force_terminal=True, color_system=None, legacy_windows=False)
    bar = CallBar("calls", screen, lambda now: SAID if now.done else "nothing yet")
    bar.show(Progress(expected=40))
    bar.show(Progress(16, 3, expected=40, trouble=trouble))  # the newest counts, however soon it came
    with screen.capture() as captured:
        screen.print(bar.get_renderable())
    return [line.rstrip() for line in captured.get().splitlines() if line.strip()]


@pytest.mark.parametrize("width", [80, 100, 160])
def test_label_bar_and_figures_are_whole_where_there_is_room(width: int) -> None:
    [line] = drawn(width)
    assert line.startswith("calls ")
    assert line.endswith(SAID)
    length = line.index(SAID) - len("calls ") - 1
    assert length == (24 if width >= 100 else 10)
    assert line.count("━") == int(length * 19 / 40)  # and perhaps half a cell more


@pytest.mark.parametrize("width", [20, 40, 60])
def test_on_a_narrow_terminal_the_figures_are_cut_and_the_label_is_not(width: int) -> None:
    [line] = drawn(width)
    assert line.startswith("calls ")
    assert line.endswith("…")
    assert len(line) <= width


@pytest.mark.parametrize("width", [40, 160])
def test_trouble_has_a_line_of_its_own(width: int) -> None:
    line, below = drawn(width, TROUBLE)
    assert line.startswith("calls ")
    assert below.startswith("The answer was malformed: ")
    assert len(below) <= width
    assert drawn(width, "") == [line]


def test_trouble_cannot_steer_the_terminal() -> None:
    assert drawn(80, "500: \x1b]0;owned\x07 busy")[1].startswith("500: ")
    assert "\x1b]" not in drawn(80, "500: \x1b]0;owned\x07 busy")[1]
