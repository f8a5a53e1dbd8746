"""What a report says besides the usual: only what a study has, in one order, whatever the protocol."""

from dataclasses import replace
from pathlib import Path

from dealt_studies import answer_all, nearer_to, pair_study
from recorded_run import GAP, GOOD, finished, names
from ringtrue import Study
from ringtrue.report.dealing import TITLE as DEALT
from ringtrue.report.judging import TITLE as TRUST
from ringtrue.report.judging import is_about_judges
from ringtrue.report.quality import TITLE as QUALITY
from ringtrue.store import JudgmentRecord
from ringtrue.study.report_sections import sections_of
from ringtrue.terms import Result, Verdict
from study_templates import fresh

OTHER = Result({"name": "other"}, {}, Verdict("done", ()), Verdict("done", ()))


def titles(study: Study, result: Result) -> list[str]:
    return [title for title, _ in sections_of(study, result)]


def test_a_study_without_cards_or_people_has_nothing_to_add(tmp_path: Path) -> None:
    assert sections_of(fresh(tmp_path / "s", "blind"), OTHER) == []


def test_answers_of_people_are_a_section_and_those_of_models_are_none(tmp_path: Path) -> None:
    study = fresh(tmp_path / "s", "blind")
    (study.folder / "items.json").write_text("[]", encoding="utf-8")
    with study.records() as records:
        records.record_judgments([JudgmentRecord("m", "q0", "found", 1.0, judge_kind="model")], who="tester")
    assert titles(study, OTHER) == []
    with study.records() as records:
        records.record_judgments([JudgmentRecord("ann", "q0", "found", 1.0)], who="tester")
    assert titles(study, OTHER) == [QUALITY]


def test_a_run_has_its_own_sections_and_no_dealing(tmp_path: Path) -> None:
    study, outputs = finished(tmp_path, dict(zip(names(3), (GOOD, GAP, GOOD), strict=True)))
    found = titles(study, outputs.result)
    assert found
    assert not {DEALT, QUALITY} & set(found)
    text = "\n".join(line for _, lines in sections_of(study, outputs.result) for line in lines)
    assert names(3)[1] in text  # the one that failed
    assert "strategic" in text


def as_before(result: Result) -> Result:
    """The result as an older version wrote it: without a word on who judged."""
    kept = {name: one for name, one in result.estimates.items() if not is_about_judges(name, one)}
    return replace(result, judges=(), fully_judged=None, estimates=kept)


def test_a_result_of_an_older_version_tells_of_its_judges_too(tmp_path: Path) -> None:
    study, outputs = finished(tmp_path, dict(zip(names(3), (GOOD, GAP, GOOD), strict=True)))
    with study.records() as records:
        again = [row.as_rating()._replace(rater=f"{row.rater}~2") for row in records.judgments()]
        records.record_judgments(again, who="tester")
    result = study.score(replicates=2)
    assert TRUST in titles(study, as_before(outputs.result))
    found = sections_of(study, as_before(result))
    assert dict(found)[TRUST] == dict(sections_of(study, result))[TRUST]
    assert [title for title, _ in found].count(TRUST) == 1


def test_dealing_and_quality_close_a_report_on_pairs(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 3)
    study.deal(["ann", "bob"], attention=())
    answer_all(study, nearer_to("beta"))
    study.unblind()
    result = study.score(replicates=100)
    found = titles(study, result)
    assert found[-2:] == [DEALT, QUALITY]
    assert len(found) > 2
    assert len(found) == len(set(found))
    quality = dict(sections_of(study, result))[QUALITY]
    assert [line.split(" | ")[0] for line in quality[2:4]] == ["| ann", "| bob"]


def test_who_was_dealt_cards_and_answered_none_is_listed_as_such(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 2)
    study.deal(["ann"], attention=())
    sections = dict(sections_of(study, study_result(study)))
    assert any(line.startswith("2 cards for 1 raters") for line in sections[DEALT])
    assert sections[QUALITY][2].startswith("| ann | 0 of 2 |")


def study_result(study: Study) -> Result:
    """What scoring says while nobody has answered: there are the pairs, and no number."""
    from ringtrue.score import score

    return score(study.settings.scored, study.items(), [], replicates=100)
