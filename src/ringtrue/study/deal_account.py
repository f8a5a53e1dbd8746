"""How the cards of a study were dealt, as the audit log tells it: seeds, seals, controls, waivers, opening."""

from collections import Counter
from typing import Any

from ringtrue.store import AuditEntry
from ringtrue.study.dealt import SEALED
from ringtrue.study.folder import StudyFolder
from ringtrue.study.leak_check import WAIVED
from ringtrue.study.unblinding_act import OPENED


def deal_account(study: StudyFolder) -> dict[str, Any] | None:
    """One JSON document, None where nothing was dealt. It tells no side and names no rater."""
    with study.records() as records:
        entries = [entry for entry in records.audit_entries() if entry.act in (SEALED, OPENED, f"noted: {WAIVED}")]
        packets = records.packets()
    deals = [_deal(entry) for entry in entries if entry.act == SEALED]
    if not deals:
        return None
    opened = next((entry for entry in entries if entry.act == OPENED), None)
    waivers = [waiver for entry in entries if entry.act == f"noted: {WAIVED}" for waiver in _noted(entry)]
    sizes = [len(one.packet.cards) for one in packets]
    return {
        "deals": deals,
        "packets": dict(Counter(one.state for one in packets)),
        "cards": sum(sizes),
        "largest": max(sizes, default=0),
        "raters": len({one.packet.rater for one in packets}),
        "waivers": waivers,
        "opened": opened and {"at": opened.at, "who": opened.who, "why": opened.detail.get("why", "")},
    }


def _deal(entry: AuditEntry) -> dict[str, Any]:
    """One deal; of a plan too long for the audit log only the hash is known here."""
    drawn = entry.detail.get("plan", {}).get("deal", {})
    return {
        "at": entry.at,
        "raters": drawn.get("raters"),
        "seed": drawn.get("seed"),
        "controls": drawn.get("controls"),
        "notes": drawn.get("notes", []),
        "seal": entry.detail.get("seal", ""),
        "plan": entry.detail.get("plan_hash", ""),
    }


def _noted(entry: AuditEntry) -> list[dict[str, Any]]:
    return list(entry.detail["note"]["waivers"])
