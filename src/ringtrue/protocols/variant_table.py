"""Read the designs and presets of a protocol file: other ways to use it, and sizes of study by name."""

from ringtrue.protocols.rule_list import read_rules, read_suite
from ringtrue.protocols.section import Section, suggestion
from ringtrue.terms import Design, Preset

DESIGNS = ("equivalence", "discrimination")
_CONTROLS = ("self", "generic")


def read_designs(table: Section) -> dict[str, Design]:
    """The designs by name, in their order."""
    for name in table.data:
        if name not in DESIGNS:
            table.fault(f"unknown design '{name}'", name, value=name, remedy=suggestion(str(name), DESIGNS))
    return {name: _read_design(name, table.table(name)) for name in map(str, table.data) if name in DESIGNS}


def _read_design(name: str, section: Section) -> Design:
    section.only(("about", "show", "controls", "sound_verdict"))
    show = section.table("show")
    return Design(
        name,
        section.text("about"),
        {kind: show.texts(kind) for kind in show.names()},
        read_controls(section.table("controls")),
        read_rules(section.rows("sound_verdict")),
    )


def read_presets(table: Section) -> dict[str, Preset]:
    """The presets by name, in their order; one that does not say its size is left out."""
    found = {str(name): _read_preset(str(name), table.table(name)) for name in table.data}
    return {name: preset for name, preset in found.items() if preset}


def _read_preset(name: str, section: Section) -> Preset | None:
    section.only(("items", "raters", "suite"))
    for key in ("items", "raters"):
        if key not in section.data:
            section.fault(f"the key '{key}' is missing", value=name, remedy=f"add {key}: a number")
    items, raters = section.whole("items"), section.whole("raters")
    suite = read_suite(section.rows("suite"))
    return None if items is None or raters is None else Preset(name, items, raters, suite)


def read_controls(table: Section) -> dict[str, str]:
    """The speakers who stand as controls."""
    table.only(_CONTROLS)
    return {name: table.text(name) for name in _CONTROLS if name in table.data}
