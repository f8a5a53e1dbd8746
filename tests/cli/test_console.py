"""Values and tables as they are shown."""

import pytest

from ringtrue.cli.console import print_lines, print_table, progress, shortened


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
