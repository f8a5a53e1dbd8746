"""Speakers and judges as study.yaml names them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from callers import Scripted
from ringtrue.formats.character_card import write_json, write_png
from ringtrue.formats.character_card_json import CharacterCard
from ringtrue.study.collect import Collecting
from ringtrue.study.model_judging import ModelJudging
from ringtrue.study.scenarios.begin import begun
from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
from ringtrue.study.scenarios.run import ScenarioRun
from ringtrue.study.settings import read_settings
from ringtrue.study.speakers import (
    by_set,
    check_budget,
    chosen,
    in_study_yaml,
    judges_of,
    read_system_prompt,
    ready,
    setting_problems,
    speakers_of,
)
from ringtrue.study.study import Study
from ringtrue.terms.call import Refused
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem
from scenario_files import recorded_files, run_files, scenario_table


def settings_with(folder: Path, text: str):
    study = Study.create(folder / "study", protocol="scenarios")
    path = study.folder / "study.yaml"
    path.write_text(path.read_text() + text)
    return Study.open(study.folder).settings


def test_tables_and_spellings_are_read(tmp_path: Path) -> None:
    settings = settings_with(
        tmp_path,
        "speakers:\n  clone: {kind: openai, model: m, temperature: 0.5, prices: {in: 1, out: 2}}\n  generic: local\n"
        "judges: {panel: 'anthropic:j'}\n",
    )
    found = speakers_of(settings)
    assert found["clone"].settings["prices"] == {"in": 1, "out": 2}
    assert type(found["clone"].settings["temperature"]) is float
    assert found["generic"].kind == "local"
    assert judges_of(settings)["panel"].settings["model"] == "j"


@pytest.mark.parametrize("text", ["speakers: {clone: {model: m}}\n", "speakers: {clone: 3}\n", "speakers: [a]\n"])
def test_what_says_no_kind_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput):
        speakers_of(settings_with(tmp_path, text))


def test_nobody_of_that_name(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, "judges: {panel: local}\n")
    with pytest.raises(BadInput) as caught:
        chosen(judges_of(settings), "pannel", "judges")
    assert caught.value.problems[0].remedy == "did you mean panel?"
    with pytest.raises(BadInput) as caught:
        chosen({}, "x", "judges")
    assert "none yet" in caught.value.problems[0].remedy


def test_secrets_and_unknown_kinds_in_spellings_are_told_together_and_not_repeated(tmp_path: Path) -> None:
    settings = settings_with(
        tmp_path, "speakers: {clone: 'openai:m@http://me:LEAK@h/v1', generic: 'opnai:m@http://me:LEAK@h/v1'}\n"
    )
    with pytest.raises(BadInput) as caught:
        speakers_of(settings)
    assert [problem.place for problem in caught.value.problems] == ["speakers.clone", "speakers.generic"]
    assert "LEAK" not in str([problem.as_dict() for problem in caught.value.problems])


# Settings of speakers and judges are checked by whoever asks them, and by nobody else.


FAULTY = """\
protocol: pairs
speakers:
  full: {kind: openai, model: m, url: "http://me:LEAK@h/v1", temprature: 2}
  compressed: {kind: openai, model: m, max_tokens: -5, key_env: sk-LEAK, extra: {headers: {authorization: LEAK}}}
  generic: local
judges:
  panel: {kind: openai, model: j, temperature: hot, prices: {in: abc, out: 1}, seed: 2026-01-02}
