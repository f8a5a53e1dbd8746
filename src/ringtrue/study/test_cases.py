"""Import and export a study's items as test-case YAML; an imported file is kept, so that its comments come back."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ringtrue.files.atomic_write import write_bytes, write_text
from ringtrue.files.text_file import read_bytes, read_text, shown
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.formats.test_cases import LISTS, as_test_cases, read_test_cases
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import Imported, append_items
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem

_START = "---\n"  # one may stand at the beginning
KEPT = "test-cases.yaml"  # beside study.yaml: the file that was imported


def import_test_cases(study: StudyFolder, sources: Sequence[Path]) -> Imported:
    """Add the tests of the files to the items, pending; refused whole where one has the id of an item there."""
    protocol = study.settings.protocol
    lacking = [kind for kind in LISTS if kind not in protocol.kinds]
    if lacking:
        what = f"A {protocol.name} study has no items of kind {', '.join(lacking)}."
        raise BadInput([Problem(shown(study.items_file), "protocol", what, remedy="Import into a blind study.")])
    read = [read_test_cases(source) for source in sources]
    known = {item.id for item in study.items()}
    problems = []
    entries = []
    for cases, source in zip(read, sources, strict=True):
        for entry in cases.entries:
            if entry["id"] in known:
                what = "There is an item of this id already."
                problems.append(Problem(shown(source), entry["id"], what, remedy="Rename the test, or the item."))
            known.add(entry["id"])
            entries.append(entry)
    if problems:
        raise BadInput(problems)
    append_items(study.items_file, entries, protocol, what="This test")
    if len(sources) == 1 and not (study.folder / KEPT).exists():
        write_bytes(study.folder / KEPT, read_bytes(sources[0]))
    return Imported(tuple(entry["id"] for entry in entries), ())


def export_test_cases(study: StudyFolder, path: Path, items: Iterable[Item]) -> int:
    """Write the items as a test-case file; with the comments and the order of the file they were imported from."""
    if path.exists():
        raise BadInput([Problem(str(path), "whole file", "The file already exists.", remedy="Name another.")])
    kept = read_yaml(study.folder / KEPT) if (study.folder / KEPT).is_file() else None
    chosen = [item for item in items if not item.tags.get("control")]
    about = {
        "protocol_version": study.settings.protocol.version,
        "generated_at": datetime.now(UTC).date().isoformat(),
        "clone_id": study.folder.resolve().name,
        "clone_name": study.settings.subject or None,
        "seed": study.settings.data.get("seed", DEFAULT_SEED),
    }
    write_yaml(path, as_test_cases(chosen, about, kept))
    if kept is not None and read_text(study.folder / KEPT).startswith(_START):
        write_text(path, _START + read_text(path))
    return len(chosen)
