"""Test-case YAML of blind suites: read into items, written from items; comments and order of a file stay."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files.document import Document, plain
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem

Entry = dict[str, Any]
LISTS = {
    "quote": "direct_quote_tests",
    "decision": "decision_scenario_tests",
    "style": "style_tests",
    "edge": "edge_case_tests",
}
VERSION = "1.0.0"
_DIMENSIONS = {"rhetorical": "rhetoric", "tonal": "tone", "vocabulary_match": "vocabulary", "linguistic": "vocabulary"}
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


@dataclass(frozen=True, slots=True)
class _Field:
    """A key of a test, and where it stands in an item: a field, "tags.NAME" or "responses.NAME".

    An `extra` one is ours: written only where there is something to write.
    """

    key: str
    place: str = ""
    read: Callable[[Any], Any] = lambda value: value
    write: Callable[[Any], Any] = lambda value: value
    usual: Any = None  # what a new test has where the item says nothing
    extra: bool = False


def _citations(value: Any) -> list[str]:
    """One or several citations written as one text or a list."""
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _one_or_more(value: Any) -> Any:
    """A single text as a text, several as a list."""
    listed = list(value) if isinstance(value, list | tuple) else [value]
    return listed[0] if len(listed) == 1 else listed


def _texts(name: str) -> Callable[[Any], list[str]]:
    """The texts of a list of tables, or of texts."""
    return lambda value: [str(one.get(name, "")) if isinstance(one, Mapping) else str(one) for one in value or ()]


def _rows(name: str, mark: str) -> Callable[[Any], list[dict[str, Any]]]:
    return lambda value: [{name: one, mark: None} for one in value or ()]


def _dates(value: Any) -> list[str]:
    return _DATE.findall(" ".join(map(str, value)) if isinstance(value, list | tuple) else str(value))


_HEAD = _Field("test_id", "id")
_NOTES = _Field("notes", "notes")
_LAYERS = _Field("layers", "tags.layers", extra=True)
_SOURCE = _Field("source_reference", "citation", _citations, _one_or_more)
_FIELDS: Mapping[str, tuple[_Field, ...]] = {
    "quote": (
        _HEAD,
        _Field("topic", "topic"),
        _Field("difficulty", "tags.difficulty"),
        _Field("real_quote", "real"),
        _Field("clone_prompt", "prompt"),
        _Field("clone_quote", "responses.clone"),
        _SOURCE,
        _Field("presentation_order", "presentation_order"),
        _NOTES,
        _LAYERS,
    ),
    "decision": (
        _HEAD,
        _Field("domain", "tags.domain"),
        _Field("cross_domain", "cross_domain", usual=False),
        _Field("scenario", "prompt"),
        _Field("constraints", "constraints"),
        _Field("real_decision", "real_decision"),
        _Field("real_reasoning", "real_reasoning"),
        _SOURCE,
        _Field("scoring_criteria", "criteria", _texts("criterion"), _rows("criterion", "met")),
        _Field("clone_decision", "responses.clone"),
        _Field("clone_reasoning", "clone_reasoning"),
        _Field("alignment_score", "alignment_score"),
        _NOTES,
        _LAYERS,
    ),
    "style": (
        _HEAD,
        _Field("dimension", "dimension", lambda value: _DIMENSIONS.get(str(value), str(value))),
        _Field("prompt", "prompt"),
        _Field("reference_sources", "references", plain, lambda value: [dict(one) for one in value or ()]),
        _Field("clone_response", "responses.clone"),
        _Field("checklist", "checklist"),
        _Field("scores", "scores"),
        _NOTES,
        _LAYERS,
    ),
    "edge": (
        _HEAD,
        _Field("subtype", "subtype"),
        _Field("setup", "prompt"),
        _Field("expected_position", "expected"),
        _Field("trap_position", "trap"),
        _SOURCE,
        _Field("evolution_timestamp", "timestamps", _dates, _one_or_more),
        _Field("fidelity_criteria", "criteria", _texts("criterion"), _rows("criterion", "met")),
        _Field("clone_response", "responses.clone"),
        _Field("fell_into_trap", "fell_into_trap"),
        _Field("fidelity_score", "fidelity_score"),
        _NOTES,
        _LAYERS,
    ),
}
_OTHER_NAMES = {  # the document's own names
    "real_decision_source": "source_reference",
    "source": "source_reference",
    "prompt_for_clone": "clone_prompt",
    "rhetoric": "rhetorical_match",
    "tone": "tonal_match",
}


@dataclass(frozen=True, slots=True)
class TestCases:
    """A file of test cases: its document, to be written again, and its tests as items would be written."""

    __test__ = False  # no test of pytest's

    document: Document
    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = field(default=())


def is_test_cases(path: Path) -> bool:
    """Whether a YAML file holds lists of tests."""
    if path.suffix.lower() not in (".yaml", ".yml"):
        return False
    data = read_yaml(path).data
    return isinstance(data, Mapping) and any(name in data for name in LISTS.values())


def read_test_cases(path: Path) -> TestCases:
    """The tests of a file as entries of an items file; every fault together."""
    document = read_yaml(path)
    problems: list[Problem] = []
    entries: list[Entry] = []
    for kind, name in LISTS.items():
        given = document.data.get(name) if isinstance(document.data, Mapping) else None
        if given is not None and not isinstance(given, list):
            problems.append(document.problem((name,), "The tests are a list.", given, "Begin each test with a dash."))
            continue
        for number, test in enumerate(given or ()):
            if not isinstance(test, Mapping) or not str(test.get("test_id") or "").strip():
                what, remedy = "A test is a table with a test_id.", "Give it an id of its own, such as DQ-001."
                problems.append(document.problem((name, number), what, test, remedy))
            else:
                entries.append(_entry(kind, test))
    if problems:
        raise BadInput(problems)
    return TestCases(document, tuple(entries))


def _entry(kind: str, test: Mapping[Any, Any]) -> Entry:
    """A test as an item: known keys in their places, unknown ones kept."""
    given = {_OTHER_NAMES.get(str(key), str(key)): value for key, value in test.items()}
    pair = given.pop("pair", None)
    if isinstance(pair, Mapping):
        given.setdefault("real_quote", pair.get("real"))
        given.setdefault("clone_quote", pair.get("clone"))
    entry: Entry = {"id": "", "kind": kind, "prompt": "", "tags": {}, "status": "pending"}
    for one in _FIELDS[kind]:
        value = given.pop(one.key, None)
        if value not in (None, "", [], {}):
            _put(entry, one.place, one.read(value))
    entry |= {key: plain(value) for key, value in given.items() if value is not None}
    if kind == "style":
        _read_checklist(entry)
        entry.setdefault(
            "citation", [f"^[RAIZ:{one['path']}]" for one in entry.get("references", ()) if one.get("path")]
        )
    if kind == "edge" and "subtype" in entry:
        entry["tags"]["subtype"] = entry["subtype"]
    return {key: plain(value) for key, value in entry.items()}


def _put(entry: Entry, place: str, value: Any) -> None:
    group, _, name = place.rpartition(".")
    (entry.setdefault(group, {}) if group else entry)[name] = value


def _read_checklist(entry: Entry) -> None:
    """A flat list belongs to the test's dimension, but for entries that name another."""
    found: dict[str, list[str]] = {}
    given = entry.get("checklist")
    if isinstance(given, Mapping):
        return
    for one in given or ():
        row = one if isinstance(one, Mapping) else {"item": one}
        dimension = str(row.get("dimension") or entry.get("dimension") or "vocabulary")
        found.setdefault(_DIMENSIONS.get(dimension, dimension), []).append(str(row.get("item") or ""))
    if found:
        entry["checklist"] = found


