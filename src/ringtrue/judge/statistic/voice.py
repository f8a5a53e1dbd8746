"""The voice instrument as a judge: where each speaker's replies lie between impostors and the person."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ringtrue.terms.answer import Rating

if TYPE_CHECKING:
    from ringtrue.voice.result import Reading, VoiceEstimate

RATER = "statistic:voice"  # says in every table that no person spoke
QUESTION = "voice_hint"  # asked by no protocol, so that no hint enters anybody's score


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the instrument says of every speaker.

    `estimates` are named voice_SPEAKER and of kind statistic; `hints` are one rating for each reply, of a statistic
    judge, to a question no protocol asks; `readings` hold the whole account by speaker.
    """

    estimates: Mapping[str, "VoiceEstimate"]
    hints: tuple[Rating, ...]
    readings: Mapping[str, "Reading"]


def voice_opinion(
    own: Sequence[str],
    others: Mapping[str, Sequence[str]] | None,
    answers: Mapping[str, Mapping[str, str]],
    *,
    bare: str | None = None,
) -> Opinion:
    """Hold every speaker's replies (by speaker, then by item) against the person's own texts.

    `others` are impostors' texts; without them the shipped background stands in. `bare` names the speaker who is the
    same model without the persona: the other speakers are also placed beside it.
    """
    from ringtrue.voice.voice import Voice

    voice = Voice.fit(own, others)
    without = list(answers.get(bare or "", {}).values()) or None
    readings = {
        speaker: voice.reading(list(said.values()), bare=None if speaker == bare else without, occasions=list(said))
        for speaker, said in answers.items()
    }
    return Opinion(
        {f"voice_{speaker}": _described(reading.estimate) for speaker, reading in readings.items()},
        tuple(rating for speaker, said in answers.items() for rating in _hints(speaker, said, readings[speaker])),
        readings,
    )


def _described(estimate: "VoiceEstimate") -> "VoiceEstimate":
    """The estimate with all that the instrument knows in its method, for tables that show nothing else."""
    if estimate.raw is None:
        return replace(estimate, kind="statistic")
    parts = [f"statistic by wording alone: {estimate.method}", f"log-odds {estimate.raw:+.1f}"]
    if estimate.closer_than is not None and estimate.as_close_as is not None:
        parts.append(
            f"closer than {estimate.closer_than:.0%} of impostor sets, as close as {estimate.as_close_as:.0%} of own"
        )
    if estimate.likelihood is not None:
        parts.append(f"likelihood {estimate.likelihood:.2f} against {estimate.against}")
    if estimate.auc is not None:
        parts.append(f"AUC of the instrument {estimate.auc:.2f}")
    return replace(estimate, kind="statistic", method="; ".join(parts))


def _hints(speaker: str, said: Mapping[str, str], reading: "Reading") -> Iterator[Rating]:
    """One rating for each reply: where it lies alone, or why that cannot be said."""
    items = list(said)
    for hint in reading.hints:
        reason = None if hint.place is not None else hint.note or hint.warning
        yield Rating(RATER, items[hint.reply], QUESTION, hint.place, speaker, "statistic", reason)
