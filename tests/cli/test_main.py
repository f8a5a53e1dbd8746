"""The program as a whole: help without heavy imports, one help line each, an example in every command's help."""

import subprocess
import sys
from importlib import import_module

import click
import pytest

from ringtrue.cli import COMMANDS, main


def loaded(name: str) -> click.Command:
    return import_module(f"ringtrue.cli.{name.replace('-', '_')}").command


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


def test_an_unknown_command_is_a_usage_error() -> None:
    with pytest.raises(click.UsageError, match="No such command"):
        main(["nonsense"], standalone_mode=False)


def test_the_module_is_the_program() -> None:
    done = subprocess.run([sys.executable, "-m", "ringtrue", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ringtrue 0.")
