"""Lists of rules: the first that holds decides, with the conditions that made it so; what is unknown stays untold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ringtrue.formula import Formula
from ringtrue.score.formulas import formula
from ringtrue.terms import UNTOLD, Estimate, Rule, Verdict

Given = float | str | None


def names_for_rules(estimates: Mapping[str, Estimate], status: Mapping[str, str], **more: float) -> dict[str, Given]:
    """What conditions may speak of: values, bounds as NAME_low and NAME_high, gates by their outcome, statuses."""
    names: dict[str, Given] = dict(more)
    for name, estimate in estimates.items():
        names[name] = getattr(estimate, "outcome", estimate.value)
        names[f"{name}_low"], names[f"{name}_high"] = estimate.low, estimate.high
    names.update({f"{category}_status": None if label == UNTOLD else label for category, label in status.items()})
    return names


@dataclass(frozen=True, slots=True)
class _Asked:
    """A rule's conditions and their answers: yes, no, or None for unknown."""

    rule: Rule
    answers: dict[str, bool | None]

    @property
    def holds(self) -> bool | None:
        every = [self.answers[text] for text in self.rule.all]
        some = [self.answers[text] for text in self.rule.any]
        if False in every or (some and all(answer is False for answer in some)):
            return False
        if None in every or (some and True not in some):
            return None
        return True

    def having(self, *wanted: bool | None) -> list[str]:
        return [text for text in self.rule.conditions if self.answers[text] in wanted]


def decided(rules: Sequence[Rule], names: Mapping[str, Given]) -> Verdict:
    """The label of the first rule that holds; if one before it cannot be told, neither can the verdict."""
    reasons: list[str] = []
    for rule in rules:
        asked = _Asked(rule, {text: _answer(formula(text), names) for text in rule.conditions})
        if asked.holds is None:
            unknown = [f"not known: {_worded(text, names)}" for text in asked.having(None)]
            return Verdict(UNTOLD, (*unknown, *_against(reasons)))
        if asked.holds:
            because = [_worded(text, names) for text in asked.having(True)]
            note = [rule.note] if rule.note else []
            return Verdict(rule.label, tuple(because + note + _against(reasons)))
        if rule.all:  # a rule of `any` alone knocks out; that it did not says little
            reasons.append(_refused(asked, names))
    raise ValueError("a list of rules ends with one that has no conditions")


def _answer(condition: Formula, names: Mapping[str, Given]) -> bool | None:
    """A condition on names; one that nothing is known of makes it unknown, unless the rest decides."""
    return condition.holds({name: names.get(name) for name in condition.names})


def _worded(text: str, names: Mapping[str, Given]) -> str:
    """The condition with the values of its names behind it."""
    used = sorted(formula(text).names)
    values = ", ".join(f"{name} {_shown(names.get(name))}" for name in used)
    return f"{text} ({values})" if values else text


def _shown(value: Given) -> str:
    if value is None:
        return "unknown"
    return value if isinstance(value, str) else f"{value:.6g}"  # digits enough that 92.9999 does not look like 93


def _refused(asked: _Asked, names: Mapping[str, Given]) -> str:
    failed = asked.having(False)
    first = next((text for text in asked.rule.all if text in failed), failed[0] if failed else "")
    return f"{asked.rule.label} would need {_worded(first, names)}"


def _against(reasons: list[str]) -> list[str]:
    """Why rules before it did not hold, each label once."""
    return list(dict.fromkeys(reasons))
