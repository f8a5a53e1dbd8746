"""The files of P13: names, columns and places exactly as asked, for pairs and lite, and nothing for others."""

import csv
import json
import xml.etree.ElementTree as ET
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t

from pair_studies import answered, pair_study
from ringtrue.store.keys import opened_keys, opened_seals, sealed_keys
from ringtrue.store.packets import fingerprint
from ringtrue.study.pairs.outputs import _file_names, grades_of_both, methods_of, over_raters, pair_rows, raw_documents
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given

ANSWERS = [[(2, 3, 3, 2), (1, 3, 2, 1)], [(-1, 1, 2, 0), (0, 2, 2, 2)], [(1, 2, 3, 1), (1, 1, 2, 1)]]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    made = answered(pair_study(tmp_path_factory.mktemp("out") / "s", "lite", count=3), ANSWERS)
    made.score(replicates=50)
    return made


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_csv_writes_the_tables_and_a_file_for_each_rater(study: Study) -> None:
    written = study.report("csv")
    folder = study.folder / "reports" / "result-1"
    assert {folder / "RESULTS_AGG.csv", folder / "PAIRS.csv"} < set(written)
    head, *rows = rows_of(folder / "RESULTS_AGG.csv")
    assert ",".join(head) == (
        "pair_id,domain,n,pfi_001,low,high,pfi_004,pfi_equivalence,pfi_model,pfi_model_anchored,pfi_combined"
    )
    assert [row[:3] for row in rows] == [["P1", "TECH", "2"], ["P2", "ANAL", "2"], ["P3", "PHIL", "2"]]
    head, *rows = rows_of(folder / "PAIRS.csv")
    assert ",".join(head) == "pair_id,persona,domain,run,pfi_model,stratum,words_full,words_compressed"
    assert rows[0] == ["P1", "Ada", "TECH", "1", "0.92", "high", "14", "14"]
    raw = sorted((folder / "RESULTS_RAW").iterdir())
    assert [path.name for path in raw] == ["r1.json", "r2.json"]
    document = json.loads(raw[0].read_text(encoding="utf-8"))
    assert {"rater", "packet", "started", "finished", "answers"} <= set(document)
    asked = {"pair_id", "domain", "shown", "sides", "voice", "vibe", "logic", "continuity", "comment", "seconds"}
    assert all(set(answer) == asked for answer in document["answers"])


def test_markdown_writes_methods_in_two_languages_consent_and_pictures(study: Study) -> None:
    written = {path.name: path for path in study.report("md")}
    assert {"methods.md", "methods.pt.md", "consent.md", "pairs.svg", "model.svg", "domains.svg"} < set(written)
    report = written["result-1.md"].read_text(encoding="utf-8")
    for title in ("Criteria and conclusion", "Pair by pair", "Human against model", "Domains"):
        assert f"## {title}\n" in report
    for name in ("pairs", "model", "domains"):
        assert f"](result-1/{name}.svg)" in report
        assert (written["result-1.md"].parent / f"result-1/{name}.svg").is_file()
        ET.parse(written[f"{name}.svg"])  # noqa: S314 - our own file
    assert "nan" not in report.replace("finance", "")
    assert written["consent.md"].read_text(encoding="utf-8") == study.consent_form()


def test_other_forms_and_other_protocols_get_nothing_more(study: Study, tmp_path: Path) -> None:
    assert [path.name for path in study.report("json")] == ["result-1.json"]
    other = Study.create(tmp_path / "blind", protocol="blind")
    from ringtrue.study.pairs.outputs import pair_sections

    record = study.latest()
    assert record is not None
    assert pair_sections(other, record.result) == {}


def test_names_of_raters_make_safe_and_different_files() -> None:
    assert _file_names(["ann", "../../etc/passwd", "Ann", "", "é ü", "ann"]) == [
        "ann.json",
        "etc_passwd.json",
        "Ann-2.json",
        "rater.json",
        "é_ü.json",
        "ann-3.json",
    ]


# Raw answers of each rater: sides opened, nothing before the key is, unblinded answers without an order.


ANSWERS_PAIR_RAW = [[(2, 3, 3, 2), (1, 3, 2, 1)], [(-1, 1, 2, 0), (0, 2, 2, 2)], [(1, 2, 3, 1), None]]


