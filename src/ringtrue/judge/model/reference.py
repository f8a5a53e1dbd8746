"""What a judge may know of an item besides its prompt: the situation, and what the person would say or has written."""

from collections.abc import Mapping

from ringtrue.judge.model.asked import kind_named
from ringtrue.judge.model.rubric import Rubric, rubric
from ringtrue.judge.model.same import once_for_each
from ringtrue.terms import Item, Protocol

# Fields that give away which text is whose, or that are shown elsewhere. A documented decision is kept from judges (its
# criteria are what they judge by).
_KEPT_BACK = frozenset(
    {"real", "real_decision", "real_reasoning", "responses", "citation", "citations", "domain", "notes"}
)
_OF_THE_PROMPT = ("topic", "context", "constraints")  # a card's prompt may hold them already


def reference(protocol: Protocol, item: Item, wording: Rubric, prompt: str) -> list[tuple[str, str]]:
    """Heading and text of every field of the item a judge is shown; what stands in the prompt already is left out."""
    fields = item.fields
    shown = []
    for name, heading in _headed(protocol, item.kind, wording.language):
        text = _told(fields[name]) if name in fields else ""
        if text and not (name in _OF_THE_PROMPT and text in prompt):
            shown.append((heading, text))
    return shown


@once_for_each
def _headed(protocol: Protocol, kind_name: str, language: str) -> tuple[tuple[str, str], ...]:
    """The fields a judge of this kind of card may be shown, in their order, each with its heading."""
    wording = rubric(language)
    kind = kind_named(protocol, kind_name)
    hidden = _KEPT_BACK | {*kind.show, *protocol.controls.values()} | {*kind.numbers}
    listed = {question.lists.split(".")[0] for question in kind.questions if question.lists}
    needed = [name for name in kind.needs if name not in wording.fields and name not in listed]
    return tuple((name, _heading(wording, name)) for name in [*wording.fields, *needed] if name not in hidden)


def _heading(wording: Rubric, field: str) -> str:
    return wording.fields.get(field) or wording.headings["field"].format(field=field.replace("_", " "))


def _told(value: object) -> str:
    """A field as text; of a passage with its source the words alone, never the path."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list | tuple):
        told = [text for text in map(_told, value) if text]
        return "\n".join(told if "\n" in "".join(told) else [f"- {text}" for text in told])
    if isinstance(value, Mapping):
        return _told(value.get("excerpt", ""))
    return ""
