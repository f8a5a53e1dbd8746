"""The model index of pairs: raw, and between the same speaker again and another persona, with its definition."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.calls.adapters.recorded import read_recorded
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import change_items
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.store.study_store import StudyStore
    from ringtrue.voice.content.model_index import ModelIndexEstimate, PairIndex

Texts = dict[str, dict[str, list[str]]]  # speaker -> pair -> texts, the one raters see first


@dataclass(frozen=True, slots=True)
class Roles:
    """Which speaker plays which part; further texts of the full speaker count as the same speaker again."""

    full: str = "full"
    compressed: str = "compressed"
    again: str = "again"
    another: str = "another"
    name_only: str = "control"


def index_pairs(
    study: StudyFolder, backend: str = "tfidf", *, controls: Path | str | None = None, roles: Roles | None = None
) -> "ModelIndexEstimate":
    """Compute the index of every pair with both texts, and write it into the list of items as one recorded act.

    Texts come from the items, from what was collected and, for the controls, from a file of recorded answers.
    """
    from ringtrue.voice.content.model_index import compute_model_index
    from ringtrue.voice.embedding.backend import backend as backend_named

    parts = roles or Roles()
    items = [item for item in study.items() if item.kind == "pair" and item.status != "withdrawn"]
    with study.records() as records:
        texts = _texts(items, records, controls)
    full = {name: found[0] for name, found in texts.get(parts.full, {}).items()}
    compressed = {name: found[0] for name, found in texts.get(parts.compressed, {}).items()}
    if not full.keys() & compressed.keys():
        what = f"No pair has a text of {parts.full} and one of {parts.compressed}."
        remedy = "give them as responses of the items, or: ringtrue collect DIR"
        raise BadInput([Problem(str(study.items_file), "pairs", what, remedy=remedy)])
    found = compute_model_index(
        full,
        compressed,
        again=_again(texts, parts),
        another=texts.get(parts.another, {}),
        name_only=texts.get(parts.name_only, {}),
        backend=backend_named(backend),
        groups=_prompts(items),
        seed=study.settings.seed,
    )
    change_items(study, {pair.pair: _fields(pair, found.definition) for pair in found.pairs}, "model index computed")
    return found


def _texts(items: list[Item], records: "StudyStore", controls: Path | str | None) -> Texts:
    known = {item.id for item in items}
    texts: Texts = {}
    sources = (_shown(items, records), _recorded(controls, known))
    for source in sources:
        for speaker, pair, text in source:
            there = texts.setdefault(speaker, {}).setdefault(pair, [])
            if text.strip() and text not in there:
                there.append(text)
    return texts


def _shown(items: list[Item], records: "StudyStore") -> Iterator[tuple[str, str, str]]:
    """What raters would see comes first: the last answer collected, else the text in the item."""
    collected = {
        (one.response.speaker, one.response.item): one.response.text
        for one in records.responses(last=True)
        if one.response.text
    }
    known = {item.id for item in items}
    yield from ((speaker, pair, text) for (speaker, pair), text in collected.items() if pair in known)
    for item in items:
        given = item.fields.get("responses")
        for speaker, text in given.items() if isinstance(given, Mapping) else ():
            if isinstance(text, str) and (speaker, item.id) not in collected:
                yield str(speaker), item.id, text


def _recorded(path: Path | str | None, known: set[str]) -> Iterator[tuple[str, str, str]]:
    if path is None:
        return
    lines = read_recorded(Path(path))
    if not any(line.item in known and line.speaker for line in lines):
        what, remedy = "No line is about a pair of this study and names its speaker.", 'write "item" and "speaker"'
        raise BadInput([Problem(str(path), "whole file", what, remedy=remedy)])
    yield from ((line.speaker, line.item, line.text) for line in lines if line.item in known)


def _again(texts: Texts, parts: Roles) -> dict[str, list[str]]:
    """Texts of the speaker named again, and every further text of the full speaker."""
    own, further = texts.get(parts.again, {}), texts.get(parts.full, {})
    return {pair: [*own.get(pair, []), *further.get(pair, [])[1:]] for pair in dict.fromkeys([*own, *further])}


def _prompts(items: list[Item]) -> dict[str, str]:
    """Runs on one prompt share their controls, so they are drawn together."""
    return {item.id: item.prompt or item.id for item in items}


def _fields(pair: "PairIndex", definition: Mapping[str, Any]) -> dict[str, Any]:
    anchored = pair.anchored.value
    return {
        "pfi_model": _rounded(pair.raw.value),
        "pfi_model_anchored": _rounded(anchored),
        "pfi_model_definition": f"the plain cosine of embeddings by {definition['backend']}",
        "pfi_model_anchored_definition": None
        if anchored is None
        else f"{definition['formula']}: "
        f"{definition['controls']['floor']} is 0, {definition['controls']['ceiling']} is 1",
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)
