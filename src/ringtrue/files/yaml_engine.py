"""The YAML library set up our way: the YAML 1.2 core schema, every fault with its line, layout kept on writing."""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from operator import itemgetter
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer, MaxDepthExceededError
from ruamel.yaml.constructor import RoundTripConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode
from ruamel.yaml.reader import ReaderError
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarfloat import ScalarFloat
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    FoldedScalarString,
    LiteralScalarString,
    SingleQuotedScalarString,
)

from ringtrue.files.document import Trail, worded
from ringtrue.files.problems import Problems, excerpt, refusal
from ringtrue.files.text_file import Lines, ReadLimits
from ringtrue.terms.problem import BadInput, Problem

# Look a parsed YAML text over before data are made of it: every fault at once, and nothing that explodes.


_SURROGATE = re.compile(r"[\ud800-\udfff]")
_LONGEST_NUMBER = 308  # characters; every longer integer is beyond the largest floating-point number, or close to it


def inspect_nodes(root: Any, tagged: list[tuple[int, str]], file: str, limits: ReadLimits) -> None:
    """Refuse written-out tags, repeated or odd keys, numbers that are not finite, circles, and too much of anything."""
    inspection = _Inspection(file, limits)
    for line, tag in tagged:
        remedy = "Take the tag away; put text in quotes to keep it text."
        inspection.found.append((line - 1, Problem(file, f"line {line}", "Tags are not read.", excerpt(tag), remedy)))
    inspection.measure(root, ())
    Problems(problem for _, problem in sorted(inspection.found, key=itemgetter(0))).raise_if_any()


class _Inspection:
    """One walk over the nodes; what an alias repeats is measured once and counted every time."""

    def __init__(self, file: str, limits: ReadLimits) -> None:
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
            what = "An alias refers to the list or table it is in."
            raise refusal(self._file, what, place=self._place(node, trail), remedy="Write the value out.")
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
            raise refusal(self._file, what, place=self._place(node, trail), remedy="Use fewer aliases, or split it.")
        if depth + len(trail) > deepest:
            what = f"Lists and tables are nested more than {deepest} deep."
            raise refusal(self._file, what, place=self._place(node, trail), remedy="Flatten the data.")

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


# Say what the YAML library complains about in words a person can act on.


_QUOTE = "Put the text in quotes."
_QUOTE_OR_MOVE = "Put the text in quotes, or line it up with those above."
# A part of the library's message, what it means, what to do; the first that fits is taken.
_WORDS = (
    (
        "mapping values are not allowed",
        "There is a second colon on the line, or the line is indented too far.",
        _QUOTE_OR_MOVE,
    ),
    ("expected a single document", "A second document begins here.", "Keep one document to a file."),
    ("document separator", "A document marker (--- or ...) stands inside a quoted text.", "Close the quote."),
    ("'\\t' that cannot start", "The line is indented with a tab.", "Indent with spaces."),
    ("cannot start any token", "The value begins with a character that has another meaning in YAML.", _QUOTE),
    ("undefined alias", "The alias has no anchor above it.", "Set it with &name first; or put the text in quotes."),
    ("end of stream", "The quoted text that begins here is not closed.", "Close the quote."),
    ("<stream end>", "The file ends in the middle of a value.", "Close every [ and {."),
    ("unknown escape", "A backslash is followed by a letter that means nothing.", "Use single quotes, or \\\\."),
    ("',' or", "A comma or a closing bracket is missing.", "Close every [ and {, and put commas between entries."),
    ("unclosed '['", "A bracket is not closed, or the line is indented wrongly.", "Close every [ and {."),
    ("expected ':'", "A key without a colon.", "Write key: value, with a space after the colon."),
    ("<block end>", "The line does not line up with those above it.", "Give entries of one table the same indent."),
    ("sequence entries are not allowed", "A list item cannot begin here.", "Put it on its own line, below the key."),
)


