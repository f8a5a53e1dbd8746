"""Advice for a prompt: sentences made from the rows of an explanation."""

import re
from collections.abc import Mapping, Sequence

from ringtrue.terms.text import escaped
from ringtrue.voice.explain.differences import once
from ringtrue.voice.explain.usage import Explanation, Usage, rate, times
from ringtrue.voice.habits.parsed_text import Language, words

# What to tell a clone about each habit: what to do less of, and what to do more of.


LESS_MORE: Mapping[str, tuple[str, str]] = {
    "words_per_sentence": ("Use shorter sentences", "Use longer sentences"),
    "sentence_spread": ("Keep sentences more even in length", "Vary the length of sentences more"),
    "short_sentences": ("Use fewer very short sentences", "Put in more very short sentences"),
    "long_sentences": ("Break up long sentences", "Let some sentences run long"),
    "questions": ("Ask fewer questions", "Ask more questions"),
    "commas": ("Use fewer commas", "Use more commas"),
    "semicolons": ("Use fewer semicolons", "Use semicolons more"),
    "colons": ("Use fewer colons", "Use colons more"),
    "dashes": ("Use fewer dashes", "Use dashes more"),
    "parentheses": ("Use fewer parentheses", "Use parentheses more"),
    "exclamations": ("Use fewer exclamation marks", "Use exclamation marks more"),
    "ellipses": ("Use fewer ellipses (...)", "Let sentences trail off (...) more"),
    "quotations": ("Put less in quotation marks", "Quote more"),
    "numerals": ("Give fewer numbers in digits", "Give more numbers in digits"),
    "joining_openers": ("Begin fewer sentences with And, But or So", "Begin more sentences with And, But or So"),
    "speaking_openers": (
        "Begin fewer sentences as in talk (Well, Look, Now)",
        "Begin more sentences as in talk (Well, Look, Now)",
    ),
    "linking_openers": (
        "Begin fewer sentences with a connective (However, Moreover)",
        "Begin more sentences with a connective (However, Therefore)",
    ),
    "repeated_openers": (
        "Do not begin one sentence like the last so often",
        "Begin neighbouring sentences with the same word more often",
    ),
    "contractions": ("Contract less: write 'do not', 'it is'", "Contract more: write 'don't', 'it's'"),
    "hedges": ("Hedge less (maybe, I think, sort of)", "Hedge more (maybe, I think, sort of)"),
    "boosters": ("Stress less (very, really, of course)", "Stress more (very, really, of course)"),
    "first_person": ("Say I, me and my less", "Say I, me and my more"),
    "first_person_plural": ("Say we, us and our less", "Say we, us and our more"),
    "second_person": ("Say you and your less", "Say you and your more"),
    "word_length": ("Use shorter, plainer words", "Use longer words"),
    "paragraph_length": ("Write shorter paragraphs", "Write longer paragraphs"),
    "text_length": ("Answer more briefly", "Answer at more length"),
    "list_items": ("Write fewer lists", "Use lists more"),
    "headings": ("Use fewer headings", "Use headings more"),
    "bold": ("Use less bold type", "Use bold type more"),
    "emoji": ("Use fewer emoji", "Use emoji more"),
}

GRAMMAR = words(
    "the a an of and or to in on at by for with from as into about than that this these those it its is are was were "
    "be been being am have has had do does did will would can could should may might must not no i me my we us our "
    "you your he him his she her they them their what which who whom whose there here if but so because when where "
    "how all any some such only also just more most other one o os as um uma uns umas de do da dos das em no na nos "
    "nas por para com sem que se e ou mas eu me meu minha nós você vocês ele ela eles elas seu sua seus suas é são foi "
    "ser estar está ter tem não mais muito como quando onde isso isto esse essa este esta ao à aos às"
)
"""Words of grammar: telling somebody to say 'of' less often helps nobody."""


# Plain sentences to put into a clone's prompt.


MOST = 12
_WORDS_EACH = 3  # words of one direction that get a line of their own; the rest share one
_SIGNATURES = 5  # of those words the person is known by
_OF_THE_SETTING = ("text_length", "paragraph_length")  # letters are longer than answers, whoever writes them
_LISTED = 8  # words in that shared line
_WORDING = ("word", "phrase")
_IN_ENGLISH = re.compile(r" \([A-Za-z].*\)$|: write .*$")  # examples that help in no other language


