"""A call to a speaker or a judge, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ringtrue.terms.sealed import Sealed, sealed

_NOTHING: Mapping[str, Any] = sealed({})


def _no_settings() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model, a program or a file.

    `key` says what the answer is for and is unique within a study (speaker, item, take; or judge, card, repeat), so
    that a resumed run finds it; `item` is the id of the item it belongs to.
    """

    key: str
    messages: tuple[Mapping[str, str], ...]  # role and content
    item: str = ""
    settings: Mapping[str, Any] = field(default_factory=_no_settings)  # sampling, response format: sent and recorded
    take: int = 1  # the first, second ... answer to the same item: the key tells them apart, the request does not

    def __post_init__(self) -> None:
        """Seal the settings, unless they are: all calls of a run can share one table."""
        if not isinstance(self.settings, Sealed):
            object.__setattr__(self, "settings", sealed(self.settings))


class Reply(NamedTuple):
    """What an adapter brings back from one attempt."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    meta: Mapping[str, Any] = _NOTHING  # the model as it names itself, why it stopped, ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call after all attempts: a text, or none and the error."""

    key: str
    text: str | None
    error: str | None = None
    attempts: int = 1
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    repeated: bool = False  # from the journal, without a new call

    def __post_init__(self) -> None:
        """An outcome is a text or an error, never neither."""
        if (self.text is None) == (self.error is None):
            raise ValueError(f"outcome of {self.key}: either a text or an error")
