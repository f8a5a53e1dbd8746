"""The items of a study: read from the file people write, checked against the protocol."""

from ringtrue.items.reading import iter_items, read_items

__all__ = ["iter_items", "read_items"]
