"""The demo's pairs: the full persona beside a compressed one, one that knows the name alone, and the generic bot."""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ringtrue.blind.leak_check import LeakRule
from ringtrue.demo.layout import DemoFolder
from ringtrue.demo.study import finished, go_on, made, rated, recorded
from ringtrue.files.json_file import iter_jsonl
from ringtrue.files.problems import Problems
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.result import Result

PROTOCOL = "pairs"
RATERS = 7
BACKENDS = ("wordllama", "tfidf")  # the first gives the model index, the second where it is not installed
_Texts = Mapping[str, Sequence[str]]  # pair -> what one speaker said to its prompt, run by run


def pair_study(place: DemoFolder, speaker: str) -> Result:
    """Collect the recorded answers, deal them to simulated raters, score; `speaker` is the candidate."""
    folder = place.study(PROTOCOL, speaker)
    known = finished(folder)
    if known is not None:
        return known
    file = "generic" if speaker == "generic" else "pairs"
    speakers = {
        "full": recorded(folder, place.answers("pairs"), "full"),
        "compressed": recorded(folder, place.answers(file), speaker),
        "control": recorded(folder, place.answers("generic"), "generic"),
    }
    items = [] if folder.is_dir() else _items(place, speaker)
    gold = os.path.relpath(place.gold, folder)
    study = made(place, folder, PROTOCOL, items, speakers, gold=gold)
    go_on(study.collect().stop, folder)
    waive: tuple[LeakRule, ...] = ("length", "markdown", "typography") if speaker == "generic" else ()
    return rated(study, RATERS, {"compressed": speaker, "control": "generic"}, waive)


def pair_prompts(place: DemoFolder) -> list[dict[str, Any]]:
    """Id, domain and prompt of each pair."""
    return [{key: str(pair[key]) for key in ("id", "domain", "prompt")} for pair in _listed(place)]


def _listed(place: DemoFolder) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = read_yaml(place.suite("pairs")).data["pairs"]
    return found


def _items(place: DemoFolder, speaker: str) -> list[dict[str, Any]]:
    """The pairs as items, each with its model index, raw and between floor and ceiling; then the control prompts."""
    index = _model_index(place, speaker)
    pairs = [{**pair, **index[pair["id"]]} for pair in pair_prompts(place)]
    controls = read_yaml(place.suite("pairs")).data.get("controls", [])
    return [{**pair, "kind": "pair", "status": "accepted"} for pair in (*pairs, *controls)]


def _model_index(place: DemoFolder, speaker: str) -> dict[str, dict[str, float]]:
    """Cosines of the two texts; ceiling: the full persona's second run, floor: the generic bot's answers."""
    from ringtrue.voice.content.model_index import compute_model_index

    said, generic = _said(place, "pairs"), _said(place, "generic")["generic"]
    full = {pair: texts[0] for pair, texts in said["full"].items()}
    candidate = generic if speaker == "generic" else said[speaker]
    found = compute_model_index(
        full,
        {pair: texts[0] for pair, texts in candidate.items() if pair in full},
        again={pair: texts[1:] for pair, texts in said["full"].items()},
        another={pair: texts[1:] for pair, texts in generic.items() if pair in full},
        backend=_backend(),
    )
    named = {"pfi_model": "raw", "pfi_model_anchored": "anchored"}
    values = {one.pair: {name: getattr(one, field).value for name, field in named.items()} for one in found.pairs}
    return {pair: {name: round(value, 4) for name, value in each.items() if value is not None}
            for pair, each in values.items()}  # fmt: skip


def _backend() -> Any:
    """The first backend that is installed."""
    from ringtrue.voice.embedding.backend import EmbeddingFailed, backend

    try:
        return backend(BACKENDS[0])
    except EmbeddingFailed:
        return backend(BACKENDS[1])


def _said(place: DemoFolder, name: str) -> dict[str, dict[str, list[str]]]:
    """Speaker -> item -> texts in the order recorded."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for record in iter_jsonl(place.answers(name), Problems()):
        found[str(record.data["speaker"])][str(record.data["item"])].append(str(record.data["text"]))
    return found
