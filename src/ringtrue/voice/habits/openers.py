"""Openers: the words sentences begin with."""

from functools import partial

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.listed import Lists
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span
from ringtrue.voice.habits.wordlists import WordList, word_list

_JOINING: Lists = {"en": word_list("and but so or because"), "pt": word_list("e mas então aí ou porque só_que")}
_SPEAKING: Lists = {
    "en": word_list("well look now okay ok yes no yeah right listen see oh hey sure i_mean you_know you_see by_the"),
    "pt": word_list("bom olha olhe bem agora tá sim não pois ah ó veja escuta sabe gente quer_dizer ou_seja"),
}
_LINKING: Lists = {
    "en": word_list(
        "however moreover furthermore additionally therefore thus consequently ultimately overall nevertheless "
        "similarly instead finally firstly secondly in_addition in_conclusion as_a for_example in_summary on_the at_the"
    ),
    "pt": word_list(
        "porém contudo entretanto todavia além_disso portanto assim consequentemente finalmente ademais ainda "
        "em_resumo por_fim por_outro por_exemplo dessa_forma primeiramente"
    ),
}


def _opening(read: Reading, listed: WordList) -> list[int]:
    """The sentences that begin with an entry of the list."""
    words = [*read.words, ""]
    return [
        sentence
        for sentence, first in enumerate(read.firsts[:-1].tolist())
        if words[first] in listed.words or (words[first], words[first + 1]) in listed.pairs
    ]


def _tally(lists: Lists, read: Reading) -> Tally | None:
    if read.language is None:
        return None
    return float(len(_opening(read, lists[read.language]))), float(len(read.sentences))


def _spots(lists: Lists, read: Reading) -> list[Span]:
    return _first_words(read, _opening(read, lists[read.language])) if read.language else []


def _first_words(read: Reading, of: list[int]) -> list[Span]:
    words = read.firsts[of].tolist()
    return [(int(read.starts[word]), int(read.ends[word])) for word in words]


def _alike(read: Reading) -> list[int]:
    """The sentences that begin with the same word as the one before."""
    begins = [read.words[first] for first in read.firsts[:-1].tolist()]
    return [place for place in range(1, len(begins)) if begins[place] == begins[place - 1]]


def _repeated(read: Reading) -> Tally:
    return float(len(_alike(read))), float(len(read.sentences))


def _repeats(read: Reading) -> list[Span]:
    return _first_words(read, _alike(read))


def _opener(name: str, title: str, usual: float, lists: Lists) -> Habit:
    return Habit(
        name, title, "of 100 sentences", "opener", 100, usual, 3, partial(_tally, lists), partial(_spots, lists)
    )


HABITS = (
    _opener("joining_openers", "sentences that begin with And/But/So", 10, _JOINING),
    _opener("speaking_openers", "sentences that begin as in talk (Well, Look, Now)", 5, _SPEAKING),
    _opener("linking_openers", "sentences that begin with a connective (However, Moreover)", 4, _LINKING),
    Habit(
        "repeated_openers",
        "sentences that begin like the one before",
        "of 100 sentences",
        "opener",
        100,
        9,
        3,
        _repeated,
        _repeats,
    ),
)
