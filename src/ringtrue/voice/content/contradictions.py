"""Possible contradictions between replies and documented facts, listed for people to judge; they enter no score."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ringtrue.voice.content.facts import Fact, check_facts
from ringtrue.voice.content.opposites import opposed, pairs_of
from ringtrue.voice.content.sentences import SMALL_WORDS, listed, split_sentences, stem, words

# Which words of a sentence stand under a negation, in English and Portuguese.


NEGATORS = listed("""
    not never nobody nothing neither nor none without cannot dont doesnt didnt wont cant hardly
    nao nunca jamais nem nenhum nenhuma ninguem nada sem tampouco
""")
_REFUSALS = frozenset(map(stem, listed("refuse avoid reject decline forbid recusar evitar rejeitar proibir")))
_NOT_MEANT = frozenset(  # a negator and its next word that negate nothing
    {("not", "only"), ("not", "just"), ("not", "merely"), ("no", "doubt"), ("without", "doubt")}
    | {("nao", "so"), ("nao", "apenas"), ("nao", "somente"), ("sem", "duvida")}
)
_CLAUSE_ENDS = listed(". , ; : ! ? ( ) — – … but however although because unless mas porem contudo embora porque and e")
_ENGLISH = listed("the of to is are was it that this there with for you we they have has be on will would should i my")
_PORTUGUESE = listed("o os um uma de da das dos em na nas que com para por se ele ela eu meu minha e nao nos mais")


def negated(read: Sequence[str]) -> list[bool]:
    """For every word whether the clause has denied it by then.

    Several negators deny once (`nao ... nada`); a verb of refusal turns the sense round (`never refuse to lend`).
    """
    english = sum(word in _ENGLISH for word in read) - sum(word in _PORTUGUESE for word in read)
    denied = refused = False
    found: list[bool] = []
    for index, word in enumerate(read):
        if word in _CLAUSE_ENDS:
            denied = refused = False
        found.append(denied != refused)
        following = read[index + 1] if index + 1 < len(read) else ""
        if _denies(word, following, english > 0 or (english == 0 and index == 0)):
            denied = True
        elif word not in SMALL_WORDS and stem(word) in _REFUSALS:
            refused = not refused
    return found


def _denies(word: str, following: str, english: bool) -> bool:
    if (word, following) in _NOT_MEANT:
        return False
    # `no` is Portuguese for "in the"; what the sentence's other small words are decides.
    return word in NEGATORS or word.endswith("n't") or (word == "no" and english)


# Numbers in a sentence and what they count.


_DIGITS = re.compile(r"\d[\d.,]*")
_PERCENT = frozenset({"%", "percent", "cento"})
_CURRENCY = frozenset({"$", "€", "£", "dollar", "euro", "real", "reais"})
_COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve",
    "zero um dois tres quatro cinco seis sete oito nove dez onze doze",
    "zero uma duas",
)
_LARGE = {
    "fifteen": 15, "quinze": 15, "twenty": 20, "vinte": 20, "thirty": 30, "trinta": 30, "forty": 40, "quarenta": 40,
    "fifty": 50, "cinquenta": 50, "sixty": 60, "sessenta": 60, "seventy": 70, "setenta": 70, "eighty": 80,
    "oitenta": 80, "ninety": 90, "noventa": 90, "hundred": 100, "cem": 100, "half": 0.5, "metade": 0.5,
    "thousand": 1000, "mil": 1000, "million": 1e6, "milhao": 1e6,
}  # fmt: skip
# `one` and `um`, `uma` are articles and pronouns far more often than numbers.
_WORDS = {
    word: float(value)
    for row in _COUNTING
    for value, word in enumerate(row.split())
    if word not in ("one", "um", "uma")
} | {word: float(value) for word, value in _LARGE.items()}


def quantities(read: Sequence[str]) -> dict[str, set[float]]:
    """Numbers by what they count: the stem of the next word of weight, "%" or ""."""
    found: dict[str, set[float]] = {}
    for index, word in enumerate(read):
        value = number(word)
        if value is not None:
            found.setdefault(_counted(read, index), set()).add(value)
    return found


def number(word: str) -> float | None:
    """The number a word stands for: digits with either sort of separators, or a counting word."""
    if word in _WORDS:
        return _WORDS[word]
    digits = word.removesuffix("%").rstrip(".,")
    if not _DIGITS.fullmatch(digits):
        return None
    if re.fullmatch(r"\d{1,3}([.,]\d{3})+", digits):  # thousands, in both ways of writing them
        return float(re.sub(r"[.,]", "", digits))
    decimal = digits.replace(",", ".")
    return float(decimal) if decimal.count(".") <= 1 else None


def _counted(read: Sequence[str], index: int) -> str:
    """The next word of weight within three, which is what is counted; currencies stand before."""
    if read[index].endswith("%"):
        return "%"
    if index and read[index - 1] in _CURRENCY:
        return "money"
    for word in read[index + 1 : index + 4]:
        if word in _PERCENT:
            return "%"
        if stem(word) in _CURRENCY or word in _CURRENCY:
            return "money"
        if not word[0].isalnum():
            return ""
        if word not in SMALL_WORDS and number(word) is None:
            return stem(word)
    return ""


# A sentence read once for comparison: its words, their stems, what is denied, what is counted.


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence as the comparison sees it.

    `stems` holds "" for small words, marks, negators and numbers; `denied` says of every word whether the clause has
    denied it; `topics` are what the sentence is about: its stems, a word that has opposites standing for the pair, and
    "#" for a number.
    """

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    denied: tuple[bool, ...]
    counted: Mapping[str, set[float]]
    topics: frozenset[str]


