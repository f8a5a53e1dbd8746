"""The course of anchor similarity over the trials of each session, as a picture; its data stand below it."""

from collections.abc import Sequence
from io import StringIO

from ringtrue.judge.statistic.recall import RecallSimilarity
from ringtrue.report.section import Figure
from ringtrue.terms.number import figure as number

_FAINT = 0.35
_FEW = 3  # sessions that are drawn in full strength


def course_of(found: Sequence[RecallSimilarity]) -> Figure:
    """One line for each session: how near each recall comes to the anchor; dashed, to what was offered instead."""
    sessions = list(dict.fromkeys(one.recall.session for one in found))
    last = {one.recall.session: one for one in found}
    words = "; ".join(f"{name} ends at {number(last[name].anchor, digits=2)}" for name in sessions[:_FEW])
    return Figure(
        "anchor-similarity",
        "Likeness to the anchor over the trials",
        _drawn(found, sessions),
        f"How near each recall comes to the anchor, by wording. {words}.",
    )


def _drawn(found: Sequence[RecallSimilarity], sessions: Sequence[str]) -> str:
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "ringtrue"}):
        canvas = Canvas(figsize=(7, 3), layout="constrained")
        axes = canvas.subplots()
        for name in sessions:
            own = [one for one in found if one.recall.session == name]
            places = [one.recall.place for one in own]
            strength = 1.0 if len(sessions) <= _FEW else _FAINT
            (line,) = axes.plot(places, [one.anchor for one in own], marker="o", label=name, alpha=strength)
            decoys = [(one.recall.place, one.decoy) for one in own if one.decoy is not None]
            if decoys:
                axes.plot(*zip(*decoys, strict=True), linestyle="--", color=line.get_color(), alpha=strength / 2)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("trial")
        axes.set_ylabel("cosine with the anchor")
        if len(sessions) <= _FEW:
            axes.legend(title="solid: anchor, dashed: decoy")
        text = StringIO()
        canvas.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
