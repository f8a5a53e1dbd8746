"""What comes out of a conversation: the result file of its day, evidence as JSON Lines, sections of a report."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_jsonl
from ringtrue.judge.statistic.recall import RecallSimilarity
from ringtrue.report.markdown import as_markdown
from ringtrue.report.number_format import ReportSection, figure, interval_of, value_of
from ringtrue.score.scorers import ScorerPair, events_of
from ringtrue.store.provenance import Provenance
from ringtrue.study.conversation.findings import Event, Findings, findings_of
from ringtrue.study.conversation.transcript import Line, Transcript, sheet_of
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result
from ringtrue.terms.text import code, escaped

RESULTS = "results"
SECTIONS = ("scope", "sessions", "events", "scorers", "similarity")
_KEY_SUCCESS = 1.0  # a score in full is a success worth showing
_LONGEST_SHOWN = 160


# The sections of a report.


def sections_of(study: StudyFolder, result: Result) -> dict[str, ReportSection]:
    """The sections by their names in a protocol's `report`; nothing where the study is no conversation."""
    with study.records() as records:
        found = findings_of(study, records)
    return {} if found is None else _sections(study.settings.protocol, found, result)


def _sections(protocol: Protocol, found: Findings, result: Result) -> dict[str, ReportSection]:
    sections = {
        "scope": ("Scope, environment and sheet", list(_scope(protocol, found))),
        "sessions": ("Sessions", list(_sessions(protocol, found, result))),
        "events": ("Failure events, with evidence", list(_events(protocol, found))),
    }
    if found.pairs:
        sections["scorers"] = ("How far the scorers agree", list(_scorers(found.pairs)))
    if found.similarities:
        sections["similarity"] = ("Likeness of the recalls to the anchor", list(_similarity(found.similarities)))
    return sections


def _scope(protocol: Protocol, found: Findings) -> Iterator[str]:
    note, sheet = found.note, sheet_of(protocol)
    yield f"- Scope: **{escaped(note.scope)}** ({escaped(sheet.scopes[note.scope].about)})"
    yield from (f"- {escaped(text)}" for text in note.non_claims)
    yield f"- Gap: {escaped(note.gap or 'none')}{'' if note.claims_gap or not note.gap else ', not claimed'}"
    yield f"- Sheet: {code(protocol.name)} {escaped(sheet.version)}, hash {code(sheet.hash[:16])}"
    yield f"- Began: {escaped(note.began)}"
    yield from (f"- {escaped(name.capitalize())}: {escaped(text)}" for name, text in note.environment.items())
    for name, text in note.slots.items():
        usual = " (as the sheet usually has it)" if name in note.usual else ""
        yield f"- Filled in as {code(name)}{usual}: {escaped(text)}"
    if found.size:
        yield f"- By the number of trials: **{escaped(found.size)}**"
    if protocol.bands is not None:
        labels = ", ".join(
            f"{name} from {least:g}" if least is not None else name for name, least in protocol.bands.steps
        )
        yield f"- Bands printed beside the verdict: {escaped(labels)}"


def _sessions(protocol: Protocol, found: Findings, result: Result) -> Iterator[str]:
    """One row for each session: trials answered, events, and the mean score on trials that count."""
    names = [event.name for event in events_of(protocol)]
    yield f"| session | speaker | trials answered | mean score | {' | '.join(names)} |"
    yield f"| --- | --- | ---: | ---: | {' | '.join('---:' for _ in names)} |"
    for one in found.transcripts:
        answered = sum(line.text is not None for line in one.trials)
        counts = [len({e.item for e in found.events if e.session == one.session and e.name == name}) for name in names]
        mean = _mean(found, one)
        cells = (code(one.session), escaped(one.speaker), f"{answered} of {len(one.trials)}", figure(mean, digits=2))
        yield f"| {' | '.join((*cells, *map(str, counts)))} |"
    for name in protocol.bands.of if protocol.bands else ():
        estimate = result.estimates.get(name)
        if estimate is not None:
            yield ""
            yield f"Over the sessions of the subject, {code(name)} is {_told(estimate)}."


def _mean(found: Findings, one: Transcript) -> float | None:
    items = {line.item.id for line in one.trials if line.item}
    values = [
        float(row.value)
        for row in found.judgments
        if row.item in items and isinstance(row.value, int | float) and not isinstance(row.value, bool)
    ]
    return sum(values) / len(values) if values else None


def _told(estimate: Estimate) -> str:
    known = f", {100 * estimate.level:g} % interval {interval_of(estimate)}" if estimate.low is not None else ""
    reason = f" ({escaped(estimate.reason)})" if estimate.reason else ""
    return f"{value_of(estimate)}{known}{reason}"


