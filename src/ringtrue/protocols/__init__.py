"""Protocols as data: load, check, hash and explain the files that say what is asked and how it is decided."""
