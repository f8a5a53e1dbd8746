"""Protocols as data: load, check, hash and explain the files that say what is asked and how it is decided."""

from ringtrue.protocols.explanation import describe
from ringtrue.protocols.loader import BUILT_IN, check_file, load
from ringtrue.protocols.scales import MECHANISMS, fault_of, normalised, words
from ringtrue.protocols.variants import designed, graded_both, grades_both, sized

__all__ = [
    "BUILT_IN",
    "MECHANISMS",
    "check_file",
    "describe",
    "designed",
    "fault_of",
    "graded_both",
    "grades_both",
    "load",
    "normalised",
    "sized",
    "words",
]
