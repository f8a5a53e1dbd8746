"""study.yaml: which protocol, whose clone, who speaks, who judges; validated when read, or written for a new study."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from ringtrue.files.atomic_write import write_text
from ringtrue.files.document import Document
from ringtrue.files.problems import Problems
from ringtrue.files.section import TABLE, TRUTH, Field, Section, is_count, is_text
from ringtrue.files.text_file import read_text
from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.loader import designed, graded_both, grades_both, sized, with_ties
from ringtrue.study.kept_protocol import protocol_of
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Grade, Protocol

# The form of a study as study.yaml chooses it: preset, design, what is graded, the order of domains predicted, ties.


KEYS = ("preset", "design", "grade", "order", "ties")
_ORDER = Field(
    "a list of domains, each once, lowest first",
    lambda given: isinstance(given, list) and len(given) > 1 and len(set(map(str, given))) == len(given),
    "write order: [NARR, SELF, PHIL, ANAL, TECH]",
)


@dataclass(frozen=True, slots=True)
class StudyForm:
    """The form of a study: the protocol as it is asked and as it is scored, and the names that chose it.

    The two protocols differ only where both texts of a pair are graded: asked are vibe_a and vibe_b, scored is vibe.
    `order` lists domains from the one predicted lowest to the one predicted highest.
    """

    asked: Protocol
    scored: Protocol
    preset: str = ""
    design: str = ""
    grade: str = ""
    order: tuple[str, ...] = ()

    @property
    def raters(self) -> int | None:
        """How many raters the preset is for."""
        return self.scored.presets[self.preset].raters if self.preset else None

    @property
    def items(self) -> int | None:
        """How many pairs the preset is for."""
        return self.scored.presets[self.preset].items if self.preset else None

    def as_dict(self) -> dict[str, str]:
        """The names that chose the form, those there are."""
        named = {"preset": self.preset, "design": self.design, "grade": self.grade}
        return {key: name for key, name in named.items() if name}


def form_of(top: Section, protocol: Protocol) -> StudyForm:
    """The form study.yaml chooses, by default as the protocol has it; what it cannot have is noted."""
    preset = _chosen(top, "preset", tuple(protocol.presets))
    design = _chosen(top, "design", tuple(protocol.designs))
    grade = _chosen(top, "grade", get_args(Grade) if grades_both(protocol) else (), protocol.grade)
    scored = sized(protocol, preset) if preset else protocol
    scored = designed(scored, design) if design else scored
    scored = _with_ties(top, scored)
    asked = graded_both(scored) if grade == "both" else scored
    order = tuple(str(name) for name in top.value("order", _ORDER, ()))
    return StudyForm(asked, scored, preset, design, grade, order)


def _with_ties(top: Section, protocol: Protocol) -> Protocol:
    """The protocol with ties as study.yaml wants them; a study that says nothing leaves them as they are."""
    allowed = top.value("ties", TRUTH)
    if allowed is None:
        return protocol
    if not any(scale.type == "pick" for scale in protocol.scales.values()):
        remedy = "leave it out: nobody picks one of two texts in this protocol"
        top.fault("'ties' means nothing here", "ties", value=allowed, remedy=remedy)
    return with_ties(protocol, allowed=bool(allowed))


def check_form(protocol: Protocol, form: Mapping[str, str]) -> None:
    """Refuse names that the protocol does not have, before a study is made of them."""
    given = Section(dict(form), (), [], blank=True)
    form_of(given, protocol)
    if given.faults:
        raise BadInput(
            Problem("command line", f"--{fault.trail[0]}", fault.what, str(fault.value), fault.remedy)
            for fault in given.faults
        )


def _chosen(top: Section, key: str, known: tuple[str, ...], usual: str = "") -> str:
    """One of the known names; by default the usual one, or the first."""
    if known:
        usual = usual or known[0]
        return top.one_of(key, known, usual) or usual
    if top.data.get(key) is not None:
        remedy = f"leave it out: this protocol has no {key}"
        top.fault(f"unknown {key} '{top.data[key]}'", key, value=top.data[key], remedy=remedy)
    return ""


FILE = "study.yaml"
_KEYS = ("protocol", "subject", "speakers", "judges", "scope", "seed", "gold", "note", "rating", "licences", *KEYS)
_SUBJECT = ("name", "about", "folder", "consent")
DEFAULT_SEED = 20261115
DEFAULT_REPLICATES = 2000
_PROTOCOL = Field("the name of a protocol, or of its file", is_text, "write protocol: blind")
_SEED = Field(
    "a whole number from 0 up",
    lambda given: is_count(given) or (given == 0 and type(given) is int),
    f"write seed: {DEFAULT_SEED}",
)
_LICENCES = Field("the name of a folder", is_text, "write licences: ../licences")
_GROUPS = {
    name: Field("a table of names", TABLE.fits, f"write {name}: {{NAME: {{kind: ...}}}}", is_shown=False)
    for name in ("speakers", "judges")
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What study.yaml says; `protocol` is as this study asks it, with its design, preset and grading applied."""

    protocol: Protocol
    subject: str = ""
    scope: str | None = None
    seed: int = DEFAULT_SEED
    note: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    chosen: StudyForm | None = None

    @property
    def form(self) -> StudyForm:
        """The form of the study; by default the protocol as it is."""
        return self.chosen or StudyForm(self.protocol, self.protocol)

    @property
    def scored(self) -> Protocol:
        """The protocol as ratings are scored by it: another one only where both texts of a pair are graded."""
        return self.form.scored

    @property
    def raters(self) -> int | None:
        """How many raters the study's preset is for."""
        return self.form.raters


