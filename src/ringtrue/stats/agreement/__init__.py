"""Do raters agree: kappas, alphas and intraclass correlations, each an Estimate over items."""

from ringtrue.stats.agreement.cohen import cohen_kappa, cohen_pairs
from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.fleiss import fleiss_kappa, fleiss_kappa_of
from ringtrue.stats.agreement.gwet import gwet_ac
from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.stats.agreement.light import light_kappa

__all__ = [
    "cohen_kappa",
    "cohen_pairs",
    "cronbach_alpha",
    "fleiss_kappa",
    "fleiss_kappa_of",
    "gwet_ac",
    "icc",
    "krippendorff_alpha",
    "light_kappa",
]
