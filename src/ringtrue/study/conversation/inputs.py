"""Inputs of a conversation: sheet, scope, gap, slots, environment and speakers, read and checked together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from ringtrue.calls.budget import PAID
from ringtrue.collect.conversation import Pause
from ringtrue.files.problems import Problems, nearest
from ringtrue.files.section import Section, is_text, suggestion
from ringtrue.files.yaml_file import read_yaml
from ringtrue.judge.model.prompt import LANGUAGES
from ringtrue.protocols.loader import load
from ringtrue.protocols.sheet import giveaway_lines
from ringtrue.study.scenarios.inputs import (
    CLONE,
    JUDGE,
    KIND_NOTES,
    NO_IDENTITY,
    UNKNOWN,
    read_overrides,
    same_judges,
    speaker_given,
    spelled_out,
)
from ringtrue.study.speakers import read_system_prompt
from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.sheet import GapKind, ScopeRule, Sheet

_LINE = "command line"
NOT_KNOWN = "unknown"
ENVIRONMENT = ("provider", "model", "system prompt", "memory", "tools", "sampling")
_WORDS = {"wait": "waiting in the thread", "new": "a new session", "summary": "a summary alone"}
_MODELS = (*PAID, "local")  # kinds whose system prompt is ours to send


@dataclass(frozen=True, slots=True)
class ConversationGiven:
    """What a person gives: names and paths as typed, nothing read yet."""

    sheet: str
    speaker: str
    scope: str | None = None
    gap: str | None = None
    waits: bool = True
    sessions: int = 1
    floor: int = 0
    prompt: Path | None = None
    elsewhere: str | None = None
    details: Path | None = None  # a file with slots, non-claims, environment
    slots: tuple[str, ...] = ()  # NAME=TEXT
    non_claims: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()  # NAME=TEXT
    judges: tuple[str, ...] = ()
    repeats: int = 1
    language: str = "en"
    settings: tuple[str, ...] = ()
    subject: str = ""


@dataclass(frozen=True, slots=True)
class ConversationInputs:
    """Everything a conversation needs, checked."""

    given: ConversationGiven
    protocol: Protocol
    sheet: Sheet
    scope: ScopeRule
    gap: GapKind | None
    slots: Mapping[str, str]
    usual: tuple[str, ...]  # slots that stand as the sheet usually fills them
    non_claims: tuple[str, ...]
    environment: Mapping[str, str]
    prompt: str
    clone: Speaker
    elsewhere: Speaker | None
    judges: tuple[Speaker, ...]
    subject: str
    warnings: tuple[str, ...] = field(default=())
    remark: str = ""  # what every report has to say instead of what the kinds of speakers call for

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("slots", "environment"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    @property
    def claims_gap(self) -> bool:
        """Whether the run claims that its gap took place."""
        return self.gap is not None and (self.gap != "wait" or self.given.waits)

    @property
    def pause(self) -> Pause:
        """How the gap is spent."""
        rule = self.sheet.gap
        seconds = rule.seconds if self.gap == "wait" and self.given.waits else 0.0
        return Pause(self.gap, seconds, rule.summary, rule.carried)

    @property
    def floor(self) -> Speaker:
        """The same subject without the persona's prompt."""
        settings = {key: value for key, value in self.clone.settings.items() if key != "system"}
        return Speaker(self.protocol.controls["generic"], self.clone.kind, settings)

    @property
    def note(self) -> str:
        """What every report has to say of who spoke and judged."""
        kinds = {self.clone.kind, *(judge.kind for judge in self.judges)}
        return self.remark or " ".join(text for kind, text in KIND_NOTES.items() if kind in kinds)

    def identity(self) -> dict[str, str]:
        """What must be the same when the run is started again, each in a few characters."""
        return {
            "sheet": f"{self.protocol.name} {self.sheet.version} {self.protocol.hash[:16]}",
            "scope": self.scope.name,
            "gap": f"{self.gap or 'none'}{'' if self.given.waits or self.gap != 'wait' else ', not waited for'}",
            **{f"slot {name}": _digest(text) for name, text in sorted(self.slots.items())},
            "prompt": _digest(self.prompt) if self.prompt else "",
            "speaker": spelled_out(self.clone, NO_IDENTITY),
            "elsewhere": spelled_out(self.elsewhere, NO_IDENTITY) if self.elsewhere else "",
            **{judge.name: spelled_out(judge, NO_IDENTITY) for judge in self.judges},
        }


