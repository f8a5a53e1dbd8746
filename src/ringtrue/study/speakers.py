"""Speakers and model judges of a study: named in study.yaml, validated; system prompts; prices for a budget."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from ringtrue.calls.adapter import Adapter, speaker_named
from ringtrue.calls.budget import lacks_prices, prices_of
from ringtrue.calls.speaker_settings import setting_faults
from ringtrue.files.document import plain
from ringtrue.files.problems import nearest
from ringtrue.files.section import Section
from ringtrue.files.text_file import shown
from ringtrue.files.yaml_file import read_yaml
from ringtrue.sources.clone import SystemPrompt, read_prompt
from ringtrue.study.settings import FILE, Settings
from ringtrue.terms.call import Refused
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem


def speakers_of(settings: Settings) -> dict[str, Speaker]:
    """Everyone under `speakers`, by name."""
    return _group(settings, "speakers")


def judges_of(settings: Settings) -> dict[str, Speaker]:
    """Everyone under `judges`, by name; a model that judges is reached like one that speaks."""
    return _group(settings, "judges")


def chosen(group: Mapping[str, Speaker], name: str, what: str) -> Speaker:
    """The one of that name, or a refusal that says who there is."""
    if name in group:
        return group[name]
    near = nearest(name, group)
    known = ", ".join(group) or f"none yet: add {what}: {{{name}: {{kind: openai, model: m, url: ...}}}}"
    remedy = f"did you mean {near}?" if near else f"{FILE} has {known}"
    raise BadInput([Problem(FILE, what, f"There is no {name} among the {what}.", name, remedy)])


def _group(settings: Settings, key: str) -> dict[str, Speaker]:
    top = Section(settings.data, (), [], blank=True)
    found: dict[str, Speaker] = {}
    for name, entry in top.table(key, remedy=f"write {key}: {{NAME: {{kind: ...}}}}").data.items():
        if isinstance(entry, str):
            try:
                found[str(name)] = speaker_named(entry, name=str(name))
            except BadInput as refusal:
                for one in refusal.problems:
                    top.fault(one.what, key, name, value=one.value, remedy=one.remedy)
        elif isinstance(entry, Mapping) and isinstance(entry.get("kind"), str):
            rest = {str(inner): plain(value) for inner, value in entry.items() if inner != "kind"}
            found[str(name)] = Speaker(str(name), str(entry["kind"]), rest)
        else:
            remedy = "write kind: openai, anthropic, local, command, python, recorded or documented"
            top.fault("It does not say what kind it is.", key, name, remedy=remedy)
    if top.faults:
        places = ((".".join(map(str, fault.trail)), fault) for fault in top.faults)
        raise BadInput(Problem(FILE, place, fault.what, str(fault.value), fault.remedy) for place, fault in places)
    return found


# What is wrong with the settings of speakers in study.yaml: reported before anybody is asked, and by `doctor`.
#
# Opening a study, scoring it and reporting on it do without: an older study may have settings that nobody knows today.


def setting_problems(folder: Path, group: str, speakers: Iterable[Speaker]) -> list[Problem]:
    """Every fault of these speakers, with its line; `group` is speakers or judges."""
    faults = [(speaker.name, fault) for speaker in speakers for fault in setting_faults(speaker.settings)]
    if not faults:
        return []
    document = read_yaml(folder / FILE)  # once more, for the lines
    return [
        document.problem((group, name, *fault.trail), fault.what, fault.value, fault.remedy) for name, fault in faults
    ]


# The system prompt of a speaker from whatever a clone builder has: Markdown, a clone's folder, or a character card.


_CARDS = (".png", ".apng", ".charx", ".json")


def read_system_prompt(path: Path | str, *, user: str = "User") -> SystemPrompt:
    """The prompt in a file or folder; `user` is who asks, for cards that speak of the one they talk to.

    BadInput where there is none, or where a card is broken.
    """
    place = Path(path)
    if place.is_dir() or place.suffix.lower() not in _CARDS:
        return read_prompt(place)
    from ringtrue.formats.character_card import read_card, system_prompt

    card = read_card(place)
    prompt = system_prompt(card, user)
    origin = f"{shown(place)} (character card of {card.name})"
    return SystemPrompt(prompt.text, origin, prompt.notes, card.name)


# Whether speakers can be asked: checked before the first call, all of them together.


class _Asked(Protocol):
    """Somebody with a way to reach it."""

    @property
    def adapter(self) -> Adapter:
        """The way."""
        ...


T = TypeVar("T", bound=_Asked)


def ready(make: Callable[[], T], problems: list[Problem], *, file: str, place: str) -> T | None:
    """What is made, where it can be asked; else None, and the problems say why.

    `file` and `place` are where the speaker was named. A fault of study.yaml keeps its place there, and one on the
    command line has none but the option; faults of other files are reported as they are.
    """
    label = ""
    try:
        made = make()
        label = made.adapter.label
        made.adapter.check()
    except BadInput as refusal:
        for found in refusal.problems:
            where = place if place.startswith("--") else found.place
            here = Problem(file, where, found.what, found.value, found.remedy)
            problems.append(here if found.file == FILE else found)
    except Refused as fault:
        problems.append(Problem(file, place, fault.what, label, fault.remedy))
    else:
        return made
    return None


# Whether a budget can be kept: a speaker that costs something must have prices.


def check_budget(budget: float | None, speakers: Iterable[Speaker], remedy: Callable[[Speaker], str]) -> None:
    """Refuse a budget that some endpoint would not count towards, naming each; `remedy` says how to give its prices.

    A speaker in this machine costs nothing and needs no prices; but a budget nobody counts towards is a mistake.
    """
    asked = list(speakers)
    if budget is None or not asked:
        return
    amount = f"{budget:g}"
    problems = [
        Problem("command line", "--budget", f"A budget needs prices, and {one.name} has none.", amount, remedy(one))
        for one in asked
        if lacks_prices(one)
    ]
    if not problems and not any(prices_of(one) for one in asked):
        what = "A budget needs prices, and there are none."
        problems = [Problem("command line", "--budget", what, amount, f"leave it out, or {remedy(asked[0])}")]
    if problems:
        raise BadInput(problems)


def in_study_yaml(group: str) -> Callable[[Speaker], str]:
    """How prices are given in study.yaml to somebody under `speakers` or `judges`."""
    return lambda one: (
        f"give prices per million tokens in study.yaml, {group}.{one.name}: prices: {{in: 2.5, out: 10}}; "
        "a free endpoint has prices: {in: 0, out: 0}"
    )


def by_set(who: str) -> str:
    """How prices are given on the command line of a run, to its speaker or its judges."""
    return (
        f"give prices per million tokens: --set {who}.prices.in=2.5 --set {who}.prices.out=10; "
        f"for a free endpoint --set {who}.prices.in=0 --set {who}.prices.out=0"
    )
