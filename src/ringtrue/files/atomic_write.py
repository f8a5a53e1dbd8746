"""Replace a file in one step: a reader, even after a crash, finds the old text or the new one, whole."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ringtrue.files.problems import refusal
from ringtrue.files.text_file import shown

_STRAY_AFTER = 3600.0  # seconds; a killed writer leaves its unfinished file behind, a living one is done by then


def write_text(path: Path | str, text: str) -> None:
    """Write text as UTF-8; lone surrogates raise ValueError before anything is touched."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path | str, data: bytes) -> None:
    """Write bytes."""
    with replacing(path) as stream:
        stream.write(data)


@contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file when the block ends well; if it raises, the file stays as it was.

    The bytes go to a hidden file in the same folder, reach the disk (fsync), and are then renamed over the target,
    which keeps its permissions; a link is followed and stays a link. What the disk refuses is a BadInput.
    """
    target = Path(os.path.realpath(path))
    unfinished = target.with_name(f".ringtrue-{os.urandom(8).hex()}.tmp")
    try:
        mode = _mode(target)
        try:
            with unfinished.open("xb") as stream:
                if mode is not None:
                    unfinished.chmod(mode)
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            unfinished.replace(target)
        except BaseException:  # an interrupt as well: nothing half-written stays
            with suppress(OSError):
                unfinished.unlink()
            raise
        _settle(target.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        remedy = "Check that the folder exists, is writable and has free space."
        raise refusal(shown(path), f"The file cannot be written: {reason}.", remedy=remedy) from None


def _mode(target: Path) -> int | None:
    """The permissions to keep, None for a new file; a folder or a read-only file is not written over."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if target.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if not os.access(target, os.W_OK):
        raise PermissionError(0, "it is read-only")
    return mode & 0o7777


def _settle(folder: Path) -> None:
    """Make the renaming itself durable, and clear away what killed writers left behind."""
    if os.name != "nt":  # Windows cannot open a folder, and needs no such step
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    before = time.time() - _STRAY_AFTER
    for stray in folder.glob(".ringtrue-*.tmp"):
        with suppress(OSError):
            if stray.stat().st_mtime < before:
                stray.unlink()
