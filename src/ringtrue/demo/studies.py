"""The studies of the demo: blind, voice, and live answers of the embedded model."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from ringtrue.blind.leak_check import LeakRule
from ringtrue.demo.layout import SPEAKERS, DemoFolder
from ringtrue.demo.pairs import pair_prompts
from ringtrue.demo.study import finished, go_on, made, rated, recorded
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import read_json, write_json
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.study.study import Study
from ringtrue.terms.call import Interrupted
from ringtrue.terms.result import Result

if TYPE_CHECKING:
    from ringtrue.sources.person_texts import PersonTexts
    from ringtrue.voice.result import Reading


# The demo's blind studies: a hundred items, one study for each speaker in the place of the clone.


PROTOCOL = "blind"
RATERS = 8


def blind_study(place: DemoFolder, speaker: str) -> Result:
    """Collect the recorded answers, deal them to simulated raters, score."""
    folder = place.study(PROTOCOL, speaker)
    known = finished(folder)
    if known is not None:
        return known
    speakers = {"real": {"kind": "documented"}, "clone": recorded(folder, place.answers(speaker), speaker)}
    items = [] if folder.is_dir() else read_yaml(place.suite("blind")).data["items"]
    study = made(place, folder, PROTOCOL, items, speakers)
    go_on(study.collect().stop, folder)
    waive: tuple[LeakRule, ...] = ("machine", "length", "markdown") if speaker == "generic" else ()
    return rated(study, RATERS, {"clone": speaker}, waive)


# The demo's voice account: every speaker's collected answers held against the person's texts, with a page for each.


LIVE = "generic, live"
_FILE = "voice.json"
_MOST_ADVICE = 3


@dataclass(frozen=True, slots=True)
class Heard:
    """What the instrument says of one speaker: 0 is where impostors stand, 1 where the person's own text stands."""

    speaker: str
    replies: int
    value: float | None
    low: float | None
    high: float | None
    auc: float | None
    reason: str
    flags: tuple[str, ...]
    copied: int
    advice: tuple[str, ...]

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """As written by `asdict`, lists as tuples again."""
        fields: dict[str, Any] = dict(document)
        return cls(**fields | {"flags": tuple(document["flags"]), "advice": tuple(document["advice"])})

    @property
    def flagged(self) -> bool:
        """Whether something makes a high place suspicious."""
        return bool(self.flags)


def voices(place: DemoFolder, live: Mapping[str, str]) -> dict[str, Heard]:
    """By speaker; computed once, then read from voice.json."""
    file = place.voice / _FILE
    if not file.is_file():
        heard = _heard(place, _collected(place) | ({LIVE: dict(live)} if live else {}))
        write_json(file, {"speakers": [asdict(one) for one in heard]})
    return {one["speaker"]: Heard.from_dict(one) for one in read_json(file).data["speakers"]}


def _collected(place: DemoFolder) -> dict[str, dict[str, str]]:
    """What each speaker said in the blind study and in the scenarios."""
    found: dict[str, dict[str, str]] = {}
    for speaker in SPEAKERS:
        for protocol in ("blind", "scenarios"):
            with Study.open(place.study(protocol, speaker)).records() as records:
                said = [one.response for one in records.responses(speaker="clone", last=True)]
            found.setdefault(speaker, {}).update({one.item: one.text for one in said if one.text})
    return found


def _heard(place: DemoFolder, answers: Mapping[str, Mapping[str, str]]) -> list[Heard]:
    from ringtrue.judge.statistic.voice import voice_opinion

    person = read_person_texts(place.texts)
    own = person.texts
    others, _ = read_text_groups(place.others)
    opinion = voice_opinion(own, others, answers, bare="generic")
    place.voice.mkdir(exist_ok=True)
    return [
        _one(speaker, reading, _page(place, speaker, person, answers[speaker], others, reading))
        for speaker, reading in opinion.readings.items()
    ]


