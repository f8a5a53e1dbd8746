"""Values in a notebook: escaped tables, and frames of pandas."""

import pytest

from ringtrue.terms import notebook
from ringtrue.terms.notebook import frame, html_table
from ringtrue.terms.result import Estimate, Result, Verdict


def test_a_table_escapes_every_cell() -> None:
    text = html_table(("<a>",), [("<b>", )], "x & y")  # fmt: skip
    assert "<b>" not in text.replace("<tbody>", "")
    assert "<th>&lt;a&gt;</th>" in text
    assert "x &amp; y" in text


def test_an_estimate_shows_its_interval_and_a_result_its_verdicts() -> None:
    one = Estimate(0.5, 0.4, 0.6, 30, "mean")
    assert "0.400 to 0.600" in one._repr_html_()
    result = Result({}, {"<found>": one}, Verdict("PASS", ()), Verdict("inconclusive", ()))
    shown = result._repr_html_()
    assert "&lt;found&gt;" in shown
    assert "PASS" in shown
    assert "inconclusive" in shown


def test_a_result_becomes_a_frame_with_a_row_for_each_estimate() -> None:
    pytest.importorskip("pandas")
    result = Result({}, {"a": Estimate(0.5), "b": Estimate.absent("none")}, Verdict("x", ()), Verdict("x", ()))
    table = result.to_frame()
    assert list(table["name"]) == ["a", "b"]
    assert table.loc[0, "value"] == 0.5
    assert table.loc[1, "reason"] == "none"


def test_without_pandas_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(notebook, "import_module", missing)
    with pytest.raises(ImportError, match="pip install pandas"):
        frame([], ("a",))
