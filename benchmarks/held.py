"""Figures held to their limits, one line each."""

from typing import NamedTuple


class Held(NamedTuple):
    """A figure, what it may be at most, and its unit."""

    name: str
    value: float
    limit: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        """Whether it keeps to its limit."""
        return self.value <= self.limit

    def line(self) -> str:
        """The figure, the limit, and PASS or over."""
        unit = f" {self.unit}" if self.unit else ""
        return f"{'PASS' if self.holds else 'over'}  {self.name}: {self.value:.3g}{unit} (limit {self.limit:g}{unit})"


def print_held(figures: list[Held]) -> None:
    """All of them."""
    for one in figures:
        print(one.line())
