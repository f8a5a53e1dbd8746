"""Read a whole protocol file into types, with every fault of form on the way; what it says is checked afterwards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast, get_args

from ringtrue.files import Document
from ringtrue.protocols.kind_table import read_kinds
from ringtrue.protocols.measure_table import read_measures
from ringtrue.protocols.rule_list import read_bands, read_checks, read_regression, read_rules, read_suite
from ringtrue.protocols.scale_table import read_scales
from ringtrue.protocols.section import WORD, Fault, Section
from ringtrue.protocols.variant_table import read_controls, read_designs, read_presets
from ringtrue.terms import Per, Protocol, Unit

KEYS = (
    *("name", "version", "title", "about", "candidate", "controls", "unit", "people", "designs", "presets", "scopes"),
    *("remediation_days", "scales", "kinds", "suite", "measures", "status", "checks", "cause", "primary", "bands"),
    *("coverage", "verdict", "sound_verdict", "regression"),
)
_VERSION = re.compile(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """The protocol as far as it could be read, the faults of form, and the names of what could not be read."""

    protocol: Protocol
    faults: tuple[Fault, ...]
    unread_scales: frozenset[str]
    unread_measures: Mapping[str, Per]


def read(document: Document) -> Reading:
    """Read the file; nothing is raised, everything is noted."""
    faults: list[Fault] = []
    if not isinstance(document.data, dict):
        remedy = "write keys and values: name, version, scales, kinds, measures, verdict, sound_verdict"
        faults.append(Fault((), "a protocol is a table of keys", document.data, remedy))
    top = Section(document.data if isinstance(document.data, dict) else {}, (), faults)
    top.only(KEYS)
    top.whole("people")  # for the reader of the file; the rules themselves say what follows from it
    scales, unread_scales = read_scales(top.table("scales", required=True))
    measures, unread_measures = read_measures(top.table("measures", required=True))
    status = top.table("status")
    primary = top.table("primary")
    protocol = Protocol(
        name=_read_name(top),
        version=_read_version(top),
        title=top.text("title"),
        about=top.text("about"),
        candidate=top.text("candidate", "clone"),
        controls=read_controls(top.table("controls")),
        unit=cast(Unit, top.one_of("unit", get_args(Unit), "items x raters")),
        scales=scales,
        kinds=read_kinds(top.table("kinds", required=True)),
        suite=read_suite(top.rows("suite")),
        measures=measures,
        status={name: read_rules(status.rows(name)) for name in status.names()},
        checks=read_checks(top.rows("checks")),
        cause=read_rules(top.rows("cause")),
        primary={name: primary.text(name) for name in primary.names()},
        bands=read_bands(top.table("bands")) if "bands" in top.data else None,
        coverage=top.text("coverage") or None,
        verdict=read_rules(top.rows("verdict", required=True)),
        sound_verdict=read_rules(top.rows("sound_verdict", required=True)),
        regression=read_regression(top.table("regression")) if "regression" in top.data else None,
        scopes=top.texts("scopes"),
        remediation_days=top.whole("remediation_days"),
        designs=read_designs(top.table("designs")),
        presets=read_presets(top.table("presets")),
    )
    return Reading(protocol, tuple(faults), unread_scales, unread_measures)


def _read_name(top: Section) -> str:
    name = top.text("name", required=True)
    if name and not WORD.fullmatch(name):
        top.fault(f"'{name}' cannot be a name", "name", value=name, remedy="begin with a letter; no blanks or dots")
    return name


def _read_version(top: Section) -> str:
    version = top.text("version", required=True)
    if version and not _VERSION.fullmatch(version):
        remedy = "write three numbers, like 1.0.0"
        top.fault(f"'{version}' is no version", "version", value=version, remedy=remedy)
    return version
