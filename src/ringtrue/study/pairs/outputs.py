"""Outputs of a pair study: tables, raw answers, methods text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from ringtrue.blind.key import cards_of
from ringtrue.blind.unblinding import opened
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_json
from ringtrue.items.selection import domain_of, index_of, stratum_of
from ringtrue.report.methods import Methods, languages, methods_text
from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.section import Column, Figure, Section, Table
from ringtrue.store.audit import OPENED, SEALED
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import opened_keys
from ringtrue.store.packets import PacketRecord, fingerprint
from ringtrue.store.results import ResultRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.offline_packets import consent_form_of
from ringtrue.study.pairs.sections import (
    PairRow,
    aggregated_sheet,
    is_pair_study,
    pairs_sections,
    pairs_sheet,
)
from ringtrue.study.ratings import ratings_in
from ringtrue.study.settings import gold_text
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.number import figure
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result

if TYPE_CHECKING:
    from ringtrue.score.study_table import StudyTable
    from ringtrue.stats.arrays import Array


# What each rater of a pair study answered, with the sides opened: one document for each rater, after unblinding.


QUESTIONS = ("voice", "vibe", "logic", "continuity", "comment")
_LETTERS = "AB"
_BACK = ("returned", "partial")


def raw_documents(study: StudyFolder) -> dict[str, dict[str, Any]]:
    """Rater -> document. Blind answers are in it once the key was opened; of attention cards nothing is."""
    items = {item.id: item for item in study.items() if item.kind == "pair"}
    both = {one.answers for kind in study.settings.protocol.kinds.values() for one in kind.questions if one.answers}
    with study.records() as records:
        packets = [one for one in records.packets() if one.state in _BACK]
        rows = [row for row in records.judgments() if row.judge_kind == "person"]
        entries = [*_unblinded(rows, study.settings.scored.candidate), *_opened(study, records, rows, packets)]
        times = _times(records, packets)
    answers: dict[str, dict[Any, dict[str, Any]]] = {}
    for entry in entries:
        if entry.item in items and entry.question in QUESTIONS:
            own = answers.setdefault(entry.row.rater, {})
            blank = _blank(items[entry.item], entry)
            _put(own.setdefault((entry.item, entry.row.card), blank), entry, both)
    return {rater: _document(rater, list(given.values()), packets, times) for rater, given in answers.items()}


class _Entry(NamedTuple):
    """One answer with its card opened; `order` is empty where nothing is known of it."""

    row: JudgmentRecord
    item: str
    question: str
    value: Any
    about: str
    order: tuple[str, ...] = ()


def _unblinded(rows: Iterable[JudgmentRecord], candidate: str) -> Iterator[_Entry]:
    """Answers that came in without cards; one that names no speaker is about the candidate."""
    for row in rows:
        if row.card is None and row.item is not None:
            yield _Entry(row, row.item, row.question, row.value, row.speaker or candidate)


def _opened(
    study: StudyFolder, records: StudyStore, rows: Iterable[JudgmentRecord], packets: Iterable[PacketRecord]
) -> Iterator[_Entry]:
    key = opened_keys(records)
    if key is None:
        return
    entries = cards_of(key)
    cards = {card.id for one in packets for card in one.packet.cards}
    for row in rows:
        if row.card in cards:
            for one in opened([row], entries, study.settings.protocol):
                rating = one.rating
                yield _Entry(row, rating.item, rating.question, rating.value, rating.speaker or "", one.order)


def _blank(item: Item, entry: _Entry) -> dict[str, Any]:
    order = entry.order
    return {
        "pair_id": item.id,
        "domain": domain_of(item),
        "shown": list(order) or None,
        "sides": {speaker: _LETTERS[place] for place, speaker in enumerate(order)} or None,
        **dict.fromkeys(QUESTIONS),
        "seconds": None,
    }


def _put(answer: dict[str, Any], entry: _Entry, both: set[str]) -> None:
    """One answer in its place; where both texts are graded, a grade for each speaker."""
    value = int(entry.value) if isinstance(entry.value, float) and entry.value.is_integer() else entry.value
    if entry.question in both:
        answer[entry.question] = (answer[entry.question] or {}) | {entry.about: value}
    else:
        answer[entry.question] = value
    answer["comment"] = answer["comment"] or entry.row.comment or None
    if entry.row.seconds is not None:
        answer["seconds"] = max(answer["seconds"] or 0.0, entry.row.seconds)


def _document(
    rater: str,
    answers: list[dict[str, Any]],
    packets: Iterable[PacketRecord],
    times: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    own = [one for one in packets if one.packet.rater == rater]
    started, finished = times.get(rater, (None, None))
    return {
        "rater": rater,
        "packet": [fingerprint(one.packet.token) for one in own],
        "partial": any(one.state == "partial" for one in own),
        "started": started,
        "finished": finished,
        "answers": answers,
    }


def _times(records: StudyStore, packets: Iterable[PacketRecord]) -> dict[str, tuple[str, str]]:
    """First and last moment known of each rater: what an offline file says, else when answers were saved."""
    found: dict[str, list[str]] = {}
    for record in records.answers(all=True):
        found.setdefault(record.rater, []).append(record.at)
    for rater in {one.packet.rater for one in packets}:
        notes = [body for kind, body in records.notes_about(rater) if kind == "sitting"]
        times = [str(body[key]) for body in notes for key in ("started", "finished") if body.get(key)]
        if times:
            found[rater] = times
    return {rater: (min(moments), max(moments)) for rater, moments in found.items()}


def _has_both(answers: Iterable[Mapping[str, Any]]) -> bool:
    """Whether somebody graded both texts of a pair: a file may bring grades of one alone."""
    grades = (answer[question] for answer in answers for question in QUESTIONS)
    return any(isinstance(grade, dict) and len(grade) > 1 for grade in grades)


# The facts a methods text states, gathered from the study and its records.


def methods_of(study: StudyFolder, record: ResultRecord, raw: dict[str, dict[str, Any]]) -> Methods:
    """Everything the text says; `raw` are the raters' documents."""
    settings, result = study.settings, record.result
    protocol, form = settings.scored, settings.form
    items = [item for item in study.items() if item.kind == "pair"]
    kept = [item for item in items if item.status not in ("rejected", "withdrawn")]
    counted = [item for item in kept if not item.tags.get("control")]
    known = {item.id for item in kept}
    answers = [answer for document in raw.values() for answer in document["answers"] if answer["pair_id"] in known]
    mine = [answer for answer in answers if _is_candidate(answer, protocol.candidate)]
    generic = next(iter(protocol.controls.values()), "")
    definitions = dict.fromkeys(str(item.fields.get("pfi_model_definition") or "") for item in counted)
    with study.records() as records:
        dealt = _deal(records)
    shown = protocol.kinds["pair"].show
    return Methods(
        subject=settings.subject or study.folder.resolve().name,
        protocol=protocol,
        pairs=len(counted),
        domains=tuple(dict.fromkeys(domain_of(item) for item in counted if domain_of(item))),
        ratings=len(mine),
        raters=result.counts.get("people", 0),
        items_withdrawn=sum(item.status == "withdrawn" for item in items),
        design=form.design,
        grade=form.grade if form.grade != "both" or _has_both(answers) else "",
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
    entries = list(records.audit_entries(SEALED, OPENED))
    sealed = [entry for entry in entries if entry.act == SEALED and entry.detail.get("seal")]
    opened = [entry for entry in entries if entry.act == OPENED]
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


# The pairs of a study as rows for its outputs: items, texts and ratings put side by side.


_LEVEL = 0.95


def pair_rows(study: StudyFolder, result: Result) -> list[PairRow]:
    """A row for every pair that counts, in the order of the list."""
    protocol = study.settings.scored
    items = [item for item in study.items() if item.kind == "pair" and item.status not in ("rejected", "withdrawn")]
    compiled = compiled_ratings(protocol, study.items(), list(ratings_in(study)))
    table = compiled.answers["pfi_001_each"].matrix(_places(compiled))
    scored = {row["id"]: row for row in result.items}
    with study.records() as records:
        collected = {
            (one.response.item, one.response.speaker): one.response.text for one in records.responses(last=True)
        }
    rows = []
    for item in items:
        values = table[compiled.ids.index(item.id)] if item.id in compiled.ids else table[:0]
        rows.append(_row(item, values, scored.get(item.id, {}), collected))
    return rows


def compiled_ratings(protocol: Protocol, items: Sequence[Item], ratings: Sequence[Rating]) -> "StudyTable":
    """Items and ratings as columns, the indices of single ratings among them."""
    from ringtrue.score.measures import with_rating_measures
    from ringtrue.score.study_table import compiled

    return with_rating_measures(protocol, compiled(protocol, items, ratings, {"domain"}))


def grades_of_both(study: StudyFolder) -> dict[tuple[str, str], Estimate]:
    """Where both texts are graded: the mean of each grade for each speaker, with its crossed interval.

    Nothing where answers came from a file that has grades of one text alone.
    """
    from ringtrue.stats.interval.crossed import crossed_mean_of

    asked = [question for kind in study.settings.protocol.kinds.values() for question in kind.questions]
    names = {question.answers for question in asked if question.answers}
    if not names:
        return {}
    scored = study.settings.scored
    compiled = compiled_ratings(scored, study.items(), list(ratings_in(study)))
    shown = {speaker for kind in scored.kinds.values() for speaker in kind.show}
    columns = {(name, scored.candidate): compiled.answers[name] for name in names if name in compiled.answers}
    columns |= {
        key: found.within(compiled.size, len(compiled.raters))  # on the suite alone, not on control items
        for key, found in compiled.controls.items()
        if key[0] in names and key[1] in shown
    }
    columns = {key: one for key, one in columns.items() if one.values.size}
    if len({speaker for _, speaker in columns}) < len(_LETTERS):
        return {}
    found = {key: crossed_mean_of(one.values, one.items, one.raters) for key, one in columns.items()}
    return {key: _within(scored, key[0], estimate) for key, estimate in found.items()}


def _within(protocol: Protocol, question: str, found: Estimate) -> Estimate:
    """The estimate with an interval that does not leave the question's scale."""
    asked = protocol.question(question)
    scale = protocol.scales[asked.scale] if asked else None
    if scale is None or scale.low is None or scale.high is None or found.low is None or found.high is None:
        return found
    return replace(found, low=max(found.low, scale.low), high=min(found.high, scale.high))


def over_raters(values: "Array") -> Estimate:
    """The mean of one pair's ratings with the t interval over its raters; no interval where none can be estimated."""
    import numpy as np
    from scipy.special import stdtrit

    known = values[~np.isnan(values)]
    n = known.size
    if not n:
        return Estimate.absent("not rated")
    mean = float(known.mean())
    method = f"mean of {n} raters of this pair; t interval over raters"
    if n == 1 or float(np.ptp(known)) < 1e-12:
        why = "one rater" if n == 1 else "all ratings are identical"
        return Estimate(mean, n=n, method=method, reason=f"{why}: no interval")
    half = float(stdtrit(n - 1, 0.5 + _LEVEL / 2)) * float(known.std(ddof=1)) / float(np.sqrt(n))
    return Estimate(mean, max(mean - half, 0.0), min(mean + half, 1.0), n, method)


def _places(compiled: "StudyTable") -> Any:
    import numpy as np

    return np.arange(compiled.size)


def _row(
    item: Item, values: "Array", scored: Mapping[str, Any], collected: Mapping[tuple[str, str], str | None]
) -> PairRow:
    index = over_raters(values.ravel())
    raw = index_of(item)
    given = item.fields.get("responses")
    brought = given if isinstance(given, Mapping) else {}
    words = {name: _words(collected.get((item.id, name)) or brought.get(name)) for name in ("full", "compressed")}
    anchored = item.fields.get("pfi_model_anchored")
    return PairRow(
        item.id,
        domain_of(item),
        str(item.tags.get("persona", "")),
        str(item.tags.get("run", "")),
        index.n,
        index,
        scored.get("pfi_004_each"),
        scored.get("pair_equivalence"),
        raw,
        float(anchored) if isinstance(anchored, int | float) else None,
        scored.get("pair_combined"),
        str(item.tags.get("stratum") or stratum_of(raw)),
        words["full"],
        words["compressed"],
    )


def _words(text: Any) -> int | None:
    return len(text.split()) if isinstance(text, str) else None


# The files a pair study leaves beside its report: raw answers, tables, methods, consent form, pictures.


_UNSAFE = re.compile(r"[^\w.-]+")
_TITLES = {
    "pairs": "The human index of each pair with its interval over raters",
    "model": "The human index of each pair against its model index",
    "domains": "The mean human index of each domain",
}


def pair_sections(study: StudyFolder, result: Result, number: int | None = None) -> dict[str, Section]:
    """The sections of the report by name; `number` is that of the result, whose folder holds the pictures."""
    if not is_pair_study(study.settings.scored):
        return {}
    rows = pair_rows(study, result)
    return pairs_sections(result, rows, _figures(study, result, rows, number), grades_of_both(study))


def _figures(study: StudyFolder, result: Result, rows: Sequence[PairRow], number: int | None) -> dict[str, Figure]:
    """The pictures with their data; the file of each is there once the Markdown report was written."""
    folder = study.folder / "reports" / f"result-{number}"
    data = {"domains": _domain_data(result), "pairs": _pair_data(rows), "model": _pair_data(rows)}
    return {
        name: Figure(
            name,
            _TITLES[name],
            svg,
            _TITLES[name],
            data[name],
            f"result-{number}/{name}.svg" if (folder / f"{name}.svg").is_file() else "",
        )
        for name, svg in _pictures(study, result, rows).items()
    }


def _pictures(study: StudyFolder, result: Result, rows: Sequence[PairRow]) -> dict[str, str]:
    from ringtrue.study.pairs.plots import pairs_figures

    protocol = study.settings.scored
    target = protocol.target.low if protocol.target else 1.0
    domains = {
        name.removeprefix("domain_"): one for name, one in result.estimates.items() if name.startswith("domain_")
    }
    return pairs_figures(rows, domains, (protocol.measures["domain"].crossed or "").removesuffix("_each"), target)


_PAIR_DATA = (Column("pair", "name"), *(Column(name, "number") for name in ("pfi_001", "interval", "model index")))
_DOMAIN_DATA = (Column("domain"), Column("human index", "number"), Column("interval", "number"))


def _pair_data(rows: Sequence[PairRow]) -> Table:
    cells = ((row.pair_id, value_of(row.pfi_001), interval_of(row.pfi_001), figure(row.pfi_model)) for row in rows)
    return Table(_PAIR_DATA, tuple(cells))


def _domain_data(result: Result) -> Table:
    found = {name: one for name, one in result.estimates.items() if name.startswith("domain_")}
    cells = ((name.removeprefix("domain_"), value_of(one), interval_of(one)) for name, one in found.items())
    return Table(_DOMAIN_DATA, tuple(cells))


def write_pair_outputs(study: StudyFolder, record: ResultRecord, form: str) -> list[Path]:
    """With csv the tables and raw answers, with md texts and pictures, into reports/result-N; else nothing."""
    if not is_pair_study(study.settings.scored) or form not in ("csv", "md"):
        return []
    folder = study.folder / "reports" / f"result-{record.seq}"
    folder.mkdir(parents=True, exist_ok=True)
    return _tables(study, record, folder) if form == "csv" else _texts(study, record, folder)


def _tables(study: StudyFolder, record: ResultRecord, folder: Path) -> list[Path]:
    rows = pair_rows(study, record.result)
    written = [folder / "RESULTS_AGG.csv", folder / "PAIRS.csv"]
    aggregated_sheet(rows).write(written[0])
    pairs_sheet(rows).write(written[1])
    raw = folder / "RESULTS_RAW"
    raw.mkdir(exist_ok=True)
    documents = raw_documents(study)
    for name, document in zip(_file_names(list(documents)), documents.values(), strict=True):
        write_json(raw / name, document)
        written.append(raw / name)
    return written


def _texts(study: StudyFolder, record: ResultRecord, folder: Path) -> list[Path]:
    facts = methods_of(study, record, raw_documents(study))
    texts = {
        f"methods{'' if one == 'en' else f'.{one}'}.md": methods_text(facts, one) for one in languages(facts.protocol)
    }
    if consent := consent_form_of(study):
        texts["consent.md"] = consent
    pictures = _pictures(study, record.result, pair_rows(study, record.result))
    texts |= {f"{name}.svg": picture for name, picture in pictures.items()}
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def _file_names(raters: list[str]) -> list[str]:
    """A file name for each rater, safe and different also where names differ in odd letters or case only."""
    names: list[str] = []
    for rater in raters:
        stem = _UNSAFE.sub("_", rater).strip("._")[:80] or "rater"
        taken = {name.casefold() for name in names}
        number = 1
        while f"{stem}{'' if number == 1 else f'-{number}'}.json".casefold() in taken:
            number += 1
        names.append(f"{stem}{'' if number == 1 else f'-{number}'}.json")
    return names
