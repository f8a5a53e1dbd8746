"""Inputs of a run: files read, options and --set validated."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from os.path import isfile
from pathlib import Path
from typing import Any, NoReturn

from ringtrue.calls.adapter import speaker_named
from ringtrue.calls.speaker_settings import KNOWN, is_secret, setting_faults, shown
from ringtrue.files.problems import Problems
from ringtrue.files.section import Fault
from ringtrue.formats.cognitive_spec import read_top_values
from ringtrue.formats.scenarios import Scenarios, read_scenarios
from ringtrue.judge.model.prompt import LANGUAGES
from ringtrue.protocols.loader import load
from ringtrue.sources.clone import SystemPrompt
from ringtrue.sources.text_files import holds_text
from ringtrue.study.model_judge import model_of
from ringtrue.study.scenarios.controls import Controls, generic_of, generic_problems, read_controls
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.study.speakers import read_system_prompt
from ringtrue.terms.item import Item, Speaker
from ringtrue.terms.problem import BadInput, Problem

# Settings of speakers and judges given on the command line: `--set speaker.temperature=0.2`.


_FILE, _PLACE = "command line", "--set"
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_WHO = ("speaker", "judge", "generic")
_OPTIONS = {"system": "--prompt", "kb": "--kb", "repeats": "--repeats", "language": "--language"}


def merged(settings: dict[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with others put over them, tables within them key by key."""
    for key, value in overrides.items():
        inner = settings.get(key)
        settings[key] = {**inner, **value} if isinstance(inner, Mapping) and isinstance(value, Mapping) else value
    return settings


def read_overrides(texts: Sequence[str], problems: Problems) -> dict[str, dict[str, Any]]:
    """`speaker.temperature=0.2` and the like as tables: who -> key -> value, every setting known and within its range.

    What stands behind the equals sign is repeated in a problem only where a setting is known to hold no key.
    """
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        path, equals, value = text.partition("=")
        who, *keys = path.strip().split(".")
        if not equals or who not in _WHO or not keys or not all(keys):
            remedy = "write --set speaker.temperature=0.2 or --set judge.key_env=NAME"
            problems.add(Problem(_FILE, _PLACE, "It does not say what to set.", shown(path), remedy))
        elif is_secret(keys[-1], _value(value)):
            remedy = f"name the environment variable that holds it: --set {who}.key_env=NAME"
            problems.add(Problem(_FILE, _PLACE, "A secret has no place here.", path, remedy))
        elif keys[0] in _OPTIONS:
            remedy = f"use {_OPTIONS[keys[0]]}"
            problems.add(Problem(_FILE, _PLACE, f"{keys[0]} has an option of its own.", path, remedy))
        else:
            _put(found.setdefault(who, {}), who, keys, value, problems)
    for who, settings in found.items():
        problems.extend(_problem(fault, _PLACE, who) for fault in setting_faults(settings))
    return found


def unfit(settings: Mapping[str, Any], overrides: Mapping[str, Any], option: str) -> list[Problem]:
    """What study.yaml would refuse of a speaker named by an option, without the faults of --set, reported already."""
    reported = {fault.trail for fault in setting_faults(overrides)}
    return [_problem(fault, option) for fault in setting_faults(settings) if fault.trail not in reported]


def _problem(fault: Fault, place: str, who: str = "") -> Problem:
    path = ".".join((*filter(None, [who]), *fault.trail))
    given = f"{path}={fault.value}" if fault.value else path
    return Problem(_FILE, place, f"{fault.what[0].upper()}{fault.what[1:]}.", given, fault.remedy)


def _put(table: Any, who: str, keys: list[str], value: str, problems: Problems) -> None:
    """Put a value where its keys lead to."""
    for depth, key in enumerate(keys[:-1], 1):
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            path = ".".join((who, *keys[:depth]))
            what = f"{path} was set to something that is no table."
            problems.add(Problem(_FILE, _PLACE, what, ".".join((who, *keys)), "keep one of the two"))
            return
    known = KNOWN.get(keys[0]) if len(keys) == 1 else None
    table[keys[-1]] = _value(value, is_text=known is not None and known.is_text)


def _value(text: str, *, is_text: bool = False) -> Any:
    """JSON where it is some, a number however it is written, else the text itself; a model may be called 7."""
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        number = _NUMBER.fullmatch(text.strip())
        found = float(text) if number and isfinite(float(text)) else text
    return text if is_text and isinstance(found, bool | int | float) else found


def _finite(digits: str) -> float:
    """The number; one beyond all numbers would be read as infinity, which JSON has not."""
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


def _refuse(constant: str) -> NoReturn:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(constant)


