"""Cards of items: question, answers, expectation, source lines, criteria by how many raters; nothing before opening."""

from pathlib import Path

from blind_studies import blind_study
from dealt_studies import answer_all, nearer_to, pair_study
from recorded_run import GAP, GOOD, finished, names
from ringtrue.report.section import Grid
from ringtrue.study.item_cards import item_pages
from ringtrue.study.report import study_report
from ringtrue.study.study import Study


def test_a_failed_scenario_shows_what_was_said_expected_and_why(tmp_path: Path) -> None:
    good, bad = names(2)
    study, outputs = finished(tmp_path, {good: GOOD, bad: GAP})
    pages = item_pages(study, outputs.result, study.about_result(outputs.result))
    first, second = pages.cards
    assert (first.id, first.outcome, second.id, second.outcome) == (bad, "bad", good, "good")
    item = next(one for one in study.items() if one.id == bad)
    assert [one.text for one in first.asked] == [item.fields["context"], item.prompt]
    assert first.expected[0].text == item.fields["expected_decision"]
    with study.records() as records:
        (said,) = [one.response.text for one in records.responses(speaker="clone", item=bad)]
        rows = [row for row in records.judgments() if row.item == bad]
    assert first.answers[0].text == (said or "").strip()
    assert [(one.answer, one.reason) for one in first.opinions] == [(f"{row.value:g}", row.comment) for row in rows]
    assert first.answers[0].mark == tuple(dict.fromkeys(row.excerpt for row in rows if row.excerpt))
    assert pages.grid is None  # one judge has nobody to be compared with


def sealed(folder: Path) -> Study:
    study = pair_study(folder / "s", 3)
    study.deal(["ann", "bob"], attention=(), force=True, why="a small study")
    answer_all(study, nearer_to("beta"))
    return study


def test_before_the_key_is_open_nothing_is_told(tmp_path: Path) -> None:
    from ringtrue.score.scoring import score

    study = sealed(tmp_path)
    result = score(study.settings.scored, study.items(), [], replicates=20)
    pages = item_pages(study, result, study.about_result(result))
    assert (pages.cards, pages.grid, pages.answers) == ((), None, None)
    assert "sealed" in pages.leaving


def test_after_opening_both_texts_and_every_rater_are_there(tmp_path: Path) -> None:
    study = sealed(tmp_path)
    study.unblind()
    study.score(replicates=50)
    record = study.latest()
    assert record is not None
    report = study_report(study, record)
    cards = list(report.cards())
    assert len(cards) == 3
    assert len(cards[0].answers) == 2
    grids = [block for section in report.sections for block in section.blocks if isinstance(block, Grid)]
    assert grids[0].columns == ("ann", "bob")
    assert {item for item, _ in grids[0].rows} == {card.id for card in cards}
    assert "ann" not in grids[0].words
    names_of = [section.name for section in report.sections]
    assert "answers" in names_of
    assert report.with_role("first")[0].name == "purpose"


def test_the_trap_of_an_edge_case_is_marked_as_what_nobody_should_say(tmp_path: Path) -> None:
    study = blind_study(tmp_path / "s", edges=1)
    answers = "rater,item,question,value\n" + "".join(f"{name},E0,holds,1;0\n" for name in ("ann", "bob", "cyd"))
    (tmp_path / "answers.csv").write_text(answers, encoding="utf-8")
    study.take_in([tmp_path / "answers.csv"])
    result = study.score(replicates=20)
    (card,) = [one for one in item_pages(study, result, study.about_result(result)).cards if one.id == "E0"]
    assert [(one.text, one.wrong) for one in card.expected] == [
        ("Shut gate 0 at dusk.", False),
        ("It depends on gate 0.", True),
    ]
