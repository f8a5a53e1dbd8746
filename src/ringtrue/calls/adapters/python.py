"""A function of the user's own: `python:module:function`."""

import asyncio
import inspect
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.speaker_settings import needed
from ringtrue.terms.call import Call, Refused, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

# Run a blocking function beside the event loop, in a thread that cannot keep the program from ending.


T = TypeVar("T")


async def aside(work: Callable[[], T]) -> T:
    """What the function returns or raises. A call that is given up leaves its thread to end by itself or not at all."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def deliver(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:  # noqa: BLE001 - it is raised again where the answer is awaited
            error = RuntimeError(repr(raised)) if isinstance(raised, StopIteration) else raised
        try:
            loop.call_soon_threadsafe(deliver, result, error)
        except RuntimeError:  # the loop is closed: nobody waits any more
            return

    threading.Thread(target=run, name="ringtrue answer", daemon=True).start()
    return await done


_FORM = "python:module:function"
_SIGNATURE = "def answer(messages: list[dict[str, str]], item: dict) -> str"


def spelled(text: str) -> dict[str, Any]:
    """`module:function`."""
    module, _, function = text.partition(":")
    if not module.strip() or not function.strip().isidentifier():
        raise BadInput([Problem("--speaker", text or "(empty)", "This names no function.", text, f"Write {_FORM}.")])
    return {"function": text}


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the function."""
    return Python(speaker, folder)


class Python(Adapter):
    """Calls `function(messages, item)`, plain ones in a thread of their own, asynchronous ones where we are."""

    wants_item = True

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take the function's name; it is imported with the first call, or when it is looked for."""
        self.model = needed(speaker, "function", "module:function")
        spelled(self.model)
        self.label = f"python:{self.model}"
        self._folder = folder
        self._function: Callable[[list[dict[str, str]], dict[str, Any]], Any] | None = None

    def check(self) -> None:
        """Import the function; Refused where there is none."""
        self._found()

    def _found(self) -> Callable[[list[dict[str, str]], dict[str, Any]], Any]:
        if self._function is None:
            self._function = _imported(self.model, self._folder)
        return self._function

    async def answer(self, call: Call) -> Reply:
        """One attempt; what the function raises is reported and tried again."""
        function = self._found()
        messages = [dict(message) for message in call.messages]
        item = dict(call.settings.get("item") or {"id": call.item})
        try:
            if inspect.iscoroutinefunction(function):
                text = await function(messages, item)
            else:
                text = await aside(lambda: function(messages, item))
                if inspect.isawaitable(text):
                    text = await text
        except asyncio.CancelledError:
            raise
        except (Exception, SystemExit) as error:
            raise Retry(f"{self.model} raised {_told(error)}") from error
        if not isinstance(text, str):
            raise Retry(f"{self.model} returned {type(text).__name__}, not a text.", kind="answer")
        return Reply(text, meta={"function": self.model})

    async def close(self) -> None:
        """Nothing is held."""


def _imported(name: str, folder: Path) -> Callable[..., Any]:
    """The function by its name; modules beside the study and in the current folder are found too."""
    where, _, attribute = name.partition(":")
    module_name = where.strip().removesuffix(".py").replace("/", ".")
    for place in (str(folder.resolve()), str(Path.cwd())):
        if place not in sys.path:
            sys.path.append(place)  # last, so that nothing of ours or theirs is hidden
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or module_name
        remedy = (
            f"Put {missing}.py beside the study, or install it." if missing in module_name else f"Install {missing}."
        )
        raise Refused(f"There is no module {missing}.", remedy) from error
    except (Exception, SystemExit) as error:
        raise Refused(f"{module_name} cannot be imported: {_told(error)}", "Correct it and start again.") from error
    function = getattr(module, attribute.strip(), None)
    if not callable(function):
        raise Refused(f"{module_name} has no function {attribute}.", f"Write {_SIGNATURE}.")
    if not _takes_two(function):
        raise Refused(f"{name} does not take messages and item.", f"Write {_SIGNATURE}.")
    found: Callable[..., Any] = function
    return found


def _takes_two(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind([], {})
    except TypeError:
        return False
    except ValueError:  # some built-in functions have no signature
        return True
    return True


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".strip().rstrip(":") + "."
