"""Stated likelihoods against observed frequencies: a table, and a plot for the documents."""

from pathlib import Path

import numpy as np

from voice_debates import EIGHT
from voice_ranking import Pairs

EDGES = np.array([0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0])


def report(found: dict[str, dict[str, Pairs]], plot: Path | None) -> None:
    """Print the table for every way of measuring; draw it where a file is named."""
    print("\nCalibration: own and foreign sets each count as half")
    for label, tasks in found.items():
        for task, pairs in tasks.items():
            print(f"{label}, {task}\n  {'stated':>8s}{'observed':>10s}{'sets':>7s}")
            for stated, observed, number in rows(pairs):
                print(f"  {stated:8.2f}{observed:10.2f}{number:7d}")
    if plot:
        draw(found, plot)


def rows(pairs: Pairs) -> list[tuple[float, float, int]]:
    """Mean stated likelihood, observed frequency at even prior, and number of sets, for each bin with sets."""
    stated = 1 / (1 + np.exp(-pairs.score))
    weight = np.where(pairs.same, 0.5 / pairs.same.sum(), 0.5 / (~pairs.same).sum())
    bins = np.clip(np.searchsorted(EDGES, stated, side="right") - 1, 0, EDGES.size - 2)
    table = []
    for number in range(EDGES.size - 1):
        inside = bins == number
        if total := weight[inside].sum():
            observed = float((weight * pairs.same)[inside].sum() / total)
            table.append((float((weight * stated)[inside].sum() / total), observed, int(inside.sum())))
    return table


def draw(found: dict[str, dict[str, Pairs]], path: Path) -> None:
    """The table as a picture: points on the diagonal keep their word."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "ringtrue", "svg.fonttype": "path", "font.size": 9}):
        figure = Figure(figsize=(7.2, 3.6), layout="constrained")
        FigureCanvasSVG(figure)
        panels = figure.subplots(1, 2, sharey=True)
        for panel, task in zip(panels, ("one 100-word reply", EIGHT), strict=True):
            panel.plot([0, 1], [0, 1], color="0.7", linewidth=1, zorder=0)
            for (label, tasks), mark in zip(found.items(), "osD", strict=True):
                stated, observed, _ = zip(*rows(tasks[task]), strict=True)
                panel.plot(stated, observed, marker=mark, markersize=5, label=label.removeprefix("ringtrue, "))
            panel.set(title=task, xlabel="stated likelihood", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        panels[0].set_ylabel("observed frequency")
        panels[0].legend(frameon=False, title="impostors known")
        figure.savefig(path, format="svg", metadata={"Date": None})
