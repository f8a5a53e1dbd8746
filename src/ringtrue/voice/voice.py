"""Voice: fitted on a person's own texts and other people's, it measures how close replies are to the person."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import numpy as np

from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms.result import Estimate
from ringtrue.voice.background.background import Background
from ringtrue.voice.flags import all_alike, caricature, copying, overuse, variety
from ringtrue.voice.instrument import Instrument, Probe, no_position, read_replies
from ringtrue.voice.lineup import read_material
from ringtrue.voice.paired import paired_difference
from ringtrue.voice.result import Bare, Hint, Reading, VoiceEstimate
from ringtrue.voice.texts import Text, passages
from ringtrue.voice.yardstick import Group, Resampling, place

# What can be said about single replies: where to look, never a verdict.


_SHORT = 0.5  # of the typical length, below which a reply says next to nothing


def hints(probe: Probe, given: int) -> tuple[Hint, ...]:
    """One hint for each of the `given` replies, in the order given."""
    found = {hint.reply: hint for hint in _of_texts(probe)}
    return tuple(found.get(number, Hint(number, None, "contains no word")) for number in range(given))


def _of_texts(probe: Probe) -> Iterator[Hint]:
    floor, ceiling = probe.yardstick.floor, probe.yardstick.ceiling
    apart = ceiling.mean - floor.mean if ceiling.scores.size else 0.0
    low, high = (float(np.quantile(ceiling.scores, tail)) for tail in (0.1, 0.9)) if apart > 0 else (0.0, 0.0)
    order = np.argsort(probe.scores, kind="stable")
    extreme = {int(order[0]): "least like the person", int(order[-1]): "most like the person"} if len(order) > 2 else {}
    for position, (number, text) in enumerate(zip(probe.replies.numbers, probe.replies.texts, strict=True)):
        if apart <= 0:
            yield Hint(number, None, "no ceiling to compare with")
            continue
        score = float(probe.scores[position])
        parts = [extreme.get(position, ""), _range(score, low, high, floor.mean + apart / 2)]
        if len(text) < _SHORT * probe.replies.length:
            parts.append("much shorter than the others, so it says little")
        yield Hint(number, (score - floor.mean) / apart, "; ".join(filter(None, parts)))


def _range(score: float, low: float, high: float, middle: float) -> str:
    if score > high:
        return "more like the person than nine in ten of the person's own passages"
    if score >= low:
        return "within the person's own range"
    return (
        "below nine in ten of the person's own passages" if score >= middle else "closer to others than to the person"
    )


# The whole account of a set of replies, put together.


_MOST_PASSAGES = 300  # of the person's own text, to know how much it varies


def account(
    instrument: Instrument,
    replies: Sequence[str],
    bare: Sequence[str] | None,
    gate: bool,
    how: Resampling,
    occasions: Sequence[str] | None = None,
) -> Reading:
    """Score the replies and look at them from every side."""
    read = read_replies(replies, occasions)
    probe = instrument.probe(read, gate, how.seed)
    overlaps = instrument.sources.overlaps([Text.read(reply) for reply in replies])
    copied = copying(overlaps, read)
    without = None if bare is None else _bare(instrument, probe, bare, gate, how)
    notes = instrument.material.notes
    if isinstance(probe, str):
        n = len(read.texts)
        flags = (copied,) if copied else ()
        return Reading(
            VoiceEstimate.absent(probe, n=n), (), flags, overlaps, Estimate.absent(probe, n=n), without, notes
        )
    estimate, spread = instrument.estimate(probe, how), _spread(instrument, probe, how.level)
    overdone = overuse(instrument.lineup, instrument.material.folds, read)
    raised = (*caricature(estimate, overdone), copied, all_alike(spread))
    found = tuple(flag for flag in raised if flag)
    return Reading(estimate, hints(probe, len(replies)), found, overlaps, spread, without, notes)


def _spread(instrument: Instrument, probe: Probe, level: float) -> Estimate:
    """How much the replies vary against the person's own passages of their length."""
    lineup, folds = instrument.lineup, instrument.material.folds
    own = passages([text for fold in folds for text in fold], probe.replies.length, _MOST_PASSAGES)
    vectors = lineup.panel.phrase_cosine.vectors
    return variety(vectors(lineup.grams(probe.replies.texts)), vectors(lineup.grams(own)), level)


