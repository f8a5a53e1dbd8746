"""What is said of a conversation beside its scores: scope, size, events with evidence, agreement, anchor similarity."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ringtrue.judge.statistic.recall import Recall, RecallSimilarity, recall_similarities
from ringtrue.score.scorers import ScorerPair, events_of, scored_by, scorer_pairs, unnoted
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.begin import ConversationNote, found_note, is_floor
from ringtrue.study.conversation.transcript import Transcript, sheet_of, transcripts_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.model_judge import judge_of
from ringtrue.study.ratings import ratings_and_words
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Estimate, Result

NOT_HELD = (
    "No conversation was recorded here: nothing in this study shows that these sessions took place, and no excerpt "
    "could be compared with an answer."
)
ANCHOR, DECOY = "anchor_similarity", "decoy_similarity"


@dataclass(frozen=True, slots=True)
class Event:
    """A failure event that a scorer saw, with the words that show it and the reason."""

    name: str
    item: str
    session: str
    place: int
    scorer: str
    excerpt: str
    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything beside the scores."""

    note: ConversationNote
    transcripts: tuple[Transcript, ...]
    judgments: tuple[JudgmentRecord, ...]
    events: tuple[Event, ...]
    pairs: tuple[ScorerPair, ...]
    similarities: tuple[RecallSimilarity, ...]
    size: str

    @property
    def label(self) -> str:
        """The scope with what is not claimed, as it stands beside every verdict."""
        return f"scope {self.note.scope}; {' '.join(self.note.non_claims)}" if self.note.non_claims else self.note.scope

    @property
    def subject(self) -> list[Transcript]:
        """The sessions of the subject, without the floor."""
        return [one for one in self.transcripts if not is_floor(one.session)]


def findings_of(study: StudyFolder, records: StudyStore) -> Findings | None:
    """The findings of a study as it is now; None where it is no conversation that was begun here."""
    note = found_note(records)
    protocol = study.settings.protocol
    if note is None or protocol.sheet is None:
        return None
    transcripts = transcripts_of(study, records)
    judgments = tuple(records.judgments())
    ratings = unnoted(protocol, study.items(), ratings_and_words(records, protocol, {}))
    scored = scored_by(protocol, ratings)
    same = [pair for pair in combinations(sorted(scored), 2) if judge_of(pair[0]) == judge_of(pair[1])]
    trials = sum(line.text is not None for one in transcripts if not is_floor(one.session) for line in one.trials)
    return Findings(
        note,
        tuple(transcripts),
        judgments,
        tuple(_events(protocol, transcripts, judgments)),
        tuple(scorer_pairs(protocol, scored, same)),
        tuple(recall_similarities(_recalls(protocol, note, transcripts))),
        sheet_of(protocol).size_of(trials),
    )


def _events(
    protocol: Protocol, transcripts: Iterable[Transcript], judgments: Iterable[JudgmentRecord]
) -> Iterator[Event]:
    names = [event.name for event in events_of(protocol)]
    places = {line.item.id: (one.session, line.prompt.place) for one in transcripts for line in one.trials if line.item}
    found = [
        Event(row.question, row.item, *places[row.item], row.rater, row.excerpt, row.comment)
        for row in judgments
        if row.question in names and row.value is True and row.item in places
    ]
    order = list(places)
    yield from sorted(found, key=lambda one: (names.index(one.name), order.index(one.item), one.scorer))


def _recalls(protocol: Protocol, note: ConversationNote, transcripts: Iterable[Transcript]) -> list[Recall]:
    """The trials that ask for an opening answer again, with what filled the slots before them."""
    sheet = sheet_of(protocol)
    found = []
    for one in transcripts:
        decoys: list[str] = []
        for line in one.trials:
            if line.prompt.recalls and line.text and line.item is not None and one.opening.get(line.prompt.recalls):
                anchor = one.opening[line.prompt.recalls]
                given = tuple(decoys) or tuple(note.slots.values())
                found.append(Recall(line.item.id, one.session, line.prompt.place, line.text, anchor, given))
            decoys += [note.slots[slot.name] for slot in sheet.slots_in(line.prompt.text)]
    return found


# The step after scoring: the result with all this as notes and statistics; no other number changes.


def with_conversation(result: Result, study: StudyFolder, records: StudyStore) -> Result:
    """The result with its scope, what weakens it, agreement of scorers and anchor similarity."""
    found = findings_of(study, records)
    if found is None:
        told = () if study.settings.protocol.sheet is None else (NOT_HELD,)
        return replace(result, scope=study.settings.scope or "", notes=(*told, *result.notes))
    sheet = sheet_of(study.settings.protocol)
    notes = list(_notes(found, sheet.sessions))
    more = dict(_estimates(found))
    return replace(
        result,
        scope=found.note.scope,
        estimates={**result.estimates, **{name: one for name, one in more.items() if name not in result.estimates}},
        notes=(*notes, *result.notes),
    )


def _notes(found: Findings, enough: int) -> Iterator[str]:
    note = found.note
    yield f"Scope: {note.scope}. {' '.join(note.non_claims)}".strip()
    if found.size:
        trials = sum(len(one.trials) for one in found.subject)
        sessions = len(found.subject)
        yield f"{trials} trials in {sessions} session{'' if sessions == 1 else 's'}: {found.size}."
    if len(found.subject) < enough:
        yield f"Fewer than {enough} sessions: the interval says little of other sessions."
    if note.usual:
        yield f"Filled as the sheet usually is, not by the study: {', '.join(note.usual)}."
    scorers = {judge_of(row.rater) for row in found.judgments}
    if len(scorers) == 1:
        yield f"One scorer ({next(iter(scorers))}): nothing is known of how others would score."
    yield from _splits(found.pairs)
    silent = [one for one in found.events if not one.reason.strip()]
    if silent:
        yield f"{len(silent)} events have no reason: {', '.join(f'{one.name} at {one.item}' for one in silent)}."


def _splits(pairs: Sequence[ScorerPair]) -> Iterator[str]:
    """What two scorers see differently: shown, and never settled without a word."""
    for pair in pairs:
        events = [one for one in pair.splits if one.is_event]
        if events:
            listed = ", ".join(f"{one.item} {one.question}" for one in events)
            rule = "an event counts where more than half of its scorers saw it"
            yield f"{pair.first} and {pair.second} are split on {len(events)} events ({listed}): {rule}."
        scores = len(pair.splits) - len(events)
        if scores:
            yield f"{pair.first} and {pair.second} differ in {scores} scores: their mean counts."


def _estimates(found: Findings) -> Iterator[tuple[str, Estimate]]:
    many = len(found.pairs) > 1
    for pair in found.pairs:
        ending = f"_{pair.first}_{pair.second}" if many else ""
        yield f"kappa_events{ending}", pair.kappa
        yield f"correlation_scores{ending}", pair.correlation
        yield f"difference_scores{ending}", pair.difference
    own = [one for one in found.similarities if not is_floor(one.recall.session)]
    yield from _similarity(ANCHOR, {one.recall.item: one.anchor for one in own})
    yield from _similarity(DECOY, {one.recall.item: one.decoy for one in own if one.decoy is not None})


def _similarity(name: str, values: Mapping[str, float]) -> Iterator[tuple[str, Estimate]]:
    """The mean over recalls; they hang together within a session, so that it has no interval."""
    if values:
        mean = sum(values.values()) / len(values)
        what = "anchor" if name == ANCHOR else "nearest text that filled a slot"
        method = f"mean cosine of the recalls with the {what}, by runs of four characters; a statistic of wording"
        yield name, Estimate(mean, n=len(values), method=method, reason="recalls of one session hang together")