def read_conversation(given: ConversationGiven) -> ConversationInputs:
    """Read and check all of it; BadInput with every problem of every part."""
    problems = Problems()
    protocol = _protocol(given.sheet, problems)
    sheet = protocol.sheet if protocol else None
    details = _details(given.details, sheet, problems)
    scope = _scope(given, sheet, problems)
    gap = _gap(given, scope, problems) if scope and sheet else None
    slots, usual = _slots(given, sheet, scope, details, problems) if sheet else ({}, ())
    overrides = read_overrides(given.settings, problems)
    prompt = read_system_prompt(given.prompt) if _is_there(given.prompt, problems) and given.prompt else None
    reading = {"system": str(given.prompt.resolve())} if given.prompt else {}
    clone = speaker_given(given.speaker, CLONE, "--speaker", overrides.get("speaker", {}), problems, reading=reading)
    elsewhere = _elsewhere(given, overrides.get("speaker", {}), reading, problems)
    judges = _judges(given, overrides.get("judge", {}), problems)
    problems.extend(_about_elsewhere(given, scope))
    problems.extend(_about_counts(given, clone))
    environment = _environment(given, clone, details, problems)
    problems.raise_if_any()
    assert protocol is not None and sheet is not None and scope is not None  # noqa: S101, PT018 - else refused
    subject = given.subject or str(details.get("subject") or "") or (prompt.subject if prompt else "")
    warnings = [*(prompt.notes if prompt else ()), *giveaway_lines(sheet), *_floor_warning(given, clone)]
    return ConversationInputs(
        given,
        protocol,
        sheet,
        scope,
        gap,
        slots,
        usual,
        tuple(_non_claims(given, sheet, scope, gap, details)),
        environment,
        prompt.text if prompt else "",
        clone,
        elsewhere,
        judges,
        subject,
        tuple(warnings),
    )


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# The sheet, and the file that fills it in.


_DETAILS = ("subject", "slots", "non_claims", "environment")


def _protocol(named: str, problems: Problems) -> Protocol | None:
    try:
        protocol = load(named)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return None
    if protocol.sheet is None:
        what = "This protocol is no conversation: it has no sheet."
        remedy = "Name one that has, or import one: ringtrue protocols import FILE.md --out SHEET.yaml."
        problems.add(Problem(_LINE, "--sheet", what, named, remedy))
        return None
    return protocol


def _details(path: Path | None, sheet: Sheet | None, problems: Problems) -> dict[str, Any]:
    """The file with slots, non-claims and environment; what is wrong with it goes to the problems."""
    if path is None:
        return {}
    try:
        document = read_yaml(path)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return {}
    top = Section.of(document, "begin with slots: {NAME: TEXT}", blank=True)
    top.only(_DETAILS)
    top.text("subject")
    top.texts("non_claims")
    slots, environment = top.table("slots"), top.table("environment")
    if sheet is not None:
        slots.only(sheet.slots)
    environment.only(ENVIRONMENT)
    for table in (slots, environment):
        for key, value in table.data.items():
            if not (is_text(value) or (isinstance(value, list) and value and all(map(is_text, value)))):
                table.fault(f"'{key}' is not a text", key, value=value, remedy="give a text, or a list of texts")
    problems.extend(top.problems(document))
    return dict(top.data)


