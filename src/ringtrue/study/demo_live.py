"""Live answers of the embedded model as generic bot: a few, so that the demo asks a real model and stays short."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any

from ringtrue.calls import Interrupted
from ringtrue.files import read_json, write_json
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.study.demo_layout import Place
from ringtrue.study.demo_pairs import pair_prompts
from ringtrue.study.demo_study import made
from ringtrue.study.study import Study

_BOT = {"kind": "local", "max_tokens": 72, "temperature": 0.7}
_NOTE = "Answers of the embedded model without a persona, asked for live. Nobody rated them."
_EVERY = 4  # of the scenarios, each fourth: a dozen of them
_PATIENCE = 30.0  # seconds the five pairs may take, if the dozen is to be asked as well


@dataclass(frozen=True, slots=True)
class Live:
    """What the model said, by item; `note` says why it is not all that was planned."""

    texts: dict[str, str]
    note: str = ""


def live_answers(place: Place) -> Live:
    """What the model says; asked once, and kept in live.json together with what could not be asked."""
    file = place.out / "live" / "live.json"
    if not file.is_file():
        live = _live(place)
        if not live.texts:
            return live  # the next run may find the model
        write_json(file, asdict(live))
    return Live(**read_json(file).data)


def _live(place: Place) -> Live:
    """Ask the prompts of the pairs, then a dozen scenarios if the machine is quick enough."""
    began = monotonic()
    first, stop = _asked(place, "pairs", _items(pair_prompts(place)))
    if stop:
        return Live(first, f"The embedded model did not answer: {stop} Its recorded answers are used alone.")
    if monotonic() - began > _PATIENCE:
        return Live(first, "The embedded model is slow on this machine: it was asked the five pairs only.")
    more, stop = _asked(place, "scenarios", _items(_some_scenarios(place)))
    return Live(first | more, stop)


def _asked(place: Place, name: str, items: str) -> tuple[dict[str, str], str]:
    """What the model says to the items, through the ordinary `collect`; and what stopped it, empty if nothing did."""
    study = made(place, place.study("live", name), "pairs", items, {"control": _BOT}, _NOTE)
    done = study.collect("control")
    if isinstance(done.stop, Interrupted):
        raise KeyboardInterrupt from done.stop
    why = "" if done.stop is None else " ".join(part for part in (done.stop.what, done.stop.remedy) if part)
    return _texts(study), why


def _texts(study: Study) -> dict[str, str]:
    with study.records() as records:
        said = [one.response for one in records.responses(speaker="control", last=True)]
    return {one.item: one.text for one in said if one.text}


def _items(prompts: Sequence[dict[str, Any]]) -> str:
    return json.dumps({"items": [{**one, "kind": "pair", "status": "accepted"} for one in prompts]}, indent=1)


def _some_scenarios(place: Place) -> list[dict[str, Any]]:
    items = list(read_scenarios(place.suite("scenarios")))[::_EVERY][:12]
    return [
        {"id": item.id, "domain": str(item.tags["type"]), "prompt": f"{item.fields['context']}\n\n{item.prompt}"}
        for item in items
    ]
