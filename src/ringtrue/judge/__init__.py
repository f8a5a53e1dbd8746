"""What judges answered, on its way into a study: files of judgments read, checked and turned into ratings."""

from typing import TYPE_CHECKING

from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.judge.answered import Answered
    from ringtrue.judge.intake import read_judgments
else:
    __getattr__ = on_demand(
        __name__,
        {
            "answered": "Answered",
            "intake": "read_judgments",
        },
    )

__all__ = ["Answered", "read_judgments"]
