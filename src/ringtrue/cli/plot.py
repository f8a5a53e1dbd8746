"""Small plots in text: shares as columns of block characters."""

from collections.abc import Sequence

_BLOCKS = " ▁▂▃▄▅▆▇█"


def column_plot(shares: Sequence[float], ends: tuple[str, str], *, title: str = "", height: int = 5) -> list[str]:
    """Lines of equal length: one narrow column for each share between 0 and 1, labelled at both ends of the axis."""
    eighths = [round(8 * height * min(max(share, 0.0), 1.0)) for share in shares]
    lines = [title]
    for row in range(height, 0, -1):
        axis = "100%┤" if row == height else "    │"
        lines.append(axis + "".join(_BLOCKS[min(max(filled - 8 * (row - 1), 0), 8)] for filled in eighths))
    lines.append("  0%┼" + "─" * len(shares))
    lines.append("     " + ends[0] + ends[1].rjust(len(shares) - len(ends[0])))
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def beside(plots: Sequence[Sequence[str]], gap: str = "   ") -> list[str]:
    """Plots of equal height side by side."""
    return [gap.join(row).rstrip() for row in zip(*plots, strict=True)]
