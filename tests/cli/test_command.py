"""What every command shares: refusals with exit code 2, interruptions with 3."""

import gc
import json
import pwd
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput, Problem
from study_templates import fresh


@ringtrue_command("refuse", example="refuse")
def refuse(as_json: bool) -> None:
    raise BadInput(
        [Problem("a.csv", "line 2", "not a number", "x\ty", "write a number"), Problem("a.csv", "line 9", "gone")]
    )


@ringtrue_command("stop", example="stop")
def stop(as_json: bool) -> None:
    raise KeyboardInterrupt


@ringtrue_command("fail", example="fail")
def fail(as_json: bool) -> int:
    return 1


def test_a_refusal_lists_every_problem_and_exits_with_2() -> None:
    done = CliRunner().invoke(refuse, [])
    assert done.exit_code == 2
    assert "2 problems" in done.stderr
    for part in ("a.csv", "line 2", "line 9", "write a number", "x\\ty"):
        assert part in done.stderr
    assert done.stdout == ""


def test_with_json_the_refusal_is_a_document_too() -> None:
    done = CliRunner().invoke(refuse, ["--json"])
    assert done.exit_code == 2
    assert [problem["place"] for problem in json.loads(done.stdout)["problems"]] == ["line 2", "line 9"]


@pytest.mark.parametrize(("what", "code"), [(stop, 3), (fail, 1)])
def test_interruptions_and_exit_codes_reach_the_shell(what: click.Command, code: int) -> None:
    assert CliRunner().invoke(what, []).exit_code == code


# Who acts: the name given, else the user's, else a word that says that nobody knows.


NAMES = ("LOGNAME", "USER", "LNAME", "USERNAME")  # where getpass looks, in this order


@click.command()
@who_option
def tell(who: str) -> None:
    click.echo(who)


def told(*arguments: str, **environment: str | None) -> str:
    done = CliRunner(env=dict.fromkeys(NAMES) | environment).invoke(tell, arguments)
    assert done.exit_code == 0, done.output
    return done.output.rstrip("\n")


@pytest.mark.parametrize("name", ["Ines", "Inês da Silva", "雪"])
def test_the_name_given_is_taken_as_it_is(name: str) -> None:
    assert told("--who", name, LOGNAME="somebody") == name


def test_without_a_name_it_is_the_user_s() -> None:
    assert told(LOGNAME="ana") == "ana"
    assert told(USER="bob") == "bob"
    assert told(LOGNAME="ana", USER="bob") == "ana"


def test_without_variables_it_is_the_system_s_name_for_the_user() -> None:
    import os

    assert told() == pwd.getpwuid(os.getuid()).pw_name


@pytest.mark.parametrize("error", [KeyError, OSError])
def test_a_machine_that_knows_no_users_has_an_organiser(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def unknown(uid: int) -> None:
        raise error(f"uid not found: {uid}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert told() == "organiser"


def test_help_says_what_it_is_without_asking_who_is_there() -> None:
    text = CliRunner().invoke(tell, ["--help"]).output
    assert "--who NAME" in text
    assert "your user name" in " ".join(text.split())


def test_the_name_stands_in_the_audit_log(here: Callable[..., Result], tmp_path: Path) -> None:
    study = fresh(tmp_path / "s", "scenarios")
    (study.folder / "items.json").write_text("[]", encoding="utf-8")
    assert here("backup", study.folder, tmp_path / "b", "--who", "Inês").exit_code == 0
    with Study.open(study.folder).records() as records:
        assert [*records.audit_entries()][-1].who == "Inês"


@pytest.mark.parametrize("name", ["", "a\x00b", "\ud800"])
def test_a_name_that_is_none_is_refused_without_a_traceback(
    here: Callable[..., Result], tmp_path: Path, name: str
) -> None:
    study = fresh(tmp_path / "s", "scenarios")
    done = here("backup", study.folder, tmp_path / "b", "--who", name)
    assert done.exit_code == 2
    assert "Refused" in done.stderr
    assert not (tmp_path / "b").exists()


# A command opens its study without the garbage collector in between, and says what is wrong with it.


def test_the_study_of_a_folder(tmp_path: Path) -> None:
    Study.create(tmp_path / "study", protocol="blind")
    assert open_study(str(tmp_path / "study"), who="ada").who == "ada"
    assert open_study(str(tmp_path / "study")).who == Study.open(tmp_path / "study").who
    gc.unfreeze()


def test_a_folder_without_one_is_refused_and_the_collector_works_again(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no study"):
        open_study(str(tmp_path))
    assert gc.isenabled()
    gc.unfreeze()