def _page(
    place: DemoFolder,
    speaker: str,
    person: "PersonTexts",
    said: Mapping[str, str],
    others: Mapping[str, Any],
    reading: "Reading",
) -> list[str]:
    """Write the voice account, with a plot; returns the advice."""
    from ringtrue.report.html import as_html
    from ringtrue.report.voice_report import voice_report
    from ringtrue.voice.explain.differences import explain_differences
    from ringtrue.voice.explain.prompt_advice import advice
    from ringtrue.voice.explain.render import markdown, plot

    found = explain_differences(person.texts, list(said.values()), others)
    name = speaker.replace(", ", "-")
    title = f"# What sets {speaker} apart from the person\n\nA statistic of wording: it does not read what is said.\n"
    picture = f"![The person's rate and the replies' rate of every usage]({name}.svg)\n"
    write_text(place.voice / f"{name}.svg", plot(found))
    write_text(place.voice / f"{name}.md", f"{title}\n{picture}\n{markdown(found)}\n")
    compared = f"{len(said)} replies of {speaker} and {len(person.texts)} texts of the person"
    page = voice_report(reading, found, said, person.names, [], compared)
    write_text(place.voice / f"{name}.html", as_html(page))
    return list(advice(found))


def _one(speaker: str, reading: "Reading", advice: list[str]) -> Heard:
    estimate = reading.estimate
    return Heard(
        speaker,
        len(reading.hints) or estimate.n,
        estimate.value,
        estimate.low,
        estimate.high,
        estimate.auc,
        estimate.reason or "",
        tuple(flag.why for flag in reading.flags),
        len(reading.overlaps),
        tuple(advice[:_MOST_ADVICE]),
    )


# Live answers of the embedded model as generic bot: a few, so that the demo asks a real model and stays short.


_BOT = {"kind": "local", "max_tokens": 72, "temperature": 0.7}
_NOTE = "Answers of the embedded model without a persona, generated live. Nobody rated them."
_EVERY = 4  # of the scenarios, each fourth: a dozen of them
_PATIENCE = 30.0  # seconds the five pairs may take, if the dozen is to be asked as well


@dataclass(frozen=True, slots=True)
class Live:
    """What the model said, by item; `note` says why it is not all that was planned."""

    texts: dict[str, str]
    note: str = ""


def live_answers(place: DemoFolder) -> Live:
    """What the model says; asked once, and kept in live.json together with what could not be asked."""
    file = place.out / "live" / "live.json"
    if not file.is_file():
        live = _live(place)
        if not live.texts:
            return live  # the next run may find the model
        write_json(file, asdict(live))
    return Live(**read_json(file).data)


def _live(place: DemoFolder) -> Live:
    """Ask the prompts of the pairs, then a dozen scenarios if the machine is quick enough."""
    began = monotonic()
    first, stop = _asked(place, "pairs", _items(pair_prompts(place)))
    if stop:
        return Live(first, f"The embedded model did not answer: {stop} Its recorded answers are used alone.")
    if monotonic() - began > _PATIENCE:
        return Live(first, "The embedded model is slow on this machine: it was asked the five pairs only.")
    more, stop = _asked(place, "scenarios", _items(_some_scenarios(place)))
    return Live(first | more, stop)


def _asked(place: DemoFolder, name: str, items: Sequence[Mapping[str, Any]]) -> tuple[dict[str, str], str]:
    """What the model says to the items, through the ordinary `collect`; and what stopped it, empty if nothing did."""
    study = made(place, place.study("live", name), "pairs", items, {"control": _BOT}, _NOTE)
    done = study.collect("control")
    if isinstance(done.stop, Interrupted):
        raise KeyboardInterrupt from done.stop
    why = "" if done.stop is None else " ".join(part for part in (done.stop.what, done.stop.remedy) if part)
    return _texts(study), why


def _texts(study: Study) -> dict[str, str]:
    with study.records() as records:
        said = [one.response for one in records.responses(speaker="control", last=True)]
    return {one.item: one.text for one in said if one.text}


def _items(prompts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, "kind": "pair", "status": "accepted"} for one in prompts]


def _some_scenarios(place: DemoFolder) -> list[dict[str, Any]]:
    items = list(read_scenarios(place.suite("scenarios")))[::_EVERY][:12]
    return [
        {"id": item.id, "domain": str(item.tags["type"]), "prompt": f"{item.fields['context']}\n\n{item.prompt}"}
        for item in items
    ]
