"""The reasons of a verdict, checks and notes as sentences for people, made from the rules and their numbers.

A result keeps each reason as the rule's own formula with its values behind it. That is what the appendix prints; here
the same reason is read back and told in the protocol's words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.terms.protocol import Protocol, Rule, Wording
from ringtrue.terms.result import INCONCLUSIVE, Result, Verdict

_UNKNOWN = "not known: "
_NEEDS = re.compile(r"(?P<label>.+?) would need (?P<rest>.+)", re.DOTALL)
_OPEN_LABELS = ("provisional", INCONCLUSIVE)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: what it says in words, whether it speaks against a better label, and the formula as it was kept."""

    words: str
    against: str = ""  # the label that it rules out
    formula: str = ""

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        return f"Not {self.against}: {self.words}." if self.against else sentence(self.words)


@dataclass(frozen=True, slots=True)
class Reasons:
    """Tells the reasons of one protocol."""

    wording: Wording
    rules: tuple[Rule, ...] = ()

    @classmethod
    def of(cls, protocol: Protocol) -> "Reasons":
        """With every rule the protocol may have decided by, those of its designs and presets among them."""
        lists = [protocol.verdict, protocol.sound_verdict, *protocol.status.values()]
        lists += [design.sound_verdict for design in protocol.designs.values()]
        lists += [preset.verdict for preset in protocol.presets.values()]
        return cls(_wording_of(protocol), tuple(rule for rules in lists for rule in rules))

    def told(self, verdict: Verdict) -> list[Reason]:
        """Every reason of a verdict, in its order; a note says in words what its conditions said in numbers."""
        notes = {rule.note for rule in self.rules if rule.note and rule.label == verdict.label}
        said: set[str] = set()
        found = [self._reason(text, said) for text in verdict.reasons]
        found = [one for one in found if one.against != verdict.label]  # another road to the same label was closed
        if verdict.label not in _OPEN_LABELS:
            return found
        noted = [one for one in found if one.formula in notes]
        if not noted:
            return found
        numbers = [self._numbers(text) for text in verdict.reasons if text not in notes and not _NEEDS.fullmatch(text)]
        values = "; ".join(dict.fromkeys(filter(None, numbers)))
        first = Reason(f"{noted[0].formula}{f' ({values})' if values else ''}", formula=noted[0].formula)
        return [first, *(one for one in found if one.against)]

    def on_category(self, note: str, status: Mapping[str, str]) -> tuple[str, str] | None:
        """The category a note is about and why it has its status; None for a note on anything else."""
        for name, label in status.items():
            start = f"{name} is {label}: "
            if note.startswith(start):
                reasons = self.told(Verdict(label, tuple(_split(note[len(start) :].removesuffix(".")))))
                chosen = [one for one in reasons if not one.against] or reasons[-1:]
                return name, " ".join(reason.sentence for reason in chosen)
        return None

    def named(self, category: str) -> str:
        """What a category is called."""
        name = f"{category}_status"
        short = [members[name] for members in self.wording.groups.values() if name in members]
        return short[0] if short else self.wording.kind(category)

    def on_estimate(self, note: str) -> str:
        """A note that begins with the name of an estimate, with its words instead."""
        name, found, rest = note.partition(": ")
        return f"{_capital(self.wording.labels[name])}: {rest}" if found and name in self.wording.labels else note

    def _reason(self, text: str, said: set[str]) -> Reason:
        """One reason; what was `said` before is not said again, unless there is nothing else to say."""
        needs = _NEEDS.fullmatch(text)
        if needs:
            words = self._words(needs["rest"], said, holds=False)
            return Reason(words or needs["rest"], needs["label"], text)
        if text.startswith(_UNKNOWN):
            return Reason(self._words(text.removeprefix(_UNKNOWN), said, holds=None) or text, formula=text)
        return Reason(self._words(text, said, holds=True) or text, formula=text)

    def _words(self, text: str, said: set[str], *, holds: bool | None) -> str:
        """A condition with its values behind it, in words; "" for a text that is no condition."""
        from ringtrue.formula.functions import FormulaError
        from ringtrue.formula.wording import joined, phrases

        found = self._read(text)
        if found is None:
            return ""
        try:
            told = phrases(*found, self.wording, holds=holds)
        except FormulaError:  # what the values are of is not what the formula asks
            return ""
        new = [phrase for phrase in told if phrase not in said] or told
        said.update(told)
        return joined(new, ", and")

    def _numbers(self, text: str) -> str:
        """The values a condition rested on: "people 2"."""
        found = self._read(text)
        if found is None:
            return ""
        known = {name: value for name, value in found[1].items() if name in self.wording.labels}
        return ", ".join(f"{self.wording.label(name)} {_shown(value)}" for name, value in known.items())

    def _read(self, text: str) -> "tuple[str, dict[str, float | str | None]] | None":
        """The condition and the values of its names, of a reason as it was kept."""
        known = [one for rule in self.rules for one in rule.conditions if text == one or text.startswith(f"{one} (")]
        condition = max(known, key=len) if known else text.rpartition(" (")[0] if text.endswith(")") else text
        names = _names_in(condition)
        if names is None:
            return None
        rest = text[len(condition) :]
        values = re.fullmatch(rf" \({', '.join(rf'{name} (.+?)' for name in names)}\)", rest) if names else None
        if not names or values is None:
            return None
        return condition, dict(zip(names, map(_value, values.groups()), strict=True))


def _wording_of(protocol: Protocol) -> Wording:
    """The protocol's words; a study made before there were any speaks as the installed protocol does."""
    if protocol.wording == Wording() and protocol.name in BUILT_IN:
        return load(protocol.name).wording
    return protocol.wording


def _names_in(condition: str) -> list[str] | None:
    """The names of a formula in the order its values are kept; None for what is no condition."""
    from ringtrue.formula.functions import FormulaError
    from ringtrue.formula.grammar import parse

    try:
        return sorted(parse(condition).names)
    except FormulaError:
        return None


def _value(text: str) -> float | str | None:
    if text == "unknown":
        return None
    try:
        return float(text)
    except ValueError:
        return text


def _shown(value: float | str | None) -> str:
    from ringtrue.terms.number import brief

    return "not known" if value is None else brief(value) if isinstance(value, float) else value


def _split(text: str) -> Iterator[str]:
    """Reasons that were joined by semicolons; none stands within brackets."""
    depth, start = 0, 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == ";" and depth <= 0:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def sentence(words: str) -> str:
    """The words as a sentence: a capital at the start, a full stop at the end."""
    text = _capital(words.strip())
    return text if not text or text[-1] in ".!?:" else f"{text}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def difference(result: Result, reasons: Reasons) -> str:
    """Why the two verdicts differ, in one sentence or two; "" where they do not."""
    literal, sound = result.verdict, result.sound_verdict
    if literal.label == sound.label:
        return ""
    sides = (("By the document's rules", literal), ("By the sound numbers", sound))
    return " ".join(f"{by} it is {side.label}{_because(reasons.told(side))}" for by, side in sides)


def _because(told: Sequence[Reason]) -> str:
    """The reason that decided; where a label is what was left over, what ruled out the one before it."""
    chosen = [one for one in told if not one.against][:1] or list(told[-1:])
    return f": {chosen[0].words.removesuffix('.')}." if chosen else "."
