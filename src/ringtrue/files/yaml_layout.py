"""See how a YAML file is indented, so that writing it back does not move its lines."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Layout:
    """How far nested tables and list items stand in, and how far the dash of an item does."""

    mapping: int = 2
    sequence: int = 2
    offset: int = 0

    def outdented(self, text: str, data: Any) -> str:
        """The library pushes in the dashes of a list at the top too; take that back."""
        if not isinstance(data, list) or not self.offset:
            return text
        return "\n".join(line.removeprefix(" " * self.offset) for line in text.split("\n"))


def layout_of(data: Any) -> Layout:
    """The layout of the first nested table and the first nested list that came from a file; else the usual one."""
    mapping = offset = sequence = 0
    for container, child in _nested(data):
        step = child.lc.col - container.lc.col
        if isinstance(child, dict):
            mapping = mapping or step
        elif not sequence:
            offset, sequence = step, child.lc.data[0][1] - container.lc.col
        if mapping and sequence:
            break
    return Layout(mapping or 2, sequence or 2, offset)


def _nested(data: Any) -> Iterator[tuple[Any, Any]]:
    """Tables with the tables and lists in them that a file showed on lines of their own, outermost first."""
    waiting = deque([data])
    while waiting:
        container = waiting.popleft()
        is_table = isinstance(container, dict)
        children = container.values() if is_table else container
        for child in children if hasattr(container, "lc") else ():
            if hasattr(child, "lc") and child and child.lc.col is not None and not child.fa.flow_style():
                waiting.append(child)
                if is_table and container.lc.col is not None:
                    yield container, child
