"""Where a study stands: what there is of it, and what comes next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ringtrue.blind.faces import faces_of
from ringtrue.blind.texts import Texts
from ringtrue.store import PacketRecord, StudyStore
from ringtrue.study.next_step import Stand, next_step
from ringtrue.study.run_note import found_note
from ringtrue.study.settings import Settings
from ringtrue.study.unblinding_act import OPENED
from ringtrue.terms import Item, Protocol, Response


def standing(folder: Path, settings: Settings, items: Sequence[Item], records: StudyStore) -> dict[str, Any]:
    """Counts of items, responses, packets, answers and results, and the next command, as one JSON document."""
    protocol = settings.protocol
    rows = [(row.rater, row.card is not None, row.judge_kind) for row in records.judgments()]
    people = Counter(rater for rater, _, kind in rows if kind != "statistic")
    blind = sum(of_card for _, of_card, _ in rows)
    responses = [one.response for one in records.responses(last=True) if one.response.text is not None]
    said = Counter(one.speaker for one in responses)
    packets = records.packets()
    opened = next((entry for entry in records.audit_entries() if entry.act == OPENED), None)
    stand = Stand(
        items=len(items),
        accepted=sum(item.status == "accepted" for item in items),
        ready=_ready(protocol, items, responses),
        responses=said.total(),
        packets=len(packets),
        out=sum(one.state == "out" for one in packets),
        blind=blind,
        judgments=len(rows) - blind,
        opened=opened is not None,
        results=sum(1 for _ in records.results()),
        is_run=found_note(records) is not None,
    )
    return {
        "protocol": {"name": protocol.name, "version": protocol.version, "hash": protocol.hash},
        "protocol_changed": records.record().protocol["hash"] != protocol.hash,
        "subject": settings.subject,
        "items": dict(Counter(item.kind for item in items)),
        "item_status": dict(Counter(item.status for item in items)),
        "responses": dict(sorted(said.items())),
        "packets": _packets(packets),
        "blind": {
            "waiting": 0 if opened else blind,
            "opened": blind if opened else 0,
            "saved": _saved(records, packets),
        },
        "key": {"state": "none" if not packets else "opened" if opened else "sealed", "opened": opened and opened.at},
        "raters": dict(sorted(people.items())),
        "judgments": len(rows),
        "results": stand.results,
        "next": next_step(folder, settings, stand),
    }


def _ready(protocol: Protocol, items: Sequence[Item], responses: Sequence[Response]) -> int:
    """Items that could be dealt once they are accepted: all their texts are there; 0 where no person rates."""
    if not any("person" in kind.judges for kind in protocol.kinds.values()):
        return 0
    kept = [replace(item, status="accepted") for item in items if item.status in ("pending", "accepted")]
    return len(faces_of(kept, Texts(responses), protocol, controlled=False).suite)


def _packets(packets: Sequence[PacketRecord]) -> dict[str, Any]:
    """Packets by state, and with whom those are that are out."""
    return {
        "dealt": len(packets),
        "raters": len({one.packet.rater for one in packets}),
        "cards": sum(len(one.packet.cards) for one in packets),
        **{state: sum(one.state == state for one in packets) for state in ("out", "partial", "returned", "withdrawn")},
        "out_with": dict(Counter(one.packet.rater for one in packets if one.state == "out")),
    }


def _saved(records: StudyStore, packets: Sequence[PacketRecord]) -> int:
    """Answers given on the hosted page to packets that are still out."""
    out = {one.packet.token for one in packets if one.state == "out"}
    return sum(one.token in out for one in records.answers()) if out else 0
