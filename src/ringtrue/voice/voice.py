"""Voice: fitted on a person's own texts and on other people's, it says how near replies are to the person."""

from collections.abc import Mapping, Sequence
from typing import Self

from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.voice.account import account
from ringtrue.voice.background import Background
from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.instrument import Instrument
from ringtrue.voice.material import read_material
from ringtrue.voice.place import Resampling
from ringtrue.voice.probe import read_replies
from ringtrue.voice.reading import Reading


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
        level: float = 0.95,
        replicates: int = DEFAULT_REPLICATES,
        seed: int = DEFAULT_SEED,
    ) -> VoiceEstimate:
        """Where the replies, taken together, lie between impostors and the person.

        With the gate, fewer than 8 replies or 800 words, or an instrument that for this person, at this length and
        number, has an AUC below .80 on held-out text, give no number but the reason and what would suffice.
        """
        read = read_replies(replies)
        probe = self._instrument.probe(read, gate, seed)
        if isinstance(probe, str):
            return VoiceEstimate.absent(probe, n=len(read.texts))
        return self._instrument.estimate(probe, Resampling(replicates, seed, level))

    def reading(
        self,
        replies: Sequence[str],
        *,
        bare: Sequence[str] | None = None,
        gate: bool = True,
        level: float = 0.95,
        replicates: int = DEFAULT_REPLICATES,
        seed: int = DEFAULT_SEED,
    ) -> Reading:
        """The whole account: estimate, hints by reply, flags, copied passages, spread, and the bare model beside it.

        `bare` are replies of the same model without the persona. Where the estimate is refused, so are hints and
        spread; copied passages are listed all the same.
        """
        return account(self._instrument, replies, bare, gate, Resampling(replicates, seed, level))
