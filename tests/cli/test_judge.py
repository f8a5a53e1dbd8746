"""`ringtrue judge`: the voice instrument as a judge, labelled as what it is."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealt_studies import pair_study
from ringtrue.cli.judge import command
from ringtrue.study.study import Study
from writers import Writer


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(command, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine scenarios with recorded answers, the person's texts in own/, four others in others/."""
    root = tmp_path_factory.mktemp("judge")
    for name in ("own", "bob", "cy", "dee", "eve"):
        place = root / "own" if name == "own" else root / "others" / name
        place.mkdir(parents=True)
        for number, text in enumerate(Writer("ada" if name == "own" else name).texts(10, 250)):
            (place / f"{number}.txt").write_text(text, encoding="utf-8")
    made = Study.create(root / "study", protocol="scenarios", subject=root / "own")
    made.items_file.unlink()
    writer = Writer("ada")
    rows = [
        {"id": f"STR-{n}", "kind": "scenario", "prompt": "p", "context": "c", "expected_decision": "d",
         "expected_reasoning": "r", "responses": {"clone": writer.text(110), "short": "Yes."}}
        for n in range(9)
    ]  # fmt: skip
    (made.folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return made.folder


def test_every_protocol_has_it_and_it_says_what_it_is(study: Path) -> None:
    done = run(study, "--judge", "voice", "--others", study.parent / "others")
    assert done.exit_code == 0, done.output
    assert "a statistic, not a rating" in done.stdout
    assert "voice_clone" in done.stdout
    assert "voice_short: not enough material" in done.stdout
    assert f"Next: ringtrue score {study}" in " ".join(done.stdout.split())


def test_json_holds_estimates_and_hints(study: Path) -> None:
    document = json.loads(run(study, "--judge", "voice", "--others", study.parent / "others", "--json").stdout)
    assert document["judge_kind"] == "statistic"
    assert document["estimates"]["voice_clone"]["kind"] == "statistic"
    assert document["estimates"]["voice_short"]["value"] is None
    assert {hint["speaker"] for hint in document["hints"]} == {"clone"}
    assert len(document["hints"]) == 9


def test_a_name_nobody_knows_says_who_there_is(study: Path) -> None:
    done = run(study, "--judge", "panel")
    assert done.exit_code == 2
    assert "none yet" in done.stderr


def test_pairs_without_a_sample_of_the_voice_are_warned_about(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "pairs")
    (study.folder / "said.jsonl").write_text("", encoding="utf-8")
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("judges: {panel: {kind: recorded, file: said.jsonl}}\n")
    done = run(study.folder, "--judge", "panel", "--dry-run", "--json")
    (told,) = json.loads(done.stdout)["warnings"]
    assert "have no sample of the true voice" in told
    assert "Warning: " in done.stderr
