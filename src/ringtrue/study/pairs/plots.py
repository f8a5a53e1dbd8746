"""Three pictures of a pair study, as SVG in which text stays text: pairs, human against model, domains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ringtrue.report.figures import BLUE, GREY, ORANGE, drawn, point
from ringtrue.study.pairs.sections import PairRow
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST = 28  # characters of a label


def pairs_figures(
    rows: Sequence[PairRow], domains: Mapping[str, Estimate], index: str, target: float
) -> dict[str, str]:
    """The pictures that have something to show, by name; `index` is the estimate the protocol's criteria test.

    The same study always gives the same pictures.
    """
    rated = [row for row in rows if row.pfi_001.value is not None]
    compared = [row for row in rated if row.pfi_model is not None]
    figures = {}
    if rated:
        figures["pairs"] = drawn(
            "Human index of each pair", 1.6 + 0.34 * len(rated), lambda axes: _pairs(axes, rated, index, target)
        )
    if compared:
        draw = _against_model(compared, index)
        figures["model"] = drawn("Human index against model index", 4.0, draw, width=5.2)
    if any(found.value is not None for found in domains.values()):
        height = 1.3 + 0.34 * len(domains)
        figures["domains"] = drawn(
            "Mean human index of each domain", height, lambda axes: _domains(axes, domains, index, target)
        )
    return figures


def _pairs(axes: Axes, rows: Sequence[PairRow], index: str, target: float) -> None:
    places = range(len(rows))[::-1]
    for place, row in zip(places, rows, strict=True):
        point(axes, place, row.pfi_001)
        if row.pfi_equivalence is not None:
            axes.plot([row.pfi_equivalence], [place], marker="D", color=ORANGE, markersize=5, fillstyle="none")
        if index == "pfi_004" and row.pfi_004 is not None:  # the target is one for the index that is tested
            axes.plot([row.pfi_004], [place], marker="s", color=GREY, markersize=5)
    _named_rows(axes, [f"{row.pair_id} ({row.domain})" for row in rows], target)
    axes.plot([], [], marker="o", color=BLUE, linestyle="-", label="pfi_001, interval over raters")
    axes.plot([], [], marker="D", color=ORANGE, linestyle="", fillstyle="none", label="pfi_equivalence")
    if index == "pfi_004":
        axes.plot([], [], marker="s", color=GREY, linestyle="", label="pfi_004, held against the target")
    axes.set_xlabel("human index")
    if (figure := axes.get_figure(root=True)) is not None:
        figure.legend(frameon=False, loc="outside lower center", ncols=3)


def _against_model(rows: Sequence[PairRow], index: str) -> Callable[[Axes], None]:
    def draw(axes: Axes) -> None:
        shown = {domain: place for place, domain in enumerate(dict.fromkeys(row.domain for row in rows))}
        for row in rows:
            human = (row.pfi_004 if index == "pfi_004" else row.pfi_001.value) or 0.0
            place = row.pfi_model or 0.0
            axes.plot([place], [human], marker="o", color=BLUE, linestyle="")
            if len(rows) <= 2 * len(shown):
                axes.annotate(_short(row.domain), (place, human), (5, 4), textcoords="offset points", color=GREY)
        axes.margins(0.18)
        axes.set_xlabel("model index (raw)")
        axes.set_ylabel(f"human index ({index})")

    return draw


def _domains(axes: Axes, domains: Mapping[str, Estimate], index: str, target: float) -> None:
    ordered = sorted(domains.items(), key=lambda entry: -(entry[1].value or 0.0))
    for place, (_, found) in zip(range(len(ordered))[::-1], ordered, strict=True):
        if found.value is not None:
            point(axes, place, found)
    _named_rows(axes, [name for name, _ in ordered], target)
    axes.set_xlabel(f"mean human index ({index})")


def _named_rows(axes: Axes, names: Sequence[str], target: float) -> None:
    axes.set_yticks(range(len(names))[::-1], [_short(name) for name in names], parse_math=False)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlim(-0.02, 1.02)
    axes.axvline(target, color=GREY, linestyle=":", linewidth=1.0)
    axes.text(target, len(names) - 0.45, f" {target:g}".replace(" 0.", " ."), color=GREY, fontsize=8, va="bottom")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