def _bare(instrument: Instrument, probe: Probe | str, bare: Sequence[str], gate: bool, how: Resampling) -> Bare:
    """Where the model without the persona stands, and the replies with it as the floor."""
    read = read_replies(bare)
    n = len(read.texts)
    other = instrument.probe(read, gate, how.seed)
    if isinstance(other, str):
        return Bare(VoiceEstimate.absent(other, n=n), Estimate.absent(f"the bare replies: {other}", n=n))
    estimate = instrument.estimate(other, how)
    if isinstance(probe, str):
        return Bare(estimate, Estimate.absent(probe, n=n))
    yardstick = probe.yardstick
    if probe.auc is None:
        reason = instrument.other_genre or no_position(yardstick.ceiling.scores.size)
        return Bare(estimate, Estimate.absent(reason, n=n))
    floor = Group(yardstick.even_scores(read.texts), np.zeros(n, dtype=np.int64))
    where = place(probe.even, floor, yardstick.ceiling, how)
    if where is None:
        return Bare(estimate, Estimate.absent("the bare replies are as like the person as the person's own text", n=n))
    method = f"place of the replies between {n} replies of the same model without the persona and the person's ceiling"
    return Bare(estimate, Estimate(*where, n=len(probe.replies.texts), method=method, level=how.level))


class Voice:
    """Are these replies as like the person as the person's own texts are, or only as like as anybody's?

    Result of `score`: 0 where impostors stand, 1 where the person's own held-out text of the same length stands, with
    a bootstrap interval; `raw` and `likelihood` say how probable it is that the replies are the person's.
    Method: words and pairs of words (tf-idf cosine and likelihood ratio), runs of five characters (likelihood ratio),
    the same with rare words masked (tf-idf cosine), Cosine Delta over 500 frequent words, function words (likelihood
    ratio) and counted habits (discriminant), each normalised by candidate and by probe, added with fixed weights,
    averaged over the replies.
    Not for: one reply, or people with less than a few thousand words: the gate then refuses. It measures wording,
    not truth, and cannot tell a person from somebody who copies the person's sentences. Not for setting persons side
    by side by `value`, whose floor and ceiling are each person's own; `raw` is made for that.
    Checked against: speakers of public debates across events (benchmarks/voice.py), beside simpler methods.
    References: Evert et al. 2017, Digital Scholarship in the Humanities 32, ii4-ii16 (Cosine Delta); Koppel & Winter
    2014, JASIST 65, 178-187 (impostors); Stamatatos 2017, EACL 1138-1149 (masking); Auckenthaler et al. 2000, Digital
    Signal Processing 10, 42-54 (normalising by probe).
    """

    def __init__(self, instrument: Instrument) -> None:
        """Use `Voice.fit`."""
        self._instrument = instrument

    @classmethod
    def fit(
        cls,
        own: Sequence[str],
        others: Mapping[str, Sequence[str]] | None = None,
        *,
        background: Background | None = None,
    ) -> Self:
        """Learn from the person's documents and from those of at least three other people.

        Documents should be whole (a talk, a letter, an answer) and in order of time: the ceiling is measured on runs
        of documents held out. With fewer than three others, anonymous writers of the background stand beside them;
        the one that comes with the package is English, and material in another language then gives a reason instead
        of a number.
        """
        return cls(Instrument(read_material(own, others or {}, background)))

    @property
    def notes(self) -> tuple[str, ...]:
        """What weakens every number of this voice, in plain words."""
        return self._instrument.material.notes

    def score(
        self,
        replies: Sequence[str],
        gate: bool = True,
        *,
        occasions: Sequence[str] | None = None,
        level: float = 0.95,
        replicates: int = DEFAULT_REPLICATES,
        seed: int = DEFAULT_SEED,
    ) -> VoiceEstimate:
        """Where the replies, taken together, lie between impostors and the person.

        With the gate, fewer than 8 replies or 800 words, a background of another genre, or an instrument that for this
        person, at this length and number, has an AUC below .80 on held-out text, give no number but the reason and
        what would suffice. `occasions` names the document, item or session of each reply: without it all replies
        count as of one occasion, and the interval stays wide however many they are.
        """
        read = read_replies(replies, occasions)
        probe = self._instrument.probe(read, gate, seed)
        if isinstance(probe, str):
            return VoiceEstimate.absent(probe, n=len(read.texts))
        return self._instrument.estimate(probe, Resampling(replicates, seed, level))

    def reading(
        self,
        replies: Sequence[str],
        *,
        bare: Sequence[str] | None = None,
        occasions: Sequence[str] | None = None,
        gate: bool = True,
        level: float = 0.95,
        replicates: int = DEFAULT_REPLICATES,
        seed: int = DEFAULT_SEED,
    ) -> Reading:
        """The whole account: estimate, hints by reply, flags, copied passages, spread, and the bare model beside it.

        `bare` are replies of the same model without the persona. Where the estimate is refused, so are hints and
        spread; copied passages are listed all the same.
        """
        return account(self._instrument, replies, bare, gate, Resampling(replicates, seed, level), occasions)

    def difference(
        self,
        one: Mapping[str, Sequence[str]],
        other: Mapping[str, Sequence[str]],
        *,
        gate: bool = True,
        level: float = 0.95,
    ) -> Estimate:
        """How much closer to the person `one` is than `other`, both replies by item, in steps from floor to ceiling.

        Only items both have replied to count; the interval is over items, so what makes a person's days differ
        cancels. See `paired_difference`.
        """
        return paired_difference(self._instrument, one, other, gate=gate, level=level)
