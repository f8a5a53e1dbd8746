"""The built-in protocols, each loaded once for all the tests of a process."""

from functools import cache

from ringtrue.protocols.loader import load

protocol_named = cache(load)
