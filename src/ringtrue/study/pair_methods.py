"""The facts a methods text states, gathered from the study and its records."""

from statistics import median
from typing import Any

from ringtrue.items.selection import domain_of
from ringtrue.report.methods import Methods
from ringtrue.store import ResultRecord, StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.gold import gold_text

_SEALED, _OPENED = "key sealed", "key opened"


def methods_of(study: StudyFolder, record: ResultRecord, raw: dict[str, dict[str, Any]]) -> Methods:
    """Everything the text says; `raw` are the raters' documents."""
    settings, result = study.settings, record.result
    protocol, form = settings.scored, settings.form
    items = [item for item in study.items() if item.kind == "pair"]
    counted = [item for item in items if item.status not in ("rejected", "withdrawn")]
    known = {item.id for item in counted}
    answers = [answer for document in raw.values() for answer in document["answers"] if answer["pair_id"] in known]
    mine = [answer for answer in answers if _is_candidate(answer, protocol.candidate)]
    generic = next(iter(protocol.controls.values()), "")
    definitions = dict.fromkeys(str(item.fields.get("pfi_model_definition") or "") for item in counted)
    with study.records() as records:
        dealt = _deal(records)
    shown = protocol.kinds["pair"].show
    return Methods(
        subject=settings.subject or study.folder.resolve().name,
        protocol=protocol.name,
        version=protocol.version,
        hash=protocol.hash,
        pairs=len(counted),
        domains=tuple(dict.fromkeys(domain_of(item) for item in counted if domain_of(item))),
        ratings=len(mine),
        raters=result.counts.get("people", 0),
        items_withdrawn=sum(item.status == "withdrawn" for item in items),
        design=form.design,
        grade=form.grade,
        preset=form.preset,
        speakers=(shown[0], shown[1]),
        control=generic,
        control_ratings=len(answers) - len(mine),
        gold_words=len(gold_text(study.folder, settings).split()),
        seed=settings.seed,
        replicates=result.resampling.get("replicates", 0),
        minutes=_minutes(raw),
        index=(protocol.measures["domain"].crossed or "").removesuffix("_each"),
        model_definitions=tuple(filter(None, definitions)),
        anchored=any(item.fields.get("pfi_model_anchored") is not None for item in counted),
        order=form.order,
        program=record.provenance.program_version,
        **dealt,
    )


def _is_candidate(answer: dict[str, Any], candidate: str) -> bool:
    """Whether the card showed the candidate; one of a control did not."""
    return answer["shown"] is None or candidate in answer["shown"]


def _deal(records: StudyStore) -> dict[str, Any]:
    """What the records say about dealing, sealing and opening."""
    packets = records.packets()
    entries = [entry for entry in records.audit_entries() if entry.act in (_SEALED, _OPENED)]
    sealed = [entry for entry in entries if entry.act == _SEALED and entry.detail.get("seal")]
    opened = [entry for entry in entries if entry.act == _OPENED]
    return {
        "dealt": len({one.packet.rater for one in packets}),
        "partial": len({one.packet.rater for one in packets if one.state == "partial"}),
        "withdrawn": sum(rater.state == "withdrawn" for rater in records.raters()),
        "seals": tuple(str(entry.detail["seal"]) for entry in sealed),
        "sealed_at": sealed[0].at if sealed else "",
        "opened_at": opened[0].at if opened else "",
        "early": str(opened[0].detail.get("why", "")) if opened else "",
    }


def _minutes(raw: dict[str, dict[str, Any]]) -> float | None:
    """The median over raters of the time on all cards, where times are known."""
    totals = []
    for document in raw.values():
        seconds = [answer["seconds"] for answer in document["answers"]]
        if seconds and None not in seconds:
            totals.append(sum(seconds) / 60.0)
    return median(totals) if totals else None
