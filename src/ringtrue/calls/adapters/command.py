"""A program of the user's own: `command:PROGRAM ARGS`."""

import asyncio
import json
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.faults import Refused, Retry
from ringtrue.terms import BadInput, Call, Problem, Reply, Speaker

_FORM = "command:PROGRAM ARGS"
_MOST_PRINTED = 8 * 1024 * 1024  # bytes of an answer
_MOST_COMPLAINED = 64 * 1024  # bytes kept of what it said on stderr
_PIECE = 65536


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
        process = await self._start()
        asked = json.dumps({"item": call.item, "messages": [dict(message) for message in call.messages]})
        try:
            printed, complained = await _conversation(process, asked.encode("utf-8") + b"\n")
            status = await process.wait()
        finally:
            await _end(process)
        if status != 0:
            raise Retry(f"{self._program[0]} ended with {_status(status)}{_last_line(complained)}")
        return Reply(_text(printed, self._program[0]), meta={"program": self._program[0]})

    async def close(self) -> None:
        """Nothing is held between calls."""

    async def _start(self) -> Process:
        name = self._program[0]
        beside = self._folder / name
        found = str(beside.resolve()) if os.sep in name and beside.is_file() else name
        try:
            return await asyncio.create_subprocess_exec(
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
    return Refused(f"{name} may not be run.", f"chmod +x {name}")


async def _conversation(process: Process, asked: bytes) -> tuple[bytes, bytes]:
    """Say the question and hear the answer out, both at once: a program may answer before it has read everything."""
    tasks = (
        _say(process.stdin, asked),
        _hear(process.stdout, _MOST_PRINTED),
        _hear(process.stderr, _MOST_COMPLAINED, last=True),
    )
    _, printed, complained = await asyncio.gather(*tasks)
    return printed, complained


async def _say(stream: asyncio.StreamWriter | None, asked: bytes) -> None:
    if stream is None or stream.is_closing():  # it may be over already
        return
    with suppress(BrokenPipeError, ConnectionResetError):  # it may not care for its input
        stream.write(asked)
        await stream.drain()
        stream.close()
        await stream.wait_closed()


async def _hear(stream: asyncio.StreamReader | None, most: int, *, last: bool = False) -> bytes:
    """All that is printed; of too much the last part, or none of it."""
    heard = bytearray()
    while stream is not None and (piece := await stream.read(_PIECE)):
        heard += piece
        if len(heard) > most:
            if not last:
                raise Retry(f"The program printed more than {most // (1024 * 1024)} MiB.", kind="answer")
            del heard[:-most]
    return bytes(heard)


async def _end(process: Process) -> None:
    """End the program's whole group, and do not leave before it is gone."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:  # Windows has no groups
            process.kill()
    # A pipe that was full when reading stopped stays paused, and wait() would wait for its end for ever.
    process._transport.close()  # type: ignore[attr-defined]  # there is no public way to close the pipes
    await asyncio.shield(process.wait())


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


def _status(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"the signal {signal.Signals(-status).name}"
    return f"status {status}"


def _last_line(complained: bytes) -> str:
    lines = complained.decode("utf-8", "replace").strip().splitlines()
    return f": {lines[-1].strip()[:300]}" if lines else "."
