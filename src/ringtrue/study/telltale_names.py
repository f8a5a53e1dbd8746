"""The names that must not be read on a card: the person's, its parts, and those of the speakers' models."""

from dataclasses import dataclass
from pathlib import PurePath

from ringtrue.study.settings import Settings
from ringtrue.study.speakers import speakers_of

_SHORTEST = 3
# Small words between the parts of a name; alone they name nobody.
_PARTICLES = frozenset(
    ("and", "bin", "das", "del", "der", "des", "die", "dos", "ibn", "las", "los", "the", "van", "von")
)


@dataclass(frozen=True, slots=True)
class TelltaleNames:
    """Whole names, found however they are spelt, and parts of names, found as they are written."""

    whole: tuple[str, ...]
    parts: tuple[str, ...]


def telltale_names(settings: Settings) -> TelltaleNames:
    """The names of a study; one word in small letters is a folder's name and counts only where it is written large."""
    subject = settings.subject.replace("-", " ").replace("_", " ") if _is_slug(settings.subject) else settings.subject
    words = [word.strip(".,;:()\"'") for word in subject.split()]
    folder_only = len(words) == 1 and _is_slug(settings.subject)
    parts = [word for word in words if len(word) >= _SHORTEST and word.casefold() not in _PARTICLES]
    parts = [word[:1].upper() + word[1:] for word in parts]
    models = [
        PurePath(str(speaker.settings[key])).name
        for speaker in speakers_of(settings).values()
        for key in ("model", "file")
        if speaker.settings.get(key)
    ]
    whole = models if folder_only else [subject, settings.subject, *models]
    return TelltaleNames(_distinct(whole), _distinct(parts if len(words) > 1 or folder_only else []))


def _is_slug(name: str) -> bool:
    """Whether it is a folder's name rather than a person's."""
    return " " not in name and name == name.lower()


def _distinct(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name.strip()))
