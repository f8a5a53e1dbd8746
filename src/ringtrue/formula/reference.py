"""The documentation of the language, written from the table of functions and the limits so that it cannot drift."""

from collections.abc import Mapping
from math import isnan

from ringtrue.formula.functions import FUNCTIONS, Function
from ringtrue.formula.grammar import DEEPEST, LARGEST, LONGEST
from ringtrue.formula.scope import Given

SAMPLE_NAMES: Mapping[str, Given] = {"a": 70, "b": 90, "gone": None, "x": [80, 60, None, 100]}
SAMPLE_TAGS: Mapping[str, Given] = {"domain": ["TECH", "TECH", "NARR", "NARR"]}

_PROSE = """# Formulas

Measures, verdict conditions, classifications, suite rules and regression limits are written as short formulas:

```
0.30*content + 0.25*linguistic + 0.25*reasoning + 0.10*emotional + 0.10*paradox
composite >= 90 and below(75, content, linguistic, reasoning, emotional, paradox) == 0
mean(pfi, domain="NARR") < mean(pfi, domain="TECH")
clamp(base - penalty, 0, 1)
quote_status == "fail" or decision < 60
```

A formula only calculates. It cannot open a file, reach inside a value, set a name or run any code, so a protocol from
somebody else is safe to load. A slip in the writing is reported before anything runs, with its column and a way out; an
unknown name or function is answered with the known ones and the nearest.

## What you can write

- numbers: `12`, `0.5`, `1e-3`; `True` and `False` are 1 and 0
- names of values: plain letters, digits and `_`, beginning with a letter
- `+ - * /`, brackets, and a minus in front
- comparisons `< <= > >= == !=`, also in a row: `60 <= x < 75`
- `and`, `or`, `not`; any number but 0 counts as true
- `a if condition else b`
- functions, listed below
- labels in quotes, to compare a name with (`status == "open"`, `status != "open"`) or to choose items by a tag

A name may hold one number, a label, or a column with one of them for each item. Signs work on columns item by item;
`mean`, `share` and similar functions make one number of a column. Those accept tags, several if need be, and then look
only at the items that carry them: `mean(x, domain="TECH", difficulty="hard")`.

## Missing values

Nothing missing is ever taken for 0 or for "no".

- Arithmetic with a missing value is missing. So is a division by zero, the root of a negative number, and a result too
  large to hold.
- A comparison with a missing value is *unknown*. `and`, `or` and `not` go on with what is known: where `x` is missing,
  `x >= 80 and y < 3` does not hold if `y` is 5, and is unknown if `y` is 1; `x >= 80 or y < 3` is unknown if `y` is 5,
  and holds if `y` is 1.
- `a if condition else b` is missing where the condition is unknown.
- An unknown condition is neither met nor failed: it is reported as "inconclusive".
- Functions of a column leave missing values out. If nothing is left, the result is missing, and that includes `sum` and
  `count`; only `n` and `items` say 0. A tag that no item carries leaves nothing; a tag nobody has heard of is an error.
- `known(x)` asks whether there is a value, and `default(x, 0)` puts one in its place, visibly.

## Bootstrap

The same formula gives an interval. With weights, a table of replicates by items that says how often each replicate drew
each item, every function of a column gives one number per replicate, all in one pass. `lowest` and `highest` see the
items drawn at least once.
"""

_LIMITS = f"""## Limits

A formula has at most {LONGEST:,} characters and {DEEPEST} levels of nesting (a long sum is not a deep one). A number is
at most {LARGEST:g}. Not in the language: dots, square brackets, powers, `%`, `//`, `is`, `in`, bit signs, `=`, `:=`,
`lambda`, comprehensions, lists, texts other than labels, comments, and Python's reserved words as names.
"""


def formula_reference(functions: Mapping[str, Function] = FUNCTIONS) -> str:
    """The whole page, docs/formula.md."""
    entries = sorted(functions.values(), key=lambda function: function.name)
    lines = [
        _PROSE,
        "## Functions\n",
        "The examples use these values; `x` is a column of four items and `domain` their tag.\n",
        "```text",
        *(f"{name} = {_shown(value)}" for name, value in {**SAMPLE_NAMES, **SAMPLE_TAGS}.items()),
        "```\n",
        "| function | example | result |",
        "|---|---|---|",
        *(f"| [`{f.call}`](#{f.name}) | `{f.example}` | {_shown(f.result)} |" for f in entries),
        "",
        *map(_section, entries),
        _LIMITS,
    ]
    return "\n".join(lines)


def _section(function: Function) -> str:
    kind = "Works over a column and takes tags." if function.reduces else "Works item by item."
    return f"### {function.name}\n\n`{function.call}` gives {function.gives}. {kind}\n"


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    if value is None or (isinstance(value, float) and isnan(value)):
        return "missing"
    return f"{value:.4g}" if isinstance(value, int | float) else str(value)
