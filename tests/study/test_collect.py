"""The items of a study put to the speakers of study.yaml."""

import json
from pathlib import Path

import pytest

from model_server import BROKEN, ModelServer, never
from ringtrue.calls.limits import Limits
from ringtrue.study.collect import Collecting, asked_again
from ringtrue.study.manifest import seal_manifest
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from scenario_files import PROMPT, scenario_data, write_lines_file

QUICK = Limits(concurrency=4, timeout=30.0, backoff=0.001, attempts=2)
COUNT = 6


def study_with(folder: Path, speakers: str, protocol: str = "scenarios") -> Study:
    study = Study.create(folder / "study", protocol=protocol)
    (study.folder / "items.yaml").unlink()
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, COUNT + 1)]
    write_lines_file(study.folder / "items.jsonl", rows)
    (study.folder / "prompt.md").write_text(PROMPT)
    path = study.folder / "study.yaml"
    path.write_text(path.read_text() + speakers)
    return Study.open(study.folder, who="ana")


@pytest.fixture
def server():
    with ModelServer() as running:
        yield running


def test_every_speaker_answers_and_nothing_is_asked_twice(server: ModelServer, tmp_path: Path) -> None:
    study = study_with(
        tmp_path,
        f"speakers:\n  clone: {{kind: openai, model: m, url: '{server.url}', system: prompt.md}}\n"
        f"  generic: {{kind: openai, model: g, url: '{server.url}'}}\n",
    )
    assert {name: one.calls for name, one in Collecting(study).forecast().items()} == {"clone": COUNT, "generic": COUNT}
    only = study.collect("clone", limits=QUICK)
    assert (only.wanted, only.there) == (COUNT, COUNT)
    assert {asked.model for asked in server.requests} == {"m"}
    assert json.dumps(server.requests[0].messages).count("Nora Quill") == 2
    done = Collecting(study).go(limits=QUICK)
    assert (done.wanted, done.there, done.stop) == (2 * COUNT, 2 * COUNT, None)
    assert server.count == 2 * COUNT
    assert study.doctor() == []


def test_control_items_are_not_put_to_the_candidate(server: ModelServer, tmp_path: Path) -> None:
    speaker = f"{{kind: openai, model: m, url: '{server.url}'}}"
    study = study_with(tmp_path, f"speakers: {{clone: {speaker}, generic: {speaker}}}\n", protocol="blind")
    quote = {"kind": "quote", "status": "accepted", "topic": "fog", "real": "Fog is no excuse."}
    rows = [{"id": "q", **quote}, {"id": "c", **quote, "tags": {"control": True}}]
    write_lines_file(study.folder / "items.jsonl", rows)
    study = Study.open(study.folder)
    assert {name: one.calls for name, one in Collecting(study).forecast().items()} == {"clone": 1, "generic": 2}


def test_what_fails_is_told_and_asked_again_next_time(server: ModelServer, tmp_path: Path) -> None:
    study = study_with(tmp_path, f"speakers: {{clone: {{kind: openai, model: m, url: '{server.url}'}}}}\n")
    server.script = lambda asked: BROKEN if "ferry 3 is" in asked.last else None
    done = Collecting(study).go(limits=QUICK)
    assert (done.there, done.stop) == (COUNT - 1, None)
    server.script = never
    assert Collecting(study).go(limits=QUICK).there == COUNT


def test_nobody_to_ask_and_nothing_to_be_asked_are_refused(tmp_path: Path) -> None:
    study = study_with(tmp_path, "")
    with pytest.raises(BadInput, match="names no speaker"):
        Collecting(study)
    other = study_with(tmp_path / "other", "speakers: {somebody: local}\n")
    with pytest.raises(BadInput, match="no item these speakers answer"):
        Collecting(other)
    with pytest.raises(BadInput, match="There is no clone among the speakers"):
        Collecting(other, "clone")


def test_a_conversation_is_not_asked_item_by_item(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "r", protocol="recognition")
    path = study.folder / "study.yaml"
    path.write_text(path.read_text() + "speakers: {clone: local}\n")
    with pytest.raises(BadInput, match="one conversation"):
        Collecting(Study.open(study.folder))


