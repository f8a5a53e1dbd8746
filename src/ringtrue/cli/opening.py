"""Open the study a command is for; with it comes most of the program."""

from typing import TYPE_CHECKING

from ringtrue.cli.collector import while_loading

if TYPE_CHECKING:
    from ringtrue.study import Study


def open_study(folder: str, *, who: str | None = None) -> "Study":
    """The study in a folder; `who` stands in the audit log for what is done. BadInput says what is wrong with it."""
    with while_loading():
        from ringtrue.study import Study

        return Study.open(folder) if who is None else Study.open(folder, who=who)
