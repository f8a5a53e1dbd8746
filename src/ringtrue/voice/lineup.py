"""The person and the impostors side by side: every text is compared with all of them by every measure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.background import Background
from ringtrue.voice.counted import Counted, spread
from ringtrue.voice.counts import Matrix
from ringtrue.voice.habits import Language
from ringtrue.voice.likeness_of_habits import within_writers
from ringtrue.voice.panel import Panel
from ringtrue.voice.passages import passages
from ringtrue.voice.spaces import Counts, Spaces
from ringtrue.voice.texts import Text, joined

_SPREAD_OVER = 250  # tokens in the passages that say how widespread a gram is, and how much a habit wavers
_MOST_PIECES = 40  # of those, from one fold or impostor
_MOST_PASSAGES = 60  # of one impostor at one length


class Lineup:
    """References in rows: the person without each fold, the person, the impostors.

    `own` is the row of the whole person; the rows before it leave one fold of the person's documents out, so that
    held-out text is compared with a reference that never saw it. With a background its anonymous writers stand last,
    and only what the background has numbers for is counted.
    """

    def __init__(
        self,
        folds: Sequence[list[Text]],
        others: Sequence[list[Text]],
        language: Language | None,
        background: Background | None = None,
    ) -> None:
        """Count everything once; references are sums of rows."""
        self.own = len(folds)
        self._others = others
        self._background = background
        texts = [text for voice in (*folds, *others) for text in voice]
        if background:
            self._spaces, counts = background.spaces, background.spaces.counts(texts)
        else:
            self._spaces, counts = Spaces.of(texts, language)
        self.panel = self._compared([*folds, *others], counts)

    def count(self, texts: Sequence[Text]) -> Counted:
        """The texts as the measures need them."""
        return self._spaces.count(texts)

    def grams(self, texts: Sequence[Text]) -> Matrix:
        """How often each word and pair stands in the texts."""
        return self._spaces.phrases.counts([text.tokens for text in texts])

    def gram_name(self, column: int) -> str:
        """The word or pair of a column."""
        return self._spaces.names.name(int(self._spaces.phrases.codes[column]))

    def likeness(self, texts: Counted) -> Array:
        """measures x texts x references."""
        return self.panel(texts)

    def foreign(self, length: int) -> tuple[Counted, NDArray[np.int64]]:
        """Passages of this length by the impostors, and the number of the impostor each is from."""
        cut = [passages(voice, length, _MOST_PASSAGES) or [joined(voice)] for voice in self._others]
        writer = np.repeat(np.arange(len(cut)), [len(voice) for voice in cut])
        if not self._background:
            return self.count([passage for voice in cut for passage in voice]), writer
        drawn, drawn_writer = self._background.passages(length)
        if not cut:
            return drawn, drawn_writer
        given = self.count([passage for voice in cut for passage in voice])
        return Counted.stacked([given, drawn]), np.concatenate([writer, len(cut) + drawn_writer])

    def _compared(self, voices: Sequence[list[Text]], counts: Counts) -> Panel:
        pieces = [passages(voice, _SPREAD_OVER, _MOST_PIECES) or voice for voice in voices]
        sizes = [len(voice) for voice in pieces]
        flat = [text for voice in pieces for text in voice]
        habits = self._spaces.habits(flat)
        references = self._references([len(voice) for voice in voices], counts, sizes, habits)
        if self._background:
            known = self._background
            stacked = Counted.stacked([references, known.references])
            return Panel(self._spaces, stacked, self.own, known.spread_phrases, known.spread_masked, known.within)
        read = [text.tokens for text in flat]
        of_phrases, of_masked = (spread(space.counts(read)) for space in (self._spaces.phrases, self._spaces.masked))
        within = within_writers(habits, np.repeat(np.arange(len(sizes)), sizes))
        return Panel(self._spaces, references, self.own, of_phrases, of_masked, within)

    def _references(self, documents: Sequence[int], counts: Counts, pieces: Sequence[int], habits: Array) -> Counted:
        """Sums over the documents of each reference, and mean habits over its pieces."""
        member = Matrix(_membership(documents, self.own))
        phrases, letters, masked = (Matrix(member @ part) for part in counts)
        of_pieces = _membership(pieces, self.own)
        means = of_pieces @ habits / np.maximum(of_pieces.sum(axis=1, keepdims=True), 1.0)
        return Counted(phrases, letters, masked, means)


def _membership(sizes: Sequence[int], folds: int) -> Array:
    """references x texts, 1 where the text belongs to the reference."""
    voice = np.repeat(np.arange(len(sizes)), sizes)
    rows = [(voice < folds) & (voice != fold) for fold in range(folds)]
    rows.append(voice < folds)
    rows.extend(voice == other for other in range(folds, len(sizes)))
    return np.array(rows, dtype=np.float64)
