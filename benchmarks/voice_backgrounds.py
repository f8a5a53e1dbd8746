"""A background for measuring: made from speakers who are not measured."""

from collections import defaultdict

from ringtrue.voice.background.background import Background
from ringtrue.voice.background.build import table_of
from ringtrue.voice.texts import Text
from voice_debates import Side, Turn

FEWEST_TOKENS, MOST_TOKENS = 3000, 8000


def background_of(turns: list[Turn], sides: list[Side], measured: set[str]) -> Background:
    """Speakers outside `measured`."""
    said: dict[str, list[Text]] = defaultdict(list)
    candidates = {name for side in sides for name in side.references}
    for speaker, _, text in turns:
        if speaker in candidates - measured:
            said[speaker].append(Text.read(text))
    writers = [texts[:: max(1, round(sum(map(len, texts)) / MOST_TOKENS))] for _, texts in sorted(said.items())]
    return Background(table_of([texts for texts in writers if sum(map(len, texts)) >= FEWEST_TOKENS], "en"))
