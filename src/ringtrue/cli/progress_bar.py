"""The live display of a run's calls on a terminal: a bar with figures that fit its width, the last trouble below."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from ringtrue.terms.text import plain

if TYPE_CHECKING:
    from ringtrue.calls.progress import Progress as Moment

_WIDE = 100  # columns from which the bar may be long
_GAPS = 2


class CallBar(Progress):
    """One bar, which is gone when it is left. It is drawn ten times a second, and then shows the newest moment."""

    def __init__(self, label: str, console: Console, said: "Callable[[Moment], str]") -> None:
        """Nothing done yet; `said` puts a moment into words."""
        length = 24 if console.width >= _WIDE else 10
        self._room = max(0, console.width - len(label) - length - _GAPS)
        self._said = said
        self._newest: Moment | None = None
        self._shown: Moment | None = None
        columns = (TextColumn("{task.description}"), BarColumn(bar_width=length), TextColumn("{task.fields[said]}"))
        super().__init__(*columns, console=console, transient=True)
        self._task = self.add_task(label, total=None, said="")

    def show(self, now: "Moment") -> None:
        """Show a moment when the bar is drawn next."""
        self._newest = now

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar and, while there is trouble, what was said of it in one line."""
        now = self._newest
        if now is not None and now is not self._shown:
            self._shown = now
            done = now.done + now.failed
            self.update(self._task, total=now.expected, completed=done, said=self._cut(self._said(now)))
        yield from super().get_renderables()
        if now is not None and now.trouble:
            yield Text(plain(now.trouble), style="yellow", no_wrap=True, overflow="ellipsis")

    def _cut(self, said: str) -> str:
        """The words, without what has no room at their end."""
        return said if len(said) <= self._room else f"{said[: max(0, self._room - 1)]}…"
