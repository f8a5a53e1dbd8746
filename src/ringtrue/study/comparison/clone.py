"""What changed in the clone from one version to the next: prompt, model, settings, knowledge base, answers; judges."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.report.word_differences import line_differences
from ringtrue.study.comparison.versions import Source
from ringtrue.study.folder import StudyFolder
from ringtrue.study.scenarios.inputs import folder_digest
from ringtrue.study.scenarios.run_record import RunNote, found_note
from ringtrue.study.speakers import judges_of, read_system_prompt, speakers_of
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput

_NOT_THE_CLONE = ("prices", "key_env", "key_file", "ca", "url", "system", "kb", "file", "rpm", "tpm", "timeout")
_PIECE = 500
_UNKNOWN = "(not known)"


@dataclass(frozen=True, slots=True)
class CloneChange:
    """What changed from one version to the next, in sentences; the prompt's changed lines; how many answers did."""

    sentences: tuple[str, ...]
    prompt: tuple[str, ...] = ()
    answers: int = 0
    same_answers: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {
            "sentences": list(self.sentences),
            "prompt": list(self.prompt),
            "answers": self.answers,
            "same_answers": self.same_answers,
        }


def clone_change(before: Source, after: Source, names: Collection[str]) -> CloneChange:
    """What changed in the clone, as far as both versions kept it."""
    if before.study is None or after.study is None:
        return CloneChange(
            ("What changed in the clone is not known: a result file keeps neither prompt nor settings.",)
        )
    first, second = before.study, after.study
    one, other = (candidate_of(study) for study in (first, second))
    sentences = [*_settings("The clone", one, other), *_knowledge(first, second)]
    had, has = _prompt(first, one), _prompt(second, other)
    lines = [] if had is None or has is None else line_differences(had, has)
    sentences[:0] = [_about_prompt(lines, known=None not in (had, has))]
    said = answers_of(before, names), answers_of(after, names)
    both = [name for name in names if name in said[0] and name in said[1]]
    same = sum(said[0][name].split() == said[1][name].split() for name in both)
    if both:
        sentences.append(f"{len(both) - same} of {len(both)} answers are in other words; {same} are the same.")
    return CloneChange(tuple(text for text in sentences if text), tuple(lines), len(both), same)


def candidate_of(study: StudyFolder) -> Speaker | None:
    """The speaker the study is about."""
    try:
        return speakers_of(study.settings).get(study.settings.scored.candidate)
    except BadInput:
        return None


def answers_of(source: Source, names: Collection[str]) -> dict[str, str]:
    """What the candidate last said to each item, collected or given in the item."""
    if source.study is None:
        return {}
    candidate = source.protocol.candidate
    given = {name: source.items[name].fields.get("responses") for name in names}
    found = {
        name: str(texts[candidate])
        for name, texts in given.items()
        if isinstance(texts, Mapping) and candidate in texts
    }
    listed = list(names)
    with source.study.records() as records:
        for start in range(0, len(listed), _PIECE):
            found |= records.texts(listed[start : start + _PIECE], speaker=candidate)
    return found


def judge_changes(before: Source, after: Source) -> list[str]:
    """How the model judges of two versions differ: such a difference may be all there is to see."""
    if before.study is None or after.study is None:
        return []
    one, other = (judges_of(study.settings) for study in (before.study, after.study))
    lost, new = (sorted(here.keys() - there.keys()) for here, there in ((one, other), (other, one)))
    found = [f"{before.name} was judged by {name} too." for name in lost]
    found += [f"{after.name} was judged by {name} too." for name in new]
    for name in sorted(one.keys() & other.keys()):
        found += _settings(f"Judge {name}", one[name], other[name])
    return found


def _settings(who: str, one: Speaker | None, other: Speaker | None) -> Iterator[str]:
    """Each setting that differs, in a sentence; addresses, keys and files are no part of who speaks."""
    if one is None or other is None:
        return
    if one.kind != other.kind:
        yield f"{who}: kind {one.kind} -> {other.kind}."
    keys = [key for key in {**one.settings, **other.settings} if key not in _NOT_THE_CLONE]
    for key in keys:
        here, there = (speaker.settings.get(key) for speaker in (one, other))
        if here != there:
            yield f"{who}: {key} {_told(here)} -> {_told(there)}."


def _told(value: Any) -> str:
    return "none" if value is None else str(value)


def _prompt(study: StudyFolder, speaker: Speaker | None) -> str | None:
    """The text of the system prompt as it is in the study's folder now, None where there is none to read."""
    named = speaker.settings.get("system") if speaker else None
    if not isinstance(named, str):
        return None
    try:
        return read_system_prompt(study.folder / Path(named)).text
    except BadInput:
        return None


def _about_prompt(lines: list[str], *, known: bool) -> str:
    if not known:
        return "Whether the prompt changed is not known: not every version has it in a file."
    if not lines:
        return "The prompt is the same."
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in ("+", "-"))
    return f"The prompt changed: lines added {added}, lines taken out {removed}."


def _knowledge(first: StudyFolder, second: StudyFolder) -> Iterator[str]:
    """Whether the knowledge base changed, by the digests the runs recorded; which files, where both still stand."""
    before, after = (_run_note(study) for study in (first, second))
    if before is None or after is None:
        return
    had, has = before.identity.get("kb", ""), after.identity.get("kb", "")
    if had == has:
        yield "The knowledge base is the same." if has else ""
        return
    if not had or not has:
        yield f"The knowledge base: {'none' if not had else 'one'} before, {'none' if not has else 'one'} now."
        return
    listed = _files(first, had), _files(second, has)
    if None in listed:
        yield "The knowledge base changed; its files are not as they were, so which of them did is not known."
        return
    one, other = listed[0] or {}, listed[1] or {}
    changed = sorted(name for name in one.keys() & other.keys() if one[name] != other[name])
    told = (
        ("new", sorted(other.keys() - one.keys())),
        ("gone", sorted(one.keys() - other.keys())),
        ("changed", changed),
    )
    parts = [f"{word}: {', '.join(names[:10])}{' ...' if len(names) > 10 else ''}" for word, names in told if names]
    yield f"The knowledge base changed ({'; '.join(parts)})."


def _run_note(study: StudyFolder) -> RunNote | None:
    with study.records() as records:
        return found_note(records)


def _files(study: StudyFolder, digest: str) -> dict[str, bytes] | None:
    """The files of a knowledge base that is still as the run found it, None for one that is not."""
    speaker = candidate_of(study)
    named = speaker.settings.get("kb") if speaker else None
    folder = (study.folder / str(named)).resolve() if named else None
    if folder is None or not folder.is_dir() or folder_digest(folder) != digest:
        return None
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
