"""Blind judging: cards dealt with sides and order balanced, a sealed key, the leak check, and unblinding."""

from ringtrue.blind.built_in_attention import built_in_attention
from ringtrue.blind.commitment import Seal, commitment, verify
from ringtrue.blind.deal import Deal, deal
from ringtrue.blind.faces import Attention
from ringtrue.blind.leaks import Leak, leaks
from ringtrue.blind.single import is_single, single
from ringtrue.blind.tally import Tally
from ringtrue.blind.unblinding import Opened, opened, unblind
from ringtrue.blind.waivers import Waiver, waived

__all__ = [
    "Attention",
    "Deal",
    "Leak",
    "Opened",
    "Seal",
    "Tally",
    "Waiver",
    "built_in_attention",
    "commitment",
    "deal",
    "is_single",
    "leaks",
    "opened",
    "single",
    "unblind",
    "verify",
    "waived",
]
