"""Look up what a row names - item, question, speaker - and read its value on the scale of the question."""

from ringtrue.files.collector import excerpt
from ringtrue.judge.known import Asked, Known
from ringtrue.judge.row import Row
from ringtrue.judge.sources import KEYS
from ringtrue.protocols.scales import normalised
from ringtrue.terms import Answer, Item, Kind


def check_keys(row: Row, known: Known) -> None:
    """Every key has to be one that judgments have: a misspelt one would be lost without a word."""
    for key in row.data:
        if key not in KEYS:
            row.fault(key, f"A judgment has no key {excerpt(key)}.", known.near(key, KEYS, "Take it out."))


def item_of(row: Row, known: Known) -> Item | None:
    """The item the row is about."""
    name = row.name("item")
    item = known.items.get(name)
    if item is None and name:
        remedy = known.near(name, known.items, "Use the id of an item of this study.")
        row.fault("item", f"There is no item {excerpt(name)}.", remedy)
    elif item and item.kind not in known.protocol.kinds:
        what = f"Item {item.id} is of kind {item.kind}, which {known.protocol.name} does not have."
        row.fault("item", what, f"Give the item one of the kinds {', '.join(known.protocol.kinds)}.")
    return item


def question_of(row: Row, known: Known, item: Item | None, kind: Kind | None) -> Asked | None:
    """The question the row answers, as the item's kind asks it."""
    name = row.name("question")
    asked = known.asked(kind, name)
    if asked is not None or not name:
        return asked
    if item and kind and name in known.questions():
        what = f"{name} is not asked of items of kind {kind.name}."
        row.fault("question", what, f"Asked of {item.id}: {', '.join(known.questions(kind))}.")
    else:
        remedy = known.near(name, known.questions(kind), "Use a question of the protocol.")
        row.fault("question", f"There is no question {excerpt(name)}.", remedy)
    return None


def speaker_of(row: Row, known: Known, kind: Kind | None) -> str | None:
    """The speaker the row names, None where it names nobody."""
    if row.data.get("speaker") is None:
        return None
    name = row.name("speaker")
    speakers = known.speakers(kind)
    if name and name not in speakers:
        remedy = known.near(name, speakers, "Name a speaker of the protocol.")
        row.fault("speaker", f"There is no speaker {excerpt(name)}.", remedy)
    return name or None


def value_of(row: Row, known: Known, asked: Asked | None, options: tuple[str, ...]) -> Answer | None:
    """The answer as a rating holds it; None, with the fault noted, where there is none or it is off its scale."""
    given = row.data.get("value")
    is_text = asked is not None and asked.scale.type == "text"
    if given is None or (isinstance(given, str) and not is_text and not given.strip()):
        row.fault("value", "There is no answer.", "Give a value, or leave the row out.")
        return None
    if asked is None:
        return None
    if asked.scale.type == "pick" and options and known.is_control(given) and given not in options:
        row.fault("value", f"{given} is not on this card.", f"If {given} was shown, give it as the speaker too.")
        return None
    try:
        return normalised(asked.scale, given, options)
    except ValueError as unfit:
        what, _, remedy = str(unfit).partition("; ")
        row.fault("value", f"{asked.question.name}: {what}.", f"{remedy[:1].upper()}{remedy[1:]}.")
        return None
