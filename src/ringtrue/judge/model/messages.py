"""The two messages a judge gets: what to do, and one card with everything on it inside data blocks."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from ringtrue.judge.model.asked import Asked, questions_of
from ringtrue.judge.model.data_block import block, marker_for
from ringtrue.judge.model.instructions import instructions
from ringtrue.judge.model.reference import reference
from ringtrue.judge.model.rubric import Rubric, rubric
from ringtrue.terms import Card, Item, Protocol


def card_messages(
    protocol: Protocol,
    item: Item,
    card: Card,
    *,
    language: str = "en",
    gold: str = "",
    history: Sequence[Mapping[str, str]] = (),
) -> list[dict[str, str]]:
    """System and user message for one card; the same card always gives the same messages.

    `gold` is the sample of the true voice for kinds that are judged beside one (an item's own `gold` comes first),
    `history` the conversation before a trial. No speaker, id or path is in them, and nothing but our own words and the
    protocol's questions stands outside a block.
    """
    wording = rubric(language)
    asked = questions_of(protocol, item)
    shown = _shown(protocol, item, card, asked, wording, gold, history)
    marker = marker_for(card.id, [text for _, text in shown])
    reminder = wording.parts["reminder"].format(questions=asked.listed)
    blocks = [block(marker, heading, text) for heading, text in shown]
    parts = [wording.headings["marker"].format(marker=marker), *blocks, reminder]
    return [
        {"role": "system", "content": instructions(protocol, card.kind, language)},
        {"role": "user", "content": "\n\n".join(parts)},
    ]


def _shown(
    protocol: Protocol,
    item: Item,
    card: Card,
    asked: Sequence[Asked],
    wording: Rubric,
    gold: str,
    history: Sequence[Mapping[str, str]],
) -> list[tuple[str, str]]:
    """Heading and text of every block, the answers to judge last."""
    kind = protocol.kinds[card.kind]
    headings = wording.headings
    shown = [(headings["asked"], card.prompt)] if card.prompt.strip() else []
    shown += reference(protocol, item, wording, card.prompt)
    sample = str(item.fields.get("gold") or gold)
    if kind.gold and sample.strip():
        shown.append((headings["gold"], sample))
    if kind.history and history:
        shown.append((headings["history"], "\n".join(f"{turn['role']}: {turn['content']}" for turn in history)))
    for one in asked:
        if one.options:
            listed = "\n".join(f"{place}. {thing}" for place, thing in enumerate(one.options, 1))
            shown.append((headings["lists"].format(question=one.name), listed))
    if len(card.texts) == 1:
        return [*shown, (headings["answer"], card.texts[0])]
    sides = zip(ascii_uppercase, card.texts, strict=False)
    return [*shown, *((headings["side"].format(side=side), text) for side, text in sides)]
