"""Lengths: of words, of paragraphs, of whole texts."""

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.reading import Reading


def _letters(read: Reading) -> Tally:
    apostrophes = sum(count * word.count("'") for word, count in read.counts.items() if "'" in word)
    return float((read.ends - read.starts).sum()) - apostrophes, float(len(read.words))


def _paragraph(read: Reading) -> Tally:
    return float(len(read.words)), float(len(read.paragraphs))


def _text(read: Reading) -> Tally:
    return float(len(read.words)), 1.0 if read.words else 0.0


HABITS = (
    Habit("word_length", "letters per word", "letters", "length", 1, 4.5, 10, _letters, scale="length"),
    Habit(
        "paragraph_length", "paragraph length", "words", "length", 1, 60, 0.5, _paragraph, scale="length", whole=True
    ),
    Habit("text_length", "reply length", "words", "length", 1, 150, 0.1, _text, scale="length", whole=True),
)