def advice(explanation: Explanation) -> list[str]:
    """At most a dozen sentences in Markdown, the weightiest first; or none. What the person is known by weighs double.

    Wording bound to a topic and words of grammar are left out: they are real differences, but nothing to follow.
    """
    rows = once([row for row in explanation.rows if not row.topic_bound and _followable(row)], explanation.language)
    rows.sort(key=lambda row: (row.habit not in _OF_THE_SETTING, _weight(row)), reverse=True)
    lines: list[str] = []
    spoken = {"over": 0, "under": 0}
    rest: dict[str, list[Usage]] = {"over": [], "under": []}
    for row in rows:
        if row.kind in _WORDING and spoken[row.direction] >= (_SIGNATURES if row.signature else _WORDS_EACH):
            rest[row.direction].append(row)
            continue
        spoken[row.direction] += row.kind in _WORDING
        lines.append(_line(row, explanation.language))
    shared = [_shared(direction, rest[direction]) for direction in ("over", "under") if rest[direction]]
    return lines[: MOST - len(shared)] + shared


def _followable(row: Usage) -> bool:
    if row.kind == "opener" and not row.habit and len(row.name) == 1 and row.name != "I":
        return False  # an initial
    return row.kind not in _WORDING or not all(word in GRAMMAR for word in row.name.lower().split())


def _weight(row: Usage) -> float:
    """How much a reader notices: how sure it is, and more for what stands at the front or is repeated."""
    marked = 1.5 if row.kind in ("boilerplate", "opener") and not row.habit else 1.0
    never = 1.2 if 0 in (row.own, row.replies) else 1.0
    known = 2.0 if row.signature else 1.0
    return abs(row.sureness) * marked * never * known


def _line(row: Usage, language: Language | None) -> str:
    if row.habit:
        return _habit_line(row, language)
    if row.kind == "boilerplate":
        return _set_piece_line(row)
    return _opener_line(row) if row.kind == "opener" else _word_line(row)


def _habit_line(row: Usage, language: Language | None) -> str:
    less, more = LESS_MORE[row.habit or ""]
    what = less if row.direction == "over" else more
    if language != "en":
        what = _IN_ENGLISH.sub("", what)
    if row.direction == "over" and not row.own:
        return f"{what}: the person never does it, the replies {rate(row.replies)} {row.unit}."
    if row.unit in ("words", "letters"):
        return f"{what}: the person averages {rate(row.own)} {row.unit}, the replies {rate(row.replies)}."
    return f"{what}: the person {rate(row.own)} {row.unit}, the replies {rate(row.replies)}{_as_in(row)}."


def _word_line(row: Usage) -> str:
    name = f"“{escaped(row.name)}”"
    if row.direction == "under":
        often = times(row.own / row.replies) if row.replies else f"now and then ({rate(row.own)} {row.unit})"
        known = f": they are known by it (others {rate(row.others or 0.0)} {row.unit})" if row.signature else ""
        return f"Say {name} {often}{known}{_as_in(row)}."
    if not row.own:
        return f"Drop {name}: the person never uses it, the replies {rate(row.replies)} times {row.unit}."
    return f"Say {name} less: the person {rate(row.own)} times {row.unit}, the replies {rate(row.replies)}."


def _opener_line(row: Usage) -> str:
    name = f"“{escaped(row.name)}”"
    if row.direction == "under":
        often = f"the person {rate(row.own)} {row.unit}, the replies {rate(row.replies)}"
        return f"Begin sentences with {name} more often: {often}{_as_in(row)}."
    if not row.own:
        return f"Do not begin sentences with {name}: the person never does, the replies {rate(row.replies)} {row.unit}."
    often = f"the person {rate(row.own)} {row.unit}, the replies {rate(row.replies)}"
    return f"Begin sentences with {name} less often: {often}."


def _set_piece_line(row: Usage) -> str:
    name = f"“{escaped(row.name)}”"
    own, replies = rate(row.own), rate(row.replies)
    if row.direction == "under":
        what = {"text start": "Begin more replies with", "text end": "End more replies with"}.get(
            row.place, "Use more of"
        )
        return f"{what} {name}: the person {own} {row.unit}, the replies {replies}{_as_in(row)}."
    if row.own:
        what = {"text start": "Begin fewer replies with", "text end": "End fewer replies with"}.get(
            row.place, "Use less of"
        )
    else:
        what = {"text start": "Never begin with", "text end": "Never end with"}.get(row.place, "Drop the set phrase")
    return f"{what} {name}: the replies {replies} {row.unit}, the person {own}."


def _as_in(row: Usage) -> str:
    if row.direction == "over" or not row.own_examples:
        return ""
    return f", as in “{escaped(row.own_examples[0].excerpt.rstrip('.'))}”"


def _shared(direction: str, rows: Sequence[Usage]) -> str:
    names = ", ".join(f"“{escaped(row.name)}”" for row in rows[:_LISTED])
    if direction == "over":
        never = all(not row.own for row in rows[:_LISTED])
        return f"Also avoid what the person {'never says' if never else 'seldom says'}: {names}."
    return f"Also say more often, as the person does: {names}."
