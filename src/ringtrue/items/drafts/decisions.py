"""Draft decision items: the situation in the person's own words, what they did or hold there, criteria from there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ringtrue.items.drafts.material import DnaPlace, Entry, Gap, Material, cites, domain_of, opens, stands_alone
from ringtrue.items.drafts.passages import Passage, Sentence
from ringtrue.items.drafts.topics import Topic, named, word_key
from ringtrue.sources.dna import name_key

_LEAST_CONTEXT, _MOST_CONTEXT = 12, 90  # words of the situation
_LEAST_TOLD = 14  # words, where no item of the DNA says what is held
_MOST_REASON = 60
_GIVEN_AWAY = 0.6  # of the decision's content words that may stand in the situation
_CHOICES = re.compile(
    r"\b(?:(?:I|we|eu|nós|a gente)\s+(?:(?:have|never|always|then|just|also|nunca|sempre|só)\s+){0,2}"
    r"(?:said no|told (?:him|her|them)|wrote back|sold|bought|took (?!a look)|gave|let|refused|turned|stopped|started|"
    r"decided|chose|kept|left|paid|hired|fired|signed|voted|vetoed|raised|cut|built|sent|changed|returned|proposed|"
    r"supported|opposed|melted|tore|moved|"
    r"recusei|decidi|vendi|comprei|parei|comecei|mudei|assinei|votei|mandei|disse que não)|"
    r"(?:I|we)(?:'ll| will|'d| would|'m going to| am going to)(?: not)? (?:(?:rather|sooner|never) )?"
    r"(?!say|be|have|think|like|know|mind|find|see|get|call|want|not|tell|ask|hope|expect|understand|remind|argue|admit|"
    r"suggest|add|point|just|also|love|agree|hear|guess|venture|imagine|repeat)[a-z]+|"
    r"(?:I|we) (?:won't|wont|do not|don't|dont) (?:do|take|give|sell|buy|let|put|compete|print|touch|average|sign|pay|"
    r"work|use|write|hire|send|keep|favor|support)|eu não (?:faço|vou|aceito|vendo))\b"
)
_FACT = re.compile(
    r"\b(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|million|billion|percent|dois|duas|três|quatro|cinco|dez|cem|mil|milhões)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|no|nobody|nothing|n't|don't|won't|dont|wont|cannot|can't|não|nunca|nada|nem)\b", re.IGNORECASE
)
_PEOPLE = re.compile(r"\b(?:I|we|you|somebody|they|eu|nós|você|alguém)\b")
_BECAUSE = re.compile(r"\b(?:because|so that|since|for it|that's why|porque|pois|para que|por isso)\b", re.IGNORECASE)
_CUT = re.compile(r"[;,]\s+|\s+(?:and|but|e|mas)\s+")
_AVOID = ("implicacoes", "implications")


@dataclass(frozen=True, slots=True)
class Choice:
    """A documented choice: the situation, the words that decide, and what is said for them."""

    situation: tuple[Sentence, ...]
    passage: Passage  # the words that decide
    reason: str
    decision: str
    rule: str = ""  # of the DNA
    layer: str = ""
    domains: tuple[str, ...] = ()
    avoid: str = ""
    others: tuple[Passage, ...] = ()  # further places that show it

    @property
    def context(self) -> str:
        """The situation as one text."""
        return " ".join(sentence.text for sentence in self.situation)


def draft_decisions(
    material: Material, count: int, evidence: dict[str, str], *, control: int = 0
) -> tuple[list[Entry], list[Entry], list[Gap]]:
    """Items from heuristics, methodologies, models and choices in the texts; the rest for controls; what is missing."""
    choices = list(_choices(material, count + control))
    gaps: list[Gap] = []
    kept, spare = choices[:count], choices[count : count + control]
    items = [_entry(one, material, evidence) for one in kept]
    controls = [_control(one, material, evidence) for one in spare]
    if len(items) < count:
        what = f"{len(items)} documented choices have a situation, a decision and a reason in the texts"
        add = "add DNA (heuristics, methodologies, models, with evidence), or texts that tell what was decided and why"
        gaps.append(Gap("decision", count - len(items), what, add))
    crossing = sum(bool(item["cross_domain"]) for item in items)
    if items and crossing < 5:
        what = f"{crossing} decisions cross two domains, 5 are required"
        add = "give items of the DNA two domains, or write cross_domain: true where a decision crosses two"
        gaps.append(Gap("decision", 5 - crossing, what, add))
    return items, controls, gaps


def _choices(material: Material, most: int) -> Iterator[Choice]:
    """The best that the DNA and the texts document; those that cross two domains before the others."""
    every = [*_of_dna(material), *_of_texts(material)]
    texts: dict[str, int] = {}
    found = 0
    for one in sorted(every, key=lambda one: (-_worth(one, material), material.lot(one.passage.citation))):
        path = one.passage.source.path
        limit = 2 if found < most // 2 else 6
        if found >= most:
            return
        if material.is_free(one.passage) and texts.get(path, 0) < limit:
            material.take(one.passage)
            texts[path] = texts.get(path, 0) + 1
            found += 1
            yield one


def _of_dna(material: Material) -> Iterator[Choice]:
    """One choice for each item of the DNA: at the quote whose situation has most to do with what is held."""
    places: dict[tuple[str, str], list[DnaPlace]] = {}
    for place in material.dna("L3", "L5", "L2", "L1"):
        places.setdefault((place.item.layer, place.item.id), []).append(place)
    for shown in places.values():
        made = [choice for place in shown if (choice := _held(place, shown, material))]
        if made:
            yield max(made, key=lambda one: _worth(one, material))


def _held(place: DnaPlace, shown: Sequence[DnaPlace], material: Material) -> Choice | None:
    """What an item of the DNA holds, at one of its quotes; None where nothing leads up to the quote."""
    item = place.item
    situation = _situation(place.passage, f"{item.statement} {place.passage.text}", material)
    others = tuple(one.passage for one in shown if one is not place)
    reason = _reason(place.passage) or (others[0].text if others else "")
    if not situation or not reason:
        return None
    avoided = _avoided(place)
    return Choice(
        situation, place.passage, reason, item.statement, item.statement, item.layer, item.domains, avoided, others
    )


def _of_texts(material: Material) -> Iterator[Choice]:
    """Sentences in which the person decides something, with what came before and why."""
    for text in material.texts:
        for paragraph in material.paragraphs(text):
            for at, sentence in enumerate(paragraph):
                if (
                    not 7 <= sentence.words <= 40
                    or not stands_alone(sentence)
                    or not _CHOICES.search(sentence.text)
                    or sentence.text.endswith("?")
                ):
                    continue
                passage = Passage(text, paragraph, at, 1)
                reason = _reason(passage)
                situation = _situation(passage, sentence.text, material) if reason else ()
                told = sum(one.words for one in situation) >= _LEAST_TOLD and opens(situation[0])
                sure = material.sources.clone.dna.items or _BECAUSE.search(f"{sentence.text} {reason}")
                if told and sure:  # without DNA nothing else says that it is a choice of theirs
                    yield Choice(situation, passage, reason, sentence.text)


def _worth(one: Choice, material: Material) -> float:
    """Choices whose situation leads to them, that give their reason and rule something out make the better items."""
    said = f"{one.passage.text} {one.reason}"
    here, there = (
        {word_key(topic.head) for topic in material.weights.topics_in(text)}
        for text in (one.context, f"{said} {one.rule}")
    )
    return (
        2.0 * bool(_BECAUSE.search(said))
        + min(len(here & there), 2)
        + 0.5 * bool(_FACT.search(one.context))
        + 0.5 * bool(_DENIED.search(one.passage.text))
        + 1.0 * bool(_PEOPLE.search(one.context))
        + 1.0 * one.situation[-1].text.endswith("?")
        + min(len(one.context.split()), 60) / 60
        + (1.5 if one.rule else 0.0)
        + (2.5 if len(one.domains) == 2 else 0.0)
    )


def _situation(passage: Passage, hidden: str, material: Material) -> tuple[Sentence, ...]:
    """The sentences before, from one that stands alone on, that do not give away what is hidden; () where none do."""
    before = list(passage.before)
    chosen: list[Sentence] = []
    best: tuple[Sentence, ...] = ()
    while before and sum(sentence.words for sentence in chosen) < _MOST_CONTEXT:
        chosen.insert(0, before.pop())
        total = sum(sentence.words for sentence in chosen)
        if total > _MOST_CONTEXT:
            break
        if total >= _LEAST_CONTEXT and stands_alone(chosen[0]) and not _tells(chosen, hidden):
            best = tuple(chosen)
            if total >= 30:
                break
    return best if best and material.weights.topics_in(" ".join(one.text for one in best)) else ()


def _tells(context: Sequence[Sentence], hidden: str) -> bool:
    """Whether most of what is hidden can be read off the situation."""
    shown = {word_key(word) for sentence in context for word in re.findall(r"\w{4,}", sentence.text.lower())}
    secret = {word_key(word) for word in re.findall(r"\w{4,}", hidden.lower())}
    return bool(secret) and len(secret & shown) >= _GIVEN_AWAY * len(secret)


def _reason(passage: Passage) -> str:
    """What is said next, as far as it goes on about the same."""
    chosen: list[str] = []
    for sentence in passage.after[:3]:
        if sentence.text.endswith("?") or sum(len(one.split()) for one in chosen) + sentence.words > _MOST_REASON:
            break
        chosen.append(sentence.text)
        if sum(len(one.split()) for one in chosen) >= 12:
            break
    return " ".join(chosen)


def _avoided(place: DnaPlace) -> str:
    """What the DNA says is to be avoided."""
    for key, value in place.item.more.items():
        if name_key(key) in _AVOID and hasattr(value, "items"):
            for inner, said in value.items():
                if name_key(inner) in ("evitar", "avoid") and said:
                    return str(said[0] if isinstance(said, list | tuple) else said)
    return ""


_DONE = "This is where you stand, in words of your own: “{context}” What do you do, and why?"
_HELD = "You were telling people this: “{context}” Somebody asks what they should do then, and why. What do you answer?"


# The item: what is shown, what is hidden, and at least five things to tick, each bound to words of the source.


def _entry(one: Choice, material: Material, evidence: dict[str, str]) -> Entry:
    domains = one.domains or (domain_of(one.passage, evidence),)
    criteria = _criteria(one, material)
    passage, before = one.passage, len(one.situation)
    behind = min(3, len(passage.after))
    around = Passage(passage.source, passage.paragraph, passage.at - before, before + passage.count + behind)
    material.shown += [around, *one.others]
    year = one.passage.source.date[:4]
    known = "You know no more than what is told here, and it has to be settled now."
    places = [one.passage, *one.others]
    span = Passage(one.passage.source, one.passage.paragraph, one.passage.at - len(one.situation), len(one.situation))
    entry: Entry = {
        "kind": "decision",
        "prompt": (_HELD if one.rule else _DONE).format(context=one.context),
        "citation": cites([span, *places]),
        "tags": {"domain": domains[0]} | ({"layers": [one.layer]} if one.layer else {}),
        "constraints": f"It is {year}. {known}" if year else known,
        "real_decision": _shortened(one.passage.text)
        if not one.rule
        else f"{one.rule} (“{_shortened(one.passage.text)}”)",
        "real_reasoning": one.reason or one.rule,
        "cross_domain": len(domains) > 1,
        "criteria": list(criteria.values()),
        "reasoning_criterion": criteria["reason"],
    }
    if "fact" in criteria:
        entry["fact_criterion"] = criteria["fact"]
    return entry


def _criteria(one: Choice, material: Material) -> dict[str, str]:
    """At least five, the decision and the reason first."""
    said, reason = _shortened(one.passage.text), _shortened(one.reason or one.rule)
    whole = f"{one.context} {one.passage.text} {one.reason}"
    found = {"decision": f"does this, or what comes to the same: “{said}”"}
    found["reason"] = f"gives this reason, or one of its kind: “{reason}”"
    if one.rule:
        found["rule"] = (
            f"keeps to the rule: {one.rule.rstrip('.').lower() if one.rule.isupper() else one.rule.rstrip('.')}"
        )
    fact = _fact(f"{one.reason} {one.passage.text} {one.context}")
    if fact:
        found["fact"] = f"keeps what is so (“{fact}”) apart from what they advise"
    denied = next((s for s in (*one.passage.sentences, *one.passage.after[:3]) if _DENIED.search(s.text)), None)
    if one.avoid:
        found["avoid"] = f"does not do what is avoided: {one.avoid.rstrip('.')}"
    elif denied and _shortened(denied.text) not in (said, reason):
        found["avoid"] = f"rules out what is ruled out there: “{_shortened(denied.text)}”"
    topics = material.weights.telling(whole, 3)
    about = named([Topic(topic.name.replace("your ", "their "), topic.head) for topic in topics])
    found["particular"] = f"speaks of {about or 'the case'} in particular, not of such cases in general"
    found["plain"] = "commits to one course, and does not leave it at “it depends”"
    if len(found) < 5:
        found["own"] = "speaks as somebody who was there, not as an adviser"
    return found


def _fact(text: str) -> str:
    """A clause with a figure in it."""
    clauses = [
        clause.strip(' .“”"') for sentence in re.split(r"(?<=[.!?])\s+", text) for clause in _CUT.split(sentence)
    ]
    plain = (re.sub(r"^(?:and|but|so|e|mas)\s+", "", clause) for clause in clauses if _FACT.search(clause))
    return next(
        (one for one in plain if 3 <= len(one.split()) <= 16 and not one.lower().startswith(("if ", "se "))), ""
    )


def _shortened(text: str, most: int = 28) -> str:
    """The first words of a text, whole sentences where they fit."""
    if len(text.split()) <= most:
        return text
    kept: list[str] = []
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        if sum(len(one.split()) for one in kept) + len(sentence.split()) > most:
            break
        kept.append(sentence)
    return " ".join(kept) or " ".join(text.split()[:most]) + " ..."


def _control(one: Choice, material: Material, evidence: dict[str, str]) -> Entry:
    """The item with what the person said there as the hidden reference."""
    entry = _entry(one, material, evidence)
    entry["tags"] = {"control": True, **entry["tags"]}
    passage = one.passage
    count = passage.count
    while count < len(passage.paragraph) - passage.at and _words(passage, count) < 40:
        count += 1
    own = Passage(passage.source, passage.paragraph, passage.at, count)
    return entry | {"responses": {"self": own.text}, "self_citation": own.citation}


def _words(passage: Passage, count: int) -> int:
    return sum(sentence.words for sentence in passage.paragraph[passage.at : passage.at + count])
