"""Draws docs/gate.svg: how often the gate passes a clone, by how often raters really find the person (simulated)."""

from pathlib import Path

import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from ringtrue.stats.detection.planning import PickDesign, operating_rates

TARGET = Path(__file__).resolve().parent.parent / "docs" / "gate.svg"
LINES = {  # design, colour, dashes, where its name stands
    "7 raters x 30 items": (PickDesign(30, 7), "#1b6ca8", "-", (0.575, 0.84)),
    "the same, strong effects\nof raters and items": (
        PickDesign(30, 7, item_sd=0.8, rater_sd=0.5),
        "#1b6ca8",
        "--",
        (0.61, 0.36),
    ),
    "3 raters x 30 items": (PickDesign(30, 3), "#c05621", "-", (0.20, 0.33)),
}


def main() -> None:
    """Simulate and draw."""
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    axes = figure.add_subplot()
    shares = np.linspace(0.06, 0.94, 67)
    axes.axvspan(0.35, 0.65, color="#1b6ca8", alpha=0.07, linewidth=0)
    for label, (design, colour, dashes, place) in LINES.items():
        passed = [operating_rates(design, float(share), studies=4000).indistinguishable for share in shares]
        axes.plot(shares, passed, dashes, color=colour, linewidth=2)
        axes.text(*place, label, color=colour, fontsize=9)
    for share, name in ((0.10, "a caricature,\npreferred"), (0.50, "the person"), (0.90, "a generic\nbot")):
        axes.annotate(name, (share, 0), xytext=(share, 0.10), ha="center", fontsize=9, color="#4a5568",
                      arrowprops={"arrowstyle": "-", "color": "#a0aec0"})  # fmt: skip
    axes.set_title("margin .35 to .65", fontsize=9, color="#4a5568")
    axes.set_xlabel("how often raters really find the person (.50 is chance); simulated studies")
    axes.set_ylabel("declared indistinguishable")
    axes.set_ylim(0, 1)
    axes.set_xlim(0, 1)
    axes.spines[["top", "right"]].set_visible(False)
    FigureCanvasSVG(figure).print_svg(TARGET, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main()
