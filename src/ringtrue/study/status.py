"""Status of a study: how far it has come, in counts, and the next command."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ringtrue.blind.card_drafts import Texts, drafts_of
from ringtrue.store.audit import OPENED
from ringtrue.store.packets import PacketRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.kept_protocol import is_protocol_of
from ringtrue.study.scenarios.run_record import found_note
from ringtrue.study.settings import Settings
from ringtrue.terms.item import Item, Response
from ringtrue.terms.protocol import Protocol


@dataclass(frozen=True, slots=True)
class StudyCounts:
    """How far a study has come, in counts."""

    items: int
    accepted: int
    ready: int  # items whose texts are all there
    responses: int
    packets: int
    out: int
    blind: int  # answers to cards
    judgments: int  # answers that were never blind
    opened: bool
    results: int
    is_run: bool = False  # made by `ringtrue run`
    suite: int = 1  # items that count, without those for controls


def next_step(folder: Path, settings: Settings, counts: StudyCounts) -> str:
    """The next command, or what to do before it."""
    if not counts.items:
        return "write the items into items.yaml"
    if counts.packets:
        return _after_dealing(folder, counts)
    if counts.is_run and not counts.results:
        return f"start the same ringtrue run again with --out {folder}: it continues where it stopped"
    if counts.judgments:
        return _after_judging(folder, counts)
    return _before_judging(folder, settings, counts)


def _after_dealing(folder: Path, counts: StudyCounts) -> str:
    if counts.opened:
        return _after_judging(folder, counts)
    if counts.out and not counts.blind:
        return f"ringtrue serve {folder}, or ringtrue export {folder} --out pages and ringtrue import {folder} FILE"
    if counts.out:
        many = f"{counts.out} packet{' is' if counts.out == 1 else 's are'}"
        return f"{many} out: wait, or ringtrue import {folder} FILE; then ringtrue unblind {folder}"
    return f"ringtrue unblind {folder}"


def _after_judging(folder: Path, counts: StudyCounts) -> str:
    return f"ringtrue report {folder}" if counts.results else f"ringtrue score {folder}"


def _before_judging(folder: Path, settings: Settings, counts: StudyCounts) -> str:
    data = settings.data
    if counts.responses and settings.protocol.sheet is not None:
        return _before_scoring(folder, settings, counts)
    if not counts.responses and data.get("speakers") and counts.ready < counts.suite:
        return f"ringtrue collect {folder}"
    if counts.responses and data.get("judges"):
        return f"ringtrue judge {folder} --judge {next(iter(data['judges']))}"
    if counts.ready and not counts.accepted:
        return f"ringtrue items review {folder}"
    if counts.ready:
        return f"ringtrue deal {folder} --raters {settings.raters or 'N'}"
    return f"ringtrue import {folder} FILE"


def _before_scoring(folder: Path, settings: Settings, counts: StudyCounts) -> str:
    """What comes next in a conversation: the rest of it, a judge, or a person on its scoring page."""
    if counts.ready < counts.suite:
        return f"start the same ringtrue recognize again with --out {folder}: it continues where it stopped"
    judges = settings.data.get("judges")
    if judges:
        return f"ringtrue judge {folder} --judge {next(iter(judges))}"
    offline = f"ringtrue export {folder} --out pages, score there, then ringtrue import {folder} FILE"
    return f"{offline}; or ringtrue serve {folder}"


# The status of a study: what there is of it, and what comes next.


def status_of(folder: Path, settings: Settings, items: Sequence[Item], records: StudyStore) -> dict[str, Any]:
    """Status of a study: counts of items, responses, packets, answers and results, and the next command, as JSON."""
    protocol = settings.protocol
    rows = [(row.rater, row.card is not None, row.judge_kind) for row in records.judgments()]
    people = Counter(rater for rater, _, kind in rows if kind != "statistic")
    responses = [one.response for one in records.responses(last=True) if one.response.text is not None]
    packets = records.packets()
    opened = next((entry.at for entry in records.audit_entries(OPENED)), None)
    blind = sum(of_card for _, of_card, _ in rows)
    counts = StudyCounts(
        items=len(items),
        accepted=sum(item.status == "accepted" for item in items),
        suite=sum(item.status in ("pending", "accepted") and not item.tags.get("control") for item in items),
        ready=_ready(protocol, items, responses),
        responses=len(responses),
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
        "protocol_changed": not is_protocol_of(records.record().protocol, protocol),
        "subject": settings.subject,
        "items": dict(Counter(item.kind for item in items)),
        "item_status": dict(Counter(item.status for item in items)),
        "responses": dict(sorted(Counter(one.speaker for one in responses).items())),
        "packets": _packets(packets),
        **_blinding(counts, opened, _saved(records, packets)),
        "raters": dict(sorted(people.items())),
        "pilots": sorted(records.pilots()),
        "suite": counts.suite,
        "ready": counts.ready,
        "judgments": len(rows),
        "results": counts.results,
        "next": next_step(folder, settings, counts),
    }


def _blinding(counts: StudyCounts, opened: str | None, saved: int) -> dict[str, Any]:
    """Blind answers before and after the key was opened, and the key itself."""
    waiting = 0 if counts.opened else counts.blind
    state = "none" if not counts.packets else "opened" if counts.opened else "sealed"
    return {
        "blind": {"waiting": waiting, "opened": counts.blind - waiting, "saved": saved},
        "key": {"state": state, "opened": opened},
    }


def _ready(protocol: Protocol, items: Sequence[Item], responses: Sequence[Response]) -> int:
    """Items that could be dealt once they are accepted: all their texts are there; 0 where no person rates."""
    if not any("person" in kind.judges for kind in protocol.kinds.values()):
        return 0
    kept = [replace(item, status="accepted") for item in items if item.status in ("pending", "accepted")]
    return len(drafts_of(kept, Texts(responses), protocol, kinds=()).suite)


def _packets(packets: Sequence[PacketRecord]) -> dict[str, Any]:
    """Packets by state, and the raters of those that are out."""
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
