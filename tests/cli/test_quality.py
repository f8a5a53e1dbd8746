"""`ringtrue quality`: a row for each rater, what stands out, and the numbers with and without it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from dealt_studies import answer_packet, nearer_to, pair_study
from ringtrue.cli.quality import _print_compared
from ringtrue.study.study import Study


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """ann answered all five pairs, bob two of them; nine seconds for each."""
    made = pair_study(tmp_path_factory.mktemp("quality") / "s", 5)
    made.deal(["ann", "bob"], attention=(), controls=0, force=True, why="a small study")
    with made.records() as records:
        packets = {one.packet.rater: one for one in records.packets()}
    answer_packet(made, packets["ann"], nearer_to("beta"))
    answer_packet(made, packets["bob"], nearer_to("alpha"), cards=2, finish=False)
    with made.records() as records:
        records.return_packet(packets["bob"].packet.token, who="bob", partial=True)
    return made


def cells(text: str, name: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return line.split()


def test_every_rater_has_a_row(here: Callable[..., Result], study: Study) -> None:
    done = here("quality", study.folder)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.split()[:6] == ["rater", "cards", "minutes", "in", "all", "s/card"]
    assert cells(done.stdout, "ann")[1:4] == ["5", "of", "5"]
    assert cells(done.stdout, "bob")[1:4] == ["2", "of", "5"]
    assert "\x1b" not in done.stdout


def test_while_the_key_is_sealed_nothing_is_compared(here: Callable[..., Result], study: Study) -> None:
    text = here("quality", study.folder).stdout
    assert "sealed" in text
    assert "every answer" not in text


def test_json_is_the_study_s_own_account(here: Callable[..., Result], study: Study) -> None:
    document = json.loads(here("quality", study.folder, "--json").stdout)
    assert document == json.loads(json.dumps(study.quality().as_dict()))
    assert [one["answered"] for one in document["raters"]] == [5, 2]


def test_before_anybody_answers_it_says_so(here: Callable[..., Result], tmp_path: Path) -> None:
    made = pair_study(tmp_path / "s", 2)
    assert here("quality", made.folder).stdout == "No person has answered yet.\n"
    assert json.loads(here("quality", made.folder, "--json").stdout)["raters"] == []


def test_numbers_with_and_without_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    def row(name: str, *values: dict[str, float | None] | None) -> dict[str, object]:
        columns = ("all", "without_tired_tenths", "without_screened_raters")
        return {"estimate": name, **dict(zip(columns, values, strict=True))}

    compared = [
        row("found_share", {"value": 0.5}, {"value": 0.4216}, None),
        row("gate", {"value": None}, None, {"value": 1.0}),
    ]
    _print_compared(compared)  # type: ignore[arg-type]
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line]
    assert rows[1:] == [["found_share", "0.500", "0.422", "–"], ["gate", "–", "–", "1.000"]]


def test_nothing_to_compare_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    _print_compared([])
    assert capsys.readouterr().out == ""
