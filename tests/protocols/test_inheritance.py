"""`extends`: tables merged, lists replaced, null drops; faults in the file that says them; the hash of the whole."""

from pathlib import Path
from typing import Any

import pytest

from ringtrue.files.yaml_file import write_yaml
from ringtrue.protocols.loader import check_file, data_of, load
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Protocol

OWN = "extends: pairs\nname: own\nversion: 1.0.0\n"


def written(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def own(folder: Path, text: str = "") -> Protocol:
    return load(written(folder, OWN + text))


def test_what_is_not_said_is_inherited(tmp_path: Path) -> None:
    pairs, protocol = load("pairs"), own(tmp_path)
    assert (protocol.name, protocol.version, protocol.same_numbers) == ("own", "1.0.0", ())
    assert (protocol.measures, protocol.verdict, protocol.methods) == (pairs.measures, pairs.verdict, pairs.methods)


def test_tables_are_merged_at_any_depth_and_lists_replaced(tmp_path: Path) -> None:
    text = "measures: {alpha: {of: pfi_004_each}, own: {crossed: vibe}}\nverdict: [{label: FAIL}]\n"
    protocol = own(tmp_path, text)
    assert protocol.measures["alpha"].of == ("pfi_004_each",)
    assert protocol.measures["alpha"].statistic == "cronbach_alpha"
    assert list(protocol.measures) == [*load("pairs").measures, "own"]
    assert [rule.label for rule in protocol.verdict] == ["FAIL"]


def test_null_drops_an_inherited_entry_and_stays_where_it_is_a_value(tmp_path: Path) -> None:
    protocol = own(tmp_path, "minutes: null\nkinds: {pair: {ask: {comment: null}}}\n")
    assert protocol.minutes is None
    assert "comment" not in [question.name for question in protocol.kinds["pair"].questions]
    base = "extends: recognition\nname: own\nversion: 1.0.0\n"
    steps = load(written(tmp_path, base + "bands: {steps: {stable: null, uncertain: 0.4, weak: null}}\n")).bands.steps
    assert steps == (("strong", 0.9), ("uncertain", 0.4), ("weak", None))


def test_a_constant_of_the_file_counts_in_inherited_formulas(tmp_path: Path) -> None:
    protocol = own(tmp_path, "target: {low: 0.9}\n")
    assert protocol.verdict[0].all[0] == "pfi_001 >= 0.9"
    assert protocol.checks[0].at_least == 0.9


def test_the_hash_is_that_of_the_whole_as_one_file_would_have_it(tmp_path: Path) -> None:
    whole = tmp_path / "whole.yaml"
    write_yaml(whole, data_of("lite"))
    assert load(whole) == load("lite")
    assert "extends" not in data_of("lite")
    assert own(tmp_path).hash != own(tmp_path, "minutes: [8, 13]\n").hash


def test_a_file_beside_it_can_be_extended_and_that_one_extend_another(tmp_path: Path) -> None:
    written(tmp_path, OWN + "minutes: [1, 2]\n", "middle.yaml")
    path = written(tmp_path, "extends: middle.yaml\nname: last\nversion: 2.0.0\ntitle: Last\n")
    protocol = load(path)
    assert (protocol.name, protocol.minutes, protocol.title) == ("last", (1.0, 2.0), "Last")


def test_a_fault_is_reported_in_the_file_and_on_the_line_that_says_it(tmp_path: Path) -> None:
    written(tmp_path, OWN + "measures:\n  mine: {formula: mean(vibe) + nothing}\n", "middle.yaml")
    text = "extends: middle.yaml\nname: last\nversion: 1.0.0\nmeasures:\n  r: {of: [pfi_model, gone]}\n"
    first, second = check_file(written(tmp_path, text))
    assert Path(first.file).name == "own.yaml"
    assert first.place == "line 5, measures.r.of[1]"
    assert Path(second.file).name == "middle.yaml"
    assert second.place == "line 5, measures.mine.formula"
    assert "nothing" in second.what


def test_what_an_entry_breaks_elsewhere_is_reported_where_it_is_used(tmp_path: Path) -> None:
    problems = check_file(written(tmp_path, OWN + "kinds: {pair: {numbers: null}}\n"))
    assert problems
    assert {Path(problem.file).name for problem in problems} == {"pairs.yaml"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("extends: 3\nname: a\n", "'extends' is not a text"),
        ("extends: piars\nname: a\n", "the protocol to extend cannot be read"),
        ("extends: own.yaml\nname: a\n", "is extended by itself"),
        ("extends: pairs\n", "the key 'name' is missing"),
    ],
)
def test_what_cannot_be_extended_is_said_with_its_line(tmp_path: Path, text: str, what: str) -> None:
    first = check_file(written(tmp_path, text))[0]
    assert what in first.what
    assert Path(first.file).name == "own.yaml"
    assert first.place.startswith("line 1")
    assert first.remedy


@pytest.mark.parametrize("base", ["[1, 2]", "3", "text"])
def test_a_base_that_is_no_table_is_refused_in_words(tmp_path: Path, base: Any) -> None:
    written(tmp_path, base, "base.yaml")
    with pytest.raises(BadInput):
        load(written(tmp_path, "extends: base.yaml\nname: a\nversion: 1.0.0\n"))