def test_who_has_nothing_left_to_answer_need_not_be_ready(server: ModelServer, tmp_path: Path) -> None:
    """One whose program is gone has answered all; another answers no item of the protocol."""
    speakers = (
        f"speakers:\n  clone: {{kind: openai, model: m, url: '{server.url}'}}\n"
        f"  generic: {{kind: openai, model: g, url: '{server.url}'}}\n"
        "  visitor: {kind: command, program: no-such-program-here, top_k: 3}\n"
    )
    study = study_with(tmp_path, speakers)
    assert study.collect("clone", limits=QUICK).there == COUNT
    path = study.folder / "study.yaml"
    path.write_text(path.read_text().replace("clone: {kind: openai", "clone: {kind: command, program: gone-program"))
    study = Study.open(study.folder, who="ana")
    collecting = Collecting(study)
    assert {name: one.calls for name, one in collecting.forecast().items()} == {
        "clone": 0,
        "generic": COUNT,
        "visitor": 0,
    }
    assert collecting.go(limits=QUICK).there == 2 * COUNT
    done = Collecting(study).go(limits=QUICK)
    assert (done.wanted, done.there, done.stop) == (2 * COUNT, 2 * COUNT, None)


def test_an_item_is_asked_again_by_name_and_the_result_tells(server: ModelServer, tmp_path: Path) -> None:
    study = study_with(tmp_path, f"speakers: {{clone: {{kind: openai, model: m, url: '{server.url}'}}}}\n")
    Collecting(study).go(limits=QUICK)
    first, second = (item.id for item in study.items()[:2])
    asking = Collecting(study, "clone", again=[first, second])
    assert asking.forecast()["clone"].calls == 2
    done = asking.go(limits=QUICK)
    assert (done.wanted, done.there, server.count) == (2, 2, COUNT + 2)
    Collecting(study, again=[first]).go(limits=QUICK)
    with study.records() as records:
        said = [one.response.meta.get("take", 1) for one in records.responses(item=first, speaker="clone")]
        assert asked_again(records) == [
            f"clone was asked again by hand about 2 items that had an answer ({first}, {second}); the newest counts."
        ]
    assert said == [1, 2, 3]  # every answer is kept
    assert Collecting(study).go(limits=QUICK).there == COUNT
    assert server.count == COUNT + 3
    rows = [{"rater": "ann", "item": item.id, "question": "decision_alignment", "value": 80} for item in study.items()]
    write_lines_file(tmp_path / "answers.jsonl", rows)
    study.take_in([tmp_path / "answers.jsonl"])
    assert any("asked again by hand" in note for note in study.score(replicates=2).notes)
    assert study.doctor() == []


def test_asked_again_is_an_answer_of_the_wanted_length(tmp_path: Path) -> None:
    long, fit = "word " * 60, "word " * 10
    with ModelServer(answer=lambda asked: fit if "an earlier answer had 60" in asked.last else long) as server:
        speaker = f"{{kind: openai, model: m, url: '{server.url}'}}"
        study = study_with(tmp_path, f"speakers: {{clone: {speaker}}}\n", protocol="blind")
        row = {"id": "q", "kind": "quote", "status": "accepted", "topic": "fog", "real": "word " * 10}
        write_lines_file(study.folder / "items.jsonl", [row])
        study = Study.open(study.folder)
        assert Collecting(study).go(limits=QUICK).off_length == 0
        with study.records() as records:
            assert [one.response.meta["words"] for one in records.responses(item="q")] == [60, 10]


def test_items_there_are_not_and_those_of_a_dealt_study_are_not_asked_again(
    server: ModelServer, tmp_path: Path
) -> None:
    study = study_with(tmp_path, f"speakers: {{clone: {{kind: openai, model: m, url: '{server.url}'}}}}\n")
    with pytest.raises(BadInput) as refused:
        Collecting(study, again=["STR-001", "nix", "nox"])
    assert [one.value for one in refused.value.problems] == ["nix", "nox"]
    with study.records() as records:
        records.record_items(study.items(), who="ana", file="items.jsonl")
        seal_manifest(study, records, study.items())
    with pytest.raises(BadInput, match="stay as they are"):
        Collecting(study, again=["STR-001"])
