"""A gauge in text: where a value and its interval lie between two marked ends."""

from collections.abc import Mapping

_WIDTH = 64
_MARGIN = 0.25  # how far the line goes on beyond its marked ends
_FARTHEST = 2.0  # what lies further out is drawn at the edge, as an arrow


def gauge(
    value: float,
    low: float | None,
    high: float | None,
    ends: tuple[str, str],
    others: Mapping[str, float] | None = None,
    *,
    width: int = _WIDTH,
) -> list[str]:
    """Three or more lines: the figures 0 and 1, the line with the interval as a bar, the names of the ends.

    `others` are further values by name; each is drawn on a line of its own below.
    """
    places = [0.0, 1.0, value, *(end for end in (low, high) if end is not None), *(others or {}).values()]
    within = [min(max(place, -_FARTHEST), 1.0 + _FARTHEST) for place in places]
    start, stop = min(within) - _MARGIN, max(within) + _MARGIN

    def column(place: float) -> int:
        return min(max(round((place - start) / (stop - start) * (width - 1)), 0), width - 1)

    line = ["─"] * width
    line[column(0.0)] = line[column(1.0)] = "┼"
    if low is not None and high is not None:
        for at in range(column(low), column(high) + 1):
            line[at] = "┿" if line[at] == "┼" else "━"
        line[column(low)], line[column(high)] = _edge(low, "┣"), _edge(high, "┫")
    line[column(value)] = _edge(value, "●")
    drawn = [_labels(width, {column(0.0): "0", column(1.0): "1"}), "".join(line)]
    drawn.append(_labels(width, {column(0.0): ends[0], column(1.0): ends[1]}))
    drawn += [_labels(width, {column(place): "○"}).rstrip() + f" {name}" for name, place in (others or {}).items()]
    return [row.rstrip() for row in drawn]


def _edge(place: float, mark: str) -> str:
    """The mark, or an arrow where the place is off the line."""
    return "◀" if place < -_FARTHEST else "▶" if place > 1.0 + _FARTHEST else mark


def _labels(width: int, labels: Mapping[int, str]) -> str:
    """Words centred on columns, pushed apart where they would meet."""
    row = ""
    for at, word in sorted(labels.items()):
        start = max(at - len(word) // 2, len(row) + 1 if row else 0)
        row = row.ljust(start) + word
    return row.ljust(width)
