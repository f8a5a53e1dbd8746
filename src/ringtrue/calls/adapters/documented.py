"""The person's own documented words, which the item itself holds: kind `documented`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.calls.adapter import Adapter
from ringtrue.terms.call import Call, Rejected, Reply
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

_REAL = ("real", "real_quote", "real_decision")  # where kinds of items keep what the person said or did
_REASONS = {"real_decision": "real_reasoning"}
_SELF = "self"  # the person compared with their own words: never the same words again


def spelled(text: str) -> dict[str, Any]:
    """Nothing: the words are in the items."""
    if text:
        remedy = "Write documented, and put the words into the items."
        raise BadInput([Problem("--speaker", text, "documented takes no argument.", text, remedy)])
    return {}


def adapter(speaker: Speaker, folder: Path) -> Adapter:  # noqa: ARG001 - every kind is made alike
    """The way to the items' own words."""
    return Documented(speaker)


class Documented(Adapter):
    """Gives what the item says under the speaker's name, under the setting `field`, or as the person's real words."""

    wants_item = True

    def __init__(self, speaker: Speaker) -> None:
        """Remember under which names to look."""
        self.model = self.label = f"documented:{speaker.name}"
        self._name = speaker.name
        field = speaker.settings.get("field")
        usual = (speaker.name,) if speaker.name == _SELF else (speaker.name, *_REAL)
        self._fields = (str(field),) if field else usual

    async def answer(self, call: Call) -> Reply:
        """The documented words; an item without them is this call's error alone."""
        item = call.settings.get("item")
        item = item if isinstance(item, Mapping) else {}
        responses = item.get("responses")
        given = responses.get(self._name) if isinstance(responses, Mapping) else None
        if isinstance(given, str) and given.strip():
            return _reply(given, f"responses.{self._name}", item)
        for field in self._fields:
            text = item.get(field)
            if isinstance(text, str) and text.strip():
                reasons = item.get(_REASONS.get(field, ""))
                whole = f"{text}\n\n{reasons}" if isinstance(reasons, str) and reasons.strip() else text
                return _reply(whole, field, item)
        raise Rejected(f"{call.item} holds no words of {self._name} ({', '.join(self._fields)}).", alone=True)

    async def close(self) -> None:
        """Nothing is held."""


def _reply(text: str, field: str, item: Mapping[str, Any]) -> Reply:
    cited = {"citation": item["citation"]} if item.get("citation") else {}
    return Reply(text, meta={"documented": field, **cited})
