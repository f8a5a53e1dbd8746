"""What the voice command found, as one JSON document: every name there once, texts by their file, facts where given."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import voice_accounts as made
from ringtrue.cli.voice_findings import Account
from ringtrue.cli.voice_output import NAMES, document, gauge, refuse_existing, write_folder
from ringtrue.terms.problem import BadInput
from ringtrue.voice.content.contradictions import Contradictions
from voice_accounts import account, clash, explanation, reading, texts, with_facts


def told(found: Account) -> dict[str, Any]:
    """As it comes back from a file; NaN would not."""
    found_again: dict[str, Any] = json.loads(json.dumps(document(found), allow_nan=False))
    return found_again


def test_estimates_are_there_by_name() -> None:
    found = told(account())
    assert set(found["estimates"]) == {"voice", "spread", "dispersion"}
    assert found["estimates"]["voice"] == made.PLACE.as_dict() | {"notes": []}
    assert found["estimates"]["dispersion"]["value"] == 1.25
    assert "facts" not in found


def test_the_bare_model_and_facts_add_their_own() -> None:
    found = told(with_facts(account(read=reading(bare=made.BARE)), candidates=(clash(),)))
    values = {name: estimate["value"] for name, estimate in found["estimates"].items()}
    assert values == {
        "voice": 0.75, "spread": 0.875, "dispersion": 1.25, "bare": 0.25, "voice_over_bare": 0.625,
        "facts_covered": 0.5, "facts_expected": 0.55,
    }  # fmt: skip
    assert [(match["fact"]["id"], match["mark"]) for match in found["facts"]] == [
        ("F1", "covered"),
        ("F2", "not covered"),
    ]
    assert found["possible_contradictions"][0]["excerpt"] == "I never kept a bee."
    assert found["embedding"] == {"backend": "tfidf (letters)", "licence": "Apache-2.0"}


def test_hints_and_overlaps_name_their_texts() -> None:
    found = told(account(read=reading(overlaps=(made.COPIED,), flags=(made.COPYING,))))
    assert [(hint["name"], hint["place"]) for hint in found["hints"]] == [
        ("r1.txt", 0.9),
        ("r2.txt", 0.1),
        ("r3.txt", None),
    ]
    (overlap,) = found["overlaps"]
    assert (overlap["name"], overlap["source"], overlap["words"]) == ("r2.txt", "o1.txt", 12)
    assert found["flags"][0]["kind"] == "copying"


def test_usages_advice_and_material() -> None:
    found = told(account(explained=explanation(made.OVER, made.UNDER), notes=("Few words.",)))
    text = json.dumps(found, ensure_ascii=False)
    assert "zanzibar it is" in text
    assert any("zanzibar" in line for line in found["advice"])
    assert found["material"] == {
        "own": {"place": "own", "texts": 1, "words": 2000},
        "replies": {"place": "replies", "texts": 2, "words": 10},
        "others": None,
        "language": "en",
    }
    assert found["notes"] == ["Few words."]


@pytest.mark.parametrize("people", [{}, {"bob": ("a",), "cy": ("b", "c")}])
def test_other_people_are_counted(people: dict[str, tuple[str, ...]]) -> None:
    plain = account()
    assert told(replace(plain, request=replace(plain.request, others=people)))["material"]["others"] == len(people)


def test_a_place_that_cannot_be_told_is_none_with_its_reason() -> None:
    found = told(account(read=reading(estimate=made.NOWHERE, hints=())))
    assert (found["estimates"]["voice"]["value"], found["estimates"]["voice"]["reason"]) == (
        None,
        "not enough material",
    )
    assert found["hints"] == []


def test_names_of_any_kind_pass_through_unchanged() -> None:
    odd = texts("replies", 'a"b\\.txt', "雪\n.txt", "\x1b[31m.txt")
    plain = account()
    found = told(replace(plain, request=replace(plain.request, replies=odd)))
    assert [hint["name"] for hint in found["hints"]] == list(odd.names)


# What the voice command found, as four files: nothing overwritten, and other people's words shown as they are.


def written(folder: Path, found: Account) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in write_folder(str(folder), found)}


def test_four_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    found = account(explained=explanation(made.OVER))
    files = written(tmp_path / "a" / "b", found)
    assert tuple(files) == NAMES
    assert json.loads(files["result.json"]) == json.loads(json.dumps(document(found)))
    assert "<svg" in files["voice.svg"]
    assert files["report.md"].startswith("# Voice: how close the replies are to the person\n")
    assert "![The person's rate" in files["report.md"]


@pytest.mark.parametrize("there", NAMES)
def test_a_folder_that_holds_a_report_is_refused_by_the_file(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        refuse_existing(str(tmp_path))
    (problem,) = refusal.value.problems
    assert (problem.file, problem.place, problem.remedy) == (str(tmp_path / there), "--out", "Name a new folder.")


def test_all_files_that_stand_in_the_way_are_named(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).touch()
    with pytest.raises(BadInput) as refusal:
        refuse_existing(str(tmp_path))
    assert len(refusal.value.problems) == len(NAMES)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    with pytest.raises(BadInput, match="This is a file, not a folder"):
        refuse_existing(str(tmp_path / "out"))


def test_a_new_folder_or_one_with_other_files_will_do(tmp_path: Path) -> None:
    refuse_existing(str(tmp_path / "new"))
    (tmp_path / "notes.txt").touch()
    refuse_existing(str(tmp_path))


def test_a_plain_report_has_no_empty_sections(tmp_path: Path) -> None:
    report = written(tmp_path, account(read=reading(hints=())))["report.md"]
    for title in ("## Look at this", "## Reply by reply", "## Documented facts"):
        assert title not in report
    assert "Nothing was left out." in report
    assert "place .75" in report


def test_hints_are_in_order_and_what_is_unknown_comes_last(tmp_path: Path) -> None:
    report = written(tmp_path, account())["report.md"]
    rows = [line for line in report.splitlines() if line.startswith("| ") and "a note" in line]
    assert rows == ["| .10 | r2.txt | a note |", "| .90 | r1.txt | a note |", "| - | r3.txt | a note |"]


def test_flags_and_copies_are_listed_the_longest_first(tmp_path: Path) -> None:
    overlaps = (made.COPIED, replace(made.COPIED, words=30, reply=0))
    report = written(tmp_path, account(read=reading(flags=(made.LOUD,), overlaps=overlaps)))["report.md"]
    assert "- **caricature**: louder than the person\n  - zanzibar it is\n  - zanzibar again" in report
    assert report.index("| 30 | r1.txt | o1.txt |") < report.index("| 12 | r2.txt | o1.txt |")


def test_facts_with_their_passages_and_places_to_judge(tmp_path: Path) -> None:
    report = written(tmp_path / "a", with_facts(account(), candidates=(clash(),)))["report.md"]
    assert "| F1 She keeps bees. | .90 | covered | her bees |" in report
    assert "- F1: She keeps bees. — r2.txt: I never kept a bee. (negation)" in report
    silent = written(tmp_path / "b", with_facts(account()))["report.md"]
    assert "None was found. That does not mean that there is none." in silent


def test_advice_is_numbered_or_said_to_be_none(tmp_path: Path) -> None:
    some = written(tmp_path / "a", account(explained=explanation(made.OVER)))["advice.md"]
    assert some.startswith("# Advice for the prompt\n\n1. ")
    assert "zanzibar" in some
    assert written(tmp_path / "b", account())["advice.md"].splitlines()[-1].startswith("None: no difference was found")


def test_names_and_texts_of_others_do_not_act_in_markdown(tmp_path: Path) -> None:
    odd = "<script>x</script> | [a](http://b) \x1b[31m\n# y"
    names = texts("replies", *(f"{number}{odd}" for number in range(3)))
    found = with_facts(account(read=reading(overlaps=(replace(made.COPIED, text=odd),))))
    fact = replace(made.BEES, id=odd, text=odd)
    assert found.coverage is not None
    matches = (replace(found.coverage.matches[0], fact=fact, excerpt=odd),)
    found = replace(
        found,
        request=replace(found.request, replies=names, own=texts("own", odd)),
        coverage=replace(found.coverage, matches=matches),
        contradictions=Contradictions((replace(clash(fact), excerpt=odd, reasons=(odd,)),), (odd,)),
        notes=(odd,),
    )
    report = written(tmp_path, found)["report.md"]
    assert "<script" not in report
    assert "[a](" not in report
    assert "\x1b" not in report
    assert not any(line.startswith("# y") for line in report.splitlines())
    tables = [line for line in report.splitlines() if line.startswith("| 12 ")]
    assert len(tables) == 1
    assert tables[0].replace("\\|", "").count("|") == 5  # four cells, whatever stands in them


# The gauge: ends, interval and value at their places, whatever the numbers are.


ENDS = ("impostors", "the person")
numbers = st.floats(-50, 50)


def test_value_and_interval_stand_between_the_ends() -> None:
    figures, line, names = gauge(0.5, 0.25, 0.75, ENDS, width=61)
    # From -.25 to 1.25 in 61 columns: a column is 1/40, so 0 stands in column 10, 1 in 50, .5 in the middle.
    assert [figures.index("0"), figures.index("1")] == [10, 50]
    assert [line.index(mark) for mark in "┼┣●┫"] == [10, 20, 30, 40]
    assert line[50] == "┼"
    assert names.split() == ["impostors", "the", "person"]


def test_without_an_interval_there_is_no_bar() -> None:
    assert "━" not in gauge(0.5, None, None, ENDS)[1]


def test_other_values_have_lines_of_their_own() -> None:
    lines = gauge(0.9, 0.8, 1.0, ENDS, {"without the persona": 0.1})
    assert lines[-1].endswith("○ without the persona")
    assert lines[1][lines[-1].index("○")] == "─"


@pytest.mark.parametrize(("value", "mark"), [(40.0, "▶"), (-40.0, "◀")])
def test_what_is_far_out_is_an_arrow_at_the_edge(value: float, mark: str) -> None:
    assert mark in gauge(value, None, None, ENDS)[1]


@given(numbers, st.tuples(numbers, numbers), st.integers(30, 90))
def test_lines_fit_and_the_ends_are_in_order(value: float, interval: tuple[float, float], width: int) -> None:
    low, high = sorted(interval)
    lines = gauge(value, low, high, ENDS, {"x": value}, width=width)
    assert len(lines[1]) == width
    assert lines[0].index("0") < lines[0].index("1")
    assert sum(lines[1].count(mark) for mark in "●◀▶") >= 1
