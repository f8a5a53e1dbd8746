"""Speakers and judges as study.yaml names them."""

from pathlib import Path

import pytest

from ringtrue.study import Study
from ringtrue.study.speakers import chosen, judges_of, speakers_of
from ringtrue.terms import BadInput


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