def read_sentence(text: str) -> ParsedSentence:
    """The sentence with all that comparing it needs."""
    read = tuple(words(text))
    stems = tuple(_weight(word) for word in read)
    counted = quantities(read)
    topics: set[str] = {"#"} if counted else set()
    for word, found in zip(read, stems, strict=True):
        if found:
            topics |= {f"pair {pair}" for pair in pairs_of(word)} or {found}
    return ParsedSentence(text, read, stems, tuple(negated(read)), counted, frozenset(topics))


def _weight(word: str) -> str:
    small = word in SMALL_WORDS or word in NEGATORS or word.endswith("n't")
    return "" if small or not word[0].isalnum() or number(word) is not None else stem(word)


# Reasons to think that two sentences about one thing disagree.


_COMPARING = listed("than over before after instead rather que antes depois vez")


def clashes(position: ParsedSentence, sentence: ParsedSentence) -> tuple[str, ...]:
    """Every reason found, in plain words; none where nothing speaks against agreement."""
    turned = _turned_round(position, sentence)
    reasons: list[str] = []
    agree = False  # an opposite word under the opposite sign, as in "not cheap" and "expensive"
    for one, other, sort in _opposites(position, sentence):
        if position.denied[one] != sentence.denied[other] or (turned and sort == "opposite direction"):
            agree = True
        else:
            reasons.append(f'{sort}: "{position.words[one]}" against "{sentence.words[other]}"')
    if not agree:
        reasons += _denials(position, sentence)
        reasons += [f'order turned round: "{turned[0]}" and "{turned[1]}" have changed places'] if turned else []
    return (*dict.fromkeys(reasons), *_numbers(position, sentence))


def _opposites(position: ParsedSentence, sentence: ParsedSentence) -> Iterator[tuple[int, int, str]]:
    """Places of words opposed to each other, neither of which the other sentence holds as well."""
    here = [i for i, word in enumerate(position.words) if pairs_of(word) and not _holds(sentence, position, i)]
    there = [i for i, word in enumerate(sentence.words) if pairs_of(word) and not _holds(position, sentence, i)]
    for one in here:
        for other in there:
            if sort := opposed(position.words[one], sentence.words[other]):
                yield one, other, sort


def _holds(reading: ParsedSentence, other: ParsedSentence, index: int) -> bool:
    """Whether a sentence holds a word of another one, in any form."""
    return other.words[index] in reading.words or (other.stems[index] != "" and other.stems[index] in reading.stems)


def _denials(position: ParsedSentence, sentence: ParsedSentence) -> list[str]:
    """The first word both share that one denies and the other does not, unless both deny something together."""
    differing: list[tuple[str, bool]] = []
    for found in dict.fromkeys(filter(None, position.stems)):
        here, there = _signs(position, found), _signs(sentence, found)
        if here == there == {True}:
            return []
        if len(here) == len(there) == 1 and here != there:
            differing.append((found, True in here))
    if not differing:
        return []
    word = _word(position, differing[0][0])
    one, other = ("position", "reply") if differing[0][1] else ("reply", "position")
    return [f'negation: the {one} denies "{word}", the {other} does not']


def _signs(reading: ParsedSentence, found: str) -> set[bool]:
    return {denied for word, denied in zip(reading.stems, reading.denied, strict=True) if word == found}


def _word(reading: ParsedSentence, found: str) -> str:
    """The word behind a stem, as it is in the sentence."""
    return reading.words[reading.stems.index(found)] if found in reading.stems else found


def _numbers(position: ParsedSentence, sentence: ParsedSentence) -> list[str]:
    """Numbers that count the same thing and have no value in common."""
    return [
        f"number: {_listed(values)} against {_listed(sentence.counted[thing])} {_word(position, thing)}".rstrip()
        for thing, values in position.counted.items()
        if thing in sentence.counted and not values & sentence.counted[thing]
    ]


def _listed(values: set[float]) -> str:
    return ", ".join(f"{value:g}" for value in sorted(values))


