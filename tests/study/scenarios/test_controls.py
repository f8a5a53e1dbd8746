"""Controls of a run: which scenarios are drawn, whose words they are, and what is missing."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

from ringtrue.protocols.loader import load
from ringtrue.study.model_judge import ModelJudge
from ringtrue.study.scenarios.controls import NEUTRAL, drawn
from ringtrue.study.scenarios.inputs import RunGiven, RunInputs, read_inputs
from ringtrue.terms.item import Response, Speaker
from ringtrue.terms.problem import BadInput
from scenario_files import own_file, run_files, scenario_table, write_lines_file

URL = "http://127.0.0.1:9/v1"
SIZES = {"strategic": 15, "tactical": 15, "people": 10, "stress": 10}


def given(folder: Path, count: int = 50, **more: object) -> RunGiven:
    scenarios, prompt = run_files(folder, count)
    fields: dict[str, object] = {"speaker": f"openai:c@{URL}", "judges": (f"openai:j@{URL}", f"openai:k@{URL}")}
    fields |= {"allow_small": True, "controls": True}
    return RunGiven(scenarios, prompt, **{**fields, **more})  # type: ignore[arg-type]


def refused(request: RunGiven) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        read_inputs(request)
    return [f"{one.place}: {one.what}" for one in refusal.value.problems]


def on(inputs: RunInputs) -> dict[str, int]:
    assert inputs.controls is not None
    return {name: len(items) for name, items in inputs.controls.on.items()}


# 25 of 15 + 15 + 10 + 10: within a type of n the r-th (from 0) comes at (r + 1/2)/n. Before a half come 7, 7, 5 and 5,
# 24 together; the eighth of both types of 15 comes at 7.5/15 = one half, and one of these two is the 25th.
def test_of_each_type_the_same_share_is_drawn() -> None:
    listed = [(f"{kind}-{n}", kind) for kind, size in SIZES.items() for n in range(size)]
    found = drawn(listed, 25, seed=1)
    counts = Counter(name.partition("-")[0] for name in found)
    assert sorted(counts.values()) == [5, 5, 7, 8]
    assert counts["people"] == counts["stress"] == 5
    assert drawn(listed[::-1], 25, seed=1) == found
    assert drawn(listed, 25, seed=2) != found


@tried(st.lists(st.sampled_from("abcd"), max_size=40), st.integers(0, 50), st.integers(0, 9))
def test_no_type_is_more_than_one_off_its_share(kinds: list[str], count: int, seed: int) -> None:
    found = drawn([(str(place), kind) for place, kind in enumerate(kinds)], count, seed)
    wanted = min(count, len(kinds))
    assert len(found) == wanted
    for kind, size in Counter(kinds).items():
        number = sum(kinds[int(name)] == kind for name in found)
        assert abs(number - size * wanted / len(kinds)) <= 1


def test_without_being_asked_for_there_are_none(tmp_path: Path) -> None:
    plain = read_inputs(given(tmp_path, controls=False))
    assert plain.controls is None
    assert plain.speakers == (plain.clone,)
    assert "generic" not in plain.identity()


def test_the_generic_speaker_is_the_clones_model_without_its_prompt_and_sources(tmp_path: Path) -> None:
    base = tmp_path / "kb"
    base.mkdir()
    (base / "a.md").write_text("The ferry waits at the quay. " * 9)
    inputs = read_inputs(given(tmp_path, knowledge_base=base, settings=("speaker.temperature=0.3", "generic.seed=4")))
    assert inputs.controls is not None
    generic = inputs.controls.generic
    assert (generic.name, generic.kind) == ("generic", "openai")
    assert dict(generic.settings) == {"model": "c", "url": URL, "temperature": 0.3, "seed": 4}
    assert "Nora" not in NEUTRAL
    assert on(inputs) == {"generic": 25, "self": 0}
    assert any("without --self FILE" in text for text in inputs.warnings)


def test_the_generic_speaker_answers_what_the_person_answers(tmp_path: Path) -> None:
    inputs = read_inputs(given(tmp_path, own=own_file(tmp_path, 30)))
    assert on(inputs) == {"generic": 25, "self": 25}
    assert inputs.controls is not None
    assert inputs.controls.on["generic"] == inputs.controls.on["self"]
    assert set(inputs.controls.own) == inputs.controls.on["self"]
    assert inputs.warnings == ()


def test_what_the_person_did_not_answer_is_told(tmp_path: Path) -> None:
    own = own_file(tmp_path, 20)
    own.write_text(own.read_text() + '{"item": "STR-21", "text": "No."}\n')
    inputs = read_inputs(given(tmp_path, own=own))
    assert on(inputs) == {"generic": 25, "self": 20}
    assert inputs.controls is not None
    assert inputs.controls.on["self"] < inputs.controls.on["generic"]
    told = " ".join(inputs.warnings)
    assert "words on 20 of 50 scenarios, and the sound verdict needs 25" in told
    assert "without are STR-021, TAC-022, STR-023, TAC-024, PEO-025 and 25 more" in told
    assert "answers 1 that are no scenarios of this run: STR-21; did you mean STR-021?" in told


def test_of_fewer_scenarios_all_are_taken(tmp_path: Path) -> None:
    assert on(read_inputs(given(tmp_path, 12, own=own_file(tmp_path, 12)))) == {"generic": 12, "self": 12}


def test_judges_that_are_one_model_are_warned_of(tmp_path: Path) -> None:
    judges = (f"openai:j@{URL}", "openai:maker/J@http://localhost:9/v1")
    told = " ".join(read_inputs(given(tmp_path, judges=judges, own=own_file(tmp_path, 50))).warnings)
    assert "judge-1 and judge-2 are one model (j): they count as one judge" in told
    assert "the sound verdict stays provisional until a second --judge, of another model" in told


def test_what_belongs_to_controls_is_refused_without_them(tmp_path: Path) -> None:
    more = {"generic": "local", "own": tmp_path / "own.yaml", "settings": ("generic.seed=1",)}
    assert refused(given(tmp_path, controls=False, **more)) == [
        "--generic: This is a part of --controls.",
        "--self: This is a part of --controls.",
        "--set generic: This is a part of --controls.",
    ]


def test_faults_of_controls_are_listed_together_with_others(tmp_path: Path) -> None:
    row = scenario_table(1)["scenarios"][0]
    said = write_lines_file(tmp_path / "said.jsonl", [{"item": row["id"], "text": "We wait."}])
    words = f"{row['expected_decision']}  {row['expected_reasoning'].upper()}"
    own = write_lines_file(tmp_path / "own.jsonl", [{"item": row["id"], "text": words}, {"item": "X", "text": ""}])
    who = {"speaker": f"recorded:{said}", "judges": (f"recorded:{said}",), "own": own, "language": "xx"}
    found = refused(given(tmp_path, **who))
    assert [text.partition(":")[0] for text in found] == [
        "--language",
        "--controls",  # recorded answers stay the same without a prompt
        "--judge",  # and recorded judgments are about one answer
        "line 2, text",
        row["id"],  # the expected answer is no answer of the person
    ]
    again = refused(given(tmp_path, speaker=f"recorded:{said}", generic=f"recorded:{said}"))
    assert again == ["--generic: The generic speaker is the clone itself."]
    foreign = write_lines_file(tmp_path / "foreign.jsonl", [{"item": "X", "text": "No."}])
    assert refused(given(tmp_path, own=foreign)) == ["whole file: None of these answers is to a scenario of this run."]


def test_the_messages_of_a_card_are_the_same_whoever_said_it(tmp_path: Path) -> None:
    item = next(iter(read_inputs(given(tmp_path)).scenarios))
    judge = ModelJudge(Speaker("judge", "openai", {"model": "j", "url": URL}), load("scenarios"), tmp_path, 3)
    turns = [
        turn
        for name in ("clone", "generic", "self")
        for turn in judge.turns_on(item, Response(item.id, name, "We wait."))
    ]
    assert [turn.placement.about for turn in turns] == ["clone", "generic", "self"]
    calls = [judge.call(item, turn.card, 1) for turn in turns]
    seen = {re.sub("[0-9a-f]{32}", "MARK", str((call.messages, call.settings, call.take))) for call in calls}
    assert len(seen) == 1  # but for the mark of a card, a hash that tells nothing
    assert len({turn.card.id for turn in turns}) == 3