# Writing: the file that was read with what has changed since, or a new one.


def as_test_cases(items: Iterable[Item], about: Mapping[str, Any], kept: Document | None = None) -> Any:
    """The items as data of a test-case file. `kept` is a file read before: its comments, order and other keys stay."""
    listed = list(items)
    data: Any = kept.data if kept is not None else _frame(listed, about)
    for kind, name in LISTS.items():
        mine = {item.id: item for item in listed if item.kind == kind}
        tests = data.get(name)
        if tests is None and not mine:
            continue
        if tests is None:
            data[name] = tests = []
        for place in reversed(range(len(tests))):
            if str(tests[place].get("test_id")) not in mine:
                del tests[place]
        there = {str(test.get("test_id")): test for test in tests}
        for identity, item in mine.items():
            if identity in there:
                _update(there[identity], item)
            else:
                tests.append(_test(item))
    return data


def _update(test: Any, item: Item) -> None:
    """Change what is not the same any more; what the item never had stays as it is."""
    before = _entry(item.kind, test)
    for one in _FIELDS[item.kind]:
        now = _get(item, one.place)
        if one.place != "id" and plain(now) != plain(_get_entry(before, one.place)) and now is not None:
            key = next((key for key in test if _OTHER_NAMES.get(str(key), str(key)) == one.key), one.key)
            test[key] = _written(one, now, item)


