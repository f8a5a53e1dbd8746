"""The measuring itself: yardsticks made when first needed, replies held against them, estimates made of that."""

from functools import cached_property

from scipy.special import expit

from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.material import Material
from ringtrue.voice.odds import log_odds
from ringtrue.voice.overlaps import Sources
from ringtrue.voice.place import Resampling, place
from ringtrue.voice.probe import Probe, Replies
from ringtrue.voice.refusals import FEWEST_HELD_OUT, no_position, not_told_apart, too_little
from ringtrue.voice.trial import LIMIT, set_auc
from ringtrue.voice.yardstick import Yardstick


class Instrument:
    """Material with its lineup, and a yardstick for every length that was asked for."""

    def __init__(self, material: Material) -> None:
        """Compare everybody with everybody once, unless the material is refused."""
        self.material = material
        self._lineup = None if material.refusal else material.lineup()
        self._yardsticks: dict[int, Yardstick] = {}

    @property
    def lineup(self) -> Lineup:
        """Person and impostors side by side; only where the material is not refused."""
        if self._lineup is None:
            raise ValueError(f"there is no lineup: {self.material.refusal}")
        return self._lineup

    @cached_property
    def sources(self) -> Sources:
        """The person's documents, ready to be searched."""
        return Sources(self.material.own)

    def yardstick(self, length: int) -> Yardstick:
        """Floor and ceiling at this length."""
        if length not in self._yardsticks:
            self._yardsticks[length] = Yardstick(self.lineup, self.material.folds, length)
        return self._yardsticks[length]

    def probe(self, replies: Replies, gate: bool, seed: int) -> Probe | str:
        """The replies with their scores, or the reason why there are none."""
        refusal = self.material.refusal or (None if replies.texts else "no reply contains a word")
        refusal = refusal or (too_little(replies.texts) if gate else None)
        if refusal:
            return refusal
        number, length = len(replies.texts), replies.length
        yardstick = self.yardstick(length)
        enough = yardstick.ceiling.scores.size >= FEWEST_HELD_OUT
        auc = set_auc(yardstick, number, seed) if enough else None
        if gate and (auc is None or auc < LIMIT):
            return not_told_apart(yardstick, auc, number, length, seed)
        return Probe(replies, yardstick, yardstick.scores(replies.texts), auc)

    def estimate(self, probe: Probe, how: Resampling) -> VoiceEstimate:
        """Odds, and the place between floor and ceiling where there is one."""
        number, length, yardstick = len(probe.replies.texts), probe.replies.length, probe.yardstick
        held_out = yardstick.ceiling.scores.size
        raw = log_odds(probe.mean, number, length, None if probe.auc is None else yardstick.ceiling.mean)
        where = place(probe.scores, yardstick.floor, yardstick.ceiling, how) if probe.auc is not None else None
        value, low, high = where or (None, None, None)
        return VoiceEstimate(
            value,
            low,
            high,
            n=number,
            method=(
                f"{number} replies of about {length} tokens between the floor of {self.material.impostors} and the "
                f"ceiling of {held_out} held-out passages; bootstrap over replies, passages and impostors, widened by "
                f"what occasions differ"
            ),
            reason=None if where else no_position(held_out),
            level=how.level,
            raw=raw,
            likelihood=float(expit(raw)),
            auc=probe.auc,
            notes=self.material.notes,
        )
