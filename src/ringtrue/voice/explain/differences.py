"""Explain how replies differ from the person: findings selected, named and turned into rows with examples."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from ringtrue.terms.text import plain
from ringtrue.voice.explain.corpus import OWN, REPLIES, Corpus, cut, readings, typical_length, without_copies
from ringtrue.voice.explain.habits import habit_findings, unmarked
from ringtrue.voice.explain.keyness import FALSE_DISCOVERIES
from ringtrue.voice.explain.usage import Explanation, Refusal, Usage, UsageFinding, examples
from ringtrue.voice.explain.wording import boilerplate, openers, wordings
from ringtrue.voice.habits.habit import Habit
from ringtrue.voice.habits.parsed_text import Language, ParsedText, language_of
from ringtrue.voice.habits.profile import HABITS

# Which findings become rows: the surest, without those that tell the same story twice.


_SAME_STORY = 0.5  # of the general finding's excess that the special one accounts for
_WHOLE_STORY = 0.8
_STRONGER = 1.5  # times as large, in logarithms, a small part of an excess must differ to be reported too
_LOOKED_AT = 300


def select(findings: Iterable[UsageFinding], most: int) -> list[UsageFinding]:
    """At most so many of each direction, in order of rank."""
    ranked = sorted(findings, key=lambda one: one.rank)
    over = _distinct([one for one in ranked if one.z > 0][:_LOOKED_AT])[:most]
    under = _distinct([one for one in ranked if one.z < 0][:_LOOKED_AT])[:most]
    return sorted([*over, *under], key=lambda one: one.rank)


def _distinct(ranked: list[UsageFinding]) -> list[UsageFinding]:
    """Set pieces are looked at first: they explain the words they consist of, each of which may be surer alone."""
    kept: list[UsageFinding] = []
    for one in sorted(ranked, key=lambda one: one.kind != "boilerplate"):
        rivals = [other for other in kept if _overlap(one, other)]
        if all(_adds(one, other) for other in rivals):
            kept = [other for other in kept if not (other in rivals and _replaces(one, other))]
            kept.append(one)
    return sorted(kept, key=lambda one: one.rank)


def _overlap(one: UsageFinding, other: UsageFinding) -> bool:
    """Whether one's words are within the other's, or their ends meet."""
    if not one.words or not other.words:
        return False
    short, long = sorted((one.words, other.words), key=len)
    if f" {' '.join(short)} " in f" {' '.join(long)} ":
        return True
    return any(short[-n:] == long[:n] or short[:n] == long[-n:] for n in range(1, len(short)))


def _special(one: UsageFinding, other: UsageFinding) -> bool:
    """Whether one is the more special: it has more words, or as many at a narrower place."""
    return (len(one.words), one.place != "anywhere") > (len(other.words), other.place != "anywhere")


def _part(one: UsageFinding, other: UsageFinding) -> float:
    """How much of the other's excess one accounts for."""
    return abs(one.excess) / max(abs(other.excess), 1e-9)


def _replaces(one: UsageFinding, other: UsageFinding) -> bool:
    """Whether the special finding is nearly all there is to the general one."""
    return _special(one, other) and _part(one, other) >= _WHOLE_STORY and one.topic_bound == other.topic_bound


def _adds(one: UsageFinding, other: UsageFinding) -> bool:
    """Whether one says something that the surer other does not."""
    if _replaces(one, other):
        return True
    part = _part(one, other) if _special(one, other) else _part(other, one)
    stronger = abs(np.log(one.ratio)) >= _STRONGER * abs(np.log(other.ratio))
    return part < _SAME_STORY and (not _special(one, other) or bool(stronger))


# How findings are called in rows.


_LOOKED_AT_naming = 40  # occurrences
_LONGEST = 60  # characters


def name_of(corpus: Corpus, finding: UsageFinding) -> str:
    """A habit's title, or the words as they are most often written where they stand."""
    if finding.habit or finding.at is None:
        return finding.habit.title if finding.habit else " ".join(finding.words)
    opening = set(corpus.opening.tolist()) if finding.place == "anywhere" else set()
    places = sorted(finding.at.tolist(), key=lambda place: place in opening)[:_LOOKED_AT_naming]
    within = [place for place in places if place not in opening] or places
    spelled = Counter(_written(corpus, place, len(finding.words)) for place in within)
    name = min(spelled, key=lambda text: (-spelled[text], sum(map(str.isupper, text)), text))
    return name if len(name) <= _LONGEST else name[:_LONGEST].rstrip() + "…"


def _written(corpus: Corpus, place: int, size: int) -> str:
    passage = int(corpus.passage[place])
    read = corpus.passages[passage]
    first = place - int(corpus.begins[passage])
    words = zip(read.starts[first : first + size].tolist(), read.ends[first : first + size].tolist(), strict=True)
    return plain(" ".join(read.text[start:end] for start, end in words)).replace("’", "'")


# What sets replies apart from a person's own texts, in words, phrases, openers, set pieces and habits.


FEWEST_TEXTS = 3
FEWEST_WORDS = 300
_MOST_OTHERS = 600_000  # characters of other people's texts: enough for a background, and bounded
_METHOD = (
    "words, phrases and openers by weighted log-odds with an informative Dirichlet prior (Monroe, Colaresi and Quinn "
    "2008), habits by their rates; both against the spread between texts. Within each of words, openers, set pieces "
    f"and habits at most {FALSE_DISCOVERIES:.0%} of the rows are expected to be chance (Benjamini-Hochberg)"
)


