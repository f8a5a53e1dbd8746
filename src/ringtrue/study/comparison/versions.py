"""Versions to compare: study folders or result files, read and checked, with their ratings on the items they share."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.files.json_file import read_json
from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.study.backup import DATABASE
from ringtrue.study.folder import StudyFolder
from ringtrue.study.settings import FILE
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Result

if TYPE_CHECKING:
    from ringtrue.score.comparison import Version
    from ringtrue.score.study_table import StudyTable

_LEFT_OUT = ("rejected", "withdrawn")


@dataclass(frozen=True)
class Source:
    """One version: a study with its records or, without one, the rows of a result file."""

    name: str
    place: Path
    result: Result
    protocol: Protocol
    study: StudyFolder | None = None
    scored_at: str = ""

    @cached_property
    def items(self) -> dict[str, Item]:
        """The items that count, by id; none for a result file, which has no texts."""
        listed = self.study.items() if self.study else []
        return {item.id: item for item in listed if item.status not in _LEFT_OUT and not item.tags.get("control")}

    @cached_property
    def rows(self) -> dict[str, Mapping[str, Any]]:
        """The rows of the result by item."""
        return {str(row["id"]): row for row in self.result.items}


def read_sources(paths: Sequence[Path]) -> list[Source]:
    """Every version, in the order given; BadInput with all that is wrong with any of them."""
    problems: list[Problem] = []
    if len(paths) < 2:
        remedy = "Name two studies or more, the earlier ones first."
        problems.append(Problem("command line", "A B", "A comparison needs two versions.", str(len(paths)), remedy))
    given = Counter(path.resolve() for path in paths)
    for path in (path for path, number in given.items() if number > 1):
        remedy = "Name each version once."
        problems.append(Problem(str(path), "A B", "This version is named twice.", remedy=remedy))
    found: list[Source] = []
    for path, name in zip(paths, _names(paths), strict=True):
        try:
            found.append(_source(path, name))
        except BadInput as refusal:
            problems += refusal.problems
    if problems:
        raise BadInput(problems)
    return found


def _names(paths: Sequence[Path]) -> list[str]:
    """What each version is called: its folder's name, with as many names before it as tell them apart."""
    places = [(path if path.is_dir() else _folder_of(path) or path.with_suffix("")).resolve() for path in paths]
    several = len(set(places))
    depth = next((depth for depth in range(1, 6) if len({one.parts[-depth:] for one in places}) == several), 6)
    named = ["/".join(one.parts[-depth:]) for one in places]
    files = Counter(named)
    return [name if files[name] == 1 else f"{name}/{path.name}" for name, path in zip(named, paths, strict=True)]


def _folder_of(path: Path) -> Path | None:
    """The study a result.json belongs to, None for a file that lies elsewhere."""
    folder = path.parent
    inside = path.name == "result.json" and (folder / FILE).is_file() and (folder / DATABASE).is_file()
    return folder if inside else None


def _source(path: Path, name: str) -> Source:
    folder = path if path.is_dir() else _folder_of(path)
    return _of_file(path, name) if folder is None else _of_study(folder, name)


def _of_study(folder: Path, name: str) -> Source:
    study = StudyFolder.open(folder)
    refuse_altered(study, result=True)
    record = study.latest()
    if record is None:
        remedy = f"ringtrue score {folder}"
        raise BadInput([Problem(str(folder), "result", "This study has no result yet.", remedy=remedy)])
    return Source(name, folder, record.result, study.settings.scored, study, record.provenance.at)


def _of_file(path: Path, name: str) -> Source:
    """A result file without its study: its protocol must be the built-in one, or nothing could be computed again."""
    document = read_json(path).data
    try:
        result = Result.from_dict(document)
    except (KeyError, TypeError, ValueError, AttributeError):
        remedy = "Name a study folder, or the result.json in one."
        raise BadInput([Problem(str(path), "whole file", "This is no result.", remedy=remedy)]) from None
    called, made_with = result.protocol.get("name", ""), result.protocol.get("hash", "")
    protocol = load(called) if called in BUILT_IN else None
    if protocol is None or made_with not in (protocol.hash, *protocol.same_numbers):
        what = f"The result was made by {called or 'no protocol'} (hash {made_with[:12] or 'none'}), which is not here."
        raise BadInput([Problem(str(path), "protocol", what, remedy="Name the study's folder, which keeps it.")])
    return Source(name, path, result, protocol)


# Whether versions may be compared at all: one protocol, one form, at least two items in common.


def mismatches(sources: Sequence[Source]) -> list[Problem]:
    """What keeps versions from being compared as they stand: other protocols, versions, or forms of them."""
    last = sources[-1]
    return [problem for one in sources[:-1] for problem in _mismatch(one, last)]


