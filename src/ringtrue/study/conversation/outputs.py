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
from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.result_report import report_of
from ringtrue.report.section import Block, Points, Section, Table, Text, columns
from ringtrue.score.scorers import ScorerPair, Split, events_of
from ringtrue.store.provenance import Provenance
from ringtrue.study.conversation.course import course_of
from ringtrue.study.conversation.findings import Event, Findings, findings_of
from ringtrue.study.conversation.inputs import ENVIRONMENT
from ringtrue.study.conversation.transcript import Line, Transcript, sheet_of
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.number import figure
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result
from ringtrue.terms.text import code, escaped

RESULTS = "results"
SECTIONS = ("scope", "sessions", "events", "scorers", "similarity", "conversation")
_KEY_SUCCESS = 1.0  # a score in full is a success worth showing
_LONGEST_SHOWN = 160


# The sections of a report.


def sections_of(study: StudyFolder, result: Result) -> dict[str, Section]:
    """The sections by their names in a protocol's `report`; nothing where the study is no conversation."""
    with study.records() as records:
        found = findings_of(study, records)
    return {} if found is None else _sections(study.settings.protocol, found, result)


def _sections(protocol: Protocol, found: Findings, result: Result) -> dict[str, Section]:
    about, events = Points(tuple(_scope(protocol, found))), tuple(_events(protocol, found))
    sections = [
        Section("scope", "Scope, environment and sheet", (about,)),
        Section("sessions", "Sessions", tuple(_sessions(protocol, found, result))),
        Section("events", "Failure events, with evidence", events),
        Section("scorers", "How far the scorers agree", tuple(_scorers(found.pairs))),
        Section("similarity", "Likeness of the recalls to the anchor", tuple(_similarity(found.similarities))),
        Section("conversation", "The conversation", tuple(_table_of(found, one) for one in found.transcripts)),
    ]
    return {one.name: one for one in sections if not one.is_empty}


def _scope(protocol: Protocol, found: Findings) -> Iterator[str]:
    note, sheet = found.note, sheet_of(protocol)
    yield f"Scope: {note.scope} ({sheet.scopes[note.scope].about})"
    yield from note.non_claims
    yield f"Gap: {note.gap or 'none'}{'' if note.claims_gap or not note.gap else ', not claimed'}"
    yield f"Sheet: {protocol.name} {sheet.version}, hash {sheet.hash[:16]}"
    yield f"Began: {note.began}"
    yield from (f"{name.capitalize()}: {note.environment[name]}" for name in ENVIRONMENT if name in note.environment)
    for name, text in note.slots.items():
        usual = " (as the sheet usually has it)" if name in note.usual else ""
        yield f"Filled in as {name}{usual}: {text}"
    if found.size:
        yield f"By the number of trials: {found.size}"
    if protocol.bands is not None:
        steps = protocol.bands.steps
        labels = ", ".join(f"{name} from {least:g}" if least is not None else name for name, least in steps)
        yield f"Bands printed beside the verdict: {labels}"


def _sessions(protocol: Protocol, found: Findings, result: Result) -> Iterator[Block]:
    """One row for each session: trials answered, the mean score on trials that count, and events."""
    names = [event.name for event in events_of(protocol)]
    rows = []
    for one in found.transcripts:
        answered = sum(line.text is not None for line in one.trials)
        counts = [len({e.item for e in found.events if e.session == one.session and e.name == name}) for name in names]
        mean = figure(_mean(found, one), digits=2)
        rows.append((one.session, one.speaker, f"{answered} of {len(one.trials)}", mean, *map(str, counts)))
    titles = ("session", "speaker", "trials answered", "mean score", *names)
    yield Table(columns(*titles, numbers=("mean score", *names), names=("session",)), tuple(rows))
    for name in protocol.bands.of if protocol.bands else ():
        estimate = result.estimates.get(name)
        if estimate is not None:
            yield Text(f"Over the sessions of the subject, {name} is {_told(estimate)}.")


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
    reason = f" ({estimate.reason})" if estimate.reason else ""
    return f"{value_of(estimate)}{known}{reason}"


def _events(protocol: Protocol, found: Findings) -> Iterator[Block]:
    for event in events_of(protocol):
        own = [each for each in found.events if each.name == event.name]
        number = len({each.item for each in own})
        yield Points(tuple(map(_event, own)) or ("None was seen.",), title=f"{event.name} {event.text}: {number}")


def _event(event: Event) -> str:
    shown = f"“{event.excerpt}”" if event.excerpt else "no excerpt"
    return f"{event.item}, {event.scorer}: {shown}. {event.reason or 'No reason was given.'}"