def read_settings(folder: Path, *, current: bool = False) -> Settings:
    """The settings of a study folder, or a refusal that lists every fault.

    `current` asks for the protocol that study.yaml names as it is now, not for the one the study keeps.
    """
    return _validated(read_yaml(folder / FILE), folder, current=current)


def settings_from(data: dict[str, Any], folder: Path, protocol: Protocol) -> Settings:
    """The settings of a study that was just made of these data and this protocol, which need not be read again."""
    return _validated(Document(str(folder / FILE), data, lambda _: None), folder, protocol)


def _validated(document: Document, folder: Path, known: Protocol | None = None, *, current: bool = False) -> Settings:
    top = Section.of(document, "begin with protocol: NAME", blank=True)
    top.refuse(document)
    top.only(_KEYS)
    _check_speakers(top)
    seed = top.value("seed", _SEED, DEFAULT_SEED)
    top.value("licences", _LICENCES)
    elsewhere = Problems()  # of the protocol's own file
    protocol = known or _protocol(top, folder, elsewhere, current=current)
    if protocol is not None and protocol.scopes:
        top.one_of("scope", protocol.scopes, "")
    form = form_of(top, protocol) if protocol is not None else None
    name = _read_subject(top)
    Problems([*top.problems(document), *elsewhere]).raise_if_any()
    assert form is not None  # noqa: S101 - a protocol that did not load is a problem, and was raised
    plain = {str(key): value for key, value in top.data.items()}
    return Settings(form.asked, name, top.data.get("scope"), int(seed), str(plain.get("note", "")), plain, form)


def _read_subject(top: Section) -> str:
    """The person's name; `subject` is a name alone, or a table of name, about (one line), folder and consent."""
    given = top.data.get("subject")
    if not isinstance(given, dict):
        return "" if given is None else str(given)
    subject = top.table("subject")
    subject.only(_SUBJECT)
    subject.text("folder")
    subject.text("about")
    return str(given.get("name") or "")


def person_of(folder: Path, settings: Settings) -> tuple[str, str]:
    """The person's name and one line on who they are, "" where study.yaml names nobody but the study's own folder."""
    if settings.subject == folder.resolve().name:
        return "", ""
    subject = settings.data.get("subject")
    about = subject.get("about") if isinstance(subject, Mapping) else None
    return settings.subject, str(about or "")


def subject_folder(folder: Path, settings: Settings) -> Path | None:
    """The folder with the person's sources: a path as seen from the study, wherever the command is typed."""
    subject = settings.data.get("subject")
    named = subject.get("folder") if isinstance(subject, Mapping) else None
    return folder / str(named) if named else None


def _check_speakers(top: Section) -> None:
    """Speakers and judges are tables by name, and none holds a secret: the file is handed on.

    Other faults of a speaker are reported when it is to be asked.
    """
    from ringtrue.calls.speaker_settings import is_secret  # a study without speakers does without

    for group, field_of_names in _GROUPS.items():
        for name, given in top.value(group, field_of_names, {}).items():
            for key, value in given.items() if isinstance(given, dict) else ():
                if is_secret(str(key), value):
                    remedy = "name the environment variable that holds it: key_env: NAME"
                    top.fault("a secret has no place here", group, name, key, remedy=remedy)


