"""`ringtrue import` as a user types it: what it prints, what it refuses, how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from hosted_studies import lite_study
from result_files import answers_to, result_of, summed, written


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A dealt study and the documents of its two offline pages."""
    study = lite_study(tmp_path_factory.mktemp("cli") / "study")
    study.deal(["jo", "kim"], controls=0, force=True, why="a small study")
    with study.records() as records:
        tokens = {record.packet.rater: record.packet.token for record in records.packets()}
    documents = {rater: study.packet_document(token, hosted=False) for rater, token in tokens.items()}
    return {"folder": study.folder, **documents}


def test_results_are_told_by_rater_answers_and_state(here, results: dict[str, Any], tmp_path: Path) -> None:
    jo = written(tmp_path / "jo.json", result_of(results["jo"], answers_to(results["jo"])))
    kim = written(tmp_path / "kim.txt", result_of(results["kim"], answers_to(results["kim"], cards=1)))
    done = here("import", results["folder"], jo, kim)
    cards, answers = len(results["jo"]["cards"]), len(answers_to(results["jo"]))
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert f"{jo} jo {answers} complete" in lines
    assert f"{kim} kim 5 partial (1 of {cards} cards)" in lines
    assert f"{answers + 5} answers imported from 2 files." in lines
    fuller = written(tmp_path / "kim.json", result_of(results["kim"], answers_to(results["kim"])))
    told = json.loads(here("import", results["folder"], fuller, "--json").stdout)
    assert told["taken_in"] == answers
    assert told["results"] == [
        {
            "file": str(fuller),
            "raters": ["kim"],
            "answers": answers,
            "state": "complete",
            "cards": cards,
            "done": cards,
        }
    ]


def test_refusals_end_with_two_and_list_everything(here, results: dict[str, Any], tmp_path: Path) -> None:
    result = result_of(results["jo"], answers_to(results["jo"]))
    foreign = written(tmp_path / "foreign.json", summed(result | {"packet": "nobody's"}))
    changed = written(tmp_path / "changed.json", result | {"finished": "2027"})
    done = here("import", results["folder"], foreign, changed, "--json")
    assert done.exit_code == 2
    found = {Path(one["file"]).name: one for one in json.loads(done.stdout)["problems"]}
    assert "another study" in found["foreign.json"]["what"]
    assert "checksum" in found["changed.json"]["what"]
    assert all(one["remedy"] for one in found.values())


def test_a_mapping_and_a_slot_table_are_given_by_name(here, tmp_path: Path) -> None:
    folder = lite_study(tmp_path / "study").folder
    (tmp_path / "map.yaml").write_text("rater: who\ncolumns: {V: {item: pair-1, question: vibe}}\n", encoding="utf-8")
    (tmp_path / "survey.csv").write_text("when,who,V\n1,lou,3\n2,mia,1\n", encoding="utf-8")
    done = here("import", folder, tmp_path / "survey.csv", "--columns", tmp_path / "map.yaml")
    assert "2 raters" in done.stdout
    assert f"Columns left out of {tmp_path / 'survey.csv'}: when" in done.stdout
    assert f"Next: ringtrue score {folder}" in done.stdout
    older = {"test_version": "1", "responses": [{"scenario_id": "s", "voice_score": 1, "randomOrder": "BA"}]}
    (tmp_path / "old.json").write_text(json.dumps(older), encoding="utf-8")
    asked = here("import", folder, tmp_path / "old.json")
    assert asked.exit_code == 2
    assert "--slots" in asked.output
    (tmp_path / "slots.yaml").write_text("slots: {s: [full, compressed]}\nitems: {s: pair-1}\n", encoding="utf-8")
    assert here("import", folder, tmp_path / "old.json", "--slots", tmp_path / "slots.yaml").exit_code == 0


def test_the_protocol_of_the_document_takes_the_older_raw_table(here, tmp_path: Path) -> None:
    """(7 + 8 + 9 + 10) / 4 = 8.5 and (1 + 1 + 1 + 1) / 4 = 1: indices 7.5 / 9 and 0, their mean 3.75 / 9."""
    page = (Path(__file__).parents[2] / "docs" / "taking-in.md").read_text(encoding="utf-8")
    protocol = next(block for block in page.split("```yaml\n") if block.startswith("name: likeness")).split("```")[0]
    (tmp_path / "likeness.yaml").write_text(protocol, encoding="utf-8")
    folder = tmp_path / "study"
    assert here("new", folder, "--protocol", tmp_path / "likeness.yaml").exit_code == 0
    (folder / "items.yaml").write_text("- {id: T1, kind: trial, prompt: p}\n- {id: T2, kind: trial, prompt: p}\n")
    names = "dim1_identity_voice,dim2_values_stance,dim3_style_texture,dim4_overall_similarity"
    rows = ["T1,R1,Z,TECH,p,x,y,7,8,9,10,", "T2,R1,Z,TECH,p,x,y,1,1,1,1,"]
    table = "\n".join([f"trial_id,rater_id,persona,domain,prompt,response_a,response_b,{names},comment", *rows, ""])
    (tmp_path / "raw.csv").write_text(table, encoding="utf-8")
    assert json.loads(here("import", folder, tmp_path / "raw.csv", "--json").stdout)["taken_in"] == 8
    scored = json.loads(here("score", folder, "--json").stdout)
    assert scored["estimates"]["index"]["value"] == pytest.approx(3.75 / 9)
