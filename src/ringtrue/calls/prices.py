"""What calls cost, where prices are configured, and how many tokens they will take, estimated where nobody counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringtrue.terms import Call, Speaker

CHARACTERS_PER_TOKEN = 4
PAID = ("openai", "anthropic", "providers")  # kinds reached over the network; whatever else answers costs nothing
USUAL_OUTPUT = 400  # tokens of an answer nobody has limited, before the first one came


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens, in and out; whatever currency, if it is always the same."""

    tokens_in: float
    tokens_out: float

    def __post_init__(self) -> None:
        """Refuse prices below nothing."""
        if not (self.tokens_in >= 0 and self.tokens_out >= 0):
            raise ValueError(f"prices are 0 or more, got {self.tokens_in} and {self.tokens_out}")

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """What so many tokens cost."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


def prices_of(speaker: Speaker) -> Prices | None:
    """The prices in a speaker's settings, `prices: {in: 2.5, out: 10}` per million tokens; None without."""
    given = speaker.settings.get("prices")
    if not isinstance(given, Mapping):
        return None
    return Prices(float(given.get("in", 0)), float(given.get("out", 0)))


def lacks_prices(speaker: Speaker) -> bool:
    """Whether calls to a speaker may cost money that nobody counts; a free endpoint has prices of 0."""
    given = speaker.settings.get("prices")
    return speaker.kind in PAID and not (isinstance(given, Mapping) and "in" in given and "out" in given)


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def tokens_asked(call: Call) -> int:
    """About how many tokens the messages of a call have."""
    return sum(tokens_of(message["content"]) for message in call.messages)


def tokens_allowed(settings: Mapping[str, Any]) -> int | None:
    """How many tokens an answer may have at most, where the call says so."""
    most = settings.get("max_tokens")
    return most if isinstance(most, int) and most > 0 else None
