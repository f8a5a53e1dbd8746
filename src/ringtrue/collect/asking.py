"""One speaker, ready to be asked: its adapter, its prompt, its knowledge base, and what it says to an item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ringtrue.calls import Adapter, Check, Runner, sampling_of
from ringtrue.collect.length import WordRange, word_range, words_in
from ringtrue.collect.messages import messages_for
from ringtrue.terms import Call, Item, Outcome, Protocol, Response, Speaker
from ringtrue.terms.sealed import sealed

if TYPE_CHECKING:
    from ringtrue.sources import KnowledgeBase, Passage

FURTHER = 2  # attempts at a call that failed after all attempts of the transport
_REAL_WORDS = "documented"  # the kind whose answers are the person's own: they are as long as they are
TAKES = 4  # answers asked for until one is long enough, or short enough


async def asked(runner: Runner, adapter: Adapter, call: Call, *, check: Check | None = None) -> Outcome:
    """The outcome of a call; of two more where it failed."""
    outcome = await runner.ask(adapter, call, check=check)
    for _ in range(FURTHER):
        if outcome.text is not None:
            break
        outcome = await runner.ask(adapter, call, check=check)
    return outcome


@dataclass(frozen=True)
class Asking:
    """A speaker with all that is needed to ask it."""

    speaker: Speaker
    adapter: Adapter
    protocol: Protocol
    system: str = ""
    base: "KnowledgeBase | None" = None
    settings: Mapping[str, Any] = field(init=False)  # sampling: sent with every call, recorded with every response

    def __post_init__(self) -> None:
        """Take the sampling settings once, for all calls."""
        object.__setattr__(self, "settings", sealed(sampling_of(self.speaker)))

    def passages(self, item: Item) -> Sequence["Passage"]:
        """What the knowledge base has to say about an item."""
        if self.base is None:
            return ()
        context = item.fields.get("context")
        return self.base.passages(f"{context}\n{item.prompt}" if isinstance(context, str) else item.prompt)

    def call(self, item: Item, passages: Sequence["Passage"], take: int = 1, *, note: str = "") -> Call:
        """The question put to the speaker, the first time or once more."""
        messages = messages_for(item, self.protocol, self.system, passages, note=note)
        key = f"{self.speaker.name} {item.id} {take}"
        return Call(key, messages, item.id, self._settings(item), take)

    async def responses(self, runner: Runner, item: Item) -> list[Response]:
        """What the speaker says to an item: every answer there was, the one to use last.

        An answer that will stand beside the person's own words is asked for again while it is much longer or shorter
        than those; if none fits, the nearest is used.
        """
        passages = self.passages(item)
        wanted = word_range(item, self.protocol) if self.speaker.kind != _REAL_WORDS else None
        found: list[Response] = []
        note = ""
        for take in range(1, TAKES + 1):
            outcome = await asked(runner, self.adapter, self.call(item, passages, take, note=note))
            if outcome.text is None and found:
                break  # there is an answer, if not of the right length
            found.append(self._response(item, outcome, passages, take, wanted))
            if outcome.text is None or wanted is None:
                return found
            words = words_in(outcome.text)
            if wanted.holds(words):
                return found
            note = f"It must have {wanted.least} to {wanted.most} words; an earlier answer had {words}."
        assert wanted is not None  # noqa: S101 - without it the first answer was the last
        return _nearest_last(found, wanted)

    def _settings(self, item: Item) -> Mapping[str, Any]:
        if not self.adapter.wants_item:
            return self.settings
        whole = {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": item.tags, **item.fields}
        return {**self.settings, "item": whole}

    def _response(
        self, item: Item, outcome: Outcome, passages: Sequence["Passage"], take: int, wanted: WordRange | None
    ) -> Response:
        """The response with what is kept about it: how it was asked, what answered, what it was given to read."""
        meta: dict[str, Any] = {
            **outcome.meta,
            "settings": self.settings,
            "tokens_in": outcome.tokens_in,
            "tokens_out": outcome.tokens_out,
            "seconds": outcome.seconds,
            "attempts": outcome.attempts,
            "passages": [{"ref": one.ref, "text": one.text, "score": round(one.score, 4)} for one in passages],
        }
        if wanted is not None and outcome.text is not None:
            words = words_in(outcome.text)
            meta |= {"take": take, "words": words, "words_wanted": [wanted.least, wanted.most]}
        kept = {name: value for name, value in meta.items() if value not in (None, [], {})}
        return Response(item.id, self.speaker.name, outcome.text, outcome.error, kept)


def _nearest_last(found: list[Response], wanted: WordRange) -> list[Response]:
    """The responses in their order, but the one nearest to the wanted length at the end."""
    nearest = min(found, key=lambda one: abs(words_in(one.text or "") - wanted.real))
    return [one for one in found if one is not nearest] + [nearest]