@pytest.fixture(scope="module")
def study_pair_raw(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return answered(
        pair_study(tmp_path_factory.mktemp("raw") / "s", "lite", count=3), ANSWERS_PAIR_RAW, comment="noted"
    )


def test_each_rater_has_a_document_with_what_he_said(study_pair_raw: Study) -> None:
    documents = raw_documents(study_pair_raw)
    assert list(documents) == ["r1", "r2"]
    by_pair = {answer["pair_id"]: answer for answer in documents["r1"]["answers"]}
    second = by_pair["P2"]
    assert [second[name] for name in ("voice", "vibe", "logic", "continuity")] == [-1, 1, 2, 0]
    assert (second["domain"], second["comment"], second["seconds"]) == ("ANAL", "noted", 60.0)
    assert [answer["pair_id"] for answer in documents["r2"]["answers"]].count("P3") == 0
    assert (documents["r1"]["partial"], documents["r2"]["partial"]) == (False, True)


def test_the_order_shown_and_the_sides_are_those_of_the_key(study_pair_raw: Study) -> None:
    with study_pair_raw.records() as records:
        key = opened_keys(records)
        packets = {one.packet.rater: one.packet for one in records.packets()}
    for rater, document in raw_documents(study_pair_raw).items():
        packet = packets[rater]
        assert document["packet"] == [fingerprint(packet.token)]
        assert packet.token not in json.dumps(document)
        placed = {entry["item"]: entry["speakers"] for entry in key[packet.token].values()}
        for answer in document["answers"]:
            assert answer["shown"] == placed[answer["pair_id"]]
            assert {letter: name for name, letter in answer["sides"].items()} == dict(
                zip("AB", answer["shown"], strict=True)
            )


def test_times_come_from_the_answers_or_from_what_an_offline_file_told(study_pair_raw: Study) -> None:
    document = raw_documents(study_pair_raw)["r1"]
    assert document["started"] <= document["finished"]
    with study_pair_raw.records() as records:
        told = {"started": "2026-01-01T10:00:00Z", "finished": "2026-01-01T10:09:00Z"}
        records.note_about_rater("r2", "sitting", told, who="tester")
    found = raw_documents(study_pair_raw)["r2"]
    assert (found["started"], found["finished"]) == tuple(told.values())


def test_before_the_key_is_opened_nothing_is_told(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", count=1)
    study.deal(["r1"], controls=0, attention=(), force=True, why="a small study")
    with study.records() as records:
        (packet,) = records.packets()
        card = packet.packet.cards[0].id
        assert sealed_keys(records)
        records.save_answers(packet.packet.token, [Given(card, "voice", 1.0)], who="tester")
        records.return_packet(packet.packet.token, who="tester", partial=True)
    assert raw_documents(study) == {}


def test_answers_taken_in_without_cards_have_no_order(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", count=1)
    rows = [
        {"rater": "ann", "item": "P1", "question": name, "value": value} for name, value in (("voice", 1), ("vibe", 3))
    ]
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    study.take_in([file])
    (answer,) = raw_documents(study)["ann"]["answers"]
    assert (answer["voice"], answer["vibe"], answer["logic"]) == (1, {"compressed": 3}, None)
    assert grades_of_both(study) == {}  # nobody graded the other text
    assert (answer["shown"], answer["sides"], answer["seconds"]) == (None, None, None)
    assert raw_documents(study)["ann"]["packet"] == []


# The facts of a methods text: counted in the study and its records.


ANSWERS_PAIR_METHODS = [
    [(2, 3, 3), (1, 3, 2), (0, 2, 2)],
    [(-1, 1, 2), (0, 2, 2), (1, 3, 3)],
    [(1, 2, 3), (1, 1, 1), None],
]


def test_everything_is_counted(tmp_path: Path) -> None:
    study = answered(
        pair_study(tmp_path / "s", count=3, order=["NARR", "TECH"]), ANSWERS_PAIR_METHODS, controls=1, seconds=120.0
    )
    study.withdraw_rater("r2", why="asked to")
    study.score(replicates=20)
    record = study.latest()
    assert record is not None
    facts = methods_of(study, record, raw_documents(study))
    assert (facts.pairs, facts.raters, facts.dealt, facts.withdrawn, facts.partial) == (3, 2, 3, 1, 1)
    assert (facts.ratings, facts.control_ratings, facts.control) == (5, 2, "control")
    assert facts.domains == ("TECH", "ANAL", "PHIL")
    assert (facts.protocol.name, facts.index) == ("pairs", "pfi_001")
    assert (facts.design, facts.grade) == ("equivalence", "both")
    assert facts.model_definitions == ("made up for a test",)
    assert (facts.anchored, facts.order) == (False, ("NARR", "TECH"))
    assert facts.gold_words == 11
    assert facts.replicates == 20
    assert facts.minutes == pytest.approx(7.0)  # r1 four cards, r3 three, of two minutes each
    with study.records() as records:
        assert facts.seals == tuple(seal.hash for seal in opened_seals(records))
    assert facts.sealed_at < facts.opened_at
    assert facts.early == ""


def test_a_study_without_cards_says_so(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", "lite", count=3, gold=False)
    lines = "".join(
        f"r{r},P{p},{q},2\n" for r in (1, 2) for p in (1, 2, 3) for q in ("voice", "vibe", "logic", "continuity")
    )
    (tmp_path / "rows.csv").write_text(f"rater,item,question,value\n{lines}", encoding="utf-8")
    study.take_in([tmp_path / "rows.csv"])
    study.score(replicates=20)
    record = study.latest()
    assert record is not None
    facts = methods_of(study, record, raw_documents(study))
    assert (facts.seals, facts.opened_at, facts.dealt, facts.minutes) == ((), "", 0, None)
    assert (facts.ratings, facts.raters, facts.gold_words, facts.index) == (6, 2, 0, "pfi_004")


# The pairs of a study as rows, by hand; intervals over raters; both texts graded.


# voice toward the candidate, vibe, logic of three raters; s = voice + 2 vibe + 2 logic - 2, pfi_001 = s / 12
ANSWERS_PAIR_ROWS = [
    [(2, 3, 3), (1, 3, 3), (0, 3, 3)],
    [(1, 3, 3), (0, 3, 3), (2, 3, 3)],
    [(0, 3, 3), (-1, 3, 3), (1, 3, 3)],
    [(1, 2, 3), (0, 2, 3), (2, 2, 3)],
    [(-1, 3, 2), None, (-1, 3, 2)],  # one rater left it open
]


@pytest.fixture(scope="module")
def study_pair_rows(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return answered(pair_study(tmp_path_factory.mktemp("rows") / "s", grade="both"), ANSWERS_PAIR_ROWS, controls=1)


def test_every_pair_has_its_row_by_hand(study_pair_rows: Study) -> None:
    rows = {row.pair_id: row for row in pair_rows(study_pair_rows, study_pair_rows.score(replicates=20))}
    first = rows["P1"]
    assert (first.domain, first.persona, first.run, first.n) == ("TECH", "Ada", "1", 3)
    # Both texts are graded, the full one a grade lower: the preferred text's grade counts, after "hard to tell" both.
    # So s is 12, 11 and, with 2.5 for vibe and logic, 8: mean 31/3, variance 13/3.
    half = float(t.ppf(0.975, 2)) * sqrt(13 / 3) / 12 / sqrt(3)
    assert first.pfi_001.value == pytest.approx(31 / 36)
    assert (first.pfi_001.low, first.pfi_001.high) == pytest.approx((31 / 36 - half, 1.0))  # not beyond the scale
    assert first.pfi_004 == pytest.approx((8 + 7 + 5) / 27)
    assert first.pfi_equivalence == pytest.approx((0.5 + 2 * (8.5 / 3 - 1) / 2) / 3)
    assert (first.pfi_model, first.pfi_model_anchored) == (0.92, None)
    assert first.pfi_combined == pytest.approx((0.92 + 31 / 36) / 2)
    assert (first.stratum, first.words_full, first.words_compressed) == ("high", 14, 14)
    last = rows["P5"]
    # The full text is preferred, with grades 2 and 1: s = -1 + 4 + 2 - 2 = 3.
    assert (last.n, last.pfi_001.value, last.pfi_001.low) == (2, pytest.approx(3 / 12), None)
    assert last.pfi_001.reason == "all ratings are identical: no interval"


def test_grades_of_both_texts_stand_apart(study_pair_rows: Study) -> None:
    found = grades_of_both(study_pair_rows)
    vibes = [row[1] for pair in ANSWERS_PAIR_ROWS for row in pair if row]
    assert found["vibe", "compressed"].value == pytest.approx(np.mean(vibes))
    assert found["vibe", "full"].value == pytest.approx(np.mean([vibe - 1 for vibe in vibes]))
    assert found["vibe", "full"].n == 14  # once for each card of the suite, not again for the control's
    assert ("vibe", "control") not in found
    assert all(1.0 <= one.low <= one.high <= 3.0 for one in found.values() if one.low is not None)


def test_preferred_texts_have_no_such_table(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", count=1, grade="preferred")
    assert grades_of_both(answered(study, [[(0, 3, 3), (1, 3, 3)]])) == {}


def test_unrated_pairs_have_a_row_without_numbers(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", count=2), [[(0, 3, 3)], [None]])
    _, second = pair_rows(study, study.score(replicates=20))
    assert (second.n, second.pfi_001.value, second.pfi_001.reason) == (0, None, "not rated")
    assert (second.pfi_004, second.pfi_equivalence, second.pfi_combined) == (None, None, None)


def test_one_rater_no_rater_and_equal_raters_have_no_interval() -> None:
    assert over_raters(np.array([0.5])).reason == "one rater: no interval"
    assert over_raters(np.array([np.nan, np.nan])).value is None
    assert over_raters(np.array([0.5, 0.5, np.nan])).low is None
    found = over_raters(np.array([0.2, 0.4]))
    assert (found.n, found.value, found.low, found.high) == (2, pytest.approx(0.3), 0.0, 1.0)  # cut at the scale
