"""Numbers that stand in a long list more than once, found without a second list as long."""

from array import array
from collections import Counter

_SHORT = 4096
_PARTS = 64


def repeated(numbers: "array[int]") -> set[int]:
    """Those that stand there twice or more often, such as hashes of ids.

    Python's own set or sorted list of a hundred thousand takes ten times the room of the array, so a long one is looked
    through in parts that have no number in common.
    """
    if len(numbers) <= _SHORT:
        return _repeated(numbers)
    parts = [array(numbers.typecode) for _ in range(_PARTS)]
    for number in numbers:
        parts[number % _PARTS].append(number)
    return set().union(*map(_repeated, parts))


def _repeated(numbers: "array[int]") -> set[int]:
    if len(set(numbers)) == len(numbers):  # nearly always, and sooner told
        return set()
    return {number for number, count in Counter(numbers).items() if count > 1}
