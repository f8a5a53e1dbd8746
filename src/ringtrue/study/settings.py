"""study.yaml: which protocol, whose clone, who speaks, who judges; read and checked, or written for a new study."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Problems, nearest, read_yaml, write_text
from ringtrue.protocols import load
from ringtrue.study.pair_settings import KEYS as FORM_KEYS
from ringtrue.study.pair_settings import Form, form_of
from ringtrue.terms import BadInput, Protocol

FILE = "study.yaml"
_KEYS = ("protocol", "subject", "speakers", "judges", "scope", "seed", "gold", "note", "rating", *FORM_KEYS)
DEFAULT_SEED = 20261115
DEFAULT_REPLICATES = 2000


@dataclass(frozen=True, slots=True)
class Settings:
    """What study.yaml says; `protocol` is as this study asks it, with its design, preset and grading applied."""

    protocol: Protocol
    subject: str = ""
    scope: str | None = None
    seed: int = DEFAULT_SEED
    note: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    chosen: Form | None = None

    @property
    def form(self) -> Form:
        """The form of the study; by default the protocol as it stands."""
        return self.chosen or Form(self.protocol, self.protocol)

    @property
    def scored(self) -> Protocol:
        """The protocol as ratings are scored by it: another one only where both texts of a pair are graded."""
        return self.form.scored

    @property
    def raters(self) -> int | None:
        """How many raters the study's preset is for."""
        return self.form.raters


def read_settings(folder: Path) -> Settings:
    """The settings of a study folder, or a refusal that lists every fault."""
    document = read_yaml(folder / FILE)
    problems = Problems()
    if not isinstance(document.data, dict):
        raise BadInput([document.problem((), "study.yaml is a table", "", "begin with protocol: NAME")])
    data = document.data
    _check_keys(document, problems)
    protocol = _protocol(document, folder, problems)
    subject = data.get("subject") or {}
    name = str(subject.get("name", "")) if isinstance(subject, dict) else str(subject)
    seed = data.get("seed", DEFAULT_SEED)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        problems.add(document.problem(("seed",), "a seed is a whole number of 0 or more", seed, "write seed: 20261115"))
    scope = data.get("scope")
    if protocol is not None and scope is not None and protocol.scopes and scope not in protocol.scopes:
        remedy = f"one of {', '.join(protocol.scopes)}"
        problems.add(document.problem(("scope",), "no such scope", scope, remedy))
    form = form_of(document, protocol, problems) if protocol is not None else None
    problems.raise_if_any()
    assert form is not None  # noqa: S101 - a protocol that did not load is a problem, and was raised
    plain = {str(key): value for key, value in data.items()}
    return Settings(form.asked, name, scope, int(seed), str(data.get("note", "")), plain, form)


def _check_keys(document: Document, problems: Problems) -> None:
    for key in document.data:
        if key not in _KEYS:
            near = nearest(str(key), _KEYS)
            remedy = f"did you mean {near}?" if near else f"known: {', '.join(_KEYS)}"
            problems.add(document.problem((key,), "unknown key", key, remedy))
    for group in ("speakers", "judges"):
        table = document.data.get(group) or {}
        if not isinstance(table, dict):
            remedy = f"write {group}: {{NAME: {{kind: ...}}}}"
            problems.add(document.problem((group,), f"{group} is a table of names", table, remedy))
            continue
        for name, given in table.items():
            if isinstance(given, dict):
                _check_secrets(document, (group, name), given, problems)


def _check_secrets(document: Document, trail: tuple[Any, ...], given: Mapping[str, Any], problems: Problems) -> None:
    """No secret stands in a file that is handed on; other faults of a speaker are told when it is to be asked."""
    from ringtrue.calls.known_settings import is_secret  # a study without speakers does without

    for key, value in given.items():
        if is_secret(str(key), value):
            remedy = "name the environment variable that holds it: key_env: NAME"
            problems.add(document.problem((*trail, key), "a secret has no place here", "", remedy))


def _protocol(document: Document, folder: Path, problems: Problems) -> Protocol | None:
    """The protocol by its built-in name, or by a file beside study.yaml."""
    given = document.data.get("protocol")
    named = given.get("name") if isinstance(given, dict) else given
    if not isinstance(named, str):
        problems.add(document.problem(("protocol",), "a study needs a protocol", named, "write protocol: blind"))
        return None
    beside = folder / named
    try:
        return load(beside if beside.is_file() else named)
    except BadInput as refusal:
        problems.extend(refusal.problems)
        return None


def write_settings(
    folder: Path,
    protocol: str,
    loaded: Protocol,
    subject: str,
    subject_folder: str | None,
    gold: str | None,
    form: Mapping[str, str] | None = None,
) -> None:
    """A study.yaml to start from: the protocol with its version and hash, and what can be added as comments.

    `form` holds the names of preset, design and grading, where the study chose them.
    """
    lines = [
        "# What this study is. Lines behind # are hints: uncomment what you need.",
        f"protocol: {_quoted(protocol)}  # version {loaded.version}, hash {loaded.hash}",
        f"subject: {{name: {_quoted(subject)}"
        + (f", folder: {_quoted(subject_folder)}" if subject_folder else "")
        + "}",
        *([f"gold: {_quoted(gold)}"] if gold else []),
        *(f"{key}: {_quoted(name)}" for key, name in (form or {}).items()),
        f"seed: {DEFAULT_SEED}",
        '# subject: {name: Ada Example, folder: ../ada, consent: "signed 2026-01-02"}',
        "# speakers:",
        "#   real:    {kind: documented}",
        "#   clone:   {kind: openai, model: m, url: http://127.0.0.1:8080/v1, system: prompt.md, key_env: MY_KEY}",
        "#   generic: {kind: local}",
        *(["# scope: M1"] if loaded.scopes else []),
        *(
            ["# order: [NARR, SELF, PHIL, ANAL, TECH]  # the order of domains you foretell, lowest first"]
            if loaded.presets
            else []
        ),
    ]
    write_text(folder / FILE, "\n".join(lines) + "\n")


def _quoted(text: str) -> str:
    """A text that YAML reads back as it is."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
