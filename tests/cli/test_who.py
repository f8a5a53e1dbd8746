"""Who acts: the name given, else the user's, else a word that says that nobody knows."""

import pwd
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ringtrue import Study
from ringtrue.cli.who import who_option
from study_templates import fresh

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
