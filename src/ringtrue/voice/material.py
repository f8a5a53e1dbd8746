"""What a voice is fitted on: the person's documents in folds, the others' documents, or the background."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ringtrue.voice.background import Background, shipped
from ringtrue.voice.habits import Language, language_of
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.passages import folds
from ringtrue.voice.scripts import notes_on
from ringtrue.voice.texts import Text

FEWEST_OTHERS = 3
_FOLDS = 5
_PIECE = 200  # tokens
_LEAST_KNOWN = 0.25  # share of the person's words that must be common words of the background's language


@dataclass(frozen=True, slots=True)
class Material:
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
        given = f"{len(self.others)} impostors" if self.others else ""
        if self.background is None:
            return given
        drawn = f"{self.background.writers} anonymous background writers"
        return f"{given} and {drawn}" if given else drawn

    def lineup(self) -> Lineup:
        """Person and impostors side by side."""
        return Lineup(self.folds, self.others, self.language, self.background)


def read_material(own: Sequence[str], others: Mapping[str, Sequence[str]], background: Background | None) -> Material:
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
    return Material(documents, parts, written, language, filling, refusal, tuple(notes))


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
        f"would stand in for them is English, which these texts do not seem to be ({known:.0%} of their words are "
        f"common there)"
    )


def _few_others(given: int, background: Background) -> str:
    who = "no others" if not given else "one other" if given == 1 else f"{given} others"
    return (
        f"{who} given: {background.writers} anonymous writers of the background (debates and model-written answers, in "
        f"English) stand in as impostors, and only words and letters they have in common count; whoever writes in the "
        f"person's manner looks nearer than he is, so take the place as an upper bound; texts of {FEWEST_OTHERS} or "
        f"more others of the same kind give a sharper answer"
    )
