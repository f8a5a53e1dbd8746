"""The program as a whole: help without heavy imports, one help line each, an example in every command's help."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from ringtrue.cli import ALIASES, COMMANDS, GROUPS, main


def loaded(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return command


HEAVY = ("numpy", "scipy", "rich", "ruamel", "pandas", "matplotlib", "sqlalchemy")


def test_help_loads_nothing_heavy() -> None:
    # Speed is measured in benchmarks/startup.py; here: none of the slow modules is even imported.
    probe = f"""
import sys
from ringtrue.cli import main
main(["--help"], standalone_mode=False)
print("LOADED", [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_of_commands_tells_what_each_command_says_of_itself(name: str) -> None:
    command = loaded(name)
    assert command.help.splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_that_parses(name: str) -> None:
    command = loaded(name)
    example = command.epilog.splitlines()[-1].split()
    assert example[:2] == ["ringtrue", name]
    command.make_context(name, example[2:])  # raises a usage error where an option does not exist


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_json(name: str) -> None:
    command = loaded(name)
    for one in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert "--json" in {option for parameter in one.params for option in parameter.opts}


def subcommands() -> list[tuple[str, click.Command]]:
    groups = [(name, loaded(name)) for name in COMMANDS]
    return [(name, one) for name, group in groups if isinstance(group, click.Group) for one in group.commands.values()]


@pytest.mark.parametrize(("name", "command"), subcommands())
def test_every_subcommand_has_an_example_that_parses(name: str, command: click.Command) -> None:
    example = command.epilog.splitlines()[-1].split()
    assert example[:3] == ["ringtrue", name, command.name]
    command.make_context(command.name, example[3:])


def test_help_lists_the_commands_in_groups() -> None:
    lines = CliRunner().invoke(main, ["--help"], terminal_width=100).output.splitlines()
    start = lines.index("Study:")
    headings = [line.rstrip(":") for line in lines[start:] if line and not line.startswith(" ")]
    assert headings == list(GROUPS) == ["Study", "People", "Models", "Analysis", "Tools"]
    assert [line.split()[0] for line in lines[start:] if line.startswith("  ") and line[2] != " "] == list(COMMANDS)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("scroe", "Did you mean 'score'?"), ("imprt", "Did you mean 'import'?"), ("xyzzy", "lists all commands")],
)
def test_a_mistyped_command_is_a_usage_error_with_a_suggestion(typed: str, hint: str) -> None:
    done = CliRunner().invoke(main, [typed])
    assert done.exit_code == 2
    assert f"No such command '{typed}'." in done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_an_alias_is_the_same_command_and_not_listed(alias: str, name: str) -> None:
    assert loaded(alias) is loaded(name)
    assert alias not in main.list_commands(click.Context(main))
    assert CliRunner().invoke(main, [alias, "--help"]).exit_code == 0


def test_the_module_is_the_program() -> None:
    done = subprocess.run([sys.executable, "-m", "ringtrue", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ringtrue 0.")
