"""Split replies into sentences, and into the passages in which facts are looked for; word stems."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ringtrue.voice.embedding.backend import has_words

# Words brought to a common form, in English and Portuguese: without accents, endings and the small words.


_WORD = re.compile(r"\w+(?:[-'.,]\w+)*%?|[^\w\s]")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_SHORTEST = 3  # letters that must be left


def listed(text: str) -> frozenset[str]:
    """The words of a list written as a line."""
    return frozenset(text.split())


# The endings of both languages are tried together: telling the languages apart costs more than an ending too many.
_ENDINGS = sorted(
    listed("""
    ing ings ed es s ly e y er ers ies ied
    ar ir ando endo indo amos emos imos ava avam avamos ara aram eram iram aria ariam eria iria ado ada ados adas ido
    ida idos idas am em ou ei eu iu o a os as i is mente
    """),
    key=lambda ending: (-len(ending), ending),
)
SMALL_WORDS = listed("""
    a an the this that these those it its he she him her his hers they them their we us our ours i me my mine you your
    yours who whom which what when where why how and or if then than as at by for from in into of off on onto to with
    about up down out over under again is am are was were be been being do does did done doing have has had having
    will would shall should can could may might must so such too very just also only own same there here because while
    until both each few other some any all s t d ll m re ve instead rather always ever often but however though
    although yet

    o os as um uma uns umas ao aos de do da dos das em no na nos nas por pelo pela pelos pelas para pra com e ou se
    que quem qual quais quando onde como porque pois mas porem contudo embora ele ela eles elas voce voces eu meu minha
    meus minhas seu sua seus suas nosso nossa isso isto aquilo este esta esse essa aquele aquela ser sou sao era eram
    foi foram estar estou estao ter tenho tem temos tinha haver ha ja tambem muito muita muitos muitas so apenas mesmo
    ate mais menos sempre vez lugar lhe lhes te
""")


def words(text: str) -> list[str]:
    """Words and marks in lower case, without accents; what hangs on by an apostrophe goes, but for n't."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("\u2019", "'"))
    found = _WORD.findall(unicodedata.normalize("NFC", _ACCENTS.sub("", plain)))
    return [word if word.endswith("n't") else max(word.split("'"), key=len) or word for word in found]


def stem(word: str) -> str:
    """The word without its ending and without a doubled last letter."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > _SHORTEST and word[-1] == word[-2] else word


_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•#|>]|\d{1,4}[.)]\s))")
_MARKER = re.compile(r"^\s*(?:[-*+•|>]+|#{1,6}|\d{1,4}[.)])\s+")
_END = re.compile(r"[.!?…]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]")
_LAST_WORD = re.compile(r"(\w[\w.]*)$")
_ABBREVIATIONS = listed("mr mrs ms dr prof sr sra dra st vs etc e.g i.e p.ex ex fig no nº cf inc ltd jr")
_LONGEST = 60  # words: speech written down without full stops is cut, or everything would be one sentence


@dataclass(frozen=True, slots=True)
class Passage:
    """One or two neighbouring sentences of a reply; `reply` is its place in the list, from 0."""

    reply: int
    text: str


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, list items and headings each apart, none longer than sixty words."""
    found: list[str] = []
    for block in _BLOCK.split(text):
        line = " ".join(_MARKER.sub("", block).split())
        found.extend(piece for sentence in _split(line) for piece in _cut(sentence) if has_words(piece))
    return found


def passages(replies: Sequence[str]) -> list[Passage]:
    """Every sentence of every reply, then every two neighbours: a fact is often said in two breaths."""
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    read = [split_sentences(reply) for reply in replies]
    single = [Passage(place, sentence) for place, said in enumerate(read) for sentence in said]
    double = [Passage(place, f"{a} {b}") for place, said in enumerate(read) for a, b in pairwise(said)]
    return single + double


def _split(line: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(line):
        if not _abbreviated(line[start : end.start()], end.group()):
            yield line[start : end.end()].strip()
            start = end.end()
    yield line[start:].strip()


def _abbreviated(before: str, mark: str) -> bool:
    """Whether the full stop belongs to a short form or an initial."""
    last = _LAST_WORD.search(before[-20:])
    if mark != "." or last is None:
        return False
    word = last.group().lower()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word not in "aeio")


def _cut(sentence: str) -> Iterator[str]:
    words = sentence.split()
    pieces = max(1, -(-len(words) // _LONGEST))
    for piece in range(pieces):
        yield " ".join(words[piece * len(words) // pieces : (piece + 1) * len(words) // pieces])
