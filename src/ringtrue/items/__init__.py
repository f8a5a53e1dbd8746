"""The items of a study: read from the file people write, checked against the protocol."""

from ringtrue.items.reading import ItemFile, iter_items, read_items

__all__ = ["ItemFile", "iter_items", "read_items"]
