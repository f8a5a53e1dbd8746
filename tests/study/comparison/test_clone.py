"""What changed in the clone: prompt, settings, knowledge base, answers; and what is not known is said."""

from pathlib import Path

import pytest

from recorded_run import GOOD, names
from ringtrue.study.comparison.clone import clone_change, judge_changes
from ringtrue.study.comparison.versions import read_sources
from ringtrue.study.scenarios.begin import begun
from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
from ringtrue.study.scenarios.outputs import write_outputs
from ringtrue.study.scenarios.run import ScenarioRun
from ringtrue.study.study import Study
from scenario_files import PROMPT, judgment, run_files, write_lines_file

ITEMS = names(3)


def run(
    folder: Path, *, prompt: str = PROMPT, said: str = "We wait, all of us.", base: dict[str, str] | None = None
) -> Path:
    """A run of three scenarios with this prompt, this answer to each, and this knowledge base."""
    folder.mkdir()
    scenarios, file = run_files(folder, 3)
    file.write_text(prompt, encoding="utf-8")
    clone = write_lines_file(folder / "clone.jsonl", [{"item": name, "text": f"{said} {name}"} for name in ITEMS])
    judged = [{"item": name, "text": judgment(GOOD, quote=said)} for name in ITEMS]
    judge = write_lines_file(folder / "judge.jsonl", judged)
    knowledge = None
    if base is not None:
        knowledge = folder / "kb"
        knowledge.mkdir()
        for name, text in base.items():
            (knowledge / name).write_text(text, encoding="utf-8")
    given = RunGiven(scenarios, file, f"recorded:{clone}", (f"recorded:{judge}",), knowledge, allow_small=True)
    task = ScenarioRun(read_inputs(given), folder)
    study, note, _ = begun(folder / "run", task.inputs, after=None, who="ana")
    task.go(study)
    write_outputs(study, study.score(replicates=100), note)
    return study.folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clones")


@pytest.fixture(scope="module")
def first(place: Path) -> Path:
    return run(place / "first", base={"rules.md": "Fog: wait.", "crew.md": "Nora, Ib."})


def change(one: Path, other: Path):
    before, after = read_sources([one, other])
    return clone_change(before, after, ITEMS)


def test_the_same_clone_is_the_same(first: Path, place: Path) -> None:
    found = change(first, run(place / "same", base={"rules.md": "Fog: wait.", "crew.md": "Nora, Ib."}))
    assert found.sentences == (
        "The prompt is the same.",
        "The knowledge base is the same.",
        "0 of 3 answers are in other words; 3 are the same.",
    )
    assert found.prompt == ()


def test_prompt_knowledge_base_and_answers_that_changed(first: Path, place: Path) -> None:
    longer = PROMPT + "\nNever mention the weather.\n"
    base = {"rules.md": "Fog: sail.", "tides.md": "High at six."}
    found = change(first, run(place / "other", prompt=longer, said="We sail, all of us.", base=base))
    assert found.sentences[0].startswith("The prompt changed: lines added ")
    assert "+Never mention the weather." in found.prompt
    assert found.sentences[1] == "The knowledge base changed (new: tides.md; gone: crew.md; changed: rules.md)."
    assert (found.answers, found.same_answers) == (3, 0)
    assert found.as_dict()["prompt"] == list(found.prompt)


def test_a_knowledge_base_that_went_or_moved_is_said(first: Path, place: Path) -> None:
    bare = run(place / "bare")
    assert "The knowledge base: one before, none now." in change(first, bare).sentences
    moved = run(place / "moved", base={"rules.md": "Fog: wait."})
    (place / "moved" / "kb" / "rules.md").write_text("Fog: later.", encoding="utf-8")
    assert "its files are not as they were" in " ".join(change(first, moved).sentences)


def test_settings_that_changed_are_named_and_addresses_are_not(first: Path, place: Path) -> None:
    other = run(place / "settings", base={"rules.md": "Fog: wait.", "crew.md": "Nora, Ib."})
    text = (other / "study.yaml").read_text(encoding="utf-8")
    text = text.replace("  clone:\n    kind: recorded\n", "  clone:\n    kind: recorded\n    temperature: 0.2\n")
    (other / "study.yaml").write_text(text, encoding="utf-8")
    Study.open(other).record_change(why="another temperature was used than was noted")
    found = change(first, other)
    assert "The clone: temperature none -> 0.2." in found.sentences
    assert "file" not in " ".join(found.sentences).replace("files", "")
    before, after = read_sources([first, other])
    assert judge_changes(before, after) == []