def library_refusal(error: Exception, text: str, file: str, limits: ReadLimits) -> BadInput:
    """The refusal for whatever the library raised on a text."""
    if isinstance(error, (RecursionError, MaxDepthExceededError)):
        what, remedy = f"Lists and tables are nested more than {limits.max_depth} deep.", "Flatten the data."
    elif isinstance(error, ReaderError):
        what, remedy = f"Control characters are not allowed (U+{error.character:04X}).", 'Write them as "\\x07".'
        return refusal(file, what, place=f"line {Lines(text).at(error.position)}", remedy=remedy)
    else:
        what, remedy = _plain(error)
    mark = getattr(error, "problem_mark", None)
    if "end of stream" in (getattr(error, "problem", None) or ""):
        mark = getattr(error, "context_mark", None) or mark  # where the quote opens, not where the file ends
    if mark is None:
        return refusal(file, what, remedy=remedy)
    written = text[mark.index :].partition("\n")[0] if mark.index < len(text) else ""
    return refusal(file, what, place=f"line {mark.line + 1}", value=written, remedy=remedy)


def _plain(error: Exception) -> tuple[str, str]:
    if not isinstance(error, MarkedYAMLError):
        return "This cannot be read as YAML.", "Check indents, quotes and brackets."
    words = f"{error.context or ''}: {error.problem or ''}"
    for part, what, remedy in _WORDS:
        if part in words:
            return what, remedy
    return f"This is not YAML: {error.problem or error.context}.", "Check indents, quotes and brackets."


_TAG = "tag:yaml.org,2002:"
_CORE_SCHEMA = (
    ("null", r"(?:~|null|Null|NULL|)\Z", ["~", "n", "N", ""]),
    ("bool", r"(?:true|True|TRUE|false|False|FALSE)\Z", list("tTfF")),
    ("int", r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z", list("-+0123456789")),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z", list("-+.0123456789")),
    ("float", r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z", list("-+.")),
)
# Above the text of a document only comments and one `---` may stand; the library would lose what is above the latter.
_PREAMBLE = r"\A((?:[ \t]*(?:#.*)?\n)*)"
_DIRECTIVE = re.compile(_PREAMBLE + "%")
_START = re.compile(_PREAMBLE + r"---(?=[ \t]*(?:#.*)?(?:\n|\Z))")
# What does not stand as itself in a block of text (a CR, breaks only programs see, controls) and is escaped. To name
# what does would take ten times as long to compile.
_NOT_PLAIN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
# On odd texts and comments the library fails with errors of Python instead of its own.
_STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)


def _core_table() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    table: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for name, pattern, beginnings in _CORE_SCHEMA:
        for beginning in beginnings:
            table.setdefault(beginning, []).append((_TAG + name, re.compile(pattern)))
    return table


class _CoreResolver(VersionedResolver):
    """Tells texts from numbers by the core schema of YAML 1.2, whatever a file claims to be."""

    _table = _core_table()

    @property
    def versioned_resolver(self) -> Any:
        return self._table

    @property
    def processing_version(self) -> Any:
        return (1, 2)


class _Composer(Composer):
    """Notes tags that are written out, which the nodes themselves no longer show."""

    def __init__(self, loader: Any = None) -> None:
        super().__init__(loader)
        self.warn_double_anchors = False  # YAML allows an anchor to be set again
        self.tagged: list[tuple[int, str]] = []

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.parser.peek_event()
        tag = getattr(event, "ctag", None)
        if tag is not None:
            self.tagged.append((event.start_mark.line + 1, str(tag)))
        return super().compose_node(parent, index)


class _Constructor(RoundTripConstructor):
    """Makes true and false plain truth values even where they carry an anchor."""

    def construct_plain_bool(self, node: Any) -> bool:
        return bool(node.value.lower() == "true")


_Constructor.add_constructor(_TAG + "bool", _Constructor.construct_plain_bool)


