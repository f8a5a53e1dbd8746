"""A background for measuring: made from speakers who are not measured, and from model-written answers."""

from collections import defaultdict
from pathlib import Path

from ringtrue.voice.background.background import Background
from ringtrue.voice.background.build import table_of
from ringtrue.voice.texts import Text
from voice_debates import Side, Turn

FEWEST_TOKENS, MOST_TOKENS = 3000, 8000


def background_of(folder: Path, turns: list[Turn], sides: list[Side], measured: set[str]) -> Background:
    """Speakers outside `measured`, and answers of language models by persona."""
    said: dict[str, list[Text]] = defaultdict(list)
    candidates = {name for side in sides for name in side.references}
    for speaker, _, text in turns:
        if speaker in candidates - measured:
            said[speaker].append(Text.read(text))
    for path in sorted((folder / "compression").glob("*_run*_*.txt")):
        said[path.stem.split("_")[0]].append(Text.read(path.read_text(encoding="utf-8")))
    writers = [texts[:: max(1, round(sum(map(len, texts)) / MOST_TOKENS))] for _, texts in sorted(said.items())]
    return Background(table_of([texts for texts in writers if sum(map(len, texts)) >= FEWEST_TOKENS], "en"))
