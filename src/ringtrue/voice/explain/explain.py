"""What sets replies apart from a person's own texts, in words, phrases, openers, set pieces and habits."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ringtrue.voice.explain.boilerplate import boilerplate
from ringtrue.voice.explain.corpus import OWN, REPLIES, Corpus
from ringtrue.voice.explain.discoveries import FALSE_DISCOVERIES
from ringtrue.voice.explain.excerpts import examples
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.habit_rows import habit_findings, unmarked
from ringtrue.voice.explain.naming import name_of
from ringtrue.voice.explain.passages import cut, readings, typical_length, without_copies
from ringtrue.voice.explain.selection import select
from ringtrue.voice.explain.usage import Explanation, Refusal, Usage
from ringtrue.voice.explain.wording import openers, wordings
from ringtrue.voice.habits import Language, Reading, language_of

FEWEST_TEXTS = 3
FEWEST_WORDS = 300
_MOST_OTHERS = 600_000  # characters of other people's texts: enough for a background, and bounded
_METHOD = (
    "words, phrases and openers by weighted log-odds with an informative Dirichlet prior (Monroe, Colaresi and Quinn "
    "2008), habits by their rates; both against the spread between texts. Within each of words, openers, set pieces "
    f"and habits at most {FALSE_DISCOVERIES:.0%} of the rows are expected to be chance (Benjamini-Hochberg)"
)


def explain(
    own: Sequence[str], replies: Sequence[str], others: Mapping[str, Sequence[str]] | None = None, *, most: int = 15
) -> Explanation:
    """What the replies over-use and under-use beside the person: at most `most` rows of each.

    Result: rows with rates, ratio, sureness and examples; nothing where the material does not suffice, with the
    reason. Others' texts, where given, tell how usual a wording is, and their rates stand beside.
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


def _background(others: Mapping[str, Sequence[str]] | None) -> list[tuple[int, Reading]]:
    """Texts of other people, the same share of each."""
    if not others:
        return []
    each = _MOST_OTHERS // len(others)
    return readings(["\n\n".join(sorted(others[name]))[:each] for name in sorted(others)])


def _too_little(corpus: Corpus, sides: Sequence[Sequence[tuple[int, Reading]]]) -> Refusal | None:
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


def _row(corpus: Corpus, found: Finding) -> Usage:
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
    )