def _test(item: Item) -> dict[str, Any]:
    """A new test with every key of its form."""
    found = {}
    for one in _FIELDS[item.kind]:
        value = _get(item, one.place)
        if value is not None or not one.extra:
            found[one.key] = one.usual if value is None else _written(one, value, item)
    known = {one.place.partition(".")[0] for one in _FIELDS[item.kind]}
    extra = {key: _thawed(value) for key, value in item.fields.items() if key not in known and key != "citation"}
    return found | extra


def _written(one: _Field, value: Any, item: Item) -> Any:
    if one.key == "checklist":
        return list(_checklist_rows(value, str(item.fields.get("dimension") or "")))
    return _thawed(one.write(value))


def _checklist_rows(value: Any, dimension: str) -> Iterator[dict[str, Any]]:
    """The entries one after the other; those of another dimension than the test's say so."""
    for name, entries in value.items():
        for entry in entries:
            row = {"item": str(entry), "present": None}
            yield row if name == dimension else row | {"dimension": name}


def _get(item: Item, place: str) -> Any:
    group, _, name = place.rpartition(".")
    if group == "tags":
        return item.tags.get(name)
    if group:
        table = item.fields.get(group)
        return table.get(name) if isinstance(table, Mapping) else None
    return {"id": item.id, "prompt": item.prompt}.get(name, item.fields.get(name))


def _get_entry(entry: Entry, place: str) -> Any:
    group, _, name = place.rpartition(".")
    return (entry.get(group) or {}).get(name) if group else entry.get(name)


def _thawed(value: Any) -> Any:
    """Plain lists and tables, which a file can hold."""
    if isinstance(value, Mapping):
        return {str(key): _thawed(inner) for key, inner in value.items()}
    return [_thawed(inner) for inner in value] if isinstance(value, list | tuple) else value


def _frame(items: list[Item], about: Mapping[str, Any]) -> dict[str, Any]:
    """A new file but for its tests: the keys of the form in their order, what is not known left empty."""
    count = {kind: sum(item.kind == kind for item in items) for kind in LISTS}
    levels = _counted(items, "quote", "difficulty", ("easy", "medium", "hard"))
    subtypes = _counted(items, "edge", "subtype", ("paradox", "nuance", "contradiction", "evolution", "boundary"))
    return {
        "metadata": {
            "template_version": VERSION,
            "protocol_version": about.get("protocol_version"),
            "generated_at": about.get("generated_at"),
            "generated_by": "ringtrue",
        },
        "clone_info": {
            "clone_id": about.get("clone_id"),
            "clone_name": about.get("clone_name"),
            "agent_path": None,
            "soul_path": None,
            "memory_path": None,
            "dna_config_path": None,
            "clone_version": None,
            "previous_fidelity": None,
        },
        "source_materials": {"primary": [], "secondary": []},
        "distribution": {
            "total_target": len(items),
            "direct_quote": {"target_count": count["quote"], "difficulty_split": levels},
            "decision_scenario": {"target_count": count["decision"], "cross_domain_minimum": 5},
            "style": {
                "target_count": count["style"],
                "dimensions_required": ["vocabulary", "rhetoric", "tone", "cadence", "analogy"],
                "min_per_dimension": 4,
            },
            "edge_case": {"target_count": count["edge"], "subtype_split": subtypes},
        },
        **{name: [] for name in LISTS.values()},
        "evaluation": {
            "evaluators": [],
            "blinding": {"randomization_seed": about.get("seed"), "max_tests_per_session": 40, "test_order": None},
            "schedule": None,
        },
        "results": dict.fromkeys(
            ("completed_at", "report_id", "composite_fidelity", "classification", "overall_result", "report_path")
        ),
    }


def _counted(items: list[Item], kind: str, tag: str, names: tuple[str, ...]) -> dict[str, int]:
    return {name: sum(item.kind == kind and str(item.tags.get(tag)) == name for item in items) for name in names}
