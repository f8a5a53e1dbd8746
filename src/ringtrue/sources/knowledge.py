"""A knowledge base: the passages of a folder of texts that bear on a question, within a budget of tokens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ringtrue.files.text_files import Lines, shown
from ringtrue.sources.chunks import Chunk, chunk_at, chunks_of, sentences_of
from ringtrue.sources.texts import SourceText, read_texts
from ringtrue.sources.tokens import tokens_in
from ringtrue.sources.word_index import WordIndex

BUDGET = 1500  # tokens of passages that go along with a question
_MOST_HITS = 64
_LEAST_SHARE = 0.25  # of the best score: what is below shares little more than common words


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a source that bear on a question, where they stand (path:Lfirst-last), and how well they fit."""

    ref: str
    text: str
    score: float


class KnowledgeBase:
    """Texts cut into chunks and indexed by their words; `notes` say what a person should know about the folder."""

    def __init__(self, texts: Iterable[SourceText], notes: Iterable[str] = ()) -> None:
        """Index some texts; a chunk that repeats another to the letter is left out."""
        self.notes = tuple(notes)
        self._chunks: list[Chunk] = []
        self._index = WordIndex(self._cut(texts))

    @classmethod
    def of(cls, folder: Path | str) -> Self:
        """The knowledge base of a folder of .txt and .md files; a missing or empty one is empty and says so."""
        path = Path(folder)
        if not path.is_dir():
            return cls((), [f"There is no knowledge base at {shown(path)}: answers are asked for without passages."])
        texts = read_texts(path)
        notes = list(texts.notes)
        if not texts:
            notes.append(f"The knowledge base at {shown(path)} holds no text: nothing can be looked up.")
        return cls(texts, notes)

    def __len__(self) -> int:
        """How many chunks there are."""
        return len(self._chunks)

    def _cut(self, texts: Iterable[SourceText]) -> Iterator[str]:
        """The words of chunk after chunk: one is cut while the index takes in another."""
        seen: set[str] = set()
        for source in texts:
            for chunk in chunks_of(source):
                text = chunk.text
                if text not in seen:
                    seen.add(text)
                    self._chunks.append(chunk)
                    yield text

    def passages(self, text: str, tokens: int = BUDGET) -> list[Passage]:
        """The passages that share most with a question, best first; neighbours are joined, nothing comes twice."""
        hits = self._index.search(text, _MOST_HITS)
        if not hits:
            return []
        least = hits[0][0] * _LEAST_SHARE
        chosen = _Choice(tokens)
        for score, number in hits:
            if score < least:
                break
            chunk = self._chunks[number]
            if not chosen.take(chunk, score):
                chosen.take(self._shortened(chunk, text, chosen.room), score)
                break
        return sorted(chosen.passages(), key=lambda passage: -passage.score)

    def _shortened(self, chunk: Chunk, text: str, tokens: int) -> Chunk:
        """The sentences of a chunk, side by side, that hold most words of the question and fit into the budget."""
        room = tokens - tokens_in(chunk.ref)
        asked = set(self._index.terms(text))
        spans = list(sentences_of(chunk.text))
        weights = [len(asked.intersection(self._index.terms(chunk.text[start:end]))) for start, end in spans]
        best, most = (0, 0), 0
        for first, (start, _) in enumerate(spans):
            weight = 0
            for (_, end), more in zip(spans[first:], weights[first:], strict=True):
                weight += more
                if tokens_in(chunk.text[start:end].strip()) > room:
                    break
                if weight > most:
                    best, most = (start, end), weight
        lines = Lines(chunk.source.text)
        return chunk_at(chunk.source, lines, chunk.start + best[0], chunk.start + best[1])


class _Choice:
    """Runs of sources taken so far, and the tokens that are left."""

    def __init__(self, tokens: int) -> None:
        self.room = tokens
        self._taken: list[tuple[Chunk, float]] = []

    def take(self, chunk: Chunk, score: float) -> bool:
        """Add a chunk if there is room; what it shares with runs already taken is counted once."""
        near = [(run, points) for run, points in self._taken if _touch(run, chunk)]
        whole = _joined([chunk, *(run for run, _ in near)])
        cost = _cost(whole) - sum(_cost(run) for run, _ in near)
        if cost > self.room or not chunk.text:
            return False
        self.room -= cost
        self._taken = [pair for pair in self._taken if pair not in near]
        self._taken.append((whole, max([score, *(points for _, points in near)])))
        return True

    def passages(self) -> Iterator[Passage]:
        """The runs as passages."""
        return (Passage(run.ref, run.text, score) for run, score in self._taken)


def _touch(one: Chunk, other: Chunk) -> bool:
    return one.source is other.source and one.start <= other.end and other.start <= one.end


def _joined(chunks: list[Chunk]) -> Chunk:
    """The run from the first of some chunks of one text to the last."""
    first = min(chunks, key=lambda chunk: chunk.start)
    last = max(chunks, key=lambda chunk: chunk.end)
    return Chunk(first.source, first.start, last.end, first.first_line, last.last_line)


def _cost(chunk: Chunk) -> int:
    return tokens_in(chunk.text) + tokens_in(chunk.ref)
