"""Where a study stands: what there is of it, and what comes next."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ringtrue.store import StudyStore
from ringtrue.study.settings import Settings
from ringtrue.terms import Item


def standing(folder: Path, settings: Settings, items: Sequence[Item], records: StudyStore) -> dict[str, Any]:
    """Counts of items, raters, judgments and results, as one JSON document."""
    protocol = settings.protocol
    answers = Counter(row.rater for row in records.judgments())
    said = Counter(one.response.speaker for one in records.responses(last=True) if one.response.text is not None)
    results = sum(1 for _ in records.results())
    return {
        "protocol": {"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        "protocol_changed": records.record().protocol["hash"] != protocol.hash,
        "subject": settings.subject,
        "items": dict(Counter(item.kind for item in items)),
        "item_status": dict(Counter(item.status for item in items)),
        "responses": dict(sorted(said.items())),
        "raters": dict(sorted(answers.items())),
        "judgments": answers.total(),
        "results": results,
        "next": _next_step(folder, settings, bool(items), said.total(), answers.total(), results),
    }


def _next_step(folder: Path, settings: Settings, items: bool, responses: int, judgments: int, results: int) -> str:
    if not items:
        return "write the items into items.yaml"
    if not judgments and not responses and settings.data.get("speakers"):
        return f"ringtrue collect {folder}"
    if not judgments and responses and settings.data.get("judges"):
        return f"ringtrue judge {folder} --judge {next(iter(settings.data['judges']))}"
    if not judgments:
        return f"ringtrue take-in {folder} FILE"
    return f"ringtrue report {folder}" if results else f"ringtrue score {folder}"
