"""Rows and figures of a results file, beside exact fractions: weights, the limit at 80, the aggregate."""

from collections.abc import Iterable
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.result_rows import CAUSES, KEYS, PROTOCOL, WEIGHTS
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.test_results_rows import (
    UNSCORED,
    NotOurLayout,
    ReadRow,
    ResultsHead,
    ScenarioRow,
    as_dict,
    head_text,
    read_rows,
    row_text,
    texts_of,
)
from ringtrue.terms.problem import BadInput

# As the document has them, in hundredths.
EXACT = {
    "decision_alignment": Fraction(30, 100),
    "reasoning_quality": Fraction(25, 100),
    "voice_accuracy": Fraction(20, 100),
    "value_preservation": Fraction(15, 100),
    "persona_accuracy": Fraction(10, 100),
}
TENTHS = st.integers(0, 1000)


def test_the_weights_are_those_of_the_document_the_heaviest_first() -> None:
    assert list(WEIGHTS) == list(EXACT)
    assert sum(EXACT.values()) == 1
    assert pytest.approx({name: float(weight) for name, weight in EXACT.items()}, abs=0) == WEIGHTS


def test_the_weighted_score_of_two_examples_by_hand() -> None:
    # .30 x 85 + .25 x 90 + .20 x 80 + .15 x 95 + .10 x 85 = 25.5 + 22.5 + 16 + 14.25 + 8.5 = 86.75
    assert PROTOCOL.weighted(dict(zip(EXACT, (85, 90, 80, 95, 85), strict=True))) == 86.75
    # .30 x 40 + .25 x 50 + .20 x 70 + .15 x 30 + .10 x 60 = 12 + 12.5 + 14 + 4.5 + 6 = 49
    assert PROTOCOL.weighted(dict(zip(EXACT, (40, 50, 70, 30, 60), strict=True))) == 49.0


@given(st.lists(TENTHS, min_size=5, max_size=5))
def test_a_weighted_score_is_on_the_side_of_the_limit_its_exact_sum_is_on(tenths: list[int]) -> None:
    scores = dict(zip(EXACT, (one / 10 for one in tenths), strict=True))
    exact = sum(EXACT[name] * Fraction(one, 10) for name, one in zip(EXACT, tenths, strict=True))
    assert PROTOCOL.weighted(scores) == float(
        exact
    )  # rounded to twelve decimals, tenths and hundredths come out exactly
    assert (PROTOCOL.weighted(scores) >= PROTOCOL.pass_mark) == (exact >= 80)


@given(st.floats(0, 100))
def test_five_equal_scores_weigh_what_each_does(score: float) -> None:
    assert PROTOCOL.weighted(dict.fromkeys(WEIGHTS, score)) == pytest.approx(score, abs=1e-11)


def test_a_dimension_that_lacks_is_not_taken_for_zero() -> None:
    with pytest.raises(KeyError, match="voice_accuracy"):
        PROTOCOL.weighted({name: 50.0 for name in WEIGHTS if name != "voice_accuracy"})


def test_scores_nobody_knows_weigh_nothing() -> None:
    assert PROTOCOL.weighted(dict.fromkeys(WEIGHTS, 50.0) | {"charm": 1e9}) == 50.0


def test_a_scenario_without_a_score_has_zeros_and_its_cause() -> None:
    found = ScenarioRow.unscored("STR-2", "stress", "", WEIGHTS)
    assert dict(found.scores) == dict.fromkeys(EXACT, 0.0)
    assert (found.weighted_score, found.passed, found.failure_classification) == (0.0, False, "execution_error")
    assert (*PROTOCOL.remedy.where, UNSCORED) == CAUSES


def test_keys_stand_in_the_order_of_the_document() -> None:
    found = as_dict(ScenarioRow("STR-1", "stress", "We wait.", dict.fromkeys(WEIGHTS, 1.0), 1.0, False, "both"))
    assert list(found) == KEYS
    assert list(found["scores"]) == list(EXACT)
    names = ("executed_at", "scenario_file", "system_prompt", "total_scenarios", "passed", "failed")
    assert tuple(name for name, _ in texts_of(HEAD)) == names


# test_results.yaml line by line: what is written is read back, here and by readers of YAML of either version.