# Paths a person typed, made independent of where they were typed: a run may be taken up again from anywhere.


PATHS = ("file", "kb", "ca", "key_file")
_PROGRAM = "program"


def path_settings(kind: str) -> tuple[str, ...]:
    """The settings of a kind of speaker that are paths."""
    return (*PATHS, "model") if kind == "local" else PATHS


def absolute_paths(kind: str, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """A speaker's settings with full paths; relative ones are seen from `folder`.

    Of a program and its arguments those words are paths that name a file there: `./judge.sh`, `python3 judge.py`.
    """
    paths = path_settings(kind)
    found = {name: _full(value, folder) if name in paths else value for name, value in settings.items()}
    words = found.get(_PROGRAM)
    if isinstance(words, list | tuple):
        found[_PROGRAM] = [_word(word, folder) if isinstance(word, str) else word for word in words]
    return found


def _full(value: Any, folder: Path) -> Any:
    """The full path; what can be none stays as it is, to be refused with other faults."""
    if not isinstance(value, str) or not value.strip():
        return value
    try:
        return str((folder / value).resolve())
    except (OSError, ValueError):
        return value


def _word(word: str, folder: Path) -> str:
    """A bare name may be a program on the path of the system too: only what is in a folder is a file for sure."""
    place = folder / word
    is_path = "/" in word or "." in word.strip(".")
    is_there = is_path and not word.startswith("-") and isfile(place)  # noqa: PTH113 - takes words too long for a Path
    return str(_full(word, folder)) if is_there else word


# What a run of scenarios is given: read and checked together, so that a refusal lists everything at once.


SHORTEST_PROMPT = 100  # bytes; a prompt has to be longer
PROTOCOL = "scenarios"
CLONE = "clone"
JUDGE = "judge"
# What a change of makes no other answers: the same model may be reached at another address when a run goes on.
NO_IDENTITY = ("prices", "system", "kb", "key_env", "key_file", "url", "ca")
UNKNOWN = "unknown"  # the kind of a speaker that was refused, while other faults are looked for
KIND_NOTES = {
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
    controls: bool = False
    generic: str | None = None  # the clone's own model, where it is not named
    own: Path | None = None  # the person's own answers
    spec: Path | None = None  # the person's cognitive spec, for their top values
    licences: Path | None = None  # a folder with licences of judges


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
    remark: str = ""  # what every report has to say instead of what the kinds of speakers and judges call for
    controls: Controls | None = None

    @property
    def speakers(self) -> tuple[Speaker, ...]:
        """Everybody who is asked: the clone and, with controls, the generic speaker."""
        return (self.clone, self.controls.generic) if self.controls else (self.clone,)

    @property
    def note(self) -> str:
        """What every report on this run has to say of who spoke and judged."""
        kinds = {self.clone.kind, *(judge.kind for judge in self.judges)}
        return self.remark or " ".join(text for kind, text in KIND_NOTES.items() if kind in kinds)

    def identity(self, *, addresses: bool = False) -> dict[str, str]:
        """What must be the same when the run is started again, each in a few characters.

        With `addresses` it is what the note of older runs holds.
        """
        base = self.given.knowledge_base
        left_out = NO_IDENTITY[:-2] if addresses else NO_IDENTITY
        return {
            "scenarios": self.scenarios.sha256,
            "prompt": _digest(self.prompt.encode("utf-8", "surrogatepass")),
            "kb": folder_digest(base) if base is not None and base.is_dir() else "",
            "speaker": spelled_out(self.clone, left_out),
            **{judge.name: spelled_out(judge, left_out) for judge in self.judges},
            "repeats": str(self.given.repeats),
            "language": self.given.language,
            **({"top values": _digest("\n".join(self.scenarios.top_values).encode())} if self.given.spec else {}),
            **self._controls(left_out),
        }

    def _controls(self, left_out: Collection[str]) -> dict[str, str]:
        if self.controls is None:
            return {}
        return {"generic": spelled_out(self.controls.generic, left_out), **self.controls.identity()}


def read_inputs(given: RunGiven) -> RunInputs:
    """Read and check all of it; BadInput with every problem of every part."""
    problems = Problems()
    scenarios = read_scenarios(given.scenarios, allow_small=given.allow_small, problems=problems)
    if given.spec is not None:
        scenarios = scenarios.with_top_values(read_top_values(given.spec, problems))
    read = () if problems else scenarios  # of broken ones none is looked at again
    prompt = _prompt(given.prompt, problems)
    names = [JUDGE] if len(given.judges) == 1 else [f"{JUDGE}-{n}" for n in range(1, len(given.judges) + 1)]
    overrides = read_overrides(given.settings, problems)
    spoken = overrides.get("speaker", {})
    clone = speaker_given(given.speaker, CLONE, "--speaker", spoken, problems, reading=_reading(given))
    judges = [
        speaker_given(spelling, name, "--judge", overrides.get("judge", {}), problems)
        for name, spelling in zip(names, given.judges, strict=True)
    ]
    problems.extend(same_judges(given.judges, judges))
    if given.language not in LANGUAGES:
        remedy = f"one of {', '.join(LANGUAGES)}"
        problems.add(Problem("command line", "--language", "There is no such rubric.", given.language, remedy))
    controls = _controls_of(given, read, clone, judges, overrides.get("generic", {}), problems)
    problems.raise_if_any()
    told = [
        *_base_warnings(given.knowledge_base),
        *_judge_warnings(judges, given),
        *(controls.warnings if controls else ()),
    ]
    warnings = (*scenarios.warnings, *prompt.notes, *told)
    return RunInputs(given, scenarios, prompt.text, clone, tuple(judges), warnings, prompt.subject, controls=controls)


def _controls_of(
    given: RunGiven,
    scenarios: Iterable[Item],
    clone: Speaker,
    judges: Sequence[Speaker],
    overrides: Mapping[str, Any],
    problems: Problems,
) -> Controls | None:
    """The controls, where they are asked for; what belongs to them is refused without them."""
    if not given.controls:
        named = {"--generic": given.generic, "--self": given.own, "--set generic": next(iter(overrides), None)}
        for option, value in named.items():
            if value is not None:
                what = "This is a part of --controls."
                problems.add(Problem("command line", option, what, str(value), "Add --controls, or leave it out."))
        return None
    protocol = load(PROTOCOL)
    name = protocol.controls["generic"]
    if given.generic is None:
        settings = merged(dict(generic_of(clone, name).settings), overrides)
        generic = Speaker(name, clone.kind, settings)
        problems.extend(unfit(settings, {**overrides, **clone.settings}, "--generic"))
    else:
        generic = speaker_given(given.generic, name, "--generic", overrides, problems)
    if clone.kind != UNKNOWN and generic.kind != UNKNOWN:
        problems.extend(generic_problems(generic, clone, given.generic))
    for spelling, judge in zip(given.judges, judges, strict=True):
        if judge.kind == "recorded":
            what = "Recorded judgments are about one answer to each scenario, and with controls there are up to three."
            problems.add(Problem("command line", "--judge", what, spelling, "Name a judge that can be asked."))
    return read_controls(
        generic, given.own, scenarios, protocol, judges=len(judges), seed=DEFAULT_SEED, problems=problems
    )


def _judge_warnings(judges: Sequence[Speaker], given: RunGiven) -> Iterator[str]:
    """Judges that are one model count as one."""
    models: dict[str, list[str]] = {}
    for judge in judges:
        models.setdefault(model_of(judge), []).append(judge.name)
    for model, names in models.items():
        if len(names) > 1:
            yield f"{' and '.join(names)} are one model ({model}): they count as one judge"
    if given.controls and len(models) < 2:
        yield "one judge: the sound verdict stays provisional until a second --judge, of another model, scores it too"


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


def speaker_given(
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
        return Speaker(name, UNKNOWN)
    if speaker.kind == "documented":
        does = "answer" if name == CLONE else "judge"
        what = f"These items quote nobody: there are no documented words to {does} with."
        remedy = f"Name who should {does}, such as openai:MODEL@URL or recorded:FILE.jsonl."
        problems.add(Problem("command line", option, what, spelling, remedy))
    settings = absolute_paths(
        speaker.kind, merged(dict(speaker.settings), {**overrides, **(reading or {})}), Path.cwd()
    )
    written = {key: value for key, value in settings.items() if key != "system"}  # a run keeps the prompt's text
    problems.extend(unfit(written, overrides, option))
    return Speaker(name, speaker.kind, settings)


def same_judges(spellings: Sequence[str], judges: Sequence[Speaker]) -> Iterator[Problem]:
    """A judge named twice would count as two that agree; asked twice, it is one judge with some noise."""
    known: list[tuple[str, Mapping[str, Any]]] = []
    for spelling, judge in zip(spellings, judges, strict=True):
        one = judge.kind, {**judge.settings, "url": str(judge.settings.get("url") or "").rstrip("/")}
        if one in known and judge.kind != UNKNOWN:
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
        return [f"there is no knowledge base at {folder}: the run continues without it"]
    if not holds_text(folder):
        return [f"the knowledge base at {folder} holds no text (.txt or .md): nothing can be looked up"]
    return []


def spelled_out(speaker: Speaker, left_out: Collection[str]) -> str:
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
