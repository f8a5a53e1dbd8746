"""The demo's voice account: every speaker's collected answers held against the person's texts, with a page for each."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from ringtrue.files import read_json, write_json, write_text
from ringtrue.sources import read_person_texts, read_text_groups
from ringtrue.study.demo_layout import SPEAKERS, Place
from ringtrue.study.study import Study

if TYPE_CHECKING:
    from ringtrue.voice.reading import Reading

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


def voices(place: Place, live: Mapping[str, str]) -> dict[str, Heard]:
    """By speaker; computed once, then read from voice.json."""
    file = place.voice / _FILE
    if not file.is_file():
        heard = _heard(place, _collected(place) | ({LIVE: dict(live)} if live else {}))
        write_json(file, {"speakers": [asdict(one) for one in heard]})
    return {one["speaker"]: Heard.from_dict(one) for one in read_json(file).data["speakers"]}


def _collected(place: Place) -> dict[str, dict[str, str]]:
    """What each speaker said in the blind study and in the scenarios."""
    found: dict[str, dict[str, str]] = {}
    for speaker in SPEAKERS:
        for protocol in ("blind", "scenarios"):
            with Study.open(place.study(protocol, speaker)).records() as records:
                said = [one.response for one in records.responses(speaker="clone", last=True)]
            found.setdefault(speaker, {}).update({one.item: one.text for one in said if one.text})
    return found


def _heard(place: Place, answers: Mapping[str, Mapping[str, str]]) -> list[Heard]:
    from ringtrue.judge.statistic import voice_opinion

    own = read_person_texts(place.texts).texts
    others, _ = read_text_groups(place.others)
    opinion = voice_opinion(own, others, answers, bare="generic")
    place.voice.mkdir(exist_ok=True)
    return [
        _one(speaker, reading, _page(place, speaker, own, list(answers[speaker].values()), others))
        for speaker, reading in opinion.readings.items()
    ]


def _page(place: Place, speaker: str, own: Sequence[str], said: list[str], others: Mapping[str, Any]) -> list[str]:
    """Write what sets the replies apart, with a plot; returns the advice."""
    from ringtrue.voice.explain import advice, explain, markdown, plot

    found = explain(own, said, others)
    name = speaker.replace(", ", "-")
    title = f"# What sets {speaker} apart from the person\n\nA statistic of wording: it does not read what is said.\n"
    picture = f"![The person's rate and the replies' rate of every usage]({name}.svg)\n"
    write_text(place.voice / f"{name}.svg", plot(found))
    write_text(place.voice / f"{name}.md", f"{title}\n{picture}\n{markdown(found)}\n")
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