HEAD = ResultsHead("2026-02-03T04:05:06Z", "scenarios.yaml", "prompt.md", 2, 1, 1, 67.875)
SCORES = dict.fromkeys(WEIGHTS, 49.0)
ROW = ScenarioRow("STR-001", "strategic", "We wait.", SCORES, 49.0, False, "kb_gap")
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20) | st.text(
    "\x85\u2028\ufeff\x7f\uffff\"'\\#:- \n\r\t", max_size=8
)
# With a dozen decimals in the file, numbers of so many come back as they were.
SCORED = st.integers(0, 100 * 10**6).map(lambda millionths: millionths / 10**6)
ROWS = st.builds(
    ScenarioRow,
    TEXTS,
    TEXTS | st.sampled_from(["strategic", "Null", "TRUE", "no", "On", "y", "nan", "a-b_c", "3"]),
    TEXTS,
    st.fixed_dictionaries(dict.fromkeys(WEIGHTS, SCORED)),
    SCORED,
    st.booleans(),
    st.none() | st.sampled_from(CAUSES) | TEXTS,
)


def text_of(rows: Iterable[ScenarioRow]) -> str:
    return head_text(HEAD) + "".join(map(row_text, rows))


def read(text: str) -> tuple[ReadRow, list[ReadRow]]:
    head = ReadRow({}, {(): 1})
    return head, list(read_rows(BytesIO(text.encode()), head))


def test_the_layout_is_that_of_the_document() -> None:
    assert text_of([ROW]) == (
        "metadata:\n"
        '  executed_at: "2026-02-03T04:05:06Z"\n'
        '  scenario_file: "scenarios.yaml"\n'
        '  system_prompt: "prompt.md"\n'
        "  total_scenarios: 2\n"
        "  passed: 1\n"
        "  failed: 1\n"
        "\n"
        "aggregate_fidelity: 67.875\n"
        "\n"
        "results:\n"
        '  - scenario_id: "STR-001"\n'
        "    scenario_type: strategic\n"
        '    clone_response: "We wait."\n'
        "    scores:\n"
        "      decision_alignment: 49\n"
        "      reasoning_quality: 49\n"
        "      voice_accuracy: 49\n"
        "      value_preservation: 49\n"
        "      persona_accuracy: 49\n"
        "    weighted_score: 49.00\n"
        "    passed: false\n"
        '    failure_classification: "kb_gap"\n'
        "\n"
    )


@pytest.mark.parametrize(
    ("score", "weighted", "plain"),
    [
        (86.75, "86.75", "86.75"),
        (49.0, "49.00", "49"),
        (79.996, "79.996", "79.996"),
        (80.5, "80.50", "80.50"),
        (-0.0, "0.00", "0"),
        (0.0, "0.00", "0"),
        (100.0, "100.00", "100"),
        (1e-13, "0.00", "0.00"),  # beyond the twelfth decimal
        (1 / 3, "0.333333333333", "0.333333333333"),
    ],
)
def test_numbers_are_written_in_full_with_two_decimals_at_least(score: float, weighted: str, plain: str) -> None:
    lines = row_text(ScenarioRow("A", "x", "", dict.fromkeys(WEIGHTS, score), score, True, None)).splitlines()
    assert f"    weighted_score: {weighted}" in lines
    assert f"      voice_accuracy: {plain}" in lines


def test_each_value_is_found_on_its_line() -> None:
    head, rows = read(text_of([ROW, ROW]))
    assert head.lines[("metadata", "failed")] == 7
    assert head.lines[("aggregate_fidelity",)] == 9
    assert rows[0].lines[()] == rows[0].lines[("scenario_id",)] == 12
    assert rows[0].lines[("scores", "voice_accuracy")] == 18
    assert rows[1].lines[("weighted_score",)] == 21 + 13  # a row has twelve lines and an empty one


@given(st.lists(ROWS, max_size=3))
def test_what_is_written_is_read_back(rows: list[ScenarioRow]) -> None:
    head, found = read(text_of(rows))
    assert [one.data for one in found] == [as_dict(row) for row in rows]
    assert head.data["metadata"]["scenario_file"] == "scenarios.yaml"
    assert head.data["aggregate_fidelity"] == 67.875


