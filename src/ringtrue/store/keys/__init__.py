"""Answer keys: which side of a card is whose. No other room of the store knows these tables.

Sealing writes the key and puts only its commitment, a salted hash, into the audit log; opening is one recorded act,
after which no blind answer is taken in any more.
"""

from ringtrue.store.keys.checking import verify_keys
from ringtrue.store.keys.opening import DealSeal, open_keys, opened_keys, opened_seals
from ringtrue.store.keys.sealing import deal_secret, seal_keys, sealed_keys

__all__ = [
    "DealSeal",
    "deal_secret",
    "open_keys",
    "opened_keys",
    "opened_seals",
    "seal_keys",
    "sealed_keys",
    "verify_keys",
]
