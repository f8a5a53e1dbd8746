"""Two runs of the same scenarios side by side: a pairs study of their answers, to be judged blind."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_jsonl
from ringtrue.files.text_file import read_text
from ringtrue.study.folder import ITEM_FILES
from ringtrue.study.settings import FILE
from ringtrue.study.study import Study
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

FEWEST = 10
_BLOCK = 500


def pairs_of_runs(protocol: Protocol, runs: tuple[Path, Path]) -> list[dict[str, Any]]:
    """A pair for every scenario both runs answered, as lines of items.jsonl; BadInput where there are too few.

    The first run's answers become those of the kind's first speaker (full), the second's those of the candidate.
    """
    kind = _pair_kind(protocol)
    if len({run.resolve() for run in runs}) < len(runs):
        what = "This is the same run twice: every pair would hold one text beside itself."
        raise BadInput([Problem(str(runs[1]), "--runs", what, remedy="Name two runs of the same scenarios.")])
    first, second = (Study.open(run) for run in runs)
    other = {item.id: item for item in second.items()}
    shared = [item for item in first.items() if item.id in other and item.prompt == other[item.id].prompt]
    texts = [_texts(run, [item.id for item in shared]) for run in (first, second)]
    both = [item for item in shared if all(item.id in found for found in texts)]
    if len(both) < FEWEST:
        what = f"The runs answered {len(both)} scenarios in common; {FEWEST} are needed."
        raise BadInput([Problem(" and ".join(map(str, runs)), "--runs", what, str(len(both)), "run more of the same")])
    shown = protocol.kinds[kind].show
    return list(_lines(both, kind, dict(zip(shown, texts, strict=True))))


def fill(study: Study, pairs: list[dict[str, Any]], runs: tuple[Path, Path]) -> None:
    """Put the pairs into a new study, in place of its empty list; its reports will say whose texts they are."""
    write_jsonl(study.folder / "items.jsonl", pairs)
    (study.folder / ITEM_FILES[0]).unlink(missing_ok=True)
    shown = study.settings.protocol.kinds[_pair_kind(study.settings.protocol)].show
    whose = " and ".join(f"{name} is the clone of {run.resolve().name}" for name, run in zip(shown, runs, strict=True))
    settings = read_text(study.folder / FILE)
    note = f"Two runs of the same scenarios as pairs: {whose}."
    write_text(study.folder / FILE, f"{settings.rstrip()}\nnote: {json.dumps(note)}\n")


def _pair_kind(protocol: Protocol) -> str:
    """The kind of item that sets two answers side by side."""
    found = next((kind.name for kind in protocol.kinds.values() if len(kind.show) == 2), None)
    if found is None:
        what = f"{protocol.name} does not set two answers side by side."
        raise BadInput([Problem("command line", "--protocol", what, protocol.name, "use pairs or lite")])
    return found


def _texts(study: Study, names: list[str]) -> dict[str, str]:
    """What the clone of a run said to each scenario."""
    found: dict[str, str] = {}
    with study.records() as records:
        for start in range(0, len(names), _BLOCK):
            found |= records.texts(names[start : start + _BLOCK], speaker=study.settings.protocol.candidate)
    return found


def _lines(items: list[Item], kind: str, texts: Mapping[str, Mapping[str, str]]) -> Iterator[dict[str, Any]]:
    for item in items:
        asked = "\n\n".join(part for part in (str(item.fields.get("context") or ""), item.prompt) if part)
        yield {
            "id": item.id,
            "kind": kind,
            "prompt": asked,
            "domain": str(item.tags.get("type") or "scenario"),
            "responses": {speaker: found[item.id] for speaker, found in texts.items()},
            "status": "accepted",
        }