def _pairs(given: tuple[str, ...], known: tuple[str, ...], option: str, problems: Problems) -> dict[str, str]:
    """NAME=TEXT from the command line, every name one that is known."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not value.strip():
            problems.add(Problem(_LINE, option, "It does not say what to fill in.", text, "write NAME=TEXT"))
        elif name.strip() not in known:
            problems.add(
                Problem(_LINE, option, f"There is no '{name.strip()}'.", text, suggestion(name.strip(), known))
            )
        else:
            found[name.strip()] = value.strip()
    return found


def _slots(
    given: ConversationGiven, sheet: Sheet, scope: ScopeRule | None, details: Mapping[str, Any], problems: Problems
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Every slot filled: by the command line, by the file, or as the sheet usually does; or else a problem."""
    typed = _pairs(given.slots, tuple(sheet.slots), "--slot", problems)
    listed = details.get("slots") if isinstance(details.get("slots"), Mapping) else {}
    written = {name: _joined(value) for name, value in cast(Mapping[str, Any], listed or {}).items()}
    asked = sheet.trials_for(scope.name) if scope else sheet.trials
    needed = {slot.name: one for one in (*sheet.opening, *asked) for slot in sheet.slots_in(one.text)}
    filled, usual = {}, []
    for name, one in needed.items():
        text = typed.get(name) or written.get(name) or ""
        if not text and sheet.slots[name].usual:
            text = sheet.slots[name].usual
            usual.append(name)
        if not text:
            about = sheet.slots[name].about or sheet.slots[name].mark
            what = f"The slot of {one.id} is not filled: {about}."
            remedy = f"add --slot {name}=TEXT, or slots: {{{name}: TEXT}} to a file for --details"
            problems.add(Problem(_LINE, "--slot", what, sheet.slots[name].mark, remedy))
        filled[name] = text
    return filled, tuple(usual)


def _joined(value: object) -> str:
    """What fills a slot: a text as it is, a list of texts in one line."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


# Scope and gap, what is not claimed, and what is recorded of the environment.


def _scope(given: ConversationGiven, sheet: Sheet | None, problems: Problems) -> ScopeRule | None:
    known = sheet.scopes if sheet else {}
    listed = "; ".join(f"{name}: {rule.about}" for name, rule in known.items())
    if not given.scope:
        what = "A run needs a scope: it says what kind of memory the claim is about."
        problems.add(Problem(_LINE, "--scope", what, "", f"add --scope, one of {listed or 'those of the sheet'}"))
        return None
    if sheet and given.scope not in known:
        near = nearest(given.scope, known)
        remedy = f"did you mean {near}?" if near else f"one of {listed}"
        problems.add(Problem(_LINE, "--scope", "There is no such scope.", given.scope, remedy))
    return known.get(given.scope)


def _gap(given: ConversationGiven, scope: ScopeRule, problems: Problems) -> GapKind | None:
    """The gap, by default the usual one of the scope; one that contradicts the scope is refused."""
    if given.gap is None:
        gap = scope.gaps[0] if scope.gaps else None
    elif given.gap in scope.gaps:
        gap = next(one for one in scope.gaps if one == given.gap)
    else:
        meant = _WORDS.get(given.gap, given.gap)
        fitting = ", ".join(scope.gaps)
        what = f"A gap by {meant} contradicts the scope {scope.name} ({scope.about})."
        remedy = f"with {scope.name}: --gap {fitting}" if fitting else f"leave --gap out: {scope.name} has no gap"
        problems.add(Problem(_LINE, "--gap", what, given.gap, remedy))
        return None
    if not given.waits and gap != "wait":
        what = "Nothing is waited for with this gap."
        problems.add(Problem(_LINE, "--no-wait", what, gap or "no gap", "leave it out, or give --gap wait"))
    return gap


def _about_elsewhere(given: ConversationGiven, scope: ScopeRule | None) -> Iterator[Problem]:
    if scope is None:
        return
    if scope.environments > 1 and given.elsewhere is None:
        what = (
            f"A claim of scope {scope.name} ({scope.about}) needs {scope.environments} environments, and this is one."
        )
        yield Problem(_LINE, "--scope", what, scope.name, "add --elsewhere WHO: who answers from the gap on")
    if scope.environments < 2 and given.elsewhere is not None:
        what = f"A second environment is more than the scope {scope.name} claims."
        yield Problem(_LINE, "--elsewhere", what, given.elsewhere, "leave it out, or take a scope across containers")


def _about_counts(given: ConversationGiven, clone: Speaker) -> Iterator[Problem]:
    if given.floor and clone.kind == "documented":
        yield Problem(_LINE, "--floor", "Documents have no floor.", str(given.floor), "leave it out")
    if given.repeats > 1 and not given.judges:
        yield Problem(_LINE, "--repeats", "There is no judge to repeat.", str(given.repeats), "add --judge WHO")


def _floor_warning(given: ConversationGiven, clone: Speaker) -> Iterator[str]:
    if not given.floor:
        yield ("no floor: without --floor N, sessions that were given no anchor, the sound verdict cannot be PASS")
    elif clone.kind not in _MODELS:
        yield f"a {clone.kind} speaker has whatever prompt it has: its floor may know the persona all the same"


def _non_claims(
    given: ConversationGiven, sheet: Sheet, scope: ScopeRule, gap: GapKind | None, details: Mapping[str, Any]
) -> Iterator[str]:
    """What the run does not claim: every wider scope, a gap that was not, and what was added."""
    names = list(sheet.scopes)
    wider = names[names.index(scope.name) + 1 :]
    if wider:
        yield f"Not claiming {', '.join(wider)}."
    if gap is None and any(one.gap for one in sheet.trials):
        left = ", ".join(one.id for one in sheet.trials if one.gap)
        yield f"No gap is claimed: scope {scope.name} has none, and {left} was left out."
    if gap == "wait" and not given.waits:
        yield "No gap is claimed: nobody waited."
    yield from (str(text) for text in details.get("non_claims") or ())
    yield from given.non_claims


def _environment(
    given: ConversationGiven, clone: Speaker, details: Mapping[str, Any], problems: Problems
) -> dict[str, str]:
    """Where the subject ran, every entry there; what nobody knows is written "unknown"."""
    typed = _pairs(given.environment, ENVIRONMENT, "--environment", problems)
    listed = details.get("environment")
    written = {key: _joined(value) for key, value in listed.items()} if isinstance(listed, Mapping) else {}
    known = _known_of(clone, given.prompt is not None)
    return {name: typed.get(name) or written.get(name) or known.get(name) or NOT_KNOWN for name in ENVIRONMENT}


def _known_of(clone: Speaker, has_prompt: bool) -> dict[str, str]:
    """What the speaker's own settings say."""
    settings = clone.settings
    is_local = clone.kind == "local"
    provider = {
        "openai": urlsplit(str(settings.get("url") or "https://api.openai.com")).netloc,
        "anthropic": urlsplit(str(settings.get("url") or "https://api.anthropic.com")).netloc,
        "local": "this machine, embedded model",
        "recorded": "recorded earlier",
    }.get(clone.kind, clone.kind)
    sampling = ", ".join(
        f"{key} {settings[key]}" for key in ("temperature", "top_p", "max_tokens", "seed") if key in settings
    )
    sent = "custom" if has_prompt else "default" if clone.kind in _MODELS else NOT_KNOWN
    return {
        "provider": "" if clone.kind == UNKNOWN else provider,
        "model": str(settings.get("model") or ""),
        "system prompt": sent,
        "memory": "off" if is_local else "",
        "tools": "none" if is_local else "",
        "sampling": sampling,
    }


