"""Draft style items: open prompts on the person's subjects, references from three sources, habits of theirs to tick."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ringtrue.items.drafts.material import Entry, Gap, Material, stands_alone
from ringtrue.items.drafts.passages import Passage, Sentence, cited, stretches
from ringtrue.items.drafts.topics import Topic, word_key

DIMENSIONS = ("vocabulary", "rhetoric", "tone", "cadence", "analogy")
WORDS = (200, 300)  # of the clone's text
OWN_WORDS = (180, 480)  # of a text of the person on a control card
_SOURCES = 3
_READ = 40_000  # words that habits are counted in
_PROMPTS = {
    "vocabulary": (
        "Explain to somebody new what {topic} is to you, and how you talk about it on an ordinary day.",
        "Write down for a newcomer what one has to know about {topic}.",
    ),
    "rhetoric": (
        "Somebody tells you that too much is made of {topic}. Answer them.",
        "Convince somebody who has never given a thought to {topic} that it matters.",
    ),
    "tone": (
        "Write a few lines to somebody who is worried about {topic}.",
        "Somebody has made a mess of something to do with {topic} and tells you. What do you write back?",
    ),
    "cadence": (
        "Tell, from beginning to end, what happens on a day when {topic} is all that counts.",
        "Tell what you remember of {topic}, as it comes to you.",
    ),
    "analogy": (
        "Describe {topic} to somebody who has never come across anything like it.",
        "Make {topic} plain to a child of ten.",
    ),
}


# Habits as things to tick: what the person does more or less than everyday prose, with their own words beside it.


@dataclass(frozen=True, slots=True)
class _Sign:
    """A habit with what to tick where the person has much of it and where they have little."""

    habit: str
    dimension: str
    much: str
    much_from: float
    little: str = ""
    little_to: float = 0.0


_SIGNS = (
    _Sign("contractions", "vocabulary", "contractions as in speech (such as “{0}”)", 55, "no contractions", 10),
    _Sign("word_length", "vocabulary", "long and learned words", 4.9, "short everyday words", 4.25),
    _Sign("questions", "rhetoric", "a question to the listener, answered at once (as in “{0}”)", 8, "asks nothing", 2),
    _Sign("second_person", "rhetoric", "speaks to the reader as you", 20),
    _Sign("first_person", "rhetoric", "argues from their own case (I did, I saw)", 38),
    _Sign("first_person_plural", "rhetoric", "speaks as one of a group (we, our)", 15),
    _Sign("joining_openers", "rhetoric", "sentences that begin with And, But or So (such as “{0}”)", 14),
    _Sign("speaking_openers", "rhetoric", "begins sentences as one talks (such as “{0}”)", 6),
    _Sign(
        "linking_openers",
        "rhetoric",
        "connectives such as however",
        7,
        "no connectives such as however or moreover",
        4.5,
    ),
    _Sign("hedges", "tone", "says how sure it is (such as “{0}”)", 12, "flat statements, without maybe or perhaps", 6),
    _Sign("boosters", "tone", "strong words (such as “{0}”)", 11, "no strong words such as very or absolutely", 5),
    _Sign("exclamations", "tone", "exclamation marks", 3, "no exclamation marks", 0.3),
    _Sign("short_sentences", "cadence", "several sentences of fewer than six words (such as “{0}”)", 13),
    _Sign("long_sentences", "cadence", "a sentence of more than thirty words", 9, "no sentence over thirty words", 4),
    _Sign("sentence_spread", "cadence", "short and long sentences side by side", 52, "sentences of one length", 40),
    _Sign("semicolons", "cadence", "semicolons", 4, "no semicolons", 0.3),
    _Sign("dashes", "cadence", "dashes that break a sentence", 8, "no dashes within sentences", 1),
    _Sign("parentheses", "cadence", "asides in brackets", 5, "hardly any brackets", 1),
    _Sign("repeated_openers", "cadence", "sentences in a row that begin alike (as with “{0}”)", 13),
)
_COMPARING = re.compile(
    r"\b(?:like (?:a|an|the|somebody|someone|two)\s[\w' -]+|as if\s[\w' -]+|as though\s[\w' -]+|"
    r"as \w+ as (?:a|an|the)\s[\w' -]+|como (?:um|uma|se)\s[\w' -]+)"
)
_NUMBER = re.compile(
    r"\b(?:\d[\d.,]*|\w+teen|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|"
    r"one in \w+|onze|doze|vinte|trinta|cem|mil)\b"
)
_GREETING = re.compile(r"^(?:Dear|Yours|Caro|Cara|Prezad)|[A-Z]\. [A-Z]|[()\[\]]|^[A-Z]{2,}")
_FIGHT = re.compile(
    r"\b(?:war|battle|army|fight|weapon|soldier|team|game|race|goal|match|champion|guerra|batalha|time|jogo|gol)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Checklist:
    """What to tick by dimension, and sentences of the person that show each dimension."""

    entries: Mapping[str, tuple[str, ...]]
    shows: Mapping[str, tuple[Passage, ...]]


def measured(material: Material) -> Checklist:
    """Count the person's habits, and put those that set them apart from everyday prose into words."""
    from ringtrue.voice.habits.parsed_text import ParsedText  # lazy import: NumPy comes with it
    from ringtrue.voice.habits.profile import HABITS, tallies

    sample = _sample(material)
    read = ParsedText(sample)
    by_name = {habit.name: habit for habit in HABITS}
    values = {name: by_name[name].plain(tally) for name, tally in tallies(read).items()}
    found: dict[str, list[str]] = {dimension: [] for dimension in DIMENSIONS}
    found["vocabulary"] += _words_of(material)
    for sign in _SIGNS:
        value = values.get(sign.habit)
        if value is None:
            continue
        if value >= sign.much_from:
            spots = [sample[start:end] for start, end in by_name[sign.habit].spots(read)]
            found[sign.dimension].append(_with_example(sign.much, spots))
        elif sign.little and value <= sign.little_to:
            found[sign.dimension].append(sign.little)
    comparisons = list(_comparisons(material))
    found["analogy"] += _analogies(comparisons, len(sample.split()))
    found["vocabulary"] += _numbers(sample)
    return Checklist({name: tuple(entries[:4]) for name, entries in found.items()}, _shown(material, comparisons))