def _scorers(pairs: Sequence[ScorerPair]) -> Iterator[Block]:
    titles = ("scorers", "kappa on events", "correlation of scores", "mean difference")
    rows = tuple(
        (f"{one.first}, {one.second}", _cell(one.kappa), _cell(one.correlation), _cell(one.difference)) for one in pairs
    )
    if rows:
        yield Table(columns(*titles, numbers=titles[1:]), rows)
    splits = [
        (
            split.item,
            split.question,
            f"{one.first}: {_said(split.first, split)}",
            f"{one.second}: {_said(split.second, split)}",
        )
        for one in pairs
        for split in one.splits
    ]
    if splits:
        named = columns("item", "question", "one", "the other", names=("item", "question"))
        yield Table(named, tuple(splits), title="Where they differ")


def _cell(estimate: Estimate) -> str:
    if estimate.value is None:
        return estimate.reason or "none"
    return f"{value_of(estimate)} ({interval_of(estimate)})" if estimate.low is not None else value_of(estimate)


def _said(value: float, split: Split) -> str:
    return ("yes" if value else "no") if split.is_event else f"{value:g}"


def _similarity(found: Sequence[RecallSimilarity]) -> Iterator[Block]:
    if not found:
        return
    yield Text("A statistic of wording alone: runs of four characters, cosine. It is no score and enters none.")
    yield course_of(found)
    titles = ("session", "trial", "to the anchor", "to what was offered in its place")
    rows = tuple(
        (each.recall.session, str(each.recall.place), figure(each.anchor, digits=2), figure(each.decoy, digits=2))
        for each in found
    )
    yield Table(columns(*titles, numbers=titles[1:], names=("session",)), rows)


def _table_of(found: Findings, one: Transcript) -> Table:
    """A session as a table: prompt, answer, and in the margin what every scorer said of it."""
    near = {each.recall.item: each for each in found.similarities}
    rows = []
    for line in one.lines:
        margin = [*_scores(line, found), *_near(line, near)]
        rows.append((_id(one, line), line.asked, line.text or "(no answer)", "; ".join(margin)))
    titles = ("trial", "prompt", "answer", "scores")
    return Table(columns(*titles, names=("trial",)), tuple(rows), title=f"Session {one.session}", long=True)


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
    made = _sections(protocol, found, result)
    made.pop("conversation", None)  # it follows in full
    successes = Points(tuple(_successes(protocol, found)) or ("No trial was scored in full.",))
    sections = [*made.values(), Section("successes", "Key successes", (successes,))]
    about = study.about_result(result, provenance)
    whole = [line for one in found.transcripts for line in _conversation(found, one)]
    text = "\n".join([as_markdown(report_of(result, about, sections)), *whole])
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
        yield f"{item} {', '.join(questions)}: “{shown}”"


def _conversation(found: Findings, one: Transcript) -> list[str]:
    """A whole session: prompts and answers letter by letter, scores and events beside them."""
    lines = [f"## Session {escaped(one.session)}", ""]
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
        lines += [*(f"- {escaped(text)}" for text in (*_scores(line, found), *_near(line, near))), ""]
    return lines


def _id(one: Transcript, line: Line) -> str:
    return line.item.id if line.item else f"{one.session}-{line.prompt.id}"


def _quoted(text: str) -> list[str]:
    """A text as a block of code: it shows letter by letter, whatever is in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    return [f"{fence}text", *text.splitlines(), fence]


def _scores(line: Line, found: Findings) -> Iterator[str]:
    """What each scorer said of a trial, in one line; events that did not occur are left out."""
    by_scorer: dict[str, list[str]] = {}
    for row in found.judgments:
        if line.item is None or row.item != line.item.id or row.value is False:
            continue
        number = isinstance(row.value, int | float) and row.value is not True
        said = "yes" if row.value is True else f"{row.value:g}" if number else str(row.value or "no score")
        shown = f", “{row.excerpt}”" if row.excerpt else ""
        why = f" ({row.comment or row.reason})" if row.comment or row.reason else ""
        by_scorer.setdefault(row.rater, []).append(f"{row.question} {said}{shown}{why}")
    yield from (f"{scorer}: {'; '.join(told)}" for scorer, told in by_scorer.items())


def _near(line: Line, near: Mapping[str, RecallSimilarity]) -> Iterator[str]:
    found = near.get(line.item.id) if line.item else None
    if found is not None:
        beside = f", to what was offered instead {figure(found.decoy, digits=2)}" if found.decoy is not None else ""
        yield f"similarity to the anchor {figure(found.anchor, digits=2)}{beside} (a statistic of wording)"


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
