"""Retrieval from a knowledge base: chunks of texts, a BM25 index, the passages for a question within a token budget."""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ringtrue.files.text_file import Lines, shown
from ringtrue.sources.text_files import SourceText, read_texts, tokens_in

# Which of many texts share the rarest words with a question (BM25, by tantivy), in any script.


MOST_TERMS = 256  # of a question: the rarest say most, and a long question stays quick
_SHORTEST, _ENDING = 4, 3  # letters a word's other forms share at least, and by how many they may be longer or shorter
_MOST_FORMS = 8
_OTHER_FORM = 0.5  # weight of another form: apprentice where apprentices was asked for
_HEAP = 40_000_000  # bytes the writer may hold: some ten thousand texts in one piece

_UNSPACED_LETTERS = (  # Thai to Han: scripts that put no space between words
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
_RUN = re.compile(f"{_UNSPACED_LETTERS}+")


class WordIndex:
    """Texts by their number, 0, 1, 2 ..., held in memory."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Index the texts, in another thread than the one that gives them."""
        import tantivy  # 20 ms and a native library, which only those pay who search

        self._tantivy = tantivy
        self._analyzer = _analyzer(tantivy)
        builder = tantivy.SchemaBuilder()
        builder.add_integer_field("number", stored=True)
        builder.add_text_field("words", stored=False, tokenizer_name="words", index_option="freq")
        self._schema = builder.build()
        index = tantivy.Index(self._schema)
        index.register_tokenizer("words", self._analyzer)
        writer = index.writer(heap_size=_HEAP, num_threads=1)
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(number=number, words=_spaced(text)))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def terms(self, text: str) -> list[str]:
        """The different words of a text as they are indexed, in alphabetical order."""
        return sorted(set(self._analyzer.analyze(_spaced(text))))

    def search(self, text: str, most: int) -> list[tuple[float, int]]:
        """Scores and numbers of the texts that have most in common with the question, best first."""
        words = self._rarest(self.terms(text))
        if not words:
            return []
        should = self._tantivy.Occur.Should
        asked = self._tantivy.Query.boolean_query([(should, self._query(word, forms)) for word, forms in words])
        found = self._searcher.search(asked, most, count=False).hits
        hits = [(round(score, 4), self._searcher.doc(address)["number"][0]) for score, address in found]
        return sorted(hits, key=lambda hit: (-hit[0], hit[1]))

    def _query(self, word: str, forms: list[str]) -> Any:
        """The word in the form that fits best: itself, or another form at half its weight."""
        query = self._tantivy.Query
        asked = []
        for form in forms:
            term = query.term_query(self._schema, "words", form)
            asked.append(term if form == word else query.boost_query(term, _OTHER_FORM))
        return asked[0] if len(asked) == 1 else query.disjunction_max_query(asked)

    def _rarest(self, words: list[str]) -> list[tuple[str, list[str]]]:
        """Words that are in any text, each with its other forms; the rarest where there are many."""
        found = []
        for word in words:
            counts = self._forms(word)
            if counts:
                found.append((max(counts.values()), word, list(counts)))
        return [(word, forms) for _, word, forms in sorted(found)[:MOST_TERMS]]

    def _forms(self, word: str) -> dict[str, int]:
        """The word and others that begin alike and are about as long, with the number of texts each is in."""
        own = self._searcher.doc_freq("words", word)
        forms = {word: own} if own else {}
        if len(word) >= _SHORTEST:
            stem = word[: max(_SHORTEST, len(word) - _ENDING)]
            alike = self._searcher.terms_with_prefix("words", stem, limit=_MOST_FORMS)
            forms |= {form: count for form, count in alike if abs(len(form) - len(word)) <= _ENDING}
        return forms


def _analyzer(tantivy: Any) -> Any:
    """Words in lower case without accents, so that nao finds não."""
    filters = tantivy.Filter
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(filters.remove_long(40))
    return builder.filter(filters.lowercase()).filter(filters.ascii_fold()).build()


