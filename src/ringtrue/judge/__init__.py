"""What judges answered, on its way into a study: files of judgments read, checked and turned into ratings."""

from ringtrue.judge.answered import Answered
from ringtrue.judge.intake import read_judgments

__all__ = ["Answered", "read_judgments"]
