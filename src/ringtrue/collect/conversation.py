"""A conversation: prompts put to a speaker in one thread, in order, with a gap; resumed without asking anything twice.

What was said before is never repeated by us: each message holds the thread as it was, and the next prompt. Any
multi-turn protocol is a list of prompts for this.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking
from ringtrue.terms.item import Item, Response
from ringtrue.terms.sheet import GapKind

AT, PROMPT, SESSION, PAUSE = "at", "prompt", "session", "gap"  # what the meta data of a reply say of it
_SUMMARY = "summary"

Said = Mapping[str, Response]  # what was answered so far, by the id of the prompt
Record = Callable[[Response], None]
Tell = Callable[[str, float], None]  # told which session waits, and for how many seconds


@dataclass(frozen=True, slots=True)
class Pause:
    """How the gap is spent: waited for, in a new thread, or in a new thread that a summary is carried into.

    `seconds` are waited where the thread goes on; `ask` is what the speaker is asked for a summary, and `carried`
    stands before it in the new thread. With `kind` None the conversation has no gap.
    """

    kind: GapKind | None = None
    seconds: float = 0.0
    ask: str = ""
    carried: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One session: its name, who is asked, and the prompts in order; `gaps` are the ids that a pause comes before.

    Without `threaded` every prompt stands alone, as for a speaker without a memory. `elsewhere` answers from the gap
    on, where the claim is about two environments.
    """

    session: str
    asking: Asking
    prompts: Sequence[Item]
    gaps: frozenset[str] = frozenset()
    pause: Pause = Pause()
    threaded: bool = True
    elsewhere: Asking | None = None

    @property
    def summary_id(self) -> str:
        """What the summary that is carried over is recorded as."""
        return f"{self.session}-{_SUMMARY}"

    async def hold(self, runner: Runner, said: Said, record: Record, tell: Tell) -> bool:
        """Ask whatever is not answered yet, in order; False where an answer is missing, for then nothing can follow."""
        thread: list[dict[str, str]] = []
        asking = self.asking
        last: Response | None = None
        for item in self.prompts:
            about: dict[str, Any] = {}
            if item.id in self.gaps and self.pause.kind is not None:
                asking = self.elsewhere or asking
                waited = await self._paused(runner, item, said, last, record, tell, thread)
                if waited is None:
                    return False
                about = {PAUSE: waited}
            reply = said.get(item.id)
            if reply is None or reply.text is None:
                reply = await self._asked(runner, asking, item, thread, about, record)
            if reply.text is None:
                return False
            if self.threaded:
                thread += [{"role": "user", "content": item.prompt}, {"role": "assistant", "content": reply.text}]
            last = reply
        return True

    async def _asked(
        self,
        runner: Runner,
        asking: Asking,
        item: Item,
        thread: Sequence[Mapping[str, str]],
        about: Mapping[str, Any],
        record: Record,
    ) -> Response:
        asked_at = now()
        reply = await asking.reply(runner, item, thread, {})
        told = {SESSION: self.session, PROMPT: item.prompt, "asked_at": asked_at, AT: now(), **about}
        if asking is not self.asking:
            told["environment"] = asking.adapter.label
        whole = Response(reply.item, reply.speaker, reply.text, reply.error, {**reply.meta, **told})
        record(whole)
        return whole

    async def _paused(
        self,
        runner: Runner,
        item: Item,
        said: Said,
        last: Response | None,
        record: Record,
        tell: Tell,
        thread: list[dict[str, str]],
    ) -> dict[str, Any] | None:
        """Spend the gap before an item; what is recorded of it, None where the summary did not come."""
        pause = self.pause
        done = said.get(item.id)
        if pause.kind == "summary":
            summary = said.get(self.summary_id)
            if summary is None or summary.text is None:
                ask = Item(self.summary_id, item.kind, pause.ask)
                summary = await self._asked(runner, self.asking, ask, thread, {"kind": _SUMMARY}, record)
            if summary.text is None:
                return None
            thread[:] = [{"role": "system", "content": f"{pause.carried}\n{summary.text}".strip()}]
        elif pause.kind == "new":
            thread.clear()
        since = _since(last)
        left = pause.seconds - since
        if pause.kind == "wait" and done is None and left > 0:
            tell(self.session, left)
            await runner.pause(left)
        return {"kind": pause.kind, "seconds": round(_since(last), 3)}


def now() -> str:
    """This moment with its time zone, as it is recorded."""
    return datetime.now(UTC).astimezone().isoformat(timespec="milliseconds")


def _since(reply: Response | None) -> float:
    """Seconds since a reply came, 0 where there is none."""
    if reply is None or AT not in reply.meta:
        return 0.0
    passed = datetime.now(UTC) - datetime.fromisoformat(str(reply.meta[AT]))
    return max(0.0, passed.total_seconds())
