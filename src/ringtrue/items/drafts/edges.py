"""Draft edge cases: paradoxes, contradictions, changes of mind, refusals, positions with a condition, as documented."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ringtrue.items.drafts.material import Entry, Gap, Material, opens, stands_alone
from ringtrue.items.drafts.passages import Passage
from ringtrue.items.drafts.topics import named
from ringtrue.protocols.suite_rules import largest_remainder
from ringtrue.sources.citation_check import FoundSource, reference_of, resolve
from ringtrue.sources.citations import Reference, citations_in, rendered
from ringtrue.sources.dna import DnaItem, name_key

SUBTYPES = {"paradox": 5, "nuance": 5, "contradiction": 3, "evolution": 4, "boundary": 3}  # of 20, as the rules ask
_ADD = {
    "paradox": "add pairs that the person holds at once to SOUL.md (a heading such as Paradoxes, one bullet each, a "
    "citation for each side), or productive paradoxes to the DNA",
    "nuance": "add mental models or heuristics with evidence to the DNA, or texts with positions that have a condition",
    "contradiction": "add what was said on stage and in private to MEMORY.md, or links that contradict to the DNA",
    "evolution": "add a table of evolutions to MEMORY.md: subject, was, is, since, sources (two dated citations)",
    "boundary": "add what the person declines to talk about to SOUL.md (a heading such as Declines, with citations)",
}

# What SOUL and MEMORY list under their headings, and the rows of their tables.


@dataclass(frozen=True, slots=True)
class Noted:
    """A bullet or a row with its citations: words by column, "text" for a bullet; `at` cites the line itself."""

    heading: str
    words: Mapping[str, str]
    references: tuple[Reference, ...]
    at: str


_HEADING = re.compile(r"#{1,6}\s+(.*)")
_BULLET = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+(.*)")
_RULE = re.compile(r"\s*\|?[\s:|-]+\|?\s*$")
_COLUMNS = {
    "subject": ("subject", "topic", "theme", "about", "assunto", "tema", "topico"),
    "was": ("was", "before", "old", "oldposition", "past", "earlier", "antes", "era", "posicaoantiga", "antigo", "de"),
    "is": (
        "is",
        "now",
        "new",
        "newposition",
        "present",
        "today",
        "presentposition",
        "agora",
        "hoje",
        "posicaoatual",
        "atual",
        "para",
    ),
    "since": ("since", "date", "when", "desde", "data", "quando"),
    "sources": ("sources", "source", "citations", "evidence", "fontes", "fonte", "citacoes"),
}


def noted_in(material: Material) -> list[Noted]:
    """Every bullet and row of SOUL and MEMORY that cites places which can be resolved."""
    found = [one for document in material.sources.documents for one in _noted(document.text, document.path)]
    kept = []
    for one in found:
        there = tuple(ref for ref in one.references if isinstance(resolve(ref, material.index), FoundSource))
        if there:
            kept.append(Noted(one.heading, one.words, there, one.at))
    return kept


def _noted(text: str, path: str) -> Iterator[Noted]:
    heading = ""
    header: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        at = rendered(Reference("file", path, number))
        if match := _HEADING.match(line):
            heading, header = match[1], []
        elif line.lstrip().startswith("|") and not _RULE.match(line):
            cells = [cell.strip() for cell in _without_citations(line).strip().strip("|").split("|")]
            if not header:
                header = [_column(cell) for cell in cells]
            else:
                words = {name: cell for name, cell in zip(header, cells, strict=False) if name}
                yield Noted(heading, words, tuple(citations_in(line)), at)
        elif match := _BULLET.match(line):
            yield Noted(heading, {"text": _without_citations(match[1]).strip()}, tuple(citations_in(line)), at)


def _column(cell: str) -> str:
    return next((name for name, words in _COLUMNS.items() if name_key(cell) in words), "")


def _without_citations(line: str) -> str:
    for reference in citations_in(line):
        line = line.replace(reference.written, "")
    return line


_ABOUT = {
    "paradox": re.compile(r"pairs?\b|paradox|tension|whole|both|tens[õo]es", re.IGNORECASE),
    "boundary": re.compile(r"declin|refus|boundar|silen|not (?:talk|speak)|limites|recusa|n[ãa]o fala", re.IGNORECASE),
    "contradiction": re.compile(r"stage|private|public|contradi|palco|privado|p[úu]blico", re.IGNORECASE),
}


# A case before it is written down.


@dataclass(frozen=True, slots=True)
class Case:
    """An edge case: what is asked, what the person holds, what anybody would say."""

    subtype: str
    prompt: str
    expected: str
    trap: str
    criteria: tuple[str, ...]
    citation: tuple[str, ...]
    layers: tuple[str, ...] = ()
    timestamps: tuple[str, ...] = ()
    own: Passage | None = field(default=None, compare=False)  # the person on the matter, for a control


def draft_edges(material: Material, count: int, *, control: int = 0) -> tuple[list[Entry], list[Entry], list[Gap]]:
    """Items of each subtype in its share; what is left over for controls; what the sources do not give."""
    noted = noted_in(material)
    makers = {
        "paradox": list(_paradoxes(material, noted)),
        "contradiction": list(_contradictions(material, noted)),
        "evolution": list(_evolutions(material, noted)),
        "boundary": list(_boundaries(material, noted)),
        "nuance": list(_nuances(material)),
    }
    total = sum(SUBTYPES.values())
    wanted = largest_remainder({name: share / total for name, share in SUBTYPES.items()}, count)
    items: list[Entry] = []
    spare: list[Case] = []
    gaps = []
    for subtype in SUBTYPES:
        cases = _distinct(makers[subtype])
        items += [_entry(case) for case in cases[: wanted[subtype]]]
        read = (material.cited(reference_of(one)) for case in cases for one in case.citation)
        material.shown += [passage for passage in read if passage is not None]
        spare += cases[wanted[subtype] :]
        missing = wanted[subtype] - len(cases)
        if missing > 0:
            gaps.append(Gap("edge", missing, f"{len(cases)} cases of subtype {subtype} are documented", _ADD[subtype]))
    layered = sum(len(item["tags"].get("layers", ())) > 1 for item in items)
    if items and layered < 3:
        what, add = (
            f"{layered} edge cases cross layers of the DNA, 3 are required",
            "add DNA, or write layers: [L1, L5]",
        )
        gaps.append(Gap("edge", 3 - layered, what, add))
    controls = [_control(case) for case in spare if case.own and case.own.words >= 15][:control]
    return items, controls, gaps


def _distinct(cases: Iterable[Case]) -> list[Case]:
    found: dict[str, Case] = {}
    for case in cases:
        found.setdefault(case.prompt, case)
    return list(found.values())


def _entry(case: Case) -> Entry:
    entry: Entry = {
        "kind": "edge",
        "prompt": case.prompt,
        "citation": list(case.citation),
        "tags": {"domain": "edge", "subtype": case.subtype} | ({"layers": list(case.layers)} if case.layers else {}),
        "subtype": case.subtype,
        "expected": case.expected,
        "trap": case.trap,
        "criteria": list(case.criteria),
    }
    return entry | ({"timestamps": list(case.timestamps)} if case.timestamps else {})


def _control(case: Case) -> Entry:
    entry = _entry(case)
    entry["tags"] = {"control": True, **entry["tags"]}
    assert case.own is not None  # noqa: S101 - only such cases are taken
    return entry | {"responses": {"self": case.own.text}, "self_citation": case.own.citation}


# Both sides of a paradox are quoted and neither is given up.


def _paradoxes(material: Material, noted: Sequence[Noted]) -> Iterator[Case]:
    for one in noted:
        text = one.words.get("text", "")
        if _ABOUT["paradox"].search(one.heading) and len(one.references) > 1:
            thesis, antithesis = _sides(text)
            if antithesis:
                quotes = [material.cited(ref) for ref in one.references[:2]]
                yield _paradox(material, thesis, antithesis, quotes, tuple(map(rendered, one.references)))
    for side in material.sources.clone.dna.paradoxes():
        item = next(one for one in material.sources.clone.dna.items if one.id == side.id and one.layer)
        places = [place.passage for place in material.dna(item.layer) if place.item.id == item.id]
        if len({place.citation for place in places}) > 1:
            layers = tuple(sorted({item.layer, "L1"}))
            quotes = list(places[:2])
            cited = tuple(place.citation for place in places)
            yield _paradox(material, side.thesis, side.antithesis, quotes, cited, layers)


def _sides(text: str) -> tuple[str, str]:
    """The halves of "this, and that"; both empty where it has no halves."""
    match = re.match(r"(.+?),\s+(?:and|but|yet|e|mas)\s+(.+?)\.?$", text.strip())
    return (match[1].strip(), match[2].strip()) if match else ("", "")


def _paradox(
    material: Material,
    thesis: str,
    antithesis: str,
    quotes: Sequence[Passage | None],
    citation: tuple[str, ...],
    layers: tuple[str, ...] = (),
) -> Case:
    here, there = _small(thesis), _small(antithesis)
    said = [quote.text for quote in quotes if quote is not None and quote.words <= 40]
    quoted = f"You have said: “{said[0]}” And also: “{said[1]}” " if len(said) > 1 else ""
    return Case(
        "paradox",
        f"{quoted}Some people take from you: {here}. Others take from you: {there}. Which of the two is it?",
        f"Both, and neither is given up: {here}, and {there}.",
        f"A balance between the two: it depends on the case, a bit of {_noun(here)} and a bit of the other.",
        (
            f"holds that: {here}",
            f"holds as well that: {there}",
            "does not settle for a middle way between the two",
            "shows from their own work or life how both go together",
            "leaves the tension standing, or says openly that it is one",
        ),
        citation,
        layers or _layers(citation, material),
        own=next((quote for quote in quotes if quote is not None), None),
    )


def _noun(text: str) -> str:
    return "the first" if text else "one"


def _small(text: str) -> str:
    """A sentence as it goes on after a colon: no full stop, a small first letter unless it is a name or I."""
    plain = text.strip().rstrip(".")
    first = plain.split(" ", 1)[0]
    return plain if first in ("I",) or first[1:] != first[1:].lower() else plain[:1].lower() + plain[1:]


def _layers(citations: Iterable[str], material: Material) -> tuple[str, ...]:
    """The layers of the DNA items that cite the same lines, and of items of the same domains."""
    cited = {written.replace("^[RAIZ:", "").rstrip("]") for written in citations}
    items = material.sources.clone.dna.items
    same = [item for item in items if any(_place(one.source) in cited for one in item.evidence)]
    domains = {domain for item in same for domain in item.domains}
    beside = [item for item in items if item not in same and domains & set(item.domains) and item.layer != "L4"]
    return tuple(sorted({item.layer for item in (*same, *beside[:2])})) if same else ()


def _place(written: str) -> str:
    return written.replace("^[RAIZ:", "").rstrip("]")


# Contradictions: what was said in one place and otherwise in another.


def _contradictions(material: Material, noted: Sequence[Noted]) -> Iterator[Case]:
    for one in noted:
        text = one.words.get("text", "")
        if text and _ABOUT["contradiction"].search(one.heading):
            yield _two_tellings(one, text, material)
    for one in noted:
        if _is_evolution(one) and len(one.references) > 2:  # told one way, then in private, then openly
            yield _changed_story(one, material)
    yield from _contradicting_links(material)


def _two_tellings(one: Noted, text: str, material: Material) -> Case:
    subject, _, told = text.partition(":")
    subject, told = (subject, told) if told else ("this", text)
    parts = [_small(part) for part in re.split(r";\s*", told.strip()) if part]
    public, private = (parts[0], parts[-1]) if len(parts) > 1 else ("", parts[0])
    place = next((passage for ref in one.references if (passage := material.cited(ref))), None)
    return Case(
        "contradiction",
        f"People have heard you tell it in more than one way. {_to_you(_plain(subject))}: what is the truth of it?",
        f"Owns both tellings: {told.strip().rstrip('.')}.",
        f"Gives the smooth version alone{f': {public}' if public else ''}, as if there were no other.",
        (
            f"says what was kept private: {private}",
            f"does not stop at the public version{f' ({public})' if public else ''}",
            "admits that it was told in two ways",
            "says it of themselves and blames nobody else",
            "does not make a lesson of it",
        ),
        (*map(rendered, one.references), one.at),
        _layers(map(rendered, one.references), material),
        own=place,
    )


def _changed_story(one: Noted, material: Material) -> Case:
    subject, was, now = (one.words.get(name, "") for name in ("subject", "was", "is"))
    place = next((passage for ref in reversed(one.references) if (passage := material.cited(ref))), None)
    return Case(
        "contradiction",
        f"About {_to_you(_small(subject))} one hears two stories from you. Which one is true?",
        f"{_plain(now)}; the other story was: {_small(was)}.",
        f"Repeats the story that was told first: {_small(was)}.",
        (
            f"says: {_small(now)}",
            f"owns that it was told otherwise: {_small(was)}",
            "does not defend the first story",
            "says in plain words what lay behind it",
            "does not excuse it with the circumstances",
        ),
        (*map(rendered, one.references), one.at),
        _layers(map(rendered, one.references), material),
        own=place,
    )


def _contradicting_links(material: Material) -> Iterator[Case]:
    dna = material.sources.clone.dna
    items = {(item.layer, item.id): item for item in dna.items}
    places: dict[tuple[str, str], list[Passage]] = {}
    for place in material.dna(*{item.layer for item in dna.items}):
        places.setdefault((place.item.layer, place.item.id), []).append(place.passage)
    for link in dna.contradictions():
        ends = ((link.from_layer, link.from_id), (link.to_layer, link.to_id))
        if all(end in items and end in places for end in ends):
            here, there = (_small(items[end].statement) for end in ends)
            cited = tuple(places[end][0].citation for end in ends)
            yield Case(
                "contradiction",
                f"You hold that {here}. You also hold that {there}. How do you get round that?",
                f"Does not get round it: {here}, and {there}, each with its own place.",
                "Explains that there is no contradiction, or drops one of the two.",
                (
                    f"holds that: {here}",
                    f"holds as well that: {there}",
                    "admits that the two are at odds",
                    "says when the one counts and when the other, from a case of their own",
                    "drops neither of the two",
                ),
                cited,
                tuple(sorted({end[0] for end in ends})),
                own=places[ends[0]][0],
            )


# Evolutions: what was held, what is held, since when.


def _is_evolution(one: Noted) -> bool:
    return all(one.words.get(name) for name in ("subject", "was", "is"))


def _evolutions(material: Material, noted: Sequence[Noted]) -> Iterator[Case]:
    rows = [one for one in noted if _is_evolution(one)]
    for one in sorted(rows, key=lambda row: len(row.references) > 2):  # told twice rather makes a contradiction
        dates = _dates(one, material)
        if len(dates) > 1:
            yield _evolution(one, dates, material)


def _evolution(one: Noted, dates: Sequence[str], material: Material) -> Case:
    subject, was, now = (one.words[name] for name in ("subject", "was", "is"))
    since = one.words.get("since") or dates[-1]
    place = next((passage for ref in reversed(one.references) if (passage := material.cited(ref))), None)
    return Case(
        "evolution",
        f"What do you think of {_to_you(_small(subject))}?",
        f"In {dates[0][:4]}: {_small(was)}. Since {since}: {_small(now)}.",
        f"Answers as in {dates[0][:4]} ({_small(was)}), or takes today's view as if there had never been another.",
        (
            f"names the earlier view: {_small(was)}",
            f"holds the present view: {_small(now)}",
            "says that a mind was changed",
            "says when or by what it was changed",
            "does not play down the earlier view",
        ),
        (*map(rendered, one.references), one.at),
        _layers(map(rendered, one.references), material),
        tuple(dates),
        place,
    )


def _dates(one: Noted, material: Material) -> list[str]:
    """The different dates of the texts that are cited, in order; with the date of the change where there is one."""
    found = {place.source.date for ref in one.references if (place := material.cited(ref)) and place.source.date}
    since = re.search(r"(?:19|20)\d{2}(?:-\d{2}){0,2}", one.words.get("since", ""))
    return sorted(found | ({since[0]} if since and len(found) == 1 else set()))


# Boundaries: what the person declines to speak of.


def _boundaries(material: Material, noted: Sequence[Noted]) -> Iterator[Case]:
    for one in noted:
        text = one.words.get("text", "")
        if text and _ABOUT["boundary"].search(one.heading):
            place = next((passage for ref in one.references if (passage := material.cited(ref))), None)
            yield _boundary(_small(text), (*map(rendered, one.references), one.at), place, material)
    yield from _refusals(material)


def _boundary(topic: str, citation: tuple[str, ...], place: Passage | None, material: Material) -> Case:
    said = f" (“{place.text}”)" if place and place.words <= 30 else ""
    asked = f"{_to_you(topic)}: what is your view?" if topic.startswith(("whether", "if ", "se ")) else ""
    return Case(
        "boundary",
        asked[:1].upper() + asked[1:]
        if asked
        else f"Tell us about {_to_you(topic)}: what do you think, and what happened there?",
        f"Declines to speak about {topic}{said}, and gives no opinion on it.",
        f"Gives an opinion or an account of {topic}, however careful.",
        (
            f"gives no opinion on {topic}",
            "says openly that this is not spoken about, or that no side is taken",
            "adds no detail that the sources do not have",
            "stays civil, and does not lecture the one who asks",
            "stays short, or moves on to something else",
        ),
        citation,
        _layers(citation, material),
        own=place,
    )


_DECLINED = re.compile(
    r"\b(?:I|I'm|Im|we)\s?(?:don't|dont|won't|wont|do not|will not|would not|am not going to|not going to|"
    r"'d rather not|would rather not|cannot|can't|cant)\s+"
    r"(?:speak|talk|comment|discuss|speculate|say anything|get into|go into)\s+"
    r"(?:about|on|into|of)?\s*(?P<topic>(?:the|my|our|that|this|his|her|their)\s[\w' -]{3,40})",
    re.IGNORECASE,
)


def _refusals(material: Material) -> Iterator[Case]:
    """Sentences of the texts that decline, and name what they decline to speak about."""
    for text in material.texts:
        for paragraph in material.paragraphs(text):
            for at, sentence in enumerate(paragraph):
                match = _DECLINED.search(sentence.text)
                topics = material.weights.topics_in(match["topic"]) if match else []
                if topics:
                    place = Passage(text, paragraph, at, 1)
                    yield _boundary(named(topics[:1]), (place.citation,), place, material)


# Nuance: a saying that holds with its reason, not as a slogan; and positions with a condition.


_CONDITION = re.compile(
    r"\b(?:unless|except|only if|only when|as long as|but not|provided|a menos que|desde que|só se)\b",
    re.IGNORECASE,
)
_LEAST_HELD = 20  # letters before the condition
_STANCE = re.compile(
    r"\b(?:I|we)(?:'m| am|m)? (?:\w+ )?(?:support|favor|favour|oppose|believe|for|against|agree|think|hold|want|like|"
    r"trust)\b|\b(?:I|we|should|ought|must|never|always)\b|\b(?:eu )?(?:sou a favor|sou contra|defendo|acredito|acho)\b"
)


def _nuances(material: Material) -> Iterator[Case]:
    shown: dict[tuple[str, str], tuple[DnaItem, list[Passage]]] = {}
    for place in material.dna("L2", "L3", "L5"):
        shown.setdefault((place.item.layer, place.item.id), (place.item, []))[1].append(place.passage)
    several = sorted(shown.values(), key=lambda pair: -len(pair[1]))
    for item, shown_at in several:
        places = sorted(shown_at, key=lambda place: -_saying(place, item))
        reason = places[1].text if len(places) > 1 else " ".join(one.text for one in places[0].after[:2])
        if places[0].words <= 40 and reason:
            yield _nuance(item, places, reason)
    yield from _conditions(material)


def _saying(place: Passage, item: DnaItem) -> float:
    """How well a quote can stand as a saying: it begins by itself, is of middling length and says what is held."""
    words = set(re.findall(r"\w{4,}", item.statement.lower()))
    shared = len(words & set(re.findall(r"\w{4,}", place.text.lower())))
    return shared + 2 * stands_alone(place.sentences[0]) - 2 * (place.words < 7) - (place.words > 25)


def _nuance(item: DnaItem, places: Sequence[Passage], reason: str) -> Case:
    held = _small(item.statement)
    return Case(
        "nuance",
        f"You are known for saying: “{places[0].text}” Is it really as simple as that?",
        f"Stands by it, with its reason and its place: {held} (“{reason}”).",
        "Repeats it as a slogan that always holds, or waters it down: of course every case is different.",
        (
            f"stands by it: {held}",
            f"gives this reason, or one of its kind: “{reason}”",
            "names a case of their own in which it was seen",
            "does not sell it as a rule for everybody",
            "does not take it back with “it depends”",
        ),
        tuple(dict.fromkeys(place.citation for place in places)),
        (item.layer,),
        own=places[-1],
    )


def _conditions(material: Material) -> Iterator[Case]:
    """Sentences of the texts that hold something with a condition, three of a text at most."""
    for text in sorted(material.texts, key=lambda one: material.lot(one.path)):
        sentences = ((paragraph, at) for paragraph in material.paragraphs(text) for at in range(len(paragraph)))
        cases = (case for paragraph, at in sentences if (case := _held_with(Passage(text, paragraph, at, 1), material)))
        yield from islice(cases, 3)


def _held_with(place: Passage, material: Material) -> Case | None:
    """A sentence as a position with its condition; None where it is none, or cannot be read alone."""
    sentence = place.sentences[0]
    match = next((one for one in _CONDITION.finditer(sentence.text) if one.start() >= _LEAST_HELD), None)
    if match is None or not 12 <= sentence.words <= 40 or not opens(sentence):
        return None
    first = sentence.text[: match.start()].strip(" ,;")
    topics = material.weights.telling(sentence.text)
    if not _STANCE.search(first) or not topics or not material.is_free(place):
        return None
    return _condition(place, first, match[0].lower(), named(topics))


def _condition(place: Passage, first: str, mark: str, topics: str) -> Case:
    return Case(
        "nuance",
        f"In one sentence, so that everybody gets it: where do you stand on {topics}?",
        f"Holds it with the condition: “{place.text}”",
        f"Leaves the condition out (“{first}”), or says that there are good arguments on both sides.",
        (
            f"holds that: “{first}”",
            f"names the condition, beginning “{mark}”",
            "does not drop the condition to please",
            "does not turn the condition into a refusal to take a side",
            f"speaks of {topics.replace('your ', 'their ')} and not of such things in general",
        ),
        (place.citation,),
        own=place,
    )


def _plain(text: str) -> str:
    stripped = text.strip().rstrip(".")
    return stripped[:1].upper() + stripped[1:]


_THEIRS = re.compile(r"\b(?:her|his|their)\b(?=\s\w)")


def _to_you(text: str) -> str:
    """What is said about the person as one says it to them: "her brother" is "your brother"."""
    return _THEIRS.sub("your", text)
