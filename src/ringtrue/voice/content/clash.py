"""Reasons to think that two sentences about one thing disagree."""

from collections.abc import Iterator

from ringtrue.voice.content.opposites import opposed, pairs_of
from ringtrue.voice.content.reading import Reading
from ringtrue.voice.content.stems import listed

_COMPARING = listed("than over before after instead rather que antes depois vez")


def clashes(position: Reading, sentence: Reading) -> tuple[str, ...]:
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


def _opposites(position: Reading, sentence: Reading) -> Iterator[tuple[int, int, str]]:
    """Places of words opposed to each other, neither of which the other sentence holds as well."""
    here = [i for i, word in enumerate(position.words) if pairs_of(word) and not _holds(sentence, position, i)]
    there = [i for i, word in enumerate(sentence.words) if pairs_of(word) and not _holds(position, sentence, i)]
    for one in here:
        for other in there:
            if sort := opposed(position.words[one], sentence.words[other]):
                yield one, other, sort


def _holds(reading: Reading, other: Reading, index: int) -> bool:
    """Whether a sentence holds a word of another one, in any form."""
    return other.words[index] in reading.words or (other.stems[index] != "" and other.stems[index] in reading.stems)


def _denials(position: Reading, sentence: Reading) -> list[str]:
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


def _signs(reading: Reading, found: str) -> set[bool]:
    return {denied for word, denied in zip(reading.stems, reading.denied, strict=True) if word == found}


def _word(reading: Reading, found: str) -> str:
    """The word behind a stem, as it stands in the sentence."""
    return reading.words[reading.stems.index(found)] if found in reading.stems else found


def _numbers(position: Reading, sentence: Reading) -> list[str]:
    """Numbers that count the same thing and have no value in common."""
    return [
        f"number: {_listed(values)} against {_listed(sentence.counted[thing])} {_word(position, thing)}".rstrip()
        for thing, values in position.counted.items()
        if thing in sentence.counted and not values & sentence.counted[thing]
    ]


def _listed(values: set[float]) -> str:
    return ", ".join(f"{value:g}" for value in sorted(values))


def _turned_round(position: Reading, sentence: Reading) -> tuple[str, str] | None:
    """Two words that stand around a comparison in both sentences, but the other way round."""
    first, second = _sides(position), _sides(sentence)
    if first is None or second is None:
        return None
    before = [found for found in first[0] if found in second[1] and found not in second[0] and found not in first[1]]
    after = [found for found in first[1] if found in second[0] and found not in second[1] and found not in first[0]]
    if not before or not after:
        return None
    return _word(position, before[0]), _word(position, after[0])


def _sides(reading: Reading) -> tuple[list[str], list[str]] | None:
    """Stems before and after the first word that compares; `to` and `a` compare after a form of *prefer*."""
    preferring = False
    for index, word in enumerate(reading.words):
        preferring = preferring or word.startswith(("prefer", "prefir"))
        if word in _COMPARING or (preferring and word in ("to", "a", "ao")):
            before, after = reading.stems[:index], reading.stems[index + 1 :]
            return [found for found in before if found], [found for found in after if found]
    return None
