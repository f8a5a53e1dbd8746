"""Say a condition in words, with its numbers: "two of five dimensions are below 75: content 61, paradox 58"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ringtrue.formula.formula import Formula
from ringtrue.formula.grammar import parse
from ringtrue.formula.tree import (
    Chain,
    Comparison,
    FunctionCall,
    Label,
    Logic,
    Name,
    Negative,
    Node,
    Not,
    Number,
)
from ringtrue.terms.number import brief
from ringtrue.terms.protocol import Wording

Given = float | str | None

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_RELATIONS = {"<": "below", "<=": "at most", ">": "above", ">=": "at least", "==": "exactly", "!=": "other than"}
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UPWARD, _DOWNWARD = (">", ">="), ("<", "<=")
_LOW, _HIGH = "_low", "_high"


def in_words(
    condition: Formula | str, values: Mapping[str, Given], wording: Wording, *, holds: bool | None = True
) -> str:
    """The condition as it turned out, as part of a sentence: that it holds, that it fails, or what is not known."""
    return joined(phrases(condition, values, wording, holds=holds), ", and")


def phrases(
    condition: Formula | str, values: Mapping[str, Given], wording: Wording, *, holds: bool | None = True
) -> list[str]:
    """The same as single phrases, one for each condition that `and` or `or` joins and that made it so."""
    read = parse(condition) if isinstance(condition, str) else condition
    return _Words(values, wording).told(read.root, holds)


def joined(parts: Sequence[str], word: str = " and") -> str:
    """Several words or phrases as people list them."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{word} {parts[-1]}" if parts else ""


def counting(number: int) -> str:
    """A small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A comparison of one name with a number, the name on the left."""

    name: str
    symbol: str
    limit: float


