"""The items of a study: read from the file people write, checked against the protocol."""

from ringtrue.items.reading import read_items

__all__ = ["read_items"]
