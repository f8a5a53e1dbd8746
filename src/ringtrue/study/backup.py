"""Backup and restore of a study folder: what people wrote and what was recorded, in one file."""

import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import replacing
from ringtrue.store.store import Store
from ringtrue.terms.problem import BadInput, Problem

DATABASE = "study.db"
_RECORDS = "records.jsonl.gz"
_MOST_BYTES = 4 << 30
# What reading an archive raises: no archive, damaged, locked with a password, packed in a way nobody knows.
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    FileNotFoundError,
    IsADirectoryError,
    RuntimeError,
)


def named_files(settings: Mapping[str, Any]) -> list[str]:
    """Names in study.yaml that may be files beside it: the gold text, and the files of the rating section."""
    rating = settings.get("rating")
    given = [settings.get("gold"), *(rating.values() if isinstance(rating, Mapping) else ())]
    return [name for name in given if isinstance(name, str) and Path(name).name == name]


def pack(folder: Path, names: list[str], target: Path, *, who: str) -> None:
    """Write the named files of the folder and the records of its database into one archive, or nothing at all."""
    if target.exists():
        raise BadInput([Problem(str(target), "whole file", "There is a file of this name.", remedy="Name another.")])
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as scratch:
        records = Path(scratch) / _RECORDS
        with Store.open(folder / DATABASE) as store:
            store.backup(records, who=who)
        with replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(records, _RECORDS)
            for name in names:
                archive.write(folder / name, name)


def unpack(source: Path, folder: Path, *, who: str) -> None:
    """Make a study folder from an archive, or nothing at all; refuses a damaged one and a folder that is not empty."""
    if folder.exists() and not folder.is_dir():
        raise BadInput([Problem(str(folder), "folder", "This is a file, not a folder.", remedy="Name a new folder.")])
    if folder.exists() and any(folder.iterdir()):
        raise BadInput([Problem(str(folder), "folder", "It is not empty.", remedy="Name a new folder.")])
    from ringtrue.store.backup import restore

    unpacked: list[Path] = []
    try:
        _extract(source, folder, unpacked)
        restore(folder / _RECORDS, folder / DATABASE, who=who)
    except BaseException:
        for path in unpacked:
            path.unlink(missing_ok=True)
        raise
    (folder / _RECORDS).unlink()


def _extract(source: Path, folder: Path, unpacked: list[Path]) -> None:
    """Unpack the files, each noted in `unpacked` before it is written."""
    try:
        with zipfile.ZipFile(source) as archive:
            _check(archive, source)
            folder.mkdir(parents=True, exist_ok=True)
            unpacked += [folder / name for name in archive.namelist()]
            archive.extractall(folder)
    except _UNREADABLE as error:
        what = "It is not a backup made by ringtrue." if source.is_file() else "There is no such file."
        raise BadInput(
            [Problem(str(source), "whole file", what, remedy="Name a file made by ringtrue backup.")]
        ) from error


def _check(archive: zipfile.ZipFile, source: Path) -> None:
    """Plain names only, a bounded size, the records among them, every byte as it was written."""
    entries = archive.infolist()
    plain = all(Path(entry.filename).name == entry.filename != ".." for entry in entries)
    size = sum(entry.file_size for entry in entries)
    names = archive.namelist()
    if not plain or size > _MOST_BYTES or _RECORDS not in names or DATABASE in names:
        what = "It is not a backup made by ringtrue."
        raise BadInput([Problem(str(source), "whole file", what, remedy="Name a file made by ringtrue backup.")])
    damaged = archive.testzip()
    if damaged:
        raise BadInput([Problem(str(source), damaged, "It is damaged.", remedy="Take another copy of the backup.")])