def _sample(material: Material) -> str:
    """The person's words, of every text an equal part where there are many."""
    texts = [text.text for text in material.texts if text.text.strip()]
    share = max(200, _READ // max(1, len(texts)))
    return "\n\n".join(_first(text, share) for text in texts)


def _first(text: str, words: int) -> str:
    paragraphs, total = [], 0
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.strip() and total < words:
            paragraphs.append(" ".join(paragraph.split()))
            total += len(paragraph.split())
    return "\n\n".join(paragraphs)


def _with_example(entry: str, spots: Sequence[str]) -> str:
    """The entry with the commonest examples; without, where there are none that are short."""
    if "{0}" not in entry:
        return entry
    plain = (" ".join(spot.split()).strip() for spot in spots if len(spot.split()) <= 12)
    counts = Counter(spot for spot in plain if not _GREETING.search(spot))
    distinct: dict[str, str] = {}
    for spot, _ in counts.most_common(12):
        distinct.setdefault(spot.lower(), spot)
    shown = list(distinct.values())
    if not shown:
        return re.sub(r"\s*\([^()]*\{0\}[^()]*\)", "", entry)
    return entry.format(shown[0] if "as in" in entry else "”, “".join(shown[:3]))


def _words_of(material: Material) -> list[str]:
    """Words that many of the texts share and that everyday writers seldom use."""
    from ringtrue.voice.background.background import common_words  # lazy import: NumPy comes with it

    usual = common_words()
    spread: Counter[str] = Counter()
    for text in material.texts:
        spread.update(set(re.findall(r"(?<![\w'’])[a-zà-ÿ]{4,}(?![\w'’])", text.text)))
    least = max(3, len(material.texts) // 8)
    names = {word.lower() for text in material.texts for word in re.findall(r"(?<=[a-z,] )[A-ZÀ-Ý]\w+", text.text)}
    odd = usual | names
    chosen = [
        word
        for word, texts in spread.most_common()
        if texts >= least and word not in odd and not _NUMBER.fullmatch(word)
    ]
    stems: dict[str, str] = {}
    for word in chosen:
        stems.setdefault(word_key(word), word)
    words = list(stems.values())[:8]
    return [f"words of theirs (such as {', '.join(words)})"] if len(words) > 2 else []


def _numbers(sample: str) -> list[str]:
    counts = Counter(match.lower() for match in _NUMBER.findall(sample))
    rate = 1000 * sum(counts.values()) / max(1, len(sample.split()))
    shown = [number for number, _ in counts.most_common(3)]
    return [f"exact figures rather than many or few (such as {', '.join(shown)})"] if rate >= 6 and shown else []


def _comparisons(material: Material) -> Iterator[tuple[Passage, str]]:
    for text in material.texts:
        for paragraph in material.paragraphs(text):
            for at, sentence in enumerate(paragraph):
                match = _COMPARING.search(sentence.text)
                if match and sentence.words <= 45:
                    yield Passage(text, paragraph, at, 1), match[0]


def _analogies(found: Sequence[tuple[Passage, str]], words: int) -> list[str]:
    rate = 1000 * len(found) / max(1, words)
    if rate < 0.5 or len(found) < 3:
        return ["says it plainly, without comparisons"] if words > 3000 else []
    short = sorted({match.strip() for _, match in found if 3 <= len(match.split()) <= 9}, key=len)
    shown = short[len(short) // 3 : len(short) // 3 + 2]
    entries = [f"a comparison from everyday life (as with “{'”, “'.join(shown)}”)"] if shown else []
    entries.append("the comparison is short: one clause, not worked out")
    if not any(_FIGHT.search(match) for _, match in found):
        entries.append("no comparison with war or sport")
    return entries


def _shown(material: Material, comparisons: Sequence[tuple[Passage, str]]) -> dict[str, tuple[Passage, ...]]:
    """Sentences that show each dimension, from as many sources as there are."""
    sentences = [
        Passage(text, paragraph, at, 1)
        for text in material.texts
        for paragraph in material.paragraphs(text)
        for at, sentence in enumerate(paragraph)
        if 4 <= sentence.words <= 40 and stands_alone(sentence)
    ]
    fits = {
        "vocabulary": [one for one in sentences if one.words >= 8 and material.weights.topics_in(one.text)],
        "rhetoric": [one for one in sentences if one.text.endswith("?") and one.words >= 5],
        "tone": [one for one in sentences if re.search(r"\b(?:I|eu)\b", one.text) and 8 <= one.words <= 25],
        "cadence": [_run(one) for one in sentences if one.words <= 7 and one.after],
        "analogy": [one for one, _ in comparisons],
    }
    return {name: tuple(found or fits["vocabulary"]) for name, found in fits.items()}


def _run(one: Passage) -> Passage:
    """A short sentence with the one behind it, which shows the rhythm."""
    return Passage(one.source, one.paragraph, one.at, 2)


# The items.


def draft_styles(material: Material, count: int, *, control: int = 0) -> tuple[list[Entry], list[Entry], list[Gap]]:
    """Items in turn for each dimension; for controls, texts of the person as the answer; what is missing."""
    sources = sum(bool(text.text.strip()) for text in material.texts)
    if sources < _SOURCES:
        what = f"there are texts from {sources} sources, {_SOURCES} are required"
        return [], [], [Gap("style", count, what, "add texts of the person from other occasions")]
    checklist = measured(material)
    gaps = [
        Gap(
            "style",
            1,
            f"no habit of {name} sets the person apart in these texts",
            f"write the checklist of {name} yourself",
        )
        for name, entries in checklist.entries.items()
        if not entries
    ]
    topics = _subjects(material)
    items = [
        _entry(DIMENSIONS[number % 5], topic, number // 5, checklist, material)
        for number, topic in enumerate(topics[:count])
    ]
    if len(items) < count:
        what = f"{len(topics)} subjects come up in more than one text"
        gaps.append(Gap("style", count - len(items), what, "add texts, or write prompts of your own"))
    return items, list(_controls(material, control, checklist)), gaps


def _subjects(material: Material) -> list[Topic]:
    """What the person keeps coming back to: in several texts, and not in all of them."""
    times: Counter[str] = Counter()
    names: dict[str, Counter[str]] = {}
    for text in material.texts:
        for topic in {word_key(one.head): one for one in material.weights.topics_in(text.text)}.items():
            times[topic[0]] += 1
            names.setdefault(topic[0], Counter())[topic[1].name.replace("your ", "the ")] += 1
    least = 2 if len(material.texts) < 20 else 3
    heads = {key: names[key].most_common(1)[0][0].rsplit(" ", 1)[-1] for key, there in times.items() if there >= least}
    ranked = sorted(
        heads, key=lambda key: -material.weights.of(heads[key]) * material.weights.spread(heads[key]) ** 0.7
    )
    found = []
    for key in ranked:
        name = names[key].most_common(1)[0][0]
        found.append(Topic(name, name.rsplit(" ", 1)[-1]))
    return found


def _entry(dimension: str, topic: Topic, turn: int, checklist: Checklist, material: Material) -> Entry:
    forms = _PROMPTS[dimension]
    shown = _references(dimension, topic, checklist, material)
    return _item(dimension, forms[turn % len(forms)].format(topic=topic.name), shown, checklist) | {
        "words": list(WORDS)
    }


def _item(dimension: str, prompt: str, shown: Sequence[Passage], checklist: Checklist) -> Entry:
    return {
        "kind": "style",
        "prompt": prompt,
        "citation": [one.citation for one in shown],
        "tags": {"domain": "style"} | ({"layers": ["L4"]} if dimension == "rhetoric" else {}),
        "dimension": dimension,
        "references": [
            {"path": one.citation.removeprefix("^[RAIZ:").removesuffix("]"), "excerpt": one.text} for one in shown
        ],
        "checklist": {name: list(entries) for name, entries in checklist.entries.items() if entries},
    }


def _references(dimension: str, topic: Topic, checklist: Checklist, material: Material) -> list[Passage]:
    """Excerpts that show the dimension, from different sources; those on the subject first."""
    head = word_key(topic.head)
    there = checklist.shows[dimension]
    on = [one for one in there if head in {word_key(word) for word in re.findall(r"\w{4,}", one.text.lower())}]
    rest = sorted(there, key=lambda one: material.lot(f"{topic.name}:{one.citation}"))
    found: dict[str, Passage] = {}
    for one in _first_of_each((*on, *rest, *checklist.shows["vocabulary"])):
        if len(found) < _SOURCES:
            found.setdefault(one.source.path, one)
    return list(found.values())


def _first_of_each(passages: Iterable[Passage]) -> Iterator[Passage]:
    seen: set[str] = set()
    for one in passages:
        if one.source.path not in seen:
            seen.add(one.source.path)
            yield one


def _controls(material: Material, count: int, checklist: Checklist) -> Iterator[Entry]:
    """Texts of the person of the length asked for, with a prompt they answer."""
    made = 0
    for text in sorted(material.texts, key=lambda one: material.lot(f"control:{one.path}")):
        for said, first, last in stretches(text, *OWN_WORDS):
            topics = material.weights.telling(said, 1)
            if made == count:
                return
            if not topics or not _is_prose(said):
                continue
            dimension = DIMENSIONS[made % 5]
            shown = _references(dimension, topics[0], checklist, material)
            own = cited(text, first, last)
            item = _item(
                dimension, f"Tell at some length what there is to say about {topics[0].name}.", shown, checklist
            )
            item["tags"] = {"control": True, **item["tags"]}
            made += 1
            yield item | {"words": list(WORDS), "responses": {"self": said}, "self_citation": own}
            break


def _is_prose(text: str) -> bool:
    first = Sentence(text.split("\n")[0], 1, 1)
    return stands_alone(first) and first.words > 3