class _Representer(RoundTripRepresenter):
    """Writes texts of several lines as blocks, and in quotes what would otherwise be read as something else."""

    def represent_text(self, text: str) -> Any:
        """A text by what it holds, whichever way it was written before."""
        style = '"' if text == "<<" or _NOT_PLAIN.search(text) else "|" if "\n" in text else None
        return self.represent_scalar(_TAG + "str", text, style=style)


_Representer.add_representer(str, _Representer.represent_text)


class _PlainRepresenter(_Representer):
    """Forgets how texts and numbers were written before: the library cannot put every one of them back."""

    def represent_number(self, number: float) -> Any:
        """A number with all its digits."""
        return self.represent_float(float(number))


for _style in (LiteralScalarString, FoldedScalarString, SingleQuotedScalarString, DoubleQuotedScalarString):
    _PlainRepresenter.add_representer(_style, _PlainRepresenter.represent_text)
_PlainRepresenter.add_representer(ScalarFloat, _PlainRepresenter.represent_number)


def parse(text: str, file: str, limits: ReadLimits) -> tuple[Any, int]:
    """The data of a YAML text and the line they begin on."""
    if directive := _DIRECTIVE.match(text):
        place = f"line {directive[0].count(chr(10)) + 1}"
        raise refusal(file, "Directives (%YAML, %TAG) are not read.", place=place, remedy="Take the line away.")
    text = _START.sub(r"\1", text)
    with _in_plain_words(text, file, limits):
        constructor, _ = _engine(limits).get_constructor_parser(text)
        node = constructor.composer.get_single_node()
    if node is None:
        raise refusal(file, "The file contains only comments.", remedy="Write at least one key: value.")
    inspect_nodes(node, constructor.composer.tagged, file, limits)
    with _in_plain_words(text, file, limits):
        data = constructor.construct_document(node)
    return data, node.start_mark.line + 1


@contextmanager
def _in_plain_words(text: str, file: str, limits: ReadLimits) -> Iterator[None]:
    try:
        yield
    except (YAMLError, RecursionError, *_STUMBLES) as error:
        raise library_refusal(error, text, file, limits) from None


def render(data: Any) -> str:
    """The YAML text of data; it is read again before it is given out, and must say the same.

    Tried in turn: as it was written; with its texts and numbers written again; without its comments, which the
    library cannot put back in every place they can stand.
    """
    reason = "it would read differently"
    for layout, representer, keeps_comments in (
        (layout_of(data), _Representer, True),
        (Layout(), _PlainRepresenter, True),
        (Layout(), _PlainRepresenter, False),
    ):
        engine = _engine(ReadLimits())
        engine.Representer = representer
        engine.indent(mapping=layout.mapping, sequence=layout.sequence, offset=layout.offset)
        stream = StringIO()
        try:
            engine.dump(data if keeps_comments else _bare(data), stream)
            text = layout.outdented(stream.getvalue(), data)
            if parse(text, "the text", ReadLimits())[0] == data:
                return text
        except (YAMLError, BadInput, RecursionError, *_STUMBLES) as error:
            reason = str(error)
    raise ValueError(f"these data cannot be written as YAML: {reason}")


def _bare(data: Any) -> Any:
    """The data without comments and layout."""
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items()}
    return [_bare(value) for value in data] if isinstance(data, list) else data


def _engine(limits: ReadLimits) -> YAML:
    engine = YAML(typ="rt", pure=True)
    engine.Resolver = _CoreResolver
    engine.Composer = _Composer
    engine.Constructor = _Constructor
    engine.preserve_quotes = True
    engine.max_depth = limits.max_depth + 1  # counts the scalar at the bottom as well
    engine.width = 1 << 30  # long lines stay as they were written
    return engine


# See how a YAML file is indented, so that writing it back does not move its lines.


@dataclass(frozen=True, slots=True)
class Layout:
    """How far nested tables and list items are indented, and how far the dash of an item does."""

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
