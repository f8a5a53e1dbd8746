"""What the runner asks of an adapter: one attempt at one call."""

from typing import Protocol

from ringtrue.terms import Call, Reply


class Adapter(Protocol):
    """The way to one speaker or judge. It opens nothing until the first call, and can be used again after `close`.

    Nothing it shows, raises or returns holds an API key.
    """

    label: str  # for people: openai:m@http://127.0.0.1:8080/v1
    model: str  # what answers, as the request hash names it: the same model at another address is the same request
    wants_item: bool = False  # whether `settings["item"]` must hold the whole item
    most_at_once: int | None = None  # how many calls it can take at a time; more of them wait, before their clock runs

    def check(self) -> None:
        """Look, before anything is asked, whether what it needs is there; raises Refused where it is not.

        Nothing is sent and no answer asked for.
        """
        return None  # noqa: RET501 - most need nothing; a body, so that they need not say so

    async def answer(self, call: Call) -> Reply:
        """The reply of one attempt. Raises Retry where another attempt may help, Refused where none will."""
        ...

    async def close(self) -> None:
        """Let go of connections and programs."""
        ...
