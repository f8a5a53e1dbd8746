"""A result broken down: by tag with shares of passed, answers in counts, comments."""

from pathlib import Path

from dealt_studies import answer_all, nearer_to, pair_study
from recorded_run import GAP, GOOD, finished, names
from ringtrue.report.section import Section, Table
from ringtrue.study.breakdown import breakdown_sections
from ringtrue.study.item_cards import item_pages
from ringtrue.study.study import Study
from ringtrue.terms.result import Result


def sections(study: Study, result: Result) -> dict[str, Section]:
    about = study.about_result(result)
    answers = item_pages(study, result, about).answers
    assert answers is not None
    return {one.name: one for one in breakdown_sections(study.items(), result, about, study.settings.scored, answers)}


def test_each_tag_has_a_table_with_how_many_passed(tmp_path: Path) -> None:
    chosen = [name for name in names(30) if name.startswith(("STR", "TAC"))][:20]
    study, outputs = finished(tmp_path, {name: GAP if name == names(1)[0] else GOOD for name in names(20)})
    assert chosen
    tables = {
        block.title: block for block in sections(study, outputs.result)["tags"].blocks if isinstance(block, Table)
    }
    rows = {row[0]: row for row in tables["By type"].rows}
    assert sum(int(row[1]) for row in rows.values()) == 20
    assert rows["strategic"][3] == f"{int(rows['strategic'][1]) - 1} of {rows['strategic'][1]}"


def test_answers_are_counted_with_their_words(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 3)
    study.deal(["ann", "bob"], attention=(), force=True, why="a small study")
    answer_all(study, nearer_to("beta"))
    study.unblind()
    tables = [
        block for block in sections(study, study.score(replicates=20))["answers"].blocks if isinstance(block, Table)
    ]
    voice = next(table for table in tables if table.title.startswith("Voice"))
    assert sum(int(times) for _, times in voice.rows) == 3 * 2
    assert all(answer.split(maxsplit=1)[1] for answer, _ in voice.rows)
