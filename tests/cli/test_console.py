"""Values and tables as they are shown."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ringtrue.cli.console import plainly_wrapped, print_lines, print_table, progress, shortened

WORDS = st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


@pytest.mark.parametrize(
    ("value", "text"),
    [("plain", "plain"), ("a\tb\n", "a\\tb\\n"), ("\x1b[31m", "\\x1b[31m"), ("x" * 99, "x" * 59 + "…")],
)
def test_values_are_made_visible_and_cut(value: str, text: str) -> None:
    assert shortened(value) == text


def test_tables_are_aligned_without_trailing_blanks_and_markup_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), [("[bold]a", "10"), ("bb", "2")], right=("n",))
    assert capsys.readouterr().out == "name      n\n[bold]a  10\nbb        2\n"


def test_long_lines_wrap_and_keep_their_indent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    print_lines(["  one two three four five"])
    assert capsys.readouterr().out == "  one two three four\n  five\n"


def test_progress_is_silent_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("working", 2) as step:
        step()
    assert capsys.readouterr().err == ""


def by_rich(line: str, width: int) -> str:
    """The line as rich sets it, without the blanks at the ends of rows."""
    out = Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)
    with out.capture() as captured:
        out.print(Padding(Text(line.strip()), (0, 0, 0, len(line) - len(line.lstrip()))))
    return "\n".join(row.rstrip() for row in captured.get().splitlines())


@given(st.lists(WORDS, max_size=20).map(" ".join), st.integers(0, 6), st.integers(10, 60))
def test_a_line_without_a_terminal_is_wrapped_as_rich_wraps_it(text: str, indent: int, width: int) -> None:
    line = " " * indent + text
    plain = plainly_wrapped(line, width)
    assert plain is None or plain == by_rich(line, width)


def test_most_sentences_need_no_rich_and_odd_ones_do() -> None:
    assert plainly_wrapped("  one two three four five", 20) == "  one two three four\n  five"
    assert [plainly_wrapped(line, 20) for line in ("", "na\u00efve", "x" * 21, "one  two three  four five")] == [
        None
    ] * 4
