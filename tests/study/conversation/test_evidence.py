"""Scorings that are refused: excerpts that nobody said, events without one, two events of one kind in a trial."""

import json
from pathlib import Path

import pytest

from conversations import anchored, given, held, short_sheet
from model_server import ModelServer
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("evidence")
    with ModelServer(anchored) as server:
        found, done = held(folder / "study", given(server.url, short_sheet(folder)))
    assert done.whole == 1
    return found


def rows(*given_rows: dict[str, object]) -> str:
    return "".join(json.dumps({"rater": "ana", "item": "s1-R-4", **row}) + "\n" for row in given_rows)


def refused(study: Study, folder: Path, text: str) -> list[str]:
    path = folder / "scores.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        study.take_in([path])
    return [f"{problem.place}: {problem.what}" for problem in refusal.value.problems]


def test_all_faults_of_a_scoring_are_told_together_with_their_lines(study: Study, tmp_path: Path) -> None:
    found = refused(
        study,
        tmp_path,
        rows(
            {"question": "f2", "value": True, "excerpt": "nobody said this", "comment": "c"},
            {"question": "f3", "value": True, "comment": "no excerpt"},
            {"question": "r3", "value": 1, "excerpt": "keep the\n  lamp."},
            {"question": "r3", "value": 1, "speaker": "floor", "item": "s1-R-5"},
        ),
    )
    assert len(found) == 3
    assert found[0].startswith("line 1: The excerpt is not in the answer")
    assert "f3 at s1-R-4 has no excerpt" in found[1]
    assert "floor said nothing" in found[2]


def test_a_conversation_is_not_dealt_as_cards_and_the_next_step_is_its_scoring_page(study: Study) -> None:
    with pytest.raises(BadInput, match="not dealt as cards"):
        study.deal(3)
    assert study.status()["next"].startswith("ringtrue export")


def test_two_events_of_one_kind_in_a_trial_are_refused(study: Study, tmp_path: Path) -> None:
    event = {"question": "f2", "value": True, "excerpt": "keep the lamp", "comment": "c"}
    found = refused(study, tmp_path, rows(event, {**event, "excerpt": "I was shown"}))
    assert any("already" in text for text in found)


def test_what_is_verbatim_is_taken_in_white_space_and_quotes_apart(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text(
        rows({"question": "f2", "value": True, "excerpt": "“keep  the\nlamp”", "comment": "c"}), encoding="utf-8"
    )
    assert study.take_in([path]) == 1
    with study.records() as records:
        (row,) = records.judgments()
    assert (row.excerpt, row.comment) == ("“keep  the\nlamp”", "c")