def _protocol(top: Section, folder: Path, problems: Problems, *, current: bool) -> Protocol | None:
    """The protocol the study keeps, or that of its name or of a file beside study.yaml."""
    given = top.data.get("protocol")
    named = given.get("name") if isinstance(given, dict) else top.value("protocol", _PROTOCOL, required=True)
    if not is_text(named):
        if isinstance(given, dict):
            top.fault("the protocol has no name", "protocol", remedy=_PROTOCOL.remedy)
        return None
    try:
        return protocol_of(folder, str(named), current=current)
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
) -> dict[str, Any]:
    """A study.yaml to start from: the protocol with its version and hash, and what can be added as comments.

    Returns what it says. `form` holds the names of preset, design and grading, where the study chose them.
    """
    place = f", folder: {_quoted(subject_folder)}" if subject_folder else ""
    lines = [
        "# What this study is. Lines behind # are hints: uncomment what you need.",
        f"protocol: {_quoted(protocol)}  # version {loaded.version}, hash {loaded.hash}",
        f'subject: {{name: {_quoted(subject)}{place}}}  # the person\'s name, as raters read it; "" for none',
        *([f"gold: {_quoted(gold)}"] if gold else []),
        *(f"{key}: {_quoted(name)}" for key, name in (form or {}).items()),
        f"seed: {DEFAULT_SEED}",
        _SUBJECT_HINT,
        "# speakers:",
        *(
            f"#   {name}: {_speaker_hint(loaded, name)}"
            for name in loaded.speakers
            if name != loaded.controls.get("self")
        ),
        *(["# scope: M1"] if loaded.scopes else []),
        *([_ORDER_HINT] if loaded.presets else []),
        *([_TIES_HINT] if any(scale.type == "pick" for scale in loaded.scales.values()) else []),
    ]
    write_text(folder / FILE, "\n".join(lines) + "\n")
    about = {"name": subject} | ({"folder": subject_folder} if subject_folder else {})
    data = {"protocol": protocol, "subject": about, **(form or {}), "seed": DEFAULT_SEED}
    return data | ({"gold": gold} if gold else {})


def _speaker_hint(protocol: Protocol, name: str) -> str:
    """How a speaker is usually set up: quoted by the items, a bot without persona, or a model with a prompt."""
    if any(name in kind.needs for kind in protocol.kinds.values()):
        return "{kind: documented}"
    if name == protocol.controls.get("generic"):
        return "{kind: local}"
    return f"{{kind: openai, model: m, url: http://127.0.0.1:8080/v1, system: {name}.md, key_env: MY_KEY}}"


_SUBJECT_HINT = '# subject: {name: Ada Example, about: engineer, folder: ../ada, consent: "signed 2026-01-02"}'
_TIES_HINT = "# ties: true  # raters may say that they cannot tell; without it they must choose"
_ORDER_HINT = "# order: [NARR, SELF, PHIL, ANAL, TECH]  # the order of domains you predict, lowest first"


def _quoted(text: str) -> str:
    """A text that YAML reads back as it is."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# The gold text of a study: a sample of the true voice, named by `gold:` in study.yaml.


def gold_text(folder: Path, settings: Settings) -> str:
    """The sample, empty where the study names none; a file beside study.yaml comes before one in the working folder."""
    named = settings.data.get("gold")
    if not named:
        return ""
    beside = folder / str(named)
    return read_text(beside if beside.is_file() else Path(str(named))).strip()


def without_sample(protocol: Protocol, items: Iterable[Item], gold: str) -> str:
    """What to know where questions ask about a sample that a model judge does not get; "" where all have one.

    People are asked to read it first; a card for a model has no other place for it. An item may bring its own.
    """
    if gold.strip():
        return ""
    asked = [item for item in items if item.status == "accepted" and protocol.kinds[item.kind].gold]
    bare = sum(not str(item.fields.get("gold") or "").strip() for item in asked)
    if not bare:
        return ""
    return (
        f"{bare} of {len(asked)} items have no sample of the true voice, and the questions ask about one: what a model "
        "says about them is a guess. Add gold: FILE to study.yaml."
    )
