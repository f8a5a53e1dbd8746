"""The YAML library set up our way: the YAML 1.2 core schema, every fault with its line, layout kept on writing."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.constructor import RoundTripConstructor
from ruamel.yaml.error import YAMLError
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarfloat import ScalarFloat
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    FoldedScalarString,
    LiteralScalarString,
    SingleQuotedScalarString,
)

from ringtrue.files.collector import refuse
from ringtrue.files.limits import Limits
from ringtrue.files.yaml_layout import Layout, layout_of
from ringtrue.files.yaml_nodes import inspect_nodes
from ringtrue.files.yaml_words import refusal
from ringtrue.terms import BadInput

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
# On odd texts and comments the library stumbles with errors of Python instead of its own.
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
    """Notes tags that are written out, which the nodes themselves no longer tell."""

    def __init__(self, loader: Any = None) -> None:
        super().__init__(loader)
        self.warn_double_anchors = False  # YAML allows an anchor to be set anew
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


def parse(text: str, file: str, limits: Limits) -> tuple[Any, int]:
    """The data of a YAML text and the line they begin on."""
    if directive := _DIRECTIVE.match(text):
        place = f"line {directive[0].count(chr(10)) + 1}"
        raise refuse(file, "Directives (%YAML, %TAG) are not read.", place=place, remedy="Take the line away.")
    text = _START.sub(r"\1", text)
    with _in_plain_words(text, file, limits):
        constructor, _ = _engine(limits).get_constructor_parser(text)
        node = constructor.composer.get_single_node()
    if node is None:
        raise refuse(file, "The file holds nothing but comments.", remedy="Write at least one key: value.")
    inspect_nodes(node, constructor.composer.tagged, file, limits)
    with _in_plain_words(text, file, limits):
        data = constructor.construct_document(node)
    return data, node.start_mark.line + 1


@contextmanager
def _in_plain_words(text: str, file: str, limits: Limits) -> Iterator[None]:
    try:
        yield
    except (YAMLError, RecursionError, *_STUMBLES) as error:
        raise refusal(error, text, file, limits) from None


def render(data: Any) -> str:
    """The YAML text of data; it is read again before it is given out, and must say the same.

    Tried in turn: as it was written; with its texts and numbers written afresh; without its comments, which the
    library cannot put back in every place they can stand.
    """
    reason = "it would read differently"
    for layout, representer, keeps_comments in (
        (layout_of(data), _Representer, True),
        (Layout(), _PlainRepresenter, True),
        (Layout(), _PlainRepresenter, False),
    ):
        engine = _engine(Limits())
        engine.Representer = representer
        engine.indent(mapping=layout.mapping, sequence=layout.sequence, offset=layout.offset)
        stream = StringIO()
        try:
            engine.dump(data if keeps_comments else _bare(data), stream)
            text = layout.outdented(stream.getvalue(), data)
            if parse(text, "the text", Limits())[0] == data:
                return text
        except (YAMLError, BadInput, RecursionError, *_STUMBLES) as error:
            reason = str(error)
    raise ValueError(f"these data cannot be written as YAML: {reason}")


def _bare(data: Any) -> Any:
    """The data without comments and layout."""
    if isinstance(data, dict):
        return {key: _bare(value) for key, value in data.items()}
    return [_bare(value) for value in data] if isinstance(data, list) else data


def _engine(limits: Limits) -> YAML:
    engine = YAML(typ="rt", pure=True)
    engine.Resolver = _CoreResolver
    engine.Composer = _Composer
    engine.Constructor = _Constructor
    engine.preserve_quotes = True
    engine.max_depth = limits.max_depth + 1  # counts the scalar at the bottom as well
    engine.width = 1 << 30  # long lines stay as they were written
    return engine
