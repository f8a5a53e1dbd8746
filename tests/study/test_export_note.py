from pathlib import Path

from pair_studies import pair_study
from ringtrue.study.export_note import export_note


def test_the_note_names_pages_raters_and_the_way_back(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    note = export_note(study, [("anna", Path("anna-1.html")), ("a longer name", Path("a_longer_name-1.html"))])
    lines = note.splitlines()
    assert "  rater          page" in lines
    assert "  anna           anna-1.html" in lines
    assert "  a longer name  a_longer_name-1.html" in lines
    assert f"ringtrue take-in {study.folder} FILE..." in note
    assert f"ringtrue serve {study.folder}" in note
    assert max(map(len, lines)) <= 120 + len(str(study.folder))


def test_the_note_lies_beside_the_pages(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", "lite", count=3)
    study.deal(["anna"])
    study.export(tmp_path / "pages")
    assert "anna-1.html" in (tmp_path / "pages" / "README.txt").read_text(encoding="utf-8")
