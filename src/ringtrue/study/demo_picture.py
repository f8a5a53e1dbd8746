"""The demo's picture: voice, blind picks and scenarios of the four speakers, each with its interval."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from ringtrue.study.demo_layout import SPEAKERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ringtrue.study.demo_run import Demo
    from ringtrue.terms import Estimate

_COLOURS = {"faithful": "#0B4F8A", "drifted": "#6B7FA8", "caricature": "#E07B00", "generic": "#555555"}
_MARKERS = {"faithful": "o", "drifted": "s", "caricature": "D", "generic": "X"}
_SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "ringtrue", "font.family": ["sans-serif"], "font.size": 9.0}
_FAR = 3.0  # places beyond this are drawn at the edge


def picture(demo: Demo) -> str:
    """The panels as one SVG in which text stays text; the same results always give the same picture."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    written = StringIO()
    with rc_context(_SETTINGS):
        figure = Figure(figsize=(9.4, 2.5), layout="constrained")
        FigureCanvasSVG(figure)
        voice, blind, scenarios = figure.subplots(1, 3, sharey=True)
        _voice(voice, demo)
        _panel(blind, {name: demo.blind[name].estimates["found_share"] for name in SPEAKERS}, (0.35, 0.65))
        blind.set_title("Blind: her own words found\n(.50 is chance; simulated raters)", fontsize=9)
        _panel(scenarios, {name: demo.scenarios[name].estimates["aggregate_valid"] for name in SPEAKERS}, (93, 97))
        scenarios.set_title("Scenarios: fidelity\n(target 93 to 97; simulated judge)", fontsize=9)
        blind.set_xlim(0, 1)
        scenarios.set_xlim(0, 100)
        voice.set_yticks(range(len(SPEAKERS)), reversed(SPEAKERS))
        voice.set_ylim(-0.7, len(SPEAKERS) - 0.4)
        figure.savefig(written, format="svg", metadata={"Date": None, "Title": "Who rings true"})
    return written.getvalue()


def _voice(axes: Axes, demo: Demo) -> None:
    from ringtrue.terms import Estimate

    heard = [demo.voice[name] for name in SPEAKERS]
    places = {
        one.speaker: Estimate(one.value, one.low, one.high, one.replies) for one in heard if one.value is not None
    }
    _panel(axes, places)
    for place, who in ((0.0, "impostors"), (1.0, "she")):
        axes.axvline(place, color="#0B4F8A", alpha=0.35, linewidth=1, linestyle="--", zorder=0)
        axes.text(place, -0.55, who, ha="center", fontsize=7.5, color="#0B4F8A")
    flagged = [one.speaker for one in heard if one.flagged]
    for name in flagged:
        axes.text(_FAR, _height(name) + 0.28, "flagged", ha="right", fontsize=8, color=_COLOURS[name])
    axes.set_xlim(-0.6, _FAR)
    axes.set_title("Voice: from impostors (0) to her (1)\n(wording alone; measured)", fontsize=9)


def _panel(axes: Axes, estimates: dict[str, Estimate], band: tuple[float, float] | None = None) -> None:
    """A mark and an interval for each speaker; `band` is where a faithful clone is expected."""
    if band is not None:
        axes.axvspan(*band, color="#0B4F8A", alpha=0.10, linewidth=0)
    for name, estimate in estimates.items():
        height, colour = _height(name), _COLOURS[name]
        if estimate.low is not None and estimate.high is not None:
            axes.plot([estimate.low, estimate.high], [height, height], color=colour, linewidth=2, alpha=0.6)
        if estimate.value is not None:
            axes.plot(estimate.value, height, _MARKERS[name], color=colour, markersize=7)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(left=False)


def _height(name: str) -> int:
    return len(SPEAKERS) - 1 - SPEAKERS.index(name)
