"""The live display of a run's calls on a terminal: a bar with figures that fit its width, the last trouble below."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from ringtrue.report.escape import plain

if TYPE_CHECKING:
    from ringtrue.calls import Progress as Moment

_WIDE = 100  # columns from which the bar may be long
_GAPS = 2


class CallBar(Progress):
    """One bar, which is gone when it is left."""

    def __init__(self, label: str, console: Console) -> None:
        """Nothing done yet."""
        length = 24 if console.width >= _WIDE else 10
        self._room = max(0, console.width - len(label) - length - _GAPS)
        self._trouble = ""
        columns = (TextColumn("{task.description}"), BarColumn(bar_width=length), TextColumn("{task.fields[said]}"))
        super().__init__(*columns, console=console, transient=True)
        self._task = self.add_task(label, total=None, said="")

    def show(self, now: "Moment", said: str) -> None:
        """Draw a moment, `said` in words; what has no room is cut off at its end."""
        cut = said if len(said) <= self._room else f"{said[: max(0, self._room - 1)]}…"
        self._trouble = now.trouble
        self.update(self._task, total=now.expected, completed=now.done + now.failed, said=cut)

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar and, while there is trouble, what was said of it in one line."""
        yield from super().get_renderables()
        if self._trouble:
            yield Text(plain(self._trouble), style="yellow", no_wrap=True, overflow="ellipsis")