# Who speaks and who judges.


def _is_there(path: Path | None, problems: Problems) -> bool:
    if path is None or path.exists():
        return path is not None
    problems.add(Problem(str(path), "--prompt", "There is no such file.", remedy="Name the clone's instructions."))
    return False


def _elsewhere(
    given: ConversationGiven, overrides: Mapping[str, Any], reading: Mapping[str, str], problems: Problems
) -> Speaker | None:
    if given.elsewhere is None:
        return None
    return speaker_given(given.elsewhere, CLONE, "--elsewhere", overrides, problems, reading=dict(reading))


def _judges(given: ConversationGiven, overrides: Mapping[str, Any], problems: Problems) -> tuple[Speaker, ...]:
    single = len(given.judges) == 1
    names = [JUDGE] if single else [f"{JUDGE}-{number}" for number in range(1, len(given.judges) + 1)]
    judges = [
        speaker_given(spelling, name, "--judge", overrides, problems)
        for name, spelling in zip(names, given.judges, strict=True)
    ]
    problems.extend(same_judges(given.judges, judges))
    if given.language not in LANGUAGES:
        remedy = f"one of {', '.join(LANGUAGES)}"
        problems.add(Problem(_LINE, "--language", "There is no such rubric.", given.language, remedy))
    return tuple(judges)
