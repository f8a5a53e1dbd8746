"""Blind judging: cards dealt with sides and order balanced, a sealed key, the leak check, and unblinding."""

from typing import TYPE_CHECKING

from ringtrue.blind.commitment import Seal, commitment, verify
from ringtrue.blind.deal import Deal, deal
from ringtrue.blind.faces import Attention
from ringtrue.blind.single import is_single, single
from ringtrue.blind.tally import Tally
from ringtrue.blind.unblinding import Opened, opened, unblind
from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.blind.leaks import Leak
    from ringtrue.blind.waivers import Waiver, waived
else:
    # Models are dealt cards too, without a search for leaks.
    __getattr__ = on_demand(__name__, {"leaks": "Leak", "waivers": "Waiver waived"})

__all__ = [
    "Attention",
    "Deal",
    "Leak",
    "Opened",
    "Seal",
    "Tally",
    "Waiver",
    "commitment",
    "deal",
    "is_single",
    "opened",
    "single",
    "unblind",
    "verify",
    "waived",
]