@dataclass(frozen=True, slots=True)
class _Words:
    """Tells conditions by the values of their names."""

    values: Mapping[str, Given]
    wording: Wording

    def told(self, node: Node, holds: bool | None) -> list[str]:
        """A condition in phrases."""
        node = _bare(node)
        match node:
            case Not():
                return self.told(node.parts[0], None if holds is None else not holds)
            case Logic():
                return self._logic(node, holds)
            case Comparison():
                return [self._compared(pair, holds) for pair in _pairs(node, self, holds)]
        return [f"{self._named(node)} {'holds' if holds else 'does not hold' if holds is False else 'is not known'}"]

    def answer(self, node: Node) -> bool | None:
        """Whether a condition holds by the values, None where that is unknown."""
        read = Formula("", node)
        return read.holds({name: self.values.get(name) for name in read.names})

    def _logic(self, node: Logic, holds: bool | None) -> list[str]:
        """Conditions joined by a word: those that made it so."""
        parts = [_bare(part) for part in node.parts]
        alike = _alike(parts)
        if alike and holds is not None:
            return [self._count(alike, turned=not holds)]
        chosen = [part for part in parts if self.answer(part) is holds] or parts
        return list(dict.fromkeys(phrase for part in chosen for phrase in self.told(part, holds)))

    def _compared(self, node: Comparison, holds: bool | None) -> str:
        left, right = _bare(node.parts[0]), _bare(node.parts[1])
        symbol = node.symbols[0]
        if isinstance(left, Number) and not isinstance(right, Number):
            left, right, symbol = right, left, _MIRRORED[symbol]
        if isinstance(right, Label) and isinstance(left, Name):
            return self._labelled(left.name, symbol, right.text, holds)
        if isinstance(right, Number):
            counted = self._counted(left, symbol, right.number, holds)
            if counted:
                return counted
            if isinstance(left, Name):
                return self._bounded(_Bound(left.name, symbol, right.number), holds)
        return self._general(left, symbol, right, holds)

    def _labelled(self, name: str, symbol: str, text: str, holds: bool | None) -> str:
        """A name that is a word: a status, the outcome of a gate."""
        value = self.values.get(name)
        if value is None:
            return f"{self._label(name)} is not known"
        said = f"{self._label(name)} is “{value}”"
        return said if bool(holds) == (symbol == "==") else f"{said}, not “{text}”"

    def _counted(self, left: Node, symbol: str, limit: float, holds: bool | None) -> str:
        """How many of several reach something; "" where the left side counts nothing."""
        if isinstance(left, Chain) and set(left.symbols) == {"+"} and all(map(_is_condition, map(_bare, left.parts))):
            return self._sum([_bare(part) for part in left.parts])
        if not isinstance(left, FunctionCall):
            return ""
        named = [part.name for part in left.parts if isinstance(part, Name)]
        if left.function.name in ("below", "above") and len(named) == len(left.parts) - 1:
            cut = left.parts[0]
            sign = "<" if left.function.name == "below" else ">"
            return self._count([_Bound(name, sign, cut.number) for name in named]) if isinstance(cut, Number) else ""
        if left.function.name in ("min", "max") and len(named) == len(left.parts):
            return self._count([_Bound(name, symbol, limit) for name in named], turned=holds is False)
        return ""

    def _sum(self, parts: Sequence[Node]) -> str:
        """A sum of conditions: how many of them hold."""
        if alike := _alike(parts):
            return self._count(alike)
        true = [part for part in parts if self.answer(part)]
        listed = joined([phrase for part in true for phrase in self.told(part, True)])
        count = f"{counting(len(true))} of {counting(len(parts))}"
        return f"{count} conditions hold: {listed}" if true else f"none of {counting(len(parts))} conditions holds"

    def _count(self, bounds: Sequence[_Bound], *, turned: bool = False) -> str:
        """How many names are on one side of a limit, with the values of those that are."""
        symbol = _OPPOSITE[bounds[0].symbol] if turned else bounds[0].symbol
        limit = bounds[0].limit
        group, short = self._group([bound.name for bound in bounds])
        known = [(bound.name, self.values.get(bound.name)) for bound in bounds]
        inside = [
            (name, value) for name, value in known if isinstance(value, float | int) and _is(value, symbol, limit)
        ]
        surely = self._surely([bound.name for bound in bounds], symbol)
        relation = f"{surely}{_RELATIONS[symbol]} {brief(limit)}"
        total = f"{counting(len(bounds))} {group}".strip()
        every = f"both {group}".strip() if len(bounds) == 2 else f"all {total}"
        if not inside:
            return f"none of {total} is {relation}"
        listed = ", ".join(f"{short[name]} {brief(value, limit)}" for name, value in inside)
        number = every if len(inside) == len(bounds) else f"{counting(len(inside))} of {total}"
        return f"{number} {'is' if len(inside) == 1 else 'are'} {relation}: {listed}"

    def _bounded(self, bound: _Bound, holds: bool | None) -> str:
        """One name against a number."""
        value = self.values.get(bound.name)
        if value is None or isinstance(value, str):
            return f"{self._label(_base(bound.name))} is not known"
        if _base(bound.name) != bound.name:
            return self._end(bound, value, holds is not False)
        symbol = bound.symbol if holds is not False else _OPPOSITE[bound.symbol]
        relation = f"{_RELATIONS[symbol]} {brief(bound.limit)}"
        return f"{self._label(bound.name)} is {brief(value, bound.limit)}, {relation}"

    def _end(self, bound: _Bound, value: float, holds: bool) -> str:
        """An end of an interval against a number: what is sure, and what is not."""
        label, limit, number = self._label(_base(bound.name)), brief(bound.limit), brief(value, bound.limit)
        if not self._surely([bound.name], bound.symbol):
            end = "lower" if bound.name.endswith(_LOW) else "upper"
            symbol = bound.symbol if holds else _OPPOSITE[bound.symbol]
            return f"the {end} end of {label} is {number}, {_RELATIONS[symbol]} {limit}"
        upward = bound.symbol in _UPWARD
        sure = f"surely {_RELATIONS[bound.symbol]} {limit}"
        if holds:
            return f"{label} is {sure}: {'not under' if upward else 'not over'} {number}"
        return f"{label} is not {sure}: it may be as {'low' if upward else 'high'} as {number}"

    def _general(self, left: Node, symbol: str, right: Node, holds: bool | None) -> str:
        """Any two sides."""
        if holds is None:
            missing = [self._label(_base(name)) for name in _names(left, right) if self.values.get(name) is None]
            return f"{joined(missing) or 'a number it needs'} is not known"
        sign = symbol if holds else _OPPOSITE[symbol]
        limit = self._value(right)
        beside = brief(limit) if isinstance(right, Number) and limit is not None else self._with_value(right)
        return f"{self._with_value(left)} is {_RELATIONS[sign]} {beside}"

    def _with_value(self, node: Node) -> str:
        value = self._value(node)
        return self._named(node) + (f" ({brief(value)})" if value is not None and not isinstance(node, Number) else "")

    def _value(self, node: Node) -> float | None:
        read = Formula("", node)
        number = float(read.evaluate({name: self.values.get(name) for name in read.names}))
        return None if number != number else number

    def _named(self, node: Node) -> str:
        """A side of a comparison in words."""
        node = _bare(node)
        match node:
            case Name():
                return self._label(node.name)
            case Number():
                return brief(node.number)
            case Negative():
                return f"minus {self._named(node.parts[0])}"
            case Chain():
                signs = {"+": "and", "-": "less", "*": "times", "/": "over"}
                words = [self._named(part) for part in node.parts]
                return words[0] + "".join(
                    f" {signs[s]} {word}" for s, word in zip(node.symbols, words[1:], strict=True)
                )
            case FunctionCall():
                listed = joined([self._named(part) for part in node.parts], " or")
                known = {"min": "the lowest of ", "max": "the highest of "}
                return f"{known.get(node.function.name, f'{node.function.name} of ')}{listed}"
        return joined([self._named(part) for part in node.parts]) or "the condition"

    def _label(self, name: str) -> str:
        return self.wording.label(name)

    def _group(self, names: Sequence[str]) -> tuple[str, dict[str, str]]:
        """What several names are called together, and each of them; "" where the protocol has no word."""
        bases = {name: _base(name) for name in names}
        for group, members in self.wording.groups.items():
            if set(bases.values()) <= set(members):
                return group.replace("_", " "), {name: members[base] for name, base in bases.items()}
        return "", {name: self._label(base) for name, base in bases.items()}

    def _surely(self, names: Sequence[str], symbol: str) -> str:
        """The word for a bound that proves something: the lower end is above, or the upper end below."""
        lower = all(name.endswith(_LOW) for name in names) and symbol in _UPWARD
        upper = all(name.endswith(_HIGH) for name in names) and symbol in _DOWNWARD
        return "surely " if lower or upper else ""