def _spaced(text: str) -> str:
    """The text with its characters composed and, for scripts without spaces, as pairs of neighbours."""
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")
    return _RUN.sub(_pairs, composed)


def _pairs(run: re.Match[str]) -> str:
    letters = run[0]
    if len(letters) == 1:
        return f" {letters} "
    return " " + " ".join(letters[at : at + 2] for at in range(len(letters) - 1)) + " "


# Where the words of a text begin and end: found once, so that counting words needs no further look at the text.


_WORDS = re.compile(r"\S+")


class WordPlaces:
    """The words of a text, as white space divides them."""

    def __init__(self, text: str) -> None:
        """Find them."""
        spans = [word.span() for word in _WORDS.finditer(text)]
        self._starts = array("i", (start for start, _ in spans))
        self._ends = array("i", (end for _, end in spans))

    def between(self, start: int, end: int) -> int:
        """How many words stand between two positions, cut ones included."""
        return max(0, bisect_left(self._starts, end) - bisect_right(self._ends, start))

    def after(self, start: int, words: int) -> int | None:
        """Where the word behind so many words begins; None where there are no more."""
        number = bisect_right(self._ends, start) + words
        return self._starts[number] if number < len(self._starts) else None

    def before(self, start: int, end: int, words: int) -> int:
        """Just behind the word that stands before the last so many; the start where there are no more."""
        number = bisect_left(self._starts, end) - words - 1
        return start if number < bisect_right(self._ends, start) else self._ends[number] + 1


# Texts cut into chunks of 300 to 500 words that overlap by about 50, at the ends of paragraphs and sentences.
#
# Only the stretch in which a chunk may end is looked at closely, so a long transcript costs little more than counting
# its words.


LEAST, MOST, OVERLAP = 300, 500, 50
_TWO = 2 * MOST - OVERLAP  # words that two chunks hold: with fewer left, both are made about equal
_WIDEST = 12  # characters of a word with its space; text whose words are longer is cut sooner
_UNSPACED_WIDTH = 1.5  # the same for scripts that put no space between words

_UNSPACED = re.compile(_UNSPACED_LETTERS)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
# All signs first, then which sort it is: a pattern that begins with a set is searched for several times faster.
_SENTENCE = re.compile(r"""[.!?…।؟。！？](?:(?<=[.!?…।؟])["'”’»)\]]*\s+|(?<=[。！？])[」』”’）]*)""")
_LINE = re.compile(r"\n\s*")
_SPACE = re.compile(r"\s+")
_BORDERS = (_PARAGRAPH, _SENTENCE, _LINE, _SPACE)  # the best place to cut first


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of a source text, with the lines it stands on."""

    source: SourceText
    start: int
    end: int
    first_line: int
    last_line: int

    @property
    def text(self) -> str:
        """The words themselves, unedited."""
        return self.source.text[self.start : self.end]

    @property
    def ref(self) -> str:
        """Where they stand, as path:Lfirst-last."""
        return f"{self.source.path}:L{self.first_line}-{self.last_line}"


def chunks_of(source: SourceText) -> list[Chunk]:
    """The chunks of a text in their order; a text of up to 500 words is one chunk."""
    lines = Lines(source.text)
    return [chunk_at(source, lines, start, end) for start, end in _spans(source.text) if source.text[start:end].strip()]


def chunk_at(source: SourceText, lines: Lines, start: int, end: int) -> Chunk:
    """The chunk between two positions, white space at its ends left out."""
    text = source.text
    end = start + len(text[start:end].rstrip())
    start = end - len(text[start:end].lstrip())
    return Chunk(source, start, end, lines.at(start), lines.at(max(start, end - 1)))


def sentences_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, the white space behind them included."""
    start = 0
    for border in _SENTENCE.finditer(text):
        yield start, border.end()
        start = border.end()
    if start < len(text):
        yield start, len(text)


