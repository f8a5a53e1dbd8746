"""Protocols as data: load, check, hash and explain the files that say what is asked and how it is decided."""

from ringtrue.protocols.explanation import describe
from ringtrue.protocols.loader import BUILT_IN, check_file, load
from ringtrue.protocols.places import names_by_place
from ringtrue.protocols.scales import MECHANISMS, fault_of, normalised, words

__all__ = [
    "BUILT_IN",
    "MECHANISMS",
    "check_file",
    "describe",
    "fault_of",
    "load",
    "names_by_place",
    "normalised",
    "words",
]
