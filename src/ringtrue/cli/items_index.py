"""`ringtrue items index`: the model index of a study's pairs, between its controls."""

from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.numbers import decimal, interval
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.terms import Estimate
    from ringtrue.voice.content import ModelIndex

_NAMES = ("raw", "anchored", "ceiling", "floor", "name_only", "name_only_anchored", "gain")
_WORDS = {
    "raw": "full against compressed",
    "anchored": "the same between floor (0) and ceiling (1)",
    "ceiling": "full against the same speaker again",
    "floor": "full against another persona",
    "name_only": "full against the name-only prompt",
    "name_only_anchored": "the same between floor and ceiling",
    "gain": "compressed less name-only, between floor and ceiling",
}


@ringtrue_command("index", example="ringtrue items index my-study --controls answers.jsonl")
@click.argument("folder", metavar="DIR")
@click.option("--backend", default="tfidf", show_default=True, metavar="NAME", help="Makes vectors of the texts.")
@click.option("--controls", metavar="FILE", help="Recorded answers of the controls: item, speaker, text.")
@click.option("--again", default="again", show_default=True, metavar="SPEAKER", help="The same speaker again.")
@click.option("--another", default="another", show_default=True, metavar="SPEAKER", help="Another persona.")
@click.option("--name-only", default="control", show_default=True, metavar="SPEAKER", help="The name-only prompt.")
@who_option
def index(folder: str, backend: str, controls: str | None, who: str, as_json: bool, **roles: str) -> None:
    """Compute the model index of the pairs, and write it into the list of items.

    The index is the cosine of the full and the compressed text. The same speaker again is its ceiling, another persona
    its floor, both on the same prompts; (x - floor) / (ceiling - floor) stands beside it as pfi_model_anchored, where
    both are known. Further texts of the full speaker count as the same speaker again. Backend: tfidf, wordllama,
    endpoint:MODEL@URL or gguf:FILE. What the number is stays written beside it.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.pair_index import Roles, index_pairs

    found = index_pairs(study, backend, controls=controls, roles=Roles(**roles))
    if as_json:
        print_json(_document(found))
    else:
        _print(found, folder)


def _document(found: "ModelIndex") -> dict[str, Any]:
    pairs = [
        {"pair": one.pair, **{name: getattr(one, name).as_dict() for name in ("raw", "ceiling", "floor", "anchored")}}
        for one in found.pairs
    ]
    whole = {name: getattr(found, name).as_dict() for name in _NAMES}
    return {**whole, "pairs": pairs, "definition": dict(found.definition), "left_out": list(found.left_out)}


def _print(found: "ModelIndex", folder: str) -> None:
    print_lines([f"Model index of {len(found.pairs)} pairs by {found.definition['backend']}"], style="bold")
    rows = [(name, *_cells(getattr(found, name)), _meaning(name, getattr(found, name))) for name in _NAMES]
    print_table(("number", "value", "95 % interval", "n", "what it is"), rows, right=("value", "n"))
    print_lines([""])
    columns = ("pair", "raw", "ceiling", "floor", "anchored")
    parts = [[one.pair, *(decimal(getattr(one, name).value, 3) for name in columns[1:])] for one in found.pairs]
    print_table(columns, parts, right=columns[1:])
    if found.left_out:
        print_lines(["", "Left out"], style="bold")
        print_lines([f"  {what}" for what in found.left_out])
    print_lines(["", f"Next: ringtrue items select {folder}"])


def _cells(estimate: "Estimate") -> tuple[str, str, str]:
    return decimal(estimate.value, 3), interval(estimate, 3), str(estimate.n)


def _meaning(name: str, estimate: "Estimate") -> str:
    return f"{_WORDS[name]} ({estimate.reason})" if estimate.reason else _WORDS[name]
