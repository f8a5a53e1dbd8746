"""`ringtrue verify`: check a results file against the post-conditions."""

from pathlib import Path

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table


@ringtrue_command("verify", example="ringtrue verify test_results.yaml --scenarios test-scenarios.yaml")
@click.argument("results", metavar="RESULTS.yaml")
@click.option("--scenarios", metavar="FILE", help="The scenarios, to compare ids and types.")
def command(results: str, scenarios: str | None, as_json: bool) -> None:
    """Check a scenario results file: sums, means, counts, causes.

    Every error is listed with its scenario, the value found and the value expected. Given the scenarios too, it also
    lists missing results, results of unknown scenarios and wrong types. Exit code: 0 fine, 2 errors found.
    """
    from ringtrue.formats.scenarios import read_scenarios
    from ringtrue.formats.test_results import verify_test_results
    from ringtrue.terms.problem import BadInput

    expected = read_scenarios(scenarios, allow_small=True) if scenarios else None
    found = verify_test_results(Path(results), scenarios=expected)
    if found.problems:
        raise BadInput(found.problems)
    if as_json:
        print_json({"results": found.count, "postconditions": [{"name": c.name, "met": c.met} for c in found.checks]})
        return
    print_table(("post-condition", "holds"), [(c.name, "yes" if c.met else "inconclusive") for c in found.checks])
    print_lines([f"{results}: {found.count} results, nothing wrong."])
