"""What the voice command found, as four files: nothing overwritten, and other people's words shown as they are."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import voice_accounts as made
from ringtrue.cli.voice_account import Account
from ringtrue.cli.voice_document import document
from ringtrue.cli.voice_folder import NAMES, refuse_existing, write_folder
from ringtrue.terms import BadInput
from ringtrue.voice.content import Contradictions
from voice_accounts import account, clash, explanation, reading, texts, with_facts


def written(folder: Path, found: Account) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in write_folder(str(folder), found)}


def test_four_files_are_written_into_a_new_folder(tmp_path: Path) -> None:
    found = account(explained=explanation(made.OVER))
    files = written(tmp_path / "a" / "b", found)
    assert tuple(files) == NAMES
    assert json.loads(files["result.json"]) == json.loads(json.dumps(document(found)))
    assert "<svg" in files["voice.svg"]
    assert files["report.md"].startswith("# Voice: how near the replies are to the person\n")
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
    assert len(refusal.value.problems) == 4


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
    assert "| F1 She keeps bees. | covered | her bees |" in report
    assert "- F1: She keeps bees. — r2.txt: I never kept a bee. (negation)" in report
    silent = written(tmp_path / "b", with_facts(account()))["report.md"]
    assert "None was found. That does not mean that there is none." in silent


def test_advice_is_numbered_or_said_to_be_none(tmp_path: Path) -> None:
    some = written(tmp_path / "a", account(explained=explanation(made.OVER)))["advice.md"]
    assert some.startswith("# Advice for the prompt\n\n1. ")
    assert "zanzibar" in some
    assert written(tmp_path / "b", account())["advice.md"].splitlines()[-1].startswith("None: nothing was found")


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
