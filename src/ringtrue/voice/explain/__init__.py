"""What sets replies apart from a person's own texts: rows with examples, a table, a plot, and advice for a prompt."""

from ringtrue.voice.explain.advice import advice
from ringtrue.voice.explain.explain import explain
from ringtrue.voice.explain.markdown import markdown
from ringtrue.voice.explain.plot import plot
from ringtrue.voice.explain.table import COLUMNS, table
from ringtrue.voice.explain.usage import Example, Explanation, Refusal, Usage

__all__ = [
    "COLUMNS",
    "Example",
    "Explanation",
    "Refusal",
    "Usage",
    "advice",
    "explain",
    "markdown",
    "plot",
    "table",
]
