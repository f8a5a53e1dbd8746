"""Text plots, drawn by hand."""

from ringtrue.cli.plot import beside, column_plot


def test_columns_fill_in_eighths() -> None:
    # Two rows of 8 eighths: 0, .5 (one full row), .75 (12 eighths: a full row and four), 1 (both), over 1 is cut.
    lines = column_plot([0.0, 0.5, 0.75, 1.0, 1.5], ("0", "1"), title="t", height=2)
    assert [line.rstrip() for line in lines] == ["t", "100%┤  ▄██", "    │ ████", "  0%┼─────", "     0   1"]
    assert len({len(line) for line in lines}) == 1


def test_plots_stand_beside_each_other() -> None:
    assert beside([["ab", "c "], ["d", "e"]], gap="|") == ["ab|d", "c |e"]