def unspaced(text: str) -> bool:
    """Whether a text is mostly of a script that puts no space between words."""
    head = text[:1000]
    return not head.isascii() and len(_UNSPACED.findall(head)) > 0.3 * len(head)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the chunks begin and end."""
    start = 0
    words = WordPlaces(text)
    while start < len(text):
        ruler = _Ruler(text, start, words)
        stretch = ruler.stretch()
        if stretch is None:
            yield start, len(text)
            return
        end = _best(text, *stretch)
        yield start, end
        start = max(_overlap(text, start, end, ruler), start + 1)


class _Ruler:
    """Counts words forward from a position of a text."""

    def __init__(self, text: str, start: int, words: WordPlaces) -> None:
        self.unspaced = unspaced(text[start : start + 1000])
        self._start = start
        self._words = words
        self._width = _UNSPACED_WIDTH if self.unspaced else _WIDEST
        self._end = min(len(text), start + int(_TWO * self._width))  # of the window looked at
        self._whole = self._end == len(text)

    def stretch(self) -> tuple[int, int] | None:
        """From where to where the chunk may end; None where all that is left is one chunk."""
        left = self._count(_TWO)
        if left is not None and left <= MOST:
            return None
        most = MOST if left is None else max(LEAST, min(MOST, left + OVERLAP - LEAST))
        high = self._offset(most)
        return self.back(self._start, high, max(most - LEAST, OVERLAP)), high

    def back(self, start: int, end: int, words: int) -> int:
        """The position so many words before the end of a chunk."""
        if self.unspaced:
            return max(start, end - int(words * _UNSPACED_WIDTH))
        return self._words.before(max(start, end - words * _WIDEST), end, words)

    def _count(self, most: int) -> int | None:
        """How many words are left, None where there are more than `most`."""
        if not self._whole:
            return None
        least = int((self._end - self._start) / self._width)
        words = least if self.unspaced else self._words.between(self._start, self._end)
        return None if words > most else max(words, least)

    def _offset(self, words: int) -> int:
        """Where so many words end; long words count for several."""
        widest = min(self._start + int(words * self._width), self._end)
        after = None if self.unspaced else self._words.after(self._start, words)
        return widest if after is None else min(widest, after)


def _best(text: str, low: int, high: int) -> int:
    """The last place of the best sort between two positions at which to end a chunk."""
    for border in _BORDERS:
        ends = [mark.end() for mark in border.finditer(text, low, high)]
        if ends:
            return ends[-1]
    return high


def _overlap(text: str, start: int, end: int, ruler: _Ruler) -> int:
    """Where the next chunk begins: a sentence 30 to 80 words before the end of this one, or just 50 words before."""
    far, exact, near = (ruler.back(start, end, int(OVERLAP * part)) for part in (1.6, 1.0, 0.6))
    starts = [mark.end() for border in (_PARAGRAPH, _SENTENCE) for mark in border.finditer(text, far, near)]
    return min(starts, key=lambda at: (abs(at - exact), at)) if starts else exact


BUDGET = 1500  # tokens of passages that go along with a question
_MOST_HITS = 64
_LEAST_SHARE = 0.25  # of the best score: what is below shares little more than common words


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
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
            return cls((), [f"There is no knowledge base at {shown(path)}: answers are requested without passages."])
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

    def passages(self, text: str, tokens: int = BUDGET) -> list[RetrievedPassage]:
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

    def passages(self) -> Iterator[RetrievedPassage]:
        """The runs as passages."""
        return (RetrievedPassage(run.ref, run.text, score) for run, score in self._taken)


def _touch(one: Chunk, other: Chunk) -> bool:
    return one.source is other.source and one.start <= other.end and other.start <= one.end


def _joined(chunks: list[Chunk]) -> Chunk:
    """The run from the first of some chunks of one text to the last."""
    first = min(chunks, key=lambda chunk: chunk.start)
    last = max(chunks, key=lambda chunk: chunk.end)
    return Chunk(first.source, first.start, last.end, first.first_line, last.last_line)


def _cost(chunk: Chunk) -> int:
    return tokens_in(chunk.text) + tokens_in(chunk.ref)
