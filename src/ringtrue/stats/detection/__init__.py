"""Can raters tell the clone from the person: shares, discrimination, the gate, power."""

from ringtrue.stats.detection.choice import binomial_p, critical_value, proportion_correct, triangle_correct
from ringtrue.stats.detection.discrimination import d_prime, discrimination, indistinguishability, sound_fidelity
from ringtrue.stats.detection.equivalence import Gate, equivalence
from ringtrue.stats.detection.evalue import e_process, e_value
from ringtrue.stats.detection.overdispersion import BetaBinomial, beta_binomial
from ringtrue.stats.detection.power import (
    detection_power,
    detection_sample_size,
    equivalence_power,
    equivalence_sample_size,
)
from ringtrue.stats.detection.proportion import exact, wilson
from ringtrue.stats.detection.ties import TwoAC, two_ac

__all__ = [
    "BetaBinomial",
    "Gate",
    "TwoAC",
    "beta_binomial",
    "binomial_p",
    "critical_value",
    "d_prime",
    "detection_power",
    "detection_sample_size",
    "discrimination",
    "e_process",
    "e_value",
    "equivalence",
    "equivalence_power",
    "equivalence_sample_size",
    "exact",
    "indistinguishability",
    "proportion_correct",
    "sound_fidelity",
    "triangle_correct",
    "two_ac",
    "wilson",
]
