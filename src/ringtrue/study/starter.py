"""The items.yaml a new study begins with: an empty list, and for each kind an example to copy."""

from ringtrue.terms import Kind, Protocol

ITEM_FILES = ("items.yaml", "items.jsonl", "items.json")


def starter(protocol: Protocol) -> str:
    """Comments that show one item of each kind, then an empty list."""
    lines = [
        f"# Items of a {protocol.name} study. Copy an example, take the # away, fill it in; then remove the [] below."
    ]
    for kind in protocol.kinds.values():
        lines += [f"# {line}" for line in _example(kind)]
    return "\n".join([*lines, "[]"]) + "\n"


def _example(kind: Kind) -> list[str]:
    needed = [f"  {name}: {_value(kind, name)}" for name in kind.needs]
    numbers = [f"  {name}: 0.9" for name in kind.numbers]
    return [f"- id: {kind.name}-001", f"  kind: {kind.name}", "  prompt: what the speaker is asked", *needed, *numbers]


def _value(kind: Kind, name: str) -> str:
    listed = [question.lists for question in kind.questions if question.lists]
    if name in listed:
        return "[first thing to tick, second thing to tick]"
    parts = [path.partition(".")[2] for path in listed if path and path.startswith(f"{name}.")]
    if parts:
        return "{" + ", ".join(f"{part}: [something to tick]" for part in parts) + "}"
    return "..."
