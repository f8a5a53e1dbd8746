"""What an embeddings endpoint answered: as many vectors as texts, or a plain word about what is wrong."""

from math import inf, isfinite
from typing import Any


def vectors_of(answer: Any, count: int, dimension: int | None) -> list[list[float]]:
    """The vectors in the order of the texts; a ValueError says what does not fit.

    `dimension` is that of the batches before, None at the first.
    """
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise ValueError("the answer has no list 'data' of objects")
    if len(data) != count:
        raise ValueError(f"{count} texts were sent, {len(data)} vectors came back")
    vectors = [_vector(row) for row in _in_order(data)]
    sizes = {len(vector) for vector in vectors} | ({dimension} if dimension else set())
    if len(sizes) > 1:
        raise ValueError(f"vectors of different dimensions came back: {', '.join(map(str, sorted(sizes)))}")
    return vectors


def model_of(answer: Any) -> str | None:
    """The model the server says it used, shortened; None where it does not say."""
    said = answer.get("model")
    return said[:80] if isinstance(said, str) and said and said.isprintable() else None


def _in_order(data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By `index` where the rows have one; in the order of arrival where none has."""
    if all(row.get("index") is None for row in data):
        return data
    rows = {row["index"]: row for row in data if type(row.get("index")) is int}
    if set(rows) != set(range(len(data))):
        raise ValueError("the answer's indices do not number the texts")
    return [rows[place] for place in range(len(data))]


def _vector(row: dict[str, Any]) -> list[float]:
    numbers = row.get("embedding")
    if not isinstance(numbers, list) or not numbers:
        raise ValueError("an 'embedding' in the answer is not a list of numbers")
    if not all(type(number) in (int, float) for number in numbers):
        raise ValueError("a vector holds something that is not a number")
    try:
        vector = [float(number) for number in numbers]
    except OverflowError:  # a whole number with hundreds of digits
        vector = [inf]
    if not all(map(isfinite, vector)):
        raise ValueError("a vector holds a number that is not finite")
    return vector
