"""What the scoring page of a conversation shows: every session with its trials, and the questions each asks."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.judge.model.prompt import points
from ringtrue.page.scoring import scoring_page
from ringtrue.store.study_store import StudyStore
from ringtrue.study.briefing import read_briefing
from ringtrue.study.conversation.begin import history_kind, note_of
from ringtrue.study.conversation.transcript import Line, Transcript, transcripts_of
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

FILE = "scoring.html"


def write_scoring_page(study: StudyFolder, folder: Path) -> Path:
    """Write the page into a folder; BadInput where the conversation is not held yet."""
    with study.records() as records:
        page = scoring_page(scoring_document(study, records))
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / FILE, page)
    return folder / FILE


def scoring_document(study: StudyFolder, records: StudyStore) -> dict[str, Any]:
    """What the page shows; BadInput where the study is no conversation, or its conversation is not held yet.

    The token names this content: a conversation that got more sessions since has another.
    """
    note, protocol = note_of(study), study.settings.protocol
    sessions = transcripts_of(study, records)
    if not all(one.is_whole for one in sessions):
        what = "The conversation is not held to its end yet."
        raise BadInput([Problem(str(study.folder), "responses", what, remedy="Start ringtrue recognize again.")])
    subject = study.settings.subject or study.folder.resolve().name
    about = f"{protocol.title}. Subject: {subject}. Scope: {note.scope}. {' '.join(note.non_claims)}"
    shown = [_session(protocol, one) for one in sessions]
    token = sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    language = read_briefing(study.folder, study.settings).language
    return {"token": token, "language": language, "about": about, "sessions": shown}


def _session(protocol: Protocol, one: Transcript) -> dict[str, Any]:
    trials = [_trial(protocol, one, line) for line in one.trials]
    return {"name": one.session, "speaker": one.speaker, "opening": dict(one.opening), "trials": trials}


def _trial(protocol: Protocol, one: Transcript, line: Line) -> dict[str, Any]:
    item = line.item.id if line.item else ""
    return {
        "item": item,
        "title": line.prompt.title,
        "goal": line.prompt.goal,
        "prompt": line.asked,
        "answer": line.text or "",
        "history": one.history(item),
        "questions": list(_questions(protocol, line.prompt.place)),
    }


def _questions(protocol: Protocol, place: int) -> Iterator[dict[str, Any]]:
    """The questions of a trial: scores that count on it, and every event."""
    for question in history_kind(protocol).questions:
        scale = protocol.scales[question.scale]
        counts = not question.counts_on or place in question.counts_on
        if question.evidence:
            yield {"name": question.name, "text": question.text, "event": True, "needed": False, "points": []}
        elif counts:
            listed = [{"value": point, "label": scale.labels.get(point, "")} for point in points(scale)]
            yield {"name": question.name, "text": question.text, "event": False, "needed": True, "points": listed}
