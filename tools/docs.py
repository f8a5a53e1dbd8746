"""Writes the generated files from the code (`make docs`), or checks that they are current (`make check`)."""

import argparse
import importlib
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from pkgutil import iter_modules

import click

from ringtrue.cli import main as program
from ringtrue.formula.reference import formula_reference

DOCS = Path(__file__).resolve().parent.parent / "docs"
# The statistics offered to users, by package.
STATISTICS = {
    "agreement": """
        cohen_kappa cohen_pairs cronbach_alpha fleiss_kappa fleiss_kappa_of gwet_ac
        icc krippendorff_alpha light_kappa
    """,
    "detection": """
        beta_binomial binomial_p critical_value d_prime detection_power detection_sample_size
        discrimination e_process e_value equivalence equivalence_power equivalence_sample_size
        exact holm indistinguishability proportion_correct sign_test sound_fidelity
        triangle_correct two_ac wilson
    """,
    "association": "disattenuated mid_ranks page_test pearson pearson_p permutation_p spearman",
    "interval": """
        cluster_mean crossed_mean crossed_mean_of event_rate jackknife linearised majority_interval
        paired_difference pigeonhole_mean
    """,
    "combination": "bradley_terry dawid_skene equivalent_labels labels_needed prediction_powered_mean",
}


def cli_reference() -> str:
    """Every command's own help text."""
    parts = ["# The command line", "", "Generated from the program's own help by `make docs`.", ""]
    context = click.Context(program, info_name="ringtrue", max_content_width=100)
    parts += ["## ringtrue", "", "```text", program.get_help(context), "```", ""]
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        assert command is not None  # noqa: S101 - the name comes from the program's own list
        parts += command_help(command, name, context)
    return "\n".join(parts)


def command_help(command: click.Command, name: str, parent: click.Context) -> list[str]:
    """The help of one command and, for a group, of those in it."""
    context = click.Context(command, info_name=name, parent=parent, max_content_width=100)
    lines = [f"## {context.command_path}", "", "```text", command.get_help(context), "```", ""]
    below: dict[str, click.Command] = getattr(command, "commands", {})  # of a group, and of judge
    if below:
        for inner, one in sorted(below.items()):
            lines += command_help(one, inner, context)
    return lines


def statistics_reference() -> str:
    """Every public statistic with its signature and its specification."""
    parts = [
        "# Statistics, one by one",
        "",
        "Generated from the docstrings by `make docs`. Matrices are items x raters, NaN for a missing rating; every",
        "function gives an `Estimate` or says why there is none. How far to trust them, with measured coverage and",
        "error rates, is in [statistics.md](statistics.md).",
        "",
    ]
    for group, names in STATISTICS.items():
        package = importlib.import_module(f"ringtrue.stats.{group}")
        parts += [f"## {group}", "", inspect.getdoc(package) or "", ""]
        modules = [importlib.import_module(f"{package.__name__}.{one.name}") for one in iter_modules(package.__path__)]
        for name in names.split():
            statistic = next(found for module in modules if (found := vars(module).get(name)))
            text = inspect.getdoc(statistic) or ""
            parts += [f"### {name}", "", "```python", f"{name}{signature(statistic)}", "```", "", text, ""]
    return "\n".join(parts)


def signature(statistic: Callable[..., object]) -> str:
    """The parameters without the clutter of annotations."""
    shown = []
    starred = False
    for parameter in inspect.signature(statistic).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            shown.append("*")
            starred = True
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        shown.append(parameter.name + default)
    return f"({', '.join(shown)})"


GENERATED = {
    DOCS / "cli.md": cli_reference,
    DOCS / "formula.md": formula_reference,
    DOCS / "statistics-reference.md": statistics_reference,
}


def main() -> int:
    """Write or check every generated document; the number of stale ones is the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say which documents are stale, write nothing")
    check = parser.parse_args().check
    stale = 0
    for path, make in GENERATED.items():
        text = make().rstrip() + "\n"
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        sys.stderr.write(f"{path.relative_to(DOCS.parent)} {'is stale: run make docs' if check else 'written'}\n")
        if not check:
            path.write_text(text, encoding="utf-8")
    return stale if check else 0


if __name__ == "__main__":
    sys.exit(main())
