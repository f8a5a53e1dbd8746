"""The form of a pair study as study.yaml chooses it: preset, design, what is graded, the order of domains foretold."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ringtrue.files import Document, Problems, nearest
from ringtrue.protocols import designed, graded_both, grades_both, sized
from ringtrue.terms import BadInput, Protocol

KEYS = ("preset", "design", "grade", "order")
GRADES = ("preferred", "both")


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a study: the protocol as it is asked and as it is scored, and the names that chose it.

    The two protocols differ only where both texts of a pair are graded: asked are vibe_a and vibe_b, scored is vibe.
    `order` lists domains from the one foretold lowest to the one foretold highest.
    """

    asked: Protocol
    scored: Protocol
    preset: str = ""
    design: str = ""
    grade: str = ""
    order: tuple[str, ...] = ()

    @property
    def raters(self) -> int | None:
        """How many raters the preset is for."""
        return self.scored.presets[self.preset].raters if self.preset else None

    @property
    def items(self) -> int | None:
        """How many pairs the preset is for."""
        return self.scored.presets[self.preset].items if self.preset else None

    def as_dict(self) -> dict[str, str]:
        """The names that chose the form, those there are."""
        named = {"preset": self.preset, "design": self.design, "grade": self.grade}
        return {key: name for key, name in named.items() if name}


def is_pair_study(protocol: Protocol) -> bool:
    """Whether the outputs of pairs can be made: pairs are asked about, and the human indices computed."""
    return "pair" in protocol.kinds and {"pfi_001", "pfi_004", "pfi_equivalence", "domain"} <= set(protocol.measures)


def form_of(document: Document, protocol: Protocol, problems: Problems) -> Form:
    """The form study.yaml chooses, by default the first of everything; what it cannot have is noted."""
    preset = _chosen(document, "preset", tuple(protocol.presets), problems)
    design = _chosen(document, "design", tuple(protocol.designs), problems)
    grade = _chosen(document, "grade", GRADES if grades_both(protocol) else (), problems)
    scored = sized(protocol, preset) if preset else protocol
    scored = designed(scored, design) if design else scored
    asked = graded_both(scored) if grade == GRADES[1] else scored
    return Form(asked, scored, preset, design, grade, _order(document, problems))


def check_form(protocol: Protocol, form: Mapping[str, str]) -> None:
    """Refuse names that the protocol does not have, before a study is made of them."""
    problems = Problems()
    form_of(Document("command line", dict(form), lambda _: None), protocol, problems)
    if problems:
        raise BadInput(replace(found, place=f"--{found.place.rpartition(' ')[2]}") for found in problems)


def _chosen(document: Document, key: str, known: tuple[str, ...], problems: Problems) -> str:
    given = document.data.get(key)
    if given is None:
        return known[0] if known else ""
    if str(given) in known:
        return str(given)
    if not known:
        remedy = f"leave it out: this protocol has no {key}"
    else:
        near = nearest(str(given), known)
        remedy = (f"did you mean {near}? " if near else "") + f"one of {', '.join(known)}"
    problems.add(document.problem((key,), f"no such {key}", given, remedy))
    return known[0] if known else ""


def _order(document: Document, problems: Problems) -> tuple[str, ...]:
    given: Any = document.data.get("order")
    if given is None:
        return ()
    names = [str(name) for name in given] if isinstance(given, list) else []
    if len(names) < 2 or len(set(names)) < len(names):
        what, remedy = "an order lists domains, each once, lowest first", "write order: [NARR, SELF, PHIL, ANAL, TECH]"
        problems.add(document.problem(("order",), what, given, remedy))
    return tuple(names)
