"""The whole account of a set of replies, put together."""

from collections.abc import Sequence

import numpy as np

from ringtrue.terms import Estimate
from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.flags import all_alike, caricature, copying, overuse
from ringtrue.voice.hints import hints
from ringtrue.voice.instrument import Instrument
from ringtrue.voice.passages import passages
from ringtrue.voice.place import Group, Resampling, place
from ringtrue.voice.probe import Probe, read_replies
from ringtrue.voice.reading import Bare, Reading
from ringtrue.voice.refusals import no_position
from ringtrue.voice.texts import Text
from ringtrue.voice.variety import variety

_MOST_PASSAGES = 300  # of the person's own text, to know how much it varies


def account(
    instrument: Instrument, replies: Sequence[str], bare: Sequence[str] | None, gate: bool, how: Resampling
) -> Reading:
    """Score the replies and look at them from every side."""
    read = read_replies(replies)
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
        return Bare(estimate, Estimate.absent(no_position(yardstick.ceiling.scores.size), n=n))
    floor = Group(yardstick.scores(read.texts), np.zeros(n, dtype=np.int64))
    where = place(probe.scores, floor, yardstick.ceiling, how)
    if where is None:
        return Bare(estimate, Estimate.absent("the bare replies are as like the person as the person's own text", n=n))
    method = f"place of the replies between {n} replies of the same model without the persona and the person's ceiling"
    return Bare(estimate, Estimate(*where, n=len(probe.replies.texts), method=method, level=how.level))
