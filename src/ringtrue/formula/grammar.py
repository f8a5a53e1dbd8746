"""Read a formula: Python's own parser does the reading, and everything that is not on a short list is refused."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ringtrue.formula.formula import Formula
from ringtrue.formula.functions import FUNCTIONS, FormulaError, Function, known_words
from ringtrue.formula.tree import (
    Chain,
    Comparison,
    Conditional,
    FunctionCall,
    Label,
    Logic,
    Name,
    Negative,
    Node,
    Not,
    Number,
)

LONGEST = 2_000  # characters, checked before anything reads them
DEEPEST = 32  # parts within parts, and brackets within brackets
LARGEST = 1e15  # whole numbers up to here are exact

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LOOKS_LIKE_A_NUMBER = re.compile(r"(?<![\w.])\.?\d(?:[eE][+-]|[\w.])*")
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_SETS_A_VALUE = re.compile(r"(?<![=!<>:])=(?!=)")
_SYMBOLS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.And: "and", ast.Or: "or",
}  # fmt: skip
_REFUSED: Mapping[type[ast.AST], tuple[str, str]] = {
    ast.Attribute: ("a dot cannot reach inside a value", "use the value's own name"),
    ast.Subscript: ("square brackets cannot pick out a value", 'choose items by a tag: mean(x, domain="TECH")'),
    ast.Constant: ("only numbers, True, False and labels stand for themselves", "use known() to ask what is missing"),
    ast.Pow: ("powers are not allowed", "multiply, or use sqrt()"),
    ast.Is: ("'is' is not allowed", "use =="),
    ast.IsNot: ("'is not' is not allowed", "use !="),
    ast.In: ("'in' is not allowed", "join comparisons by 'or'"),
    ast.NotIn: ("'not in' is not allowed", "join comparisons by 'and'"),
    ast.BitAnd: ("'&' is not allowed", "use 'and'"),
    ast.BitOr: ("'|' is not allowed", "use 'or'"),
    ast.Invert: ("'~' is not allowed", "use 'not'"),
    ast.NamedExpr: ("':=' is not allowed", "a formula sets no names"),
    ast.JoinedStr: ("texts with values in them are not allowed", "write the label out"),
    ast.Tuple: ("a formula has one value", "take out the comma"),
}


def parse(text: str, functions: Mapping[str, Function] = FUNCTIONS) -> Formula:
    """Read a formula, or raise a FormulaError that says what is wrong with it, where, and what to do."""
    if len(text) > LONGEST:
        raise FormulaError(f"the formula is longer than {LONGEST} characters", remedy="split it into named measures")
    line = re.sub(r"\s", " ", text)
    _look_over(line)
    start = len(line) - len(line.lstrip())
    try:
        tree = ast.parse(line.strip(), mode="eval")
    except SyntaxError as error:
        if found := _SETS_A_VALUE.search(_QUOTED.sub(_blank, line)):
            raise FormulaError("'=' sets a value", column=found.start() + 1, remedy="compare with ==") from None
        column = start + max(1, error.offset or 1)
        raise FormulaError("this cannot be read", column=column, remedy="check brackets, quotes and signs") from None
    except (RecursionError, MemoryError):
        raise FormulaError("the formula is nested too deeply", remedy="split it into named measures") from None
    except ValueError:  # half a surrogate pair, or a NUL
        raise FormulaError("a label holds a character that cannot be read", remedy="type it again") from None
    return Formula(text, _Reader(line.strip(), start, functions).read(tree.body))


def _blank(quoted: re.Match[str]) -> str:
    return '""'.ljust(len(quoted.group()))


def _look_over(line: str) -> None:
    """Refuse what must not reach the parser: nothing, too deep, or quietly dropped or warned about by it."""
    if not line.strip():
        raise FormulaError("the formula is empty", remedy="write one, for example mean(x) >= 80")
    if found := re.search(r"\\|\"\"\"|'''", line):
        what = "backslashes and triple quotes are not part of the language"
        raise FormulaError(what, column=found.start() + 1, remedy="write labels between single or double quotes")
    bare = _QUOTED.sub(_blank, line)
    depth = 0
    for column, character in enumerate(bare, 1):
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise FormulaError(f"more than {DEEPEST} brackets are open", column=column, remedy="split the formula")
        if character in "#;" or not character.isascii():
            what = f"{character!a} is not part of the language"
            raise FormulaError(what, column=column, remedy="use plain letters, digits and signs; comments go outside")
    for found in _LOOKS_LIKE_A_NUMBER.finditer(bare):
        if not _NUMBER.fullmatch(found.group()):
            what = f"'{found.group()[:20]}' is not a number"
            raise FormulaError(what, column=found.start() + 1, remedy="write numbers like 12, 0.5 or 1e-3")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns Python's tree into ours; a kind of node it has no case for is refused."""

    line: str
    start: int
    functions: Mapping[str, Function]

    def read(self, node: ast.expr, depth: int = 1) -> Node:
        if depth > DEEPEST:
            raise self.fault(node, f"the formula is nested deeper than {DEEPEST}", "split it into named measures")
        match node:
            case ast.BinOp():
                return self.read_chain(node, depth)
            case ast.UnaryOp():
                return self.read_sign(node, depth)
            case ast.BoolOp():
                return Logic(self.read_all(node.values, depth), _SYMBOLS[type(node.op)])
            case ast.Compare():
                return self.read_comparison(node, depth)
            case ast.IfExp():
                return Conditional(self.read_all([node.test, node.body, node.orelse], depth))
            case ast.Call():
                return self.read_call(node, depth)
            case ast.Name() | ast.Constant():
                return self.read_leaf(node)
            case _:
                raise self.not_spoken(node, node)

    def read_all(self, nodes: list[ast.expr], depth: int) -> tuple[Node, ...]:
        return tuple(self.read(node, depth + 1) for node in nodes)

    def read_chain(self, node: ast.expr, depth: int) -> Node:
        operands: list[ast.expr] = []
        symbols: list[str] = []
        while isinstance(node, ast.BinOp):  # down the left side in a loop: a sum of 500 terms is no recursion
            if type(node.op) not in _SYMBOLS:
                raise self.not_spoken(node.op, node)
            operands.append(node.right)
            symbols.append(_SYMBOLS[type(node.op)])
            node = node.left
        return Chain(self.read_all([node, *reversed(operands)], depth), tuple(reversed(symbols)))

    def read_sign(self, node: ast.UnaryOp, depth: int) -> Node:
        if not isinstance(node.op, ast.USub | ast.Not):
            raise self.not_spoken(node.op, node)
        parts = self.read_all([node.operand], depth)
        return Not(parts) if isinstance(node.op, ast.Not) else Negative(parts)

    def read_comparison(self, node: ast.Compare, depth: int) -> Node:
        for operator in node.ops:
            if type(operator) not in _SYMBOLS:
                raise self.not_spoken(operator, node)
        symbols = tuple(_SYMBOLS[type(operator)] for operator in node.ops)
        sides = [node.left, *node.comparators]
        labels = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
        lawful = symbols in (("==",), ("!=",)) and any(isinstance(side, ast.Name) for side in sides)
        if labels and not lawful:
            raise self.fault(labels[0], "a label is compared with a name, by == or !=", 'write status == "open"')
        return Comparison(tuple(self.read_side(side, depth) for side in sides), symbols)

    def read_side(self, side: ast.expr, depth: int) -> Node:
        if isinstance(side, ast.Constant) and isinstance(side.value, str):
            return Label((), self.label(side))
        return self.read(side, depth + 1)

    def read_call(self, node: ast.Call, depth: int) -> Node:
        if not isinstance(node.func, ast.Name):
            raise self.fault(node, "only a function's name can be called", known_words("functions", "", self.functions))
        function = self.functions.get(node.func.id)
        if function is None:
            remedy = known_words("functions", node.func.id, self.functions)
            raise self.fault(node, f"unknown function '{node.func.id}'", remedy)
        given = len(node.args)
        if given < function.least or (function.most is not None and given > function.most):
            raise self.fault(node, f"{function.name}() does not take {given} values", f"write {function.call}")
        if function.paired:
            self.check_weights(node, function)
        return FunctionCall(self.read_all(node.args, depth), function, tuple(self.read_filters(node, function)))

    def check_weights(self, node: ast.Call, function: Function) -> None:
        values = [arg.value for arg in node.args[::2] if isinstance(arg, ast.Constant)]
        weights = [value for value in values if isinstance(value, int | float)]
        if len(node.args) != 2 * len(weights):
            raise self.fault(node, f"{function.name}() takes pairs: a number and a value", f"write {function.call}")
        total = sum(weights)
        if abs(total - 1.0) > 1e-9:
            raise self.fault(node, f"the weights sum to {total:g}, not to 1", "correct the weights")

    def read_filters(self, node: ast.Call, function: Function) -> Iterator[tuple[str, str]]:
        for keyword in node.keywords:
            if keyword.arg is None or not function.reduces:
                raise self.fault(keyword.value, f"{function.name}() takes no such setting", f"write {function.call}")
            if not isinstance(keyword.value, ast.Constant) or not isinstance(keyword.value.value, str):
                raise self.fault(keyword.value, f"the tag '{keyword.arg}' needs a label", f'write {keyword.arg}="..."')
            if [other.arg for other in node.keywords].count(keyword.arg) > 1:
                raise self.fault(keyword.value, f"the tag '{keyword.arg}' is asked for twice", "give it once")
            yield keyword.arg, self.label(keyword.value)

    def read_leaf(self, node: ast.Name | ast.Constant) -> Node:
        if isinstance(node, ast.Name):
            if node.id.startswith("_"):
                raise self.fault(node, f"'{node.id[:20]}' is no name here", "names begin with a letter")
            return Name((), node.id)
        if isinstance(node.value, str):
            raise self.fault(node, "a text has no place here", 'compare it with a name: status == "open"')
        if not isinstance(node.value, int | float):
            raise self.not_spoken(node, node)
        if not node.value <= LARGEST:
            raise self.fault(node, f"the number is larger than {LARGEST:g}", "write a smaller one")
        return Number((), float(node.value))

    def label(self, node: ast.Constant) -> str:
        if not node.value:
            raise self.fault(node, "an empty label means a missing one", "name the label")
        return str(node.value)

    def not_spoken(self, kind: ast.AST, node: ast.expr) -> FormulaError:
        plain = ("this is not part of the language", "use numbers, names, + - * /, comparisons, and, or, not, if else")
        return self.fault(node, *_REFUSED.get(type(kind), plain))

    def fault(self, node: ast.expr, what: str, remedy: str) -> FormulaError:
        before = self.line.encode()[: node.col_offset].decode()  # Python counts bytes
        return FormulaError(what, column=self.start + len(before) + 1, remedy=remedy)
