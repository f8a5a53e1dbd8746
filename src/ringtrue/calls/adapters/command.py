"""A program of the user's own: `command:PROGRAM ARGS`."""

import asyncio
import json
import os
import shlex
import signal
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any

from ringtrue.calls.adapter import Adapter
from ringtrue.terms.call import Call, Refused, Reply, Retry
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

_FORM = "command:PROGRAM ARGS"
_STDIN, _STDERR = 0, 2
_MOST_PRINTED = 8 * 1024 * 1024  # bytes of an answer
_MOST_COMPLAINED = 64 * 1024  # bytes kept of what it said on stderr


def spelled(text: str) -> dict[str, Any]:
    """`PROGRAM ARGS`, quoted as in a shell, though none is used."""
    return {"program": _words(text, "--speaker")}


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the program."""
    return Command(speaker, folder)


class Command(Adapter):
    """Starts the program once for each call, in `folder`, with item and messages as JSON on its input."""

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Take the program and its arguments; nothing is started yet."""
        self._program = _words(speaker.settings.get("program"), f"speakers, {speaker.name}, program")
        self._folder = folder
        self.model = self.label = f"command:{shlex.join(self._program)}"

    def check(self) -> None:
        """Look for the program without starting it; Refused where there is none that may be run."""
        name = self._program[0]
        found = self._folder / name if os.sep in name else which(name)
        if found is None or not Path(found).exists():
            raise _missing(name)
        if not Path(found).is_file() or not os.access(found, os.X_OK):
            raise _forbidden(name)

    async def answer(self, call: Call) -> Reply:
        """One attempt; a call that is given up ends the program and all it started."""
        transport, output = await self._start()
        asked = json.dumps({"item": call.item, "messages": [dict(message) for message in call.messages]})
        try:
            _send(transport, asked.encode("utf-8") + b"\n")
            await asyncio.shield(output.closed)
        finally:
            await _end(transport, output)
        if output.too_long:
            raise Retry(f"The program printed more than {_MOST_PRINTED // (1024 * 1024)} MiB.", kind="answer")
        status = transport.get_returncode()
        if status != 0:
            raise Retry(f"{self._program[0]} ended with {_status(status)}{_last_line(output.complained)}")
        return Reply(_text(bytes(output.printed), self._program[0]), meta={"program": self._program[0]})

    async def close(self) -> None:
        """Nothing is held between calls."""

    async def _start(self) -> tuple[asyncio.SubprocessTransport, "_Output"]:
        name = self._program[0]
        beside = self._folder / name
        found = str(beside.resolve()) if os.sep in name and beside.is_file() else name
        try:
            return await asyncio.get_running_loop().subprocess_exec(
                _Output,
                found,
                *self._program[1:],
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                cwd=self._folder,
                env=dict(os.environ),  # and nothing that was set for a library of ours
                start_new_session=True,  # a group of its own, so that all of it can be ended
            )
        except FileNotFoundError:
            raise _missing(name) from None
        except PermissionError:
            raise _forbidden(name) from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name} cannot be started: {error}.", "Check the program.") from None


def _missing(name: str) -> Refused:
    return Refused(f"There is no program {name}.", "Check the name, or give its path.")


def _forbidden(name: str) -> Refused:
    return Refused(f"{name} is not executable.", f"chmod +x {name}")


class _Output(asyncio.SubprocessProtocol):
    """Collects what a program prints; `closed` is done once it has ended and its pipes are closed."""

    def __init__(self) -> None:
        self.printed = bytearray()
        self.complained = bytearray()
        self.too_long = False
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == _STDERR:
            self.complained += data
            del self.complained[:-_MOST_COMPLAINED]
            return
        self.printed += data
        if len(self.printed) > _MOST_PRINTED:
            self.too_long = True
            self._transport.close()  # and so end the program

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio calls it
        self.closed.set_result(None)


def _send(transport: asyncio.SubprocessTransport, asked: bytes) -> None:
    """Write the question to the program's input and close it; a program that does not read it is not an error."""
    pipe = transport.get_pipe_transport(_STDIN)
    if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():  # it may have ended already
        pipe.write(asked)
        pipe.write_eof()


async def _end(transport: asyncio.SubprocessTransport, output: _Output) -> None:
    """End the program's whole process group, and wait until it is gone."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(transport.get_pid(), signal.SIGKILL)
        else:  # Windows has no groups
            transport.kill()
    transport.close()
    await asyncio.shield(output.closed)


def _text(printed: bytes, name: str) -> str:
    """The answer in `{"text": ...}`, or all that was printed."""
    try:
        text = printed.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Retry(f"{name} printed bytes that are not UTF-8 (byte {error.start}).", kind="answer") from None
    if not text.lstrip().startswith("{"):
        return text.removesuffix("\n").removesuffix("\r")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return text.removesuffix("\n").removesuffix("\r")
    if not isinstance(document.get("text"), str):
        raise Retry(f'{name} printed a JSON document without "text".', kind="answer")
    return str(document["text"])


def _words(given: Any, place: str) -> list[str]:
    """The program and its arguments, from a list or from one line."""
    words: Sequence[Any] = ()
    with suppress(ValueError):  # a quote that is never closed
        words = shlex.split(given) if isinstance(given, str) else given if isinstance(given, list | tuple) else ()
    if not words or not all(isinstance(word, str) for word in words) or not words[0]:
        file = place if place.startswith("--") else "study.yaml"
        shown = given if isinstance(given, str) else str(given)
        raise BadInput([Problem(file, place, "This names no program.", shown, f"Write {_FORM}.")])
    return [str(word) for word in words]


def _status(status: int | None) -> str:
    if status is not None and status < 0:
        with suppress(ValueError):
            return f"the signal {signal.Signals(-status).name}"
    return f"status {status}"


def _last_line(complained: bytearray) -> str:
    lines = complained.decode("utf-8", "replace").strip().splitlines()
    return f": {lines[-1].strip()[:300]}" if lines else "."