def explain_differences(
    own: Sequence[str], replies: Sequence[str], others: Mapping[str, Sequence[str]] | None = None, *, most: int = 15
) -> Explanation:
    """What the replies over-use and under-use beside the person: at most `most` rows of each.

    Result: rows with rates, ratio, sureness and examples; nothing where the material does not suffice, with the
    reason. Others' texts, where given, show how usual a wording is, and their rates are listed too.
    Not for: telling whether the replies are the person's (that is `Voice`), nor for texts in different languages.
    Checked against: a person's own held-out debate turns, which must give next to nothing, and planted habits.
    """
    if isinstance(own, str) or isinstance(replies, str):
        raise ValueError("the person's texts and the replies must be lists of texts, not one text")
    if most < 1:
        raise ValueError(f"most must be at least 1, not {most}")
    everything = [readings(own), readings(replies)]
    sides = [without_copies(side) for side in everything]
    language = language_of(chain.from_iterable(read.words for side in sides for _, read in side))
    length = typical_length(*([read for _, read in side] for side in sides))
    given = (*sides, _background(others))
    corpus = Corpus([[cut(number, read, length, language) for number, read in side] for side in given])
    too_little = _too_little(corpus, sides)
    rows, refused, tested = ([], [too_little], 0) if too_little else _rows(corpus, language, most)
    refused.extend(_copies(everything, sides))
    sizes = [(len(side), sum(len(read.words) for _, read in side)) for side in sides]
    return Explanation(tuple(rows), tuple(refused), *sizes[0], *sizes[1], language, tested, _METHOD)


def _background(others: Mapping[str, Sequence[str]] | None) -> list[tuple[int, ParsedText]]:
    """Texts of other people, the same share of each."""
    if not others:
        return []
    each = _MOST_OTHERS // len(others)
    return readings(["\n\n".join(sorted(others[name]))[:each] for name in sorted(others)])


def _too_little(corpus: Corpus, sides: Sequence[Sequence[tuple[int, ParsedText]]]) -> Refusal | None:
    for what, side, texts in (("the person's texts", OWN, sides[OWN]), ("the replies", REPLIES, sides[REPLIES])):
        words = sum(len(read.words) for _, read in texts)
        pieces = int((corpus.side == side).sum())
        if words < FEWEST_WORDS or pieces < FEWEST_TEXTS:
            had = f"{what} have {words} words in {pieces} passage{'s' * (pieces != 1)}"
            needed = f"at least {FEWEST_WORDS} words in {FEWEST_TEXTS} passages are needed"
            return Refusal("everything", f"not enough material: {had}; {needed}")
    return None


def _copies(given: Sequence[Sequence[object]], kept: Sequence[Sequence[object]]) -> Iterator[Refusal]:
    for what, all_texts, texts in zip(("the person's texts", "the replies"), given, kept, strict=True):
        if len(texts) < len(all_texts):
            yield Refusal(f"{len(all_texts) - len(texts)} of {what}", "copies of others among them; counted once")


def _rows(corpus: Corpus, language: Language | None, most: int) -> tuple[list[Usage], list[Refusal], int]:
    wording, compared_wordings = wordings(corpus)
    opening, compared_openers = ([], 0) if unmarked(corpus) else openers(corpus)
    repeated, compared_pieces = boilerplate(corpus)
    habits, refused, compared_habits = habit_findings(corpus, language)
    chosen = select([*wording, *opening, *repeated, *habits], most)
    tested = compared_wordings + compared_openers + compared_pieces + compared_habits
    return [_row(corpus, finding) for finding in chosen], refused, tested


def _row(corpus: Corpus, found: UsageFinding) -> Usage:
    return Usage(
        found.kind,
        name_of(corpus, found),
        found.unit,
        found.own,
        found.replies,
        found.ratio,
        found.z,
        found.false_discovery,
        found.habit.name if found.habit else None,
        found.place,
        found.topic_bound,
        found.others,
        examples(corpus, found, OWN),
        examples(corpus, found, REPLIES),
        found.signature,
    )


# Words and habits that say the same: 'maybe' and the hedges it is one of.


_LISTED = ("opener", "contraction", "hedge", "person")
_WHOLE_HABIT = 0.6  # of a habit's difference that one word makes, for the word to be reported instead
_HABITS = {habit.name: habit for habit in HABITS}


def once(rows: Sequence[Usage], language: Language | None) -> list[Usage]:
    """The rows without those that another row covers: the habit goes where one word is most of it, else the word."""
    dropped: set[int] = set()
    for place, habit_row in enumerate(rows):
        if habit_row.habit and habit_row.kind in _LISTED:
            covered = [
                number for number, row in enumerate(rows) if _within(row, habit_row, _HABITS[habit_row.habit], language)
            ]
            alone = any(_difference(rows[number]) >= _WHOLE_HABIT * _difference(habit_row) for number in covered)
            comparable = habit_row.kind != "contraction"
            dropped.update([place] if alone and comparable else covered)
    return [row for number, row in enumerate(rows) if number not in dropped]


def _within(row: Usage, habit_row: Usage, habit: Habit, language: Language | None) -> bool:
    """Whether the row's words are on the habit's list and differ in the same direction."""
    wording = row.habit is None and row.kind in (("opener",) if habit.family == "opener" else ("word", "phrase"))
    if not wording or row.direction != habit_row.direction:
        return False
    tally = habit.tally(ParsedText(row.name, language))
    return tally is not None and tally[0] > 0


def _difference(row: Usage) -> float:
    return abs(row.replies - row.own)