"""


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(FAULTY)
    settings = read_settings(tmp_path)
    found = setting_problems(tmp_path, "speakers", speakers_of(settings).values())
    found += setting_problems(tmp_path, "judges", judges_of(settings).values())
    assert {problem.place for problem in found} == {
        "line 3, speakers.full.url",
        "line 3, speakers.full.temprature",
        "line 4, speakers.compressed.max_tokens",
        "line 4, speakers.compressed.key_env",
        "line 4, speakers.compressed.extra.headers.authorization",
        "line 7, judges.panel.temperature",
        "line 7, judges.panel.prices.in",
        "line 7, judges.panel.seed",
    }
    assert {Path(problem.file) for problem in found} == {tmp_path / "study.yaml"}
    assert "LEAK" not in str([problem.as_dict() for problem in found])


@pytest.fixture
def older(tmp_path: Path) -> Study:
    """A study that was collected and judged while more was taken as a setting."""
    scenarios, prompt = run_files(tmp_path, 3)
    names = [row["id"] for row in scenario_table(3)["scenarios"]]
    clone, judge = recorded_files(tmp_path, dict.fromkeys(names, (95,) * 5))
    given = RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True)
    inputs = read_inputs(given)
    study, *_ = begun(tmp_path / "run", inputs, after=None, who="ana")
    ScenarioRun(inputs).go(study)
    path = study.folder / "study.yaml"
    odd = "top_k: 5\n    temperature: hot\n    repeats: often\n    kind: recorded"
    path.write_text(path.read_text().replace("kind: recorded", odd))
    changed = Study.open(study.folder)
    changed.record_change(why="as an older version took it")
    return changed


def problems_of(refused: pytest.ExceptionInfo[BadInput]) -> list[Problem]:
    return [problem for problem in refused.value.problems if problem.place.startswith("line ")]


def test_an_older_study_is_scored_and_reported_on_but_nobody_is_asked(older: Study) -> None:
    older.score()
    older.report("md")
    assert older.status()
    with pytest.raises(BadInput) as refused:
        ModelJudging(older, "judge")
    assert len(problems_of(refused)) == 3
    assert len(older.doctor()) == 6


def test_a_speaker_that_has_to_answer_is_checked(older: Study) -> None:
    items = older.items_file
    items.write_text(items.read_text().replace('"id": "', '"id": "new-'))
    with pytest.raises(BadInput) as refused:
        Collecting(older)
    assert len(problems_of(refused)) == 3


# The prompt of a speaker comes from Markdown, a folder or a character card.


CARD = CharacterCard("Oda", description="{{char}} casts bells for {{user}}.", alternate_greetings=("Well, no.",))


def test_markdown_is_taken_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "prompt.md"
    path.write_text("You are {{char}}.", encoding="utf-8")
    assert read_system_prompt(path).text == "You are {{char}}."
    assert read_system_prompt(path).subject == ""


def test_a_folder_is_composed(tmp_path: Path) -> None:
    (tmp_path / "SOUL.md").write_text("I listen first.", encoding="utf-8")
    prompt = read_system_prompt(tmp_path)
    assert "I listen first." in prompt.text
    assert prompt.subject == tmp_path.name


@pytest.mark.parametrize(("name", "write"), [("card.json", write_json), ("card.PNG", write_png)])
def test_a_card_is_filled_in_with_its_notes(
    tmp_path: Path, name: str, write: Callable[[Path, CharacterCard], None]
) -> None:
    write(tmp_path / name, CARD)
    prompt = read_system_prompt(tmp_path / name, user="Jory")
    assert "Oda casts bells for Jory." in prompt.text
    assert prompt.origin == f"{tmp_path / name} (character card of Oda)"
    assert prompt.notes == ("Other greetings left out: 1.",)
    assert prompt.subject == "Oda"


def test_a_broken_card_is_refused(tmp_path: Path) -> None:
    (tmp_path / "card.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(BadInput, match="cut off"):
        read_system_prompt(tmp_path / "card.png")


# Whoever cannot be asked is reported with where it was named; faults of other files keep their own place.


class _Lacking(Scripted):
    def check(self) -> None:
        raise Refused("There is no bell.", "Cast one.")


@dataclass(frozen=True)
class _Asked:
    adapter: Scripted


def test_who_can_be_asked_is_given_back() -> None:
    problems: list[Problem] = []
    asked = _Asked(Scripted(lambda _: "yes"))
    assert ready(lambda: asked, problems, file="command line", place="--judge") is asked
    assert problems == []


def test_what_is_missing_is_told_with_where_the_speaker_was_named() -> None:
    problems: list[Problem] = []
    assert ready(lambda: _Asked(_Lacking(lambda _: "")), problems, file="command line", place="--judge") is None
    assert problems == [Problem("command line", "--judge", "There is no bell.", "scripted", "Cast one.")]


def test_faults_of_other_files_keep_their_place() -> None:
    problems: list[Problem] = []
    here, there = Problem("study.yaml", "speakers, a, url", "No.", "v", "r"), Problem("a.jsonl", "line 3", "Bad.")

    def refuse() -> _Asked:
        raise BadInput([here, there])

    assert ready(refuse, problems, file="command line", place="--speaker") is None
    assert problems == [Problem("command line", "--speaker", "No.", "v", "r"), there]
    problems.clear()
    assert ready(refuse, problems, file="s/study.yaml", place="speakers.a") is None
    assert problems == [Problem("s/study.yaml", "speakers, a, url", "No.", "v", "r"), there]


# A budget is held only where everybody who costs something has prices.


PRICES = {"prices": {"in": 2.5, "out": 10}}


def one(name: str, kind: str = "openai", **settings: Any) -> Speaker:
    return Speaker(name, kind, settings)


def test_every_endpoint_without_prices_is_named() -> None:
    asked = [one("clone", **PRICES), one("judge-1"), one("judge-2", "anthropic", prices={"in": 1}), one("x", "local")]
    with pytest.raises(BadInput) as refusal:
        check_budget(0.05, asked, in_study_yaml("judges"))
    assert [problem.what for problem in refusal.value.problems] == [
        "A budget needs prices, and judge-1 has none.",
        "A budget needs prices, and judge-2 has none.",
    ]
    first = refusal.value.problems[0]
    assert (first.place, first.value) == ("--budget", "0.05")
    assert "judges.judge-1: prices: {in: 2.5, out: 10}" in first.remedy
    assert "prices: {in: 0, out: 0}" in first.remedy


@pytest.mark.parametrize(
    ("budget", "asked"),
    [
        (None, [one("clone")]),
        (1.0, [one("clone", **PRICES), one("judge", **PRICES)]),
        (1.0, [one("clone", **PRICES), one("judge", "recorded")]),
        (1.0, [one("clone", "command"), one("judge", prices={"in": 0, "out": 0})]),
    ],
)
def test_a_budget_that_can_be_held_passes(budget: float | None, asked: list[Speaker]) -> None:
    check_budget(budget, asked, lambda _: "")


def test_a_budget_nobody_counts_towards_is_a_mistake() -> None:
    with pytest.raises(BadInput, match="needs prices, and there are none") as refusal:
        check_budget(1.0, [one("clone", "local"), one("judge", "recorded")], lambda _: by_set("speaker"))
    assert "--set speaker.prices.in=2.5 --set speaker.prices.out=10" in refusal.value.problems[0].remedy
