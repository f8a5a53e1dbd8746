"""Look a parsed YAML text over before data are made of it: every fault at once, and nothing that explodes."""

import re
from math import isfinite
from operator import itemgetter
from typing import Any

from ruamel.yaml.nodes import MappingNode, ScalarNode

from ringtrue.files.collector import Problems, excerpt, refuse
from ringtrue.files.document import Trail, worded
from ringtrue.files.limits import Limits
from ringtrue.terms import Problem

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LONGEST_NUMBER = 308  # characters; every longer integer is beyond the largest floating-point number, or close to it


def inspect_nodes(root: Any, tagged: list[tuple[int, str]], file: str, limits: Limits) -> None:
    """Refuse written-out tags, repeated or odd keys, numbers that are not finite, circles, and too much of anything."""
    inspection = _Inspection(file, limits)
    for line, tag in tagged:
        remedy = "Take the tag away; put text in quotes to keep it text."
        inspection.found.append((line - 1, Problem(file, f"line {line}", "Tags are not read.", excerpt(tag), remedy)))
    inspection.measure(root, ())
    Problems(problem for _, problem in sorted(inspection.found, key=itemgetter(0))).raise_if_any()


class _Inspection:
    """One walk over the nodes; what an alias repeats is measured once and counted every time."""

    def __init__(self, file: str, limits: Limits) -> None:
        self.found: list[tuple[int, Problem]] = []  # with the line, to be put in order
        self._file = file
        self._limits = limits
        self._measured: dict[int, tuple[int, int]] = {}
        self._open: set[int] = set()

    def measure(self, node: Any, trail: Trail) -> tuple[int, int]:
        """How many values a node stands for and how deep they nest, aliases written out."""
        known = self._measured.get(id(node))
        if known is not None:
            return known
        if id(node) in self._open:
            what = "An alias refers to the list or table it stands in."
            raise refuse(self._file, what, place=self._place(node, trail), remedy="Write the value out.")
        self._open.add(id(node))
        count, depth = 1, 0 if isinstance(node, ScalarNode) else 1
        for child, there in self._children(node, trail):
            child_count, child_depth = self.measure(child, there)
            count += child_count
            depth = max(depth, child_depth + 1)
        self._open.discard(id(node))
        self._refuse_excess(node, trail, count, depth)
        self._measured[id(node)] = count, depth
        return count, depth

    def _children(self, node: Any, trail: Trail) -> list[tuple[Any, Trail]]:
        if isinstance(node, ScalarNode):
            self._check_scalar(node, trail)
            return []
        if isinstance(node, MappingNode):
            return self._entries(node, trail)
        return [(child, (*trail, index)) for index, child in enumerate(node.value)]

    def _entries(self, node: Any, trail: Trail) -> list[tuple[Any, Trail]]:
        """The values of a table with their trails, its keys checked on the way."""
        first_lines: dict[Any, int] = {}
        entries = []
        for key_node, value_node in node.value:
            key = self._key(key_node, trail)
            there = (*trail, key)
            line = key_node.start_mark.line + 1
            if key in first_lines:
                what = f"The key is given twice; the first time on line {first_lines[key]}."
                self._add(key_node, there, what, str(key_node.value), "Keep one of them.")
            first_lines.setdefault(key, line)
            entries.append((value_node, there))
        return entries

    def _key(self, node: Any, trail: Trail) -> Any:
        """The key as Python will hold it, so that 1 and 0x1 are seen to be the same."""
        if not isinstance(node, ScalarNode):
            self._add(node, trail, "A key is a list or a table.", "", "Use a word or a number as key.")
            return object()
        if node.value == "<<" and not node.style:
            self._add(node, trail, "Merge keys (<<) are not read.", "<<", "Write the keys out.")
            return object()
        self._check_scalar(node, trail)
        return _value(node)

    def _check_scalar(self, node: Any, trail: Trail) -> None:
        value = _value(node)
        if isinstance(value, str) and _SURROGATE.search(value):
            what = "The text holds half of a surrogate pair (\\ud800 to \\udfff), which is no character."
            self._add(node, trail, what, ascii(value), "Write the character itself.")
        if isinstance(value, float) and not isfinite(value):
            what = "This number is not finite, or too large to be counted with."
            self._add(node, trail, what, node.value, "Give a finite number, or quote it if it is text.")

    def _refuse_excess(self, node: Any, trail: Trail, count: int, depth: int) -> None:
        most, deepest = self._limits.max_nodes, self._limits.max_depth
        if count > most:
            what = f"There are more than {most:,} values here, aliases written out."
            raise refuse(self._file, what, place=self._place(node, trail), remedy="Use fewer aliases, or split it.")
        if depth + len(trail) > deepest:
            what = f"Lists and tables are nested more than {deepest} deep."
            raise refuse(self._file, what, place=self._place(node, trail), remedy="Flatten the data.")

    def _add(self, node: Any, trail: Trail, what: str, value: str, remedy: str) -> None:
        problem = Problem(self._file, self._place(node, trail), what, excerpt(value), remedy)
        self.found.append((node.start_mark.line, problem))

    def _place(self, node: Any, trail: Trail) -> str:
        return worded(node.start_mark.line + 1, trail)


def _value(node: Any) -> Any:
    """What a scalar means; a number too large to be counted with is infinite."""
    text = node.value
    match str(node.tag).rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return text.lower() == "true"
        case "int":
            return _integer(text)
        case "float":
            return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


def _integer(text: str) -> float:
    if len(text) > _LONGEST_NUMBER:
        return float("inf")
    base = {"0x": 16, "0o": 8}.get(text[:2], 10)
    return int(text, base)
