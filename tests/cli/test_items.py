"""`ringtrue items`: import and check, as a user types them."""

import json
import os
import pty
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from dealt_studies import pair_item, pair_study
from pair_studies import TEXTS, pair_entries
from pair_studies import pair_study as pair_study_items_select
from ringtrue.cli.items import command
from ringtrue.items.items_file import read_items
from ringtrue.study.study import Study
from study_templates import fresh


@pytest.fixture
def folder(run, tmp_path: Path) -> Path:
    assert run("new", tmp_path / "study", "--protocol", "pairs").returncode == 0
    return tmp_path / "study"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    place = tmp_path / "answers"
    place.mkdir()
    rows = ["persona,regime,domain,run,cosine,a_score,pfi"]
    for number, domain in enumerate(("TECH", "ANAL", "PHIL", "SELF", "NARR")):
        for regime in ("FULL", "T3", "GAMMA"):
            (place / f"Ada_T3_{domain}_run1_{regime}.txt").write_text(f"{regime} on {domain}", encoding="utf-8")
        rows.append(f"Ada,T3,{domain},1,0.8{number}1234567,9,{(0.8 + number / 100 + 0.001234567 + 0.9) / 2}")
    rows += [f"Ada,T3,{domain},2,0.85,9,0.875" for domain in ("TECH", "ANAL", "PHIL")]
    (place / "index.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return place


def test_import_then_check(run, folder: Path, answers: Path) -> None:
    done = run("items", "import", folder, answers)
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())  # long paths wrap
    assert "5 items imported into" in shown
    assert "3 of 8 rows are constant" in shown
    assert "Lines 7-9" in shown
    checked = run("items", "check", folder, "--json")
    assert checked.returncode == 0
    assert json.loads(checked.stdout)["holds"] is True
    again = run("items", "import", folder, answers, "--json")
    assert again.returncode == 2
    assert len(json.loads(again.stdout)["problems"]) == 5


def test_json_lists_ids_and_flags(run, folder: Path, answers: Path) -> None:
    document = json.loads(run("items", "import", folder, answers, "--json").stdout)
    assert document["imported"][0] == "Ada_ANAL_run1"
    assert [flag["kind"] for flag in document["flags"]] == ["constant", "definition"]
    assert document["flags"][0]["lines"] == [7, 8, 9]


def test_a_suite_that_fails_is_exit_1_and_a_list_that_cannot_be_read_2(run, folder: Path) -> None:
    done = run("items", "check", folder)
    assert done.returncode == 1
    assert "something is missing" in done.stdout
    assert "Asked of the panel, when it is scored: at least 5 people." in done.stdout
    (folder / "items.yaml").write_text("- {id: A, kind: paar}\n", encoding="utf-8")
    refused = run("items", "check", folder)
    assert refused.returncode == 2
    assert "did you mean pair?" in refused.stderr


@pytest.mark.parametrize("name", sorted(command.commands))
def test_every_subcommand_has_json_help_and_an_example_that_parses(name: str) -> None:
    inner = command.commands[name]
    assert inner.help
    example = (inner.epilog or "").splitlines()[-1].split()
    assert example[:3] == ["ringtrue", "items", name]
    assert isinstance(inner.make_context(name, example[3:]), click.Context)


# `ringtrue items export`, as a user types it.