@given(st.lists(ROWS, min_size=1, max_size=2))
def test_other_readers_of_yaml_find_the_same(tmp_path_factory: pytest.TempPathFactory, rows: list[ScenarioRow]) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.yaml"
    path.write_text(text_of(rows), encoding="utf-8", newline="")
    assert read_yaml(path).data["results"] == [as_dict(row) for row in rows]


@given(st.lists(ROWS, min_size=1, max_size=2))
def test_readers_of_the_older_yaml_find_the_same(rows: list[ScenarioRow]) -> None:
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(text_of(rows))["results"] == [as_dict(row) for row in rows]


def test_half_a_surrogate_pair_becomes_a_mark_of_replacement() -> None:
    _, (found,) = read(text_of([ScenarioRow("A", "\ud800", "a\udfffb", SCORES, 49.0, False, None)]))
    assert (found.data["scenario_type"], found.data["clone_response"]) == ("\ufffd", "a\ufffdb")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("metadata:\n", "# a comment\nmetadata:\n"),
        ("passed: false", "passed: false # no"),
        ("passed: false", "passed: False"),
        ("passed: false", "passed: 'no'"),
        ('"kb_gap"', "Null"),
        ('"kb_gap"', "~"),
        ('classification: "kb_gap"', "classification:"),
        ('"We wait."', "|"),
        ('"We wait."', "[" * 100_000),
        ('"We wait."', "9" * 5000),
        ("    passed", "      passed"),
        ("    passed", "\tpassed"),
        ("    passed: false", "    weighted_score: 3"),
        ("    passed: false", "    Passed: false"),
        ("      voice_accuracy: 49", "        voice_accuracy: 49"),
        ("    scores:\n", ""),
        ("    scores:\n", "    scores: 3\n"),
        ("results:\n", "results:\n  more: 1\n"),
        ("results:\n", "results:\n  - 3\n"),
    ],
)
def test_any_other_layout_is_left_to_the_reader_of_yaml(old: str, new: str) -> None:
    text = text_of([ROW])
    assert old in text
    with pytest.raises(NotOurLayout):
        read(text.replace(old, new, 1))


def test_words_stand_without_quotes() -> None:
    _, (found,) = read(text_of([ROW]).replace('"kb_gap"', "kb_gap").replace("strategic", "yes"))
    assert (found.data["failure_classification"], found.data["scenario_type"]) == ("kb_gap", "yes")


def test_nothing_at_all_has_neither_head_nor_rows() -> None:
    head, rows = read("")
    assert (head.data, rows) == ({}, [])


LINES = text_of([ROW, ROW]).splitlines()
VALUES = [
    "",
    " true",
    " True",
    " null",
    " NULL",
    " 3",
    " -0.5",
    " 1e3",
    " word",
    ' "a: b"',
    " {}",
    " [1]",
    " 017",
    " x # y",
]


@given(st.integers(0, len(LINES) - 1), st.sampled_from(["drop", "repeat", "value", "indent"]), st.sampled_from(VALUES))
def test_a_line_changed_by_hand_is_read_as_yaml_reads_it_or_not_at_all(
    tmp_path_factory: pytest.TempPathFactory, at: int, way: str, value: str
) -> None:
    """The oracle is the general reader. An empty table is {} here and nothing there; both are no table of scores."""
    lines = list(LINES)
    changed = {
        "drop": [],
        "repeat": [lines[at], lines[at]],
        "value": [lines[at].partition(":")[0] + ":" + value],
        "indent": ["  " + lines[at]],
    }
    lines[at : at + 1] = changed[way]
    text = "\n".join(lines) + "\n"
    try:
        head, rows = read(text)
    except NotOurLayout:
        return
    path = tmp_path_factory.getbasetemp() / "changed.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        data: Any = read_yaml(path).data
    except BadInput as refused:
        pytest.fail(f"{text}\nis no YAML: {refused}")
    assert [_filled(row.data) for row in rows] == [_filled(row) for row in data["results"] or []]
    assert _filled(head.data.get("metadata")) == _filled(data.get("metadata"))


def _filled(table: Any) -> Any:
    return {key: value or None if key == "scores" else value for key, value in table.items()} if table else None
