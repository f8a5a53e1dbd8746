"""Reports as files: every form, named by the number of the result, and a refusal of any other form."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from dealt_studies import answer_all, nearer_to, pair_item, pair_study
from recorded_run import GAP, GOOD, finished, names
from report.conftest import lines_of
from ringtrue.blind.leak_check import Waiver
from ringtrue.report.judging import TITLE as TRUST
from ringtrue.report.judging import is_about_judges
from ringtrue.report.rating_sections import DEALING as DEALT
from ringtrue.report.rating_sections import RATERS as QUALITY
from ringtrue.report.section import Section
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.provenance import Provenance
from ringtrue.store.results import ResultRecord
from ringtrue.study.report import FORMATS, deal_account, sections_of, write_report
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Estimate, Result, Verdict
from study_templates import fresh

RESULT = Result(
    {"name": "pairs", "version": "1.0", "hash": "ab"},
    {"found": Estimate(0.625, 0.5, 0.75, 8), "gap": Estimate.absent("nobody rated")},
    Verdict("PASS", ("found < 0.65",)),
    Verdict("inconclusive", ()),
    items=({"id": "P1", "kind": "pair", "score": 0.5}, {"id": "P2", "kind": "pair", "score": None}),
)


def record(number: int) -> ResultRecord:
    return ResultRecord(number, RESULT, RESULT.as_dict(), Provenance(1, "2026-01-02T03:04:05", "tester", "ab", "0.1"))


def written(folder: Path, form: str, number: int = 3) -> list[Path]:
    place = folder / "s"
    study = Study.open(place) if place.is_dir() else fresh(place, "pairs")
    (study.folder / "items.json").write_text("[]", encoding="utf-8")
    return write_report(study, record(number), form)


def rows(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as stream:
        return list(csv.reader(stream))


def test_markdown_holds_the_verdicts_and_the_protocol_s_own_sections(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "md")
    assert path == tmp_path / "s" / "reports" / "result-3.md"
    text = path.read_text(encoding="utf-8")
    for words in ("PASS", "inconclusive", "## Criteria and conclusion", "0.625"):
        assert words in text


def test_json_is_the_recorded_document(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "json")
    document = json.loads(path.read_text(encoding="utf-8"))
    report = document.pop("report")
    assert document == json.loads(json.dumps(RESULT.as_dict()))
    assert [one["name"] for one in report["sections"]][:2] == ["verdicts", "reservations"]
    assert Result.from_dict(json.loads(path.read_text(encoding="utf-8"))) == RESULT


def test_csv_is_a_sheet_of_estimates_and_one_of_items(tmp_path: Path) -> None:
    estimates, items, ratings = written(tmp_path, "csv")
    names = ["result-3-estimates.csv", "result-3-items.csv", "result-3-ratings.csv"]
    assert [path.name for path in (estimates, items, ratings)] == names
    assert [row[0] for row in rows(estimates)[1:]] == ["found", "gap"]
    assert [row[0] for row in rows(items)[1:]] == ["P1", "P2"]


def test_a_later_result_stands_beside_the_earlier_one(tmp_path: Path) -> None:
    for number in (1, 2):
        for form in FORMATS:
            if form != "parquet":  # has an extra and a test of its own
                written(tmp_path, form, number)
    names = {path.name for path in (tmp_path / "s" / "reports").iterdir()}
    ends = (".md", ".html", ".json", ".yaml", ".xml", "-estimates.csv", "-items.csv", "-ratings.csv")
    assert names == {f"result-{number}{end}" for number in (1, 2) for end in ends}


def test_without_a_form_markdown_and_html_are_written(tmp_path: Path) -> None:
    assert [path.suffix for path in written(tmp_path, "")] == [".md", ".html"]


@pytest.mark.parametrize("form", ["pdf", "MD", "md ", "../md"])
def test_another_form_is_refused_and_nothing_is_made(tmp_path: Path, form: str) -> None:
    with pytest.raises(BadInput) as refusal:
        written(tmp_path, form)
    (problem,) = refusal.value.problems
    assert (problem.place, problem.value) == ("--format", form)
    assert problem.remedy == "one of html, md, json, yaml, csv, parquet, junit"
    assert not (tmp_path / "s" / "reports").exists()


# What a report says in addition to the usual: only what a study has, in one order, whatever the protocol.


OTHER = Result({"name": "other"}, {}, Verdict("done", ()), Verdict("done", ()))


def by_title(sections: list[Section]) -> dict[str, Section]:
    return {section.title: section for section in sections}


def titles(study: Study, result: Result) -> list[str]:
    return [section.title for section in sections_of(study, result)]


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
    text = "\n".join(line for section in sections_of(study, outputs.result) for line in lines_of(section))
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
    assert by_title(found)[TRUST] == by_title(sections_of(study, result))[TRUST]
    assert [section.title for section in found].count(TRUST) == 1


def test_dealing_and_quality_close_a_report_on_pairs(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 3)
    study.deal(["ann", "bob"], attention=(), force=True, why="a small study")
    answer_all(study, nearer_to("beta"))
    study.unblind()
    result = study.score(replicates=100)
    found = titles(study, result)
    assert found[-2:] == [DEALT, QUALITY]
    assert len(found) > 2
    assert len(found) == len(set(found))
    quality = lines_of(by_title(sections_of(study, result))[QUALITY])
    assert [line.split(" | ")[0] for line in quality[2:4]] == ["| ann", "| bob"]


def test_who_was_dealt_cards_and_answered_none_is_listed_as_such(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 2)
    study.deal(["ann"], attention=(), force=True, why="a small study")
    sections = by_title(sections_of(study, study_result(study)))
    assert any(line.startswith("2 cards for 1 raters") for line in lines_of(sections[DEALT]))
    assert lines_of(sections[QUALITY])[2].startswith("| ann | 0 of 2 |")


def study_result(study: Study) -> Result:
    """What scoring says while nobody has answered: there are the pairs, and no number."""
    from ringtrue.score.scoring import score

    return score(study.settings.scored, study.items(), [], replicates=100)


# The account of a study's deals, and its place in the report.


def test_nothing_dealt_is_nothing_to_tell(tmp_path: Path) -> None:
    assert deal_account(pair_study(tmp_path / "s")) is None


def test_deals_waivers_packets_and_the_opening(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(5)]
    items[1]["responses"]["full"] += " and a good deal more than that"
    study = pair_study(tmp_path / "s", items)
    first = study.deal(["Ada Quill"], waivers=[Waiver("length", "both ramble")], force=True, why="a small study")
    second = study.deal(2, controls=2, force=True, why="a small study")
    told = deal_account(study)
    assert told is not None
    assert [deal["seal"] for deal in told["deals"]] == [first.seal, second.seal]
    assert [(deal["raters"], deal["controls"]) for deal in told["deals"]] == [(1, {"pair": 4}), (2, {"pair": 2})]
    assert [waiver["reason"] for waiver in told["waivers"]] == ["both ramble"]
    assert (told["raters"], told["cards"], told["largest"], told["opened"]) == (
        3,
        3 * 6,
        6,
        None,
    )  # none for want of outside items
    assert "Ada" not in json.dumps(told)
    answer_all(study, nearer_to("alpha"))
    study.unblind(why="all are back")
    opened = deal_account(study)
    assert opened is not None
    assert opened["opened"]["why"] == "all are back"
    study.score(replicates=20)
    reports = "\n".join(path.read_text(encoding="utf-8") for path in study.report() if path.suffix == ".md")
    assert "How it was dealt" in reports
    assert all("sound verdict will be" not in note for deal in opened["deals"] for note in deal["notes"])
    assert first.seal[:16] in reports