def test_some_or_all_items_into_a_file(here, tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", [pair_item(0), pair_item(1, status="rejected")])
    done = here("items", "export", study.folder, tmp_path / "all.jsonl")
    assert "2 items written to" in done.stdout
    assert read_items(tmp_path / "all.jsonl", study.settings.protocol) == study.items()
    told = json.loads(
        here("items", "export", study.folder, tmp_path / "some.yaml", "--status", "accepted", "--json").stdout
    )
    assert told["exported"] == ["P0"]
    assert here("items", "export", study.folder, tmp_path / "some.yaml").exit_code == 2
    assert here("items", "export", study.folder, tmp_path / "some.txt").exit_code == 2


# `ringtrue items index`: the model index in a table and as JSON, with roles by name and what was left out.


def study_of(folder: Path, *texts: dict[str, str]) -> Study:
    study = fresh(folder, "pairs")
    items = [
        {"id": f"P{number}", "kind": "pair", "prompt": f"Question {number}?", "domain": "TECH", "responses": said}
        for number, said in enumerate(texts, 1)
    ]
    (folder / "items.json").write_text(json.dumps(items), encoding="utf-8")
    return study


def test_the_table_says_what_each_number_is(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", TEXTS)
    done = here("items", "index", study.folder)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Model index of 1 pairs by tfidf")
    for words in ("full against compressed", "full against another persona", "the name-only prompt", "P1"):
        assert words in done.stdout
    assert f"Next: ringtrue items select {study.folder}" in done.stdout


def test_anchored_values_follow_from_those_beside_them(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", TEXTS)
    document = json.loads(here("items", "index", study.folder, "--json").stdout)
    (pair,) = document["pairs"]
    raw, ceiling, floor = (pair[name]["value"] for name in ("raw", "ceiling", "floor"))
    assert 0 <= floor < raw <= 1
    assert pair["anchored"]["value"] == pytest.approx((raw - floor) / (ceiling - floor))
    # Of one pair the whole is that pair, and what the persona gains is the difference of the two places.
    assert document["raw"]["value"] == pytest.approx(raw)
    bare = (document["name_only"]["value"] - floor) / (ceiling - floor)
    assert document["name_only_anchored"]["value"] == pytest.approx(bare)
    assert document["gain"]["value"] == pytest.approx(pair["anchored"]["value"] - bare)
    assert document["definition"]["backend"].startswith("tfidf")
    assert study.items()[0].fields["pfi_model"] == pytest.approx(raw, abs=1e-6)


def test_controls_come_from_a_file_by_the_names_given(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", {name: TEXTS[name] for name in ("full", "compressed")})
    lines = [("twin", "again"), ("stranger", "another"), ("name", "control")]
    rows = [{"item": "P1", "speaker": name, "text": TEXTS[role]} for name, role in lines]
    controls = tmp_path / "controls.jsonl"
    controls.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    roles = ("--again", "twin", "--another", "stranger", "--name-only", "name")
    named = json.loads(here("items", "index", study.folder, "--controls", controls, *roles, "--json").stdout)
    inside = json.loads(here("items", "index", study_of(tmp_path / "t", TEXTS).folder, "--json").stdout)
    assert named["pairs"] == inside["pairs"]
    unnamed = json.loads(here("items", "index", study.folder, "--controls", controls, "--json").stdout)
    assert unnamed["anchored"]["value"] is None


def test_what_cannot_be_told_says_why_and_what_was_left_out_is_listed(
    here: Callable[..., Result], tmp_path: Path
) -> None:
    study = study_of(tmp_path / "s", {name: TEXTS[name] for name in ("full", "compressed")}, {"full": "Alone."})
    text = here("items", "index", study.folder).stdout
    assert "Left out\n  P2: the compressed text is missing" in text
    (line,) = [line for line in text.splitlines() if line.startswith("anchored")]
    assert line.split()[1] == "-"
    assert "(" in line


def test_no_pair_with_both_texts_is_refused(here: Callable[..., Result], tmp_path: Path) -> None:
    study = study_of(tmp_path / "s", {"full": "Alone."})
    done = here("items", "index", study.folder, "--json")
    (problem,) = json.loads(done.stdout)["problems"]
    assert done.exit_code == 2
    assert "full and one of compressed" in problem["what"]
    assert "ringtrue collect" in problem["remedy"]


@pytest.mark.parametrize("options", [("--backend", "word2vec"), ("--controls", "none.jsonl")])
def test_an_unknown_backend_or_file_is_refused(
    here: Callable[..., Result], tmp_path: Path, options: tuple[str, str]
) -> None:
    done = here("items", "index", study_of(tmp_path / "s", TEXTS).folder, *options)
    assert done.exit_code == 2
    assert options[1] in done.stderr


# `ringtrue items review`: a walk on a terminal, a list elsewhere.


@pytest.fixture
def study(tmp_path: Path) -> Study:
    items = [pair_item(n, status="pending") for n in range(4)]
    items[0]["tags"] = {"layers": ["L1", "L2"], "source": "a letter"}
    return pair_study(tmp_path / "study", items)


def test_away_from_a_terminal_the_pending_ones_are_listed(run, study: Study) -> None:
    shown = run("items", "review", study.folder)
    assert shown.returncode == 0
    assert "4 items are pending." in shown.stdout
    assert "Question 3?" in shown.stdout
    told = json.loads(run("items", "review", study.folder, "--json").stdout)
    assert [one["id"] for one in told["pending"]] == ["P0", "P1", "P2", "P3"]
    assert told["pending"][0]["responses"]["full"] == "alpha says thing 0 here"


def test_nothing_pending(here, study: Study) -> None:
    study.set_status({f"P{n}": "accepted" for n in range(4)})
    assert "No item is pending." in here("items", "review", study.folder).stdout


def test_on_a_terminal_each_choice_is_saved_as_it_is_made(study: Study) -> None:
    """A real terminal, one letter each: accept, reject with a reason, a wrong letter, next, quit before the fourth."""
    pid, terminal = pty.fork()
    if pid == 0:  # the child: nothing of pytest may run in it
        os.execv(sys.executable, [sys.executable, "-m", "ringtrue", "items", "review", str(study.folder)])  # noqa: S606
    seen = b""
    for words, typed in (
        (b"[q]uit", b"a"),
        (b"[q]uit", b"r"),
        (b"Why", b"too long"),
        *((b"[q]uit", k) for k in (b"x", b"n", b"q")),
    ):
        seen += _until(terminal, words)
        os.write(terminal, typed + b"\n")
    seen += _until(terminal, b"ringtrue status")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
    text = seen.decode()
    assert "1 of 4: P0, pair" in text
    assert "responses.full" in text
    assert "a letter" in text
    assert [item.status for item in study.items()] == ["accepted", "rejected", "pending", "pending"]


def _until(terminal: int, words: bytes) -> bytes:
    """What the program writes, up to these words."""
    seen = b""
    while words not in seen:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux says so when the other side is gone
            piece = b""
        if not piece:
            raise AssertionError(f"it ended without {words!r}: {seen!r}")
        seen += piece
    return seen


# `ringtrue items select` and `ringtrue items index`, as a user types them.


@pytest.fixture
def folder_items_select(tmp_path: Path) -> Path:
    study = pair_study_items_select(tmp_path / "s")
    entries = pair_entries(10, status="pending")
    study.items_file.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return study.folder


def test_selecting_and_undoing(here, folder_items_select: Path) -> None:
    done = here("items", "select", folder_items_select)
    assert done.exit_code == 0
    assert "5 pairs accepted, 5 set aside" in done.output
    assert "Next: ringtrue items check" in done.output
    undone = here("items", "select", folder_items_select, "--undo", "--json")
    assert json.loads(undone.stdout) == {"undone": 10}


def test_an_open_place_is_told_with_the_nearest_and_exit_code_1(here, folder_items_select: Path) -> None:
    items = folder_items_select / "items.jsonl"
    items.write_text(items.read_text(encoding="utf-8").replace('"pfi_model": 0.8,', '"pfi_model": 0.7,'), "utf-8")
    done = here("items", "select", folder_items_select)
    assert done.exit_code == 1
    assert "1 slot has no pair that fits; nothing was changed." in done.output
    assert "no pair of NARR has an index of 0.8 to 0.84; nearest: P" in done.output
    document = json.loads(here("items", "select", folder_items_select, "--json").stdout)
    assert document["written"] is False
    assert document["choices"][-1]["pair"] is None
    assert document["choices"][-1]["stratum"] == "low"
    taken = here("items", "select", folder_items_select, "--nearest")
    assert taken.exit_code == 0
    assert "the nearest" in taken.output


def test_a_place_nothing_is_near_asks_for_more_pairs(here, folder_items_select: Path) -> None:
    items = folder_items_select / "items.jsonl"
    kept = [line for line in items.read_text(encoding="utf-8").splitlines() if "NARR" not in line]
    items.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert "Import more pairs" in here("items", "select", folder_items_select, "--nearest").output


def test_the_second_preset_and_places_of_ones_own(here, folder_items_select: Path, tmp_path: Path) -> None:
    assert "3 pairs accepted, 7 set aside" in here("items", "select", folder_items_select, "--preset", "3x10").output
    strata = tmp_path / "strata.yaml"
    strata.write_text("pairs: [{domain: TECH, stratum: high}]\n", encoding="utf-8")
    assert "1 pairs accepted, 9 set aside" in here("items", "select", folder_items_select, "--strata", strata).output


def test_bad_input_is_refused_with_exit_code_2(here, folder_items_select: Path, tmp_path: Path) -> None:
    assert here("items", "select", folder_items_select, "--preset", "9x9").exit_code == 2
    assert here("items", "select", folder_items_select, "--strata", tmp_path / "none.yaml").exit_code == 2


def test_the_index_is_computed_shown_and_written(here, folder_items_select: Path) -> None:
    done = here("items", "index", folder_items_select)
    assert done.exit_code == 0
    assert "Model index of 10 pairs by tfidf" in done.output
    assert "no pair has the texts this needs" in done.output  # there is no other persona
    document = json.loads(here("items", "index", folder_items_select, "--json").stdout)
    assert document["definition"]["backend"].startswith("tfidf")
    assert len(document["pairs"]) == 10
    assert document["anchored"]["value"] is None
    first = json.loads((folder_items_select / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["pfi_model"] == pytest.approx(document["pairs"][0]["raw"]["value"], abs=1e-6)


def test_an_unknown_backend_is_refused(here, folder_items_select: Path) -> None:
    refused = here("items", "index", folder_items_select, "--backend", "word2vec")
    assert refused.exit_code == 2
    assert "take one of" in refused.output


# `ringtrue items accept | reject | withdraw`, as a user types them.


@pytest.fixture
def study_items_status(tmp_path: Path) -> Study:
    return pair_study(tmp_path / "study", [pair_item(n, status="pending") for n in range(4)])


def statuses(study: Study) -> list[str]:
    return [item.status for item in study.items()]


def test_accept_by_name_and_all_that_are_pending(here, study_items_status: Study) -> None:
    assert "1 item is accepted now." in here("items", "accept", study_items_status.folder, "P2").stdout
    assert here("items", "reject", study_items_status.folder, "P0").exit_code == 0
    assert json.loads(here("items", "accept", study_items_status.folder, "--all", "--json").stdout) == {
        "accepted": ["P1", "P3"]
    }
    assert statuses(study_items_status) == ["rejected", "accepted", "accepted", "accepted"]


@pytest.mark.parametrize("arguments", [("accept",), ("accept", "P1", "--all"), ("accept", "nobody"), ("reject",)])
def test_what_says_too_little_or_too_much_changes_nothing(
    here, study_items_status: Study, arguments: tuple[str, ...]
) -> None:
    verb, *rest = arguments
    assert here("items", verb, study_items_status.folder, *rest).exit_code == 2
    assert statuses(study_items_status) == ["pending"] * 4


def test_withdraw_needs_a_reason_and_tells_of_cards(here, study_items_status: Study) -> None:
    here("items", "accept", study_items_status.folder, "--all")
    study_items_status.deal(2, force=True, why="a small study")
    assert here("items", "withdraw", study_items_status.folder, "P1").exit_code == 2
    done = here("items", "withdraw", study_items_status.folder, "P1", "--why", "a misprint")
    assert "P1 is withdrawn; 2 cards of it were dealt" in done.stdout
    told = json.loads(here("items", "withdraw", study_items_status.folder, "P2", "--why", "too", "--json").stdout)
    assert told == {"withdrawn": "P2", "why": "too", "cards": 2}
    assert statuses(study_items_status) == ["accepted", "withdrawn", "withdrawn", "accepted"]
