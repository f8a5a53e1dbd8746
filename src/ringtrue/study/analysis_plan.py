"""The analysis plan of a deal: what will be computed from which items by which rules, sealed before anybody answers."""

from collections.abc import Mapping, Sequence
from hmac import digest
from typing import Any

from ringtrue.judge.quality.screening import RULE
from ringtrue.store.canonical import canonical
from ringtrue.study.settings import Settings
from ringtrue.study.speakers import speakers_of
from ringtrue.terms import Item, Measure, Rule

EXCLUSIONS = (
    "items rejected or withdrawn, with their answers",
    "raters withdrawn, with their answers",
    "attention cards enter no estimate",
    "cards of a control enter the gate alone; items tagged control are not part of the suite",
    "answers taken back by the rater before the packet was returned",
    "answers after the key was opened are refused",
)


def analysis_plan(
    settings: Settings,
    items: Sequence[Item],
    secret: str,
    deal: Mapping[str, Any],
    waivers: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The plan in JSON's types; `deal` says how the cards were drawn. It names no rater and tells no side."""
    protocol = settings.protocol
    return {
        "protocol": {"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        "form": {**settings.form.as_dict(), **({"order": list(settings.form.order)} if settings.form.order else {})},
        "deal": dict(deal),
        "items": {item.id: item_seal(item, secret) for item in items},
        "speakers": _speakers(settings),
        "measures": {name: _way(measure) for name, measure in protocol.measures.items()},
        "rules": {"verdict": _rules(protocol.verdict), "sound_verdict": _rules(protocol.sound_verdict)},
        "checks": [check.name for check in protocol.checks],
        "exclusions": list(EXCLUSIONS),
        "screening": dict(RULE),
        "waivers": [dict(waiver) for waiver in waivers],
    }


def item_seal(item: Item, secret: str) -> str:
    """A keyed hash of an item: it proves later that the item is the same, and before that it cannot be guessed at.

    A plain hash could be tried with the two texts of a card in both orders.
    """
    content = {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": item.tags, "fields": item.fields}
    return digest(secret.encode(), canonical(content).encode("ascii"), "sha256").hex()


def _speakers(settings: Settings) -> dict[str, Any]:
    """Who is heard: kind and model, without addresses."""
    return {
        name: {"kind": one.kind} | ({"model": str(one.settings["model"])} if "model" in one.settings else {})
        for name, one in speakers_of(settings).items()
    }


def _way(measure: Measure) -> str:
    """How a measure is computed, in one line."""
    ways = {"formula": measure.formula, "crossed": measure.crossed, "gate": measure.gate}
    told = next((f"{name}: {value}" for name, value in ways.items() if value is not None), None)
    way = told or f"{measure.statistic}: {', '.join(measure.of)}"
    margin = f", margin {measure.margin:g}" if measure.gate else ""
    return f"{measure.kind}, {way}{margin}" + (f", each {measure.each}" if measure.each else "")


def _rules(rules: Sequence[Rule]) -> list[dict[str, Any]]:
    return [{"label": rule.label, "all": list(rule.all), "any": list(rule.any)} for rule in rules]
