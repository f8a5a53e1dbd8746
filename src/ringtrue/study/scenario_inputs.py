"""What a run of scenarios is given: read and checked together, so that a refusal lists everything at once."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.calls import speaker_named
from ringtrue.files import Problems
from ringtrue.formats.scenarios import Scenarios, read_scenarios
from ringtrue.judge.model import LANGUAGES
from ringtrue.sources.prompt import SystemPrompt
from ringtrue.sources.texts import holds_text
from ringtrue.study.anchored import anchored
from ringtrue.study.overrides import merged, read_overrides, unfit
from ringtrue.study.prompt import read_system_prompt
from ringtrue.terms import BadInput, Problem, Speaker

SHORTEST_PROMPT = 100  # bytes; a prompt has to be longer
CLONE = "clone"
JUDGE = "judge"
# What a change of makes no other answers: the same model may be reached at another address when a run goes on.
_NO_IDENTITY = ("prices", "system", "kb", "key_env", "key_file", "url", "ca")
_UNKNOWN = "unknown"  # the kind of a speaker that was refused, while other faults are looked for
_KIND_NOTES = {
    "local": "Smoke test: the embedded model is too small to be a clone or a judge. The figures say only that it ran.",
    "recorded": "Answers were recorded earlier.",
}


@dataclass(frozen=True, slots=True)
class RunGiven:
    """What a person gives: names and paths as typed, nothing read yet."""

    scenarios: Path
    prompt: Path
    speaker: str
    judges: tuple[str, ...]
    knowledge_base: Path | None = None
    repeats: int = 1
    language: str = "en"
    allow_small: bool = False
    settings: tuple[str, ...] = ()  # such as speaker.temperature=0.2


@dataclass(frozen=True, slots=True)
class RunInputs:
    """Everything a run needs, checked."""

    given: RunGiven
    scenarios: Scenarios
    prompt: str
    clone: Speaker
    judges: tuple[Speaker, ...]
    warnings: tuple[str, ...]
    subject: str = ""  # of a prompt that was composed: whose it is

    @property
    def note(self) -> str:
        """What every report on this run has to say of who spoke and judged."""
        kinds = {self.clone.kind, *(judge.kind for judge in self.judges)}
        return " ".join(text for kind, text in _KIND_NOTES.items() if kind in kinds)

    def identity(self, *, addresses: bool = False) -> dict[str, str]:
        """What must be the same when the run is started again, each in a few characters.

        With `addresses` it is what the note of older runs holds.
        """
        base = self.given.knowledge_base
        left_out = _NO_IDENTITY[:-2] if addresses else _NO_IDENTITY
        return {
            "scenarios": self.scenarios.sha256,
            "prompt": _digest(self.prompt.encode("utf-8", "surrogatepass")),
            "kb": folder_digest(base) if base is not None and base.is_dir() else "",
            "speaker": _spelled(self.clone, left_out),
            **{judge.name: _spelled(judge, left_out) for judge in self.judges},
            "repeats": str(self.given.repeats),
            "language": self.given.language,
        }


def read_inputs(given: RunGiven) -> RunInputs:
    """Read and check all of it; BadInput with every problem of every part."""
    problems = Problems()
    scenarios = read_scenarios(given.scenarios, allow_small=given.allow_small, problems=problems)
    prompt = _prompt(given.prompt, problems)
    names = [JUDGE] if len(given.judges) == 1 else [f"{JUDGE}-{n}" for n in range(1, len(given.judges) + 1)]
    overrides = read_overrides(given.settings, problems)
    spoken = overrides.get("speaker", {})
    clone = _speaker(given.speaker, CLONE, "--speaker", spoken, problems, reading=_reading(given))
    judges = [
        _speaker(spelling, name, "--judge", overrides.get("judge", {}), problems)
        for name, spelling in zip(names, given.judges, strict=True)
    ]
    problems.extend(_same_judges(given.judges, judges))
    if given.language not in LANGUAGES:
        remedy = f"one of {', '.join(LANGUAGES)}"
        problems.add(Problem("command line", "--language", "There is no such rubric.", given.language, remedy))
    problems.raise_if_any()
    warnings = (*scenarios.warnings, *prompt.notes, *_base_warnings(given.knowledge_base))
    return RunInputs(given, scenarios, prompt.text, clone, tuple(judges), warnings, prompt.subject)


def folder_digest(folder: Path) -> str:
    """One hash over the names and bytes of every file below a folder."""
    digest = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode("utf-8", "surrogateescape") + b"\0")
        with path.open("rb") as stream:
            while piece := stream.read(1 << 16):
                digest.update(piece)
    return digest.hexdigest()


def _prompt(path: Path, problems: Problems) -> SystemPrompt:
    try:
        found = read_system_prompt(path)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return SystemPrompt("", "")
    size = len(found.text.encode("utf-8", "surrogatepass"))
    if size <= SHORTEST_PROMPT or not found.text.strip():
        what = f"A system prompt of {SHORTEST_PROMPT} bytes or less says nothing about a person."
        problems.add(Problem(str(path), "whole file", what, f"{size} bytes", "Write the clone's instructions into it."))
    return found


def _speaker(
    spelling: str,
    name: str,
    option: str,
    overrides: Mapping[str, Any],
    problems: Problems,
    reading: Mapping[str, str] | None = None,
) -> Speaker:
    """A speaker as it is spelled, with what --set puts over it and what it reads."""
    try:
        speaker = speaker_named(spelling, name=name)
    except BadInput as refusal:
        problems.extend(Problem("command line", option, p.what, p.value, p.remedy) for p in refusal.problems)
        return Speaker(name, _UNKNOWN)
    if speaker.kind == "documented":
        does = "answer" if name == CLONE else "judge"
        what = f"Scenarios quote nobody: there are no documented words to {does} with."
        remedy = f"Name who should {does}, such as openai:MODEL@URL or recorded:FILE.jsonl."
        problems.add(Problem("command line", option, what, spelling, remedy))
    settings = anchored(speaker.kind, merged(dict(speaker.settings), {**overrides, **(reading or {})}), Path.cwd())
    written = {key: value for key, value in settings.items() if key != "system"}  # a run keeps the prompt's text
    problems.extend(unfit(written, overrides, option))
    return Speaker(name, speaker.kind, settings)


def _same_judges(spellings: Sequence[str], judges: Sequence[Speaker]) -> Iterator[Problem]:
    """A judge named twice would count as two that agree; asked twice, it is one judge with some noise."""
    known: list[tuple[str, Mapping[str, Any]]] = []
    for spelling, judge in zip(spellings, judges, strict=True):
        one = judge.kind, {**judge.settings, "url": str(judge.settings.get("url") or "").rstrip("/")}
        if one in known and judge.kind != _UNKNOWN:
            remedy = f"Name it once, and have it asked more often: --repeats {len(judges)}."
            yield Problem("command line", "--judge", "The same judge is named twice.", spelling, remedy)
        known.append(one)


def _reading(given: RunGiven) -> dict[str, str]:
    """What the clone reads, by full path: its prompt, and its knowledge base where there is one."""
    base = given.knowledge_base
    return {"system": str(given.prompt.resolve()), **({"kb": str(base.resolve())} if base else {})}


def _base_warnings(folder: Path | None) -> list[str]:
    if folder is None:
        return []
    if not folder.is_dir():
        return [f"there is no knowledge base at {folder}: the run goes on without it"]
    if not holds_text(folder):
        return [f"the knowledge base at {folder} holds no text (.txt or .md): nothing can be looked up"]
    return []


def _spelled(speaker: Speaker, left_out: Collection[str]) -> str:
    """A speaker in one line that changes when it does."""
    kept = ((key, value) for key, value in sorted(speaker.settings.items()) if key not in left_out)
    return f"{speaker.kind}({', '.join(f'{key}={_content(key, value)}' for key, value in kept)})"


def _content(key: str, value: Any) -> str:
    """A setting as text; of a file of answers what is in it counts too."""
    path = Path(str(value))
    inside = f" {_digest(path.read_bytes())[:12]}" if key == "file" and path.is_file() else ""
    return f"{value}{inside}"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