def _events(protocol: Protocol, found: Findings) -> Iterator[str]:
    meanings = {event.name: event.text for event in events_of(protocol)}
    for name, meaning in meanings.items():
        own = [event for event in found.events if event.name == name]
        yield f"- {code(name)} {escaped(meaning)}: **{len({event.item for event in own})}**"
        yield from (f"  - {_event(event)}" for event in own)


def _event(event: Event) -> str:
    shown = f"“{escaped(event.excerpt)}”" if event.excerpt else "no excerpt"
    return f"{code(event.item)}, {escaped(event.scorer)}: {shown}. {escaped(event.reason) or 'No reason was given.'}"


def _scorers(pairs: Sequence[ScorerPair]) -> Iterator[str]:
    yield "| scorers | kappa on events | correlation of scores | mean difference |"
    yield "| --- | ---: | ---: | ---: |"
    for pair in pairs:
        cells = (pair.kappa, pair.correlation, pair.difference)
        yield f"| {escaped(pair.first)}, {escaped(pair.second)} | {' | '.join(_cell(one) for one in cells)} |"
    for pair in pairs:
        for split in pair.splits:
            first, second = (_said(value, is_event=split.is_event) for value in (split.first, split.second))
            said = f"{escaped(pair.first)} {first}, {escaped(pair.second)} {second}"
            yield f"- {code(split.item)} {code(split.question)}: {said}"


def _cell(estimate: Estimate) -> str:
    if estimate.value is None:
        return escaped(estimate.reason or "none")
    return f"{value_of(estimate)} ({interval_of(estimate)})" if estimate.low is not None else value_of(estimate)


def _said(value: float, *, is_event: bool) -> str:
    return ("yes" if value else "no") if is_event else f"{value:g}"


def _similarity(found: Sequence[RecallSimilarity]) -> Iterator[str]:
    yield "A statistic of wording alone: runs of four characters, cosine. It is no score and enters none."
    yield ""
    yield "| session | trial | to the anchor | to what was offered in its place |"
    yield "| --- | ---: | ---: | ---: |"
    for one in found:
        decoy = figure(one.decoy, digits=2)
        yield f"| {code(one.recall.session)} | {one.recall.place} | {figure(one.anchor, digits=2)} | {decoy} |"


# The result file, named by subject and day, with all prompts and answers; and the evidence beside it, line by line.


def write_results(study: StudyFolder, result: Result, provenance: Provenance | None) -> tuple[Path, ...]:
    """Write results/YYYY/MM/SUBJECT_PROTOCOL_YYYY_MM_DD.md and .jsonl; nothing where the study is no conversation.

    A file of that name with other content stays, and the new one gets a number.
    """
    with study.records() as records:
        found = findings_of(study, records)
    if found is None:
        return ()
    protocol = study.settings.protocol
    day = datetime.fromisoformat(found.note.began)
    subject = _slug(study.settings.subject or study.folder.resolve().name)
    folder = study.folder / RESULTS / f"{day:%Y}" / f"{day:%m}"
    stem = f"{subject}_{protocol.name}_{day:%Y_%m_%d}"
    sections = [
        *_sections(protocol, found, result).values(),
        ("Key successes", list(_successes(protocol, found)) or ["No trial was scored in full."]),
        *(_conversation(found, one) for one in found.transcripts),
    ]
    text = as_markdown(result, study.about_result(result, provenance), sections)
    folder.mkdir(parents=True, exist_ok=True)
    path = _free(folder, stem, text)
    write_text(path, text)
    evidence = path.with_suffix(".jsonl")
    write_jsonl(evidence, _evidence(protocol, found, result))
    return path, evidence


def write_evidence(study: StudyFolder) -> Path:
    """Write what was said so far as JSON Lines beside study.yaml, for a scorer to read; it holds no scores yet."""
    path = study.folder / "conversation.jsonl"
    with study.records() as records:
        found = findings_of(study, records)
    assert found is not None  # noqa: S101 - the conversation was held
    write_jsonl(path, _evidence(study.settings.protocol, found, None))
    return path


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "subject"


def _free(folder: Path, stem: str, text: str) -> Path:
    """The path of that name, or with a number where another result has it."""
    number = 1
    while True:
        path = folder / f"{stem}{f'_{number}' if number > 1 else ''}.md"
        if not path.is_file() or path.read_text(encoding="utf-8") == text:
            return path
        number += 1


