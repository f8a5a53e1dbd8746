"""The lineup: the person and the impostors as references, and every text compared with all of them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.background.background import Background, shipped
from ringtrue.voice.habits.parsed_text import Language, language_of
from ringtrue.voice.measures import Panel, within_writers
from ringtrue.voice.ngrams import Counts, Matrix, Spaces, TextCounts, spread
from ringtrue.voice.texts import UNSPACED, Text, folds, joined, passages

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

    def count(self, texts: Sequence[Text]) -> TextCounts:
        """The texts as the measures need them."""
        return self._spaces.count(texts)

    def grams(self, texts: Sequence[Text]) -> Matrix:
        """How often each word and pair occurs in the texts."""
        return self._spaces.phrases.counts([text.tokens for text in texts])

    def gram_name(self, column: int) -> str:
        """The word or pair of a column."""
        return self._spaces.names.name(int(self._spaces.phrases.codes[column]))

    def likeness(self, texts: TextCounts) -> Array:
        """measures x texts x references."""
        return self.panel(texts)

    def foreign(self, length: int) -> tuple[TextCounts, NDArray[np.int64]]:
        """Passages of this length by the impostors, and the number of the impostor each is from."""
        cut = [passages(voice, length, _MOST_PASSAGES) or [joined(voice)] for voice in self._others]
        writer = np.repeat(np.arange(len(cut)), [len(voice) for voice in cut])
        if not self._background:
            return self.count([passage for voice in cut for passage in voice]), writer
        drawn, drawn_writer = self._background.passages(length)
        if not cut:
            return drawn, drawn_writer
        given = self.count([passage for voice in cut for passage in voice])
        return TextCounts.stacked([given, drawn]), np.concatenate([writer, len(cut) + drawn_writer])

    def _compared(self, voices: Sequence[list[Text]], counts: Counts) -> Panel:
        pieces = [passages(voice, _SPREAD_OVER, _MOST_PIECES) or voice for voice in voices]
        sizes = [len(voice) for voice in pieces]
        flat = [text for voice in pieces for text in voice]
        habits = self._spaces.habits(flat)
        references = self._references([len(voice) for voice in voices], counts, sizes, habits)
        if self._background:
            known = self._background
            stacked = TextCounts.stacked([references, known.references])
            return Panel(self._spaces, stacked, self.own, known.spread_phrases, known.spread_masked, known.within)
        read = [text.tokens for text in flat]
        of_phrases, of_masked = (spread(space.counts(read)) for space in (self._spaces.phrases, self._spaces.masked))
        within = within_writers(habits, np.repeat(np.arange(len(sizes)), sizes))
        return Panel(self._spaces, references, self.own, of_phrases, of_masked, within)

    def _references(self, documents: Sequence[int], counts: Counts, pieces: Sequence[int], habits: Array) -> TextCounts:
        """Sums over the documents of each reference, and mean habits over its pieces."""
        member = Matrix(_membership(documents, self.own))
        phrases, letters, masked = (Matrix(member @ part) for part in counts)
        of_pieces = _membership(pieces, self.own)
        means = of_pieces @ habits / np.maximum(of_pieces.sum(axis=1, keepdims=True), 1.0)
        return TextCounts(phrases, letters, masked, means)


def _membership(sizes: Sequence[int], folds: int) -> Array:
    """references x texts, 1 where the text belongs to the reference."""
    voice = np.repeat(np.arange(len(sizes)), sizes)
    rows = [(voice < folds) & (voice != fold) for fold in range(folds)]
    rows.append(voice < folds)
    rows.extend(voice == other for other in range(folds, len(sizes)))
    return np.array(rows, dtype=np.float64)


# What the script and language of the material take away from the instrument, said in plain words.


_LOOK_AT = 20_000  # characters, more than enough to know a script
_UNSPACED = re.compile(f"[{UNSPACED}]")
_NO_LISTS = (
    "no word lists for this language: the most frequent words of the material replace function words, and habits "
    "that need a list (hedges, contractions, openers) do not count"
)
_NO_BLANKS = (
    "a script without spaces between words: every character counts as a word, so lengths in words are lengths in "
    "characters, and the instrument is untested here"
)
_NOT_LATIN = (
    "not in Latin script: words and characters count as they are, but the instrument's constants were measured on "
    "English, so its odds are less certain"
)


def notes_on(texts: Sequence[Text], language: Language | None) -> tuple[str, ...]:
    """One note for each measure that is off or weaker than in a language with word lists."""
    letters = [sign for sign in "".join(text.raw for text in texts)[:_LOOK_AT] if sign.isalpha()]
    if not letters or language is not None:
        return ()
    unspaced = sum(_UNSPACED.match(sign) is not None for sign in letters) / len(letters)
    latin = sum(unicodedata.name(sign, "").startswith("LATIN") for sign in letters) / len(letters)
    notes = [_NO_LISTS]
    if unspaced > 0.3:
        notes.append(_NO_BLANKS)
    elif latin < 0.5:
        notes.append(_NOT_LATIN)
    return tuple(notes)


# What a voice is fitted on: the person's documents in folds, the others' documents, or the background.


FEWEST_OTHERS = 3
_FOLDS = 5
_PIECE = 200  # tokens
_LEAST_KNOWN = 0.25  # share of the person's words that must be common words of the background's language


@dataclass(frozen=True, slots=True)
class VoiceMaterial:
    """Texts read, and why they cannot be used where they cannot.

    `own` are the person's documents as given, `folds` the different ones dealt into parts that are held out in turn.
    """

    own: Sequence[Text]
    folds: Sequence[list[Text]]
    others: Sequence[list[Text]]
    language: Language | None
    background: Background | None
    refusal: str | None
    notes: tuple[str, ...]

    @property
    def impostors(self) -> str:
        """Who the impostors are, in words."""
        given = f"{len(self.others)} impostor{'s' * (len(self.others) > 1)}" if self.others else ""
        if self.background is None:
            return given
        drawn = f"{self.background.writers} anonymous background writers"
        return f"{given} and {drawn}" if given else drawn

    def lineup(self) -> Lineup:
        """Person and impostors side by side."""
        return Lineup(self.folds, self.others, self.language, self.background)


def read_material(
    own: Sequence[str], others: Mapping[str, Sequence[str]], background: Background | None
) -> VoiceMaterial:
    """Read everything; the background takes part only where fewer than three others have written something."""
    if isinstance(own, str) or any(isinstance(texts, str) for texts in others.values()):
        raise ValueError("a person's texts must be a list of texts, not one text")
    documents = [Text.read(text) for text in own]
    voices = [_different([Text.read(text) for text in texts]) for _, texts in sorted(others.items())]
    written = [voice for voice in voices if voice]
    language = language_of(token for text in documents for token in text.tokens)
    filling = (background or shipped()) if len(written) < FEWEST_OTHERS else None
    refusal = _refusal(documents, language, len(written), filling)
    different = _different(documents)
    notes = [*notes_on(documents, language)]
    if twice := sum(map(bool, map(len, documents))) - len(different):
        notes.append(f"left out {twice} documents of the person that are the same as another")
    if filling and not refusal:
        notes.append(_few_others(len(written), filling))
    parts = folds(different, _FOLDS, _PIECE)
    return VoiceMaterial(documents, parts, written, language, filling, refusal, tuple(notes))


def _different(documents: Sequence[Text]) -> list[Text]:
    """Every document with words once: a copy held out would be found in what it is compared with."""
    found: dict[tuple[str, ...], Text] = {}
    for document in documents:
        if len(document):
            found.setdefault(tuple(document.tokens), document)
    return list(found.values())


def _refusal(
    documents: Sequence[Text], language: Language | None, others: int, background: Background | None
) -> str | None:
    if not any(map(len, documents)):
        return "the person's texts contain no words"
    if background is None:
        return None
    known = background.knows(documents)
    if language == background.spaces.language and known >= _LEAST_KNOWN:
        return None
    return (
        f"needs texts of at least {FEWEST_OTHERS} others in the person's language; got {others}. The background that "
        f"would replace them is English, which these texts do not seem to be ({known:.0%} of their words are "
        f"common there)"
    )


def _few_others(given: int, background: Background) -> str:
    who = "no others" if not given else "one other" if given == 1 else f"{given} others"
    return (
        f"{who} given: {background.writers} anonymous writers of the background (debates and model-written answers, in "
        f"English) serve as impostors, and only words and letters they have in common count; anybody who writes in the "
        f"person's style looks closer than they are, so read the place as an upper bound; texts of {FEWEST_OTHERS} or "
        f"more others of the same kind give a sharper answer"
    )