def _pairs(node: Comparison, words: _Words, holds: bool | None) -> Iterator[Comparison]:
    """A chain of comparisons as single ones: all of them where it holds, else those that are so."""
    if len(node.symbols) == 1:
        yield node
        return
    sides = zip(node.parts, node.symbols, node.parts[1:], strict=False)
    pairs = [Comparison((left, right), (symbol,)) for left, symbol, right in sides]
    yield from [pair for pair in pairs if words.answer(pair) is holds] or pairs


def _alike(parts: Sequence[Node]) -> list[_Bound]:
    """Comparisons of names with the same number, by the same sign; none where they differ."""
    bounds = [
        _Bound(left.name, part.symbols[0], right.number)
        for part in map(_bare, parts)
        if isinstance(part, Comparison) and len(part.symbols) == 1
        for left, right in [map(_bare, part.parts)]
        if isinstance(left, Name) and isinstance(right, Number)
    ]
    same = len({(bound.symbol, bound.limit, bound.name.removeprefix(_base(bound.name))) for bound in bounds}) == 1
    return bounds if same and len(bounds) == len(parts) > 1 else []


def _bare(node: Node) -> Node:
    """What stands in default(x, value); a number with a minus as one number."""
    while isinstance(node, FunctionCall) and node.function.name == "default":
        node = node.parts[0]
    if isinstance(node, Negative) and isinstance(node.parts[0], Number):
        return Number((), -node.parts[0].number)
    return node


def _is_condition(node: Node) -> bool:
    return isinstance(node, Comparison | Logic | Not)


def _base(name: str) -> str:
    return name.removesuffix(_LOW).removesuffix(_HIGH)


def _names(*nodes: Node) -> list[str]:
    return list(dict.fromkeys(part.name for node in nodes for part in node.walk() if isinstance(part, Name)))


def _is(value: float, symbol: str, limit: float) -> bool:
    answers = {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}
    return answers.get(symbol, value == limit if symbol == "==" else value != limit)