def _successes(protocol: Protocol, found: Findings) -> Iterator[str]:
    """Trials that somebody scored in full on what counts there, with the words of the answer."""
    texts = {line.item.id: line for one in found.subject for line in one.trials if line.item}
    flags = {event.name for event in events_of(protocol)}
    seen: dict[str, dict[str, str]] = {}
    for row in found.judgments:
        if row.item in texts and row.question not in flags and row.value == _KEY_SUCCESS and row.value is not True:
            seen.setdefault(row.item, {})[row.question] = row.excerpt or seen.get(row.item, {}).get(row.question, "")
    for item, questions in seen.items():
        shown = (
            next(filter(None, questions.values()), "") or " ".join((texts[item].text or "").split())[:_LONGEST_SHOWN]
        )
        yield f"- {code(item)} {', '.join(map(code, questions))}: “{escaped(shown)}”"


def _conversation(found: Findings, one: Transcript) -> ReportSection:
    """A whole session: prompts and answers letter by letter, scores and events beside them."""
    lines: list[str] = []
    near = {each.recall.item: each for each in found.similarities}
    for line in one.lines:
        lines += [f"### {code(_id(one, line))} {escaped(line.prompt.title)}", ""]
        if line.prompt.goal:
            lines += [f"*Goal: {escaped(line.prompt.goal)}*", ""]
        pause = line.meta.get("gap")
        if isinstance(pause, Mapping):
            lines += [f"*Gap before it: {escaped(pause.get('kind'))}, {pause.get('seconds')} seconds*", ""]
            lines += [f"*Summary carried over:* {escaped(one.summary)}", ""] if one.summary else []
        lines += ["Prompt:", "", *_quoted(line.asked), "", f"Answer{f' ({escaped(line.at)})' if line.at else ''}:", ""]
        lines += [*_quoted(line.text if line.text is not None else "(no answer)"), ""]
        lines += [*_scores(line, found), *_near(line, near), ""]
    return f"Session {escaped(one.session)}", lines


def _id(one: Transcript, line: Line) -> str:
    return line.item.id if line.item else f"{one.session}-{line.prompt.id}"


def _quoted(text: str) -> list[str]:
    """A text as a block of code: it shows letter by letter, whatever is in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    return [f"{fence}text", *text.splitlines(), fence]


def _scores(line: Line, found: Findings) -> Iterator[str]:
    by_scorer: dict[str, list[str]] = {}
    for row in found.judgments:
        if line.item is None or row.item != line.item.id or row.value is False:
            continue
        said = "yes" if row.value is True else "no score" if row.value is None else str(row.value)
        shown = f", “{escaped(row.excerpt)}”" if row.excerpt else ""
        why = f" ({escaped(row.comment or row.reason)})" if row.comment or row.reason else ""
        by_scorer.setdefault(row.rater, []).append(f"{code(row.question)} {said}{shown}{why}")
    yield from (f"- {escaped(scorer)}: {'; '.join(told)}" for scorer, told in by_scorer.items())


def _near(line: Line, near: Mapping[str, RecallSimilarity]) -> Iterator[str]:
    found = near.get(line.item.id) if line.item else None
    if found is not None:
        beside = f", to what was offered instead {figure(found.decoy, digits=2)}" if found.decoy is not None else ""
        yield f"- similarity to the anchor {figure(found.anchor, digits=2)}{beside} (a statistic of wording)"


def _evidence(protocol: Protocol, found: Findings, result: Result | None) -> Iterator[dict[str, Any]]:
    near = {each.recall.item: each for each in found.similarities}
    sheet = sheet_of(protocol)
    about = {"protocol": protocol.name, "version": protocol.version, "sheet": sheet.version, "hash": protocol.hash}
    for one in found.transcripts:
        for line in one.lines:
            name = _id(one, line)
            yield {
                "session": one.session,
                "speaker": one.speaker,
                "id": name,
                "trial": line.prompt.place or None,
                "title": line.prompt.title,
                "goal": line.prompt.goal,
                "prompt": line.asked,
                "output": line.text,
                "error": line.response.error if line.response else "not asked",
                "at": line.at,
                "gap": line.meta.get("gap"),
                "scope": found.note.scope,
                "non_claims": list(found.note.non_claims),
                **about,
                "scores": list(_judged(name, found)),
                "anchor_similarity": near[name].anchor if name in near else None,
                "decoy_similarity": near[name].decoy if name in near else None,
                "verdict": result.verdict.label if result else None,
            }


def _judged(item: str, found: Findings) -> Iterable[dict[str, Any]]:
    for row in found.judgments:
        if row.item == item:
            yield {
                "scorer": row.rater,
                "judge_kind": row.judge_kind,
                "question": row.question,
                "value": row.value,
                "excerpt": row.excerpt,
                "reason": row.comment or row.reason or "",
            }