def _turned_round(position: ParsedSentence, sentence: ParsedSentence) -> tuple[str, str] | None:
    """Two words that stand around a comparison in both sentences, but the other way round."""
    first, second = _sides(position), _sides(sentence)
    if first is None or second is None:
        return None
    before = [found for found in first[0] if found in second[1] and found not in second[0] and found not in first[1]]
    after = [found for found in first[1] if found in second[0] and found not in second[1] and found not in first[0]]
    if not before or not after:
        return None
    return _word(position, before[0]), _word(position, after[0])


def _sides(reading: ParsedSentence) -> tuple[list[str], list[str]] | None:
    """Stems before and after the first word that compares; `to` and `a` compare after a form of *prefer*."""
    preferring = False
    for index, word in enumerate(reading.words):
        preferring = preferring or word.startswith(("prefer", "prefir"))
        if word in _COMPARING or (preferring and word in ("to", "a", "ao")):
            before, after = reading.stems[:index], reading.stems[index + 1 :]
            return [found for found in before if found], [found for found in after if found]
    return None


# Which sentences are about the same thing: by shared words of weight, counted in one sparse product.


_FEWEST = 2
_SHARE = 0.5
_ROWS = 64  # sentences of facts at a time


def same_topic(left: Sequence[frozenset[str]], right: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs that share at least two topics and half of those of the shorter one, in order."""
    columns: dict[str, int] = {}
    for topics in (*left, *right):
        for topic in topics:
            columns.setdefault(topic, len(columns))
    rows, others = _incidence(left, columns), _incidence(right, columns)
    size, other_size = (np.asarray(matrix.sum(axis=1)) for matrix in (rows, others))
    turned = sparse.csr_array(others.T)
    for start in range(0, len(left), _ROWS):
        shared = (rows[start : start + _ROWS] @ turned).tocoo()
        shorter = np.minimum(size[start + shared.row], other_size[shared.col])
        alike = (shared.data >= _FEWEST) & (shared.data >= _SHARE * shorter)
        pairs = np.column_stack([start + shared.row[alike], shared.col[alike]])
        yield from map(tuple, pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))].tolist())


def _incidence(sets: Sequence[frozenset[str]], columns: dict[str, int]) -> sparse.csr_array:
    found = np.array([columns[topic] for topics in sets for topic in topics], dtype=np.int64)
    ends = np.cumsum([0, *map(len, sets)])
    return sparse.csr_array((np.ones(found.size), found, ends), shape=(len(sets), len(columns)))


_MOST = 20  # candidates for one fact: more than that nobody reads


@dataclass(frozen=True, slots=True)
class Candidate:
    """One documented position and one sentence that may contradict it, with the reasons to look.

    There is no number here that could be taken for a score: whether the two disagree is for people to say.
    `reply` is the reply's place in the list, from 0.
    """

    fact: Fact
    reply: int
    excerpt: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Candidates in the order of the facts and of the replies; `notes` say where a list was cut short."""

    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...]


def find_contradictions(facts: Sequence[Fact], replies: Sequence[str]) -> Contradictions:
    """Which sentences should somebody hold against which documented position?

    Result: pairs that share at least half the words of weight of the shorter one and differ in negation, in a number
    for the same thing, in a word of opposite sense or direction, or in the order around a comparison.
    Not for: a verdict. Irony, quotation and conditions look like contradictions, and a contradiction in other words is
    not found. English and Portuguese only.
    A cosine is not used: it puts the opposite decision in the same words nearer than the same decision in others.
    """
    check_facts(facts)
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    said = _first_said(replies)
    read = [read_sentence(text) for text in said]
    documented = [
        (number, read_sentence(text)) for number, fact in enumerate(facts) for text in split_sentences(fact.text)
    ]
    found: list[dict[str, tuple[str, ...]]] = [{} for _ in facts]  # for every fact, sentences with their reasons
    cut: dict[str, None] = {}
    for one, other in same_topic([position.topics for _, position in documented], [given.topics for given in read]):
        number, position = documented[one]
        sentence = read[other].text
        if len(found[number]) == _MOST and sentence not in found[number]:
            cut[facts[number].id] = None
        elif reasons := clashes(position, read[other]):
            found[number][sentence] = tuple(dict.fromkeys((*found[number].get(sentence, ()), *reasons)))
    candidates = tuple(
        Candidate(fact, said[sentence], sentence, reasons)
        for fact, several in zip(facts, found, strict=True)
        for sentence, reasons in sorted(several.items(), key=lambda entry: said[entry[0]])
    )
    return Contradictions(candidates, tuple(f"{fact}: the list ends at {_MOST} candidates" for fact in cut))


def _first_said(replies: Sequence[str]) -> dict[str, int]:
    """Sentences and the reply each first appears in: what is said again and again is judged once."""
    said: dict[str, int] = {}
    for place, reply in enumerate(replies):
        for sentence in split_sentences(reply):
            said.setdefault(sentence, place)
    return said
