"""`ringtrue verify`: a results file held to the post-conditions."""

from pathlib import Path

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table


@ringtrue_command("verify", example="ringtrue verify test_results.yaml --scenarios test-scenarios.yaml")
@click.argument("results", metavar="RESULTS.yaml")
@click.option("--scenarios", metavar="FILE", help="The scenarios the results are of, to compare ids and types.")
def command(results: str, scenarios: str | None, as_json: bool) -> None:
    """Check a results file of scenarios: sums, means, counts, causes.

    Every breach is named with its scenario, the value that stands there and the one to expect. With the scenarios
    those without a result, results of others and wrong types are named too. Exit code: 0 all is well, 2 it is not.
    """
    from ringtrue.formats.scenarios import read_scenarios
    from ringtrue.formats.test_results import verify_test_results
    from ringtrue.terms import BadInput

    expected = read_scenarios(scenarios, allow_small=True) if scenarios else None
    found = verify_test_results(Path(results), scenarios=expected)
    if found.problems:
        raise BadInput(found.problems)
    if as_json:
        print_json({"results": found.count, "postconditions": [{"name": c.name, "met": c.met} for c in found.checks]})
        return
    print_table(("post-condition", "holds"), [(c.name, "yes" if c.met else "cannot be told") for c in found.checks])
    print_lines([f"{results}: {found.count} results, nothing wrong."])
