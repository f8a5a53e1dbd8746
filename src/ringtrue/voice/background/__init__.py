"""Anonymous writers as numbers, so that one person's voice can be told without texts of others."""

from ringtrue.voice.background.background import Background
from ringtrue.voice.background.shipped import shipped

__all__ = ["Background", "shipped"]