def _mismatch(one: Source, last: Source) -> Iterator[Problem]:
    here, there = one.protocol, last.protocol
    if here.name != there.name:
        what = f"{one.name} was made with {here.name}, {last.name} with {there.name}."
        yield Problem(str(one.place), "protocol", what, remedy="compare versions that were put to the same protocol")
    elif here.hash not in (there.hash, *there.same_numbers) and there.hash not in here.same_numbers:
        what = (
            f"{one.name} was made with {here.name} {here.version} (hash {here.hash[:12]}), {last.name} with "
            f"{there.version} (hash {there.hash[:12]})."
        )
        remedy = f"score both by one version, or compare by the rules of {last.name} with --despite-versions"
        yield Problem(str(one.place), "protocol version", what, remedy=remedy)
    elif dict(here.measures) != dict(there.measures) or dict(here.kinds) != dict(there.kinds):
        what = f"{one.name} and {last.name} use {here.name} in different forms (design, or which texts are graded)."
        yield Problem(str(one.place), "form", what, remedy="compare studies of the same form")


def is_only_version(problem: Problem) -> bool:
    """Whether a mismatch is one of versions of one protocol, which may be compared if that is said."""
    return problem.place == "protocol version"


def shared_items(sources: Sequence[Source]) -> tuple[list[str], list[str]]:
    """Ids of the items all versions have, with the same words; and sentences on what was left out."""
    every = [set(one.items) if one.study else set(one.rows) for one in sources]
    common = set.intersection(*every)
    changed = {name for name in common if len({_wording(one.items[name]) for one in sources if one.study}) > 1}
    alone = len(set.union(*every) - common)
    notes = []
    if alone:
        notes.append(f"{alone} items are not in every version and are left out.")
    if changed:
        listed = ", ".join(sorted(changed)[:5])
        notes.append(f"{len(changed)} items have other words in some version ({listed}) and are left out.")
    return sorted(common - changed), notes


def _wording(item: Item) -> tuple[str, str, str]:
    return item.kind, item.prompt, str(item.fields.get("context") or "")


# The ratings of a version on some items, as columns.


def table_of(source: Source, protocol: Protocol, names: Sequence[str]) -> "StudyTable":
    """The table a version is compared by; `protocol` is one made for comparing."""
    if source.study is None:
        return _table_of_rows(source, protocol, names)
    from ringtrue.score.scoring import gathered
    from ringtrue.study.model_judge import judges_asked, models_behind
    from ringtrue.study.ratings import ratings_and_words
    from ringtrue.study.speakers import judges_of
    from ringtrue.study.unblind import cards_dealt

    study, items = source.study, [source.items[name] for name in names]
    with study.records() as records:
        ratings = ratings_and_words(records, study.settings.protocol, {})
        models = models_behind(judges_of(study.settings), judges_asked(records))
        return gathered(protocol, items, ratings, cards_dealt(records), models)


def _table_of_rows(source: Source, protocol: Protocol, names: Sequence[str]) -> "StudyTable":
    """The rows of a result file as columns: no single answers, no tags."""
    import numpy as np

    from ringtrue.score.answers import Fixed
    from ringtrue.score.measures import tags_used
    from ringtrue.score.study_table import StudyTable

    rows = [source.rows[name] for name in names]
    kinds = [str(row.get("kind") or "") for row in rows]
    asked = {question.name for kind in protocol.kinds.values() for question in kind.questions}
    named = sorted({*asked, *_in_rows(protocol)})
    columns = {name: Fixed(np.array([_number(row.get(name)) for row in rows])) for name in named}
    untold = np.full(len(rows), None, dtype=object)
    tags = {"session": untold, **dict.fromkeys(tags_used(protocol), untold), "kind": np.array(kinds, dtype=object)}
    return StudyTable(list(names), kinds, (), 0, dict(columns), {}, {}, tags)


def of_rows(protocol: Protocol) -> Protocol:
    """The protocol for a result file: what its rows hold is not computed again; single answers it has none."""
    inside = _in_rows(protocol)
    return replace(protocol, measures={name: one for name, one in protocol.measures.items() if name not in inside})


def with_rows(source: Source, version: "Version") -> "Version":
    """The version with all that the rows of its result file say."""
    if source.study:
        return version
    return replace(version, rows={name: {**source.rows[name], **row} for name, row in version.rows.items()})


def _in_rows(protocol: Protocol) -> set[str]:
    """The measures the rows of a result hold."""
    from ringtrue.score.comparison import SCORE

    return {name for name, one in protocol.measures.items() if one.per != "study" and name != SCORE}


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else float("nan")
