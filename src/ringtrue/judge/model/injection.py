"""Prompt injection: find text in an answer that speaks to the judge instead of answering.

A flag and no filter: the judge still sees the answer, in its data block, and people can look at what was found. Encoded
orders (base64, letters moved) are not looked for: a judge that decodes them is found out by calibration.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

from ringtrue.terms.text import HIDDEN, shortened

_JUDGE = r"(?:judge|grader|evaluator|assessor|examiner|reviewer|rater|scorer|juiz|avaliador|examinador|juez|evaluador)"
_MARKS = r"(?:scores?|marks?|grades?|ratings?|points?|notas?|pontua[cç][aã]o|puntuaci[oó]n|punkte|noten?|bewertung)"
_NUMBER = r"(?:\d{1,3}(?:\s?%|\s?(?:/|of|out of|de)\s?\d+)?|full|top|highest|maximum|perfect|m[aá]xim[ao])"
_BEFORE = r"(?:previous|above|earlier|prior|preceding|foregoing|before this|anterior(?:es)?|acima|vorig\w*|obig\w*)"
_ORDERS = (
    r"(?:instructions?|rules?|orders?|prompts?|guidelines?|rubrics?|were told|instru[cç](?:[oõ]es|[aã]o|ciones)|regras?"
    r"|reglas?|regeln|anweisungen)"
)
_FORGET = r"(?:ignore|disregard|forget|override|skip|ignora|esque[cç]a|desconsidere|olvida|vergiss|ignoriere)"
_GIVE = r"(?:give|award|assign|write|enter|output|return|answer|put|confirm|copy|d[eê]|atribua|escreva|pon|gib|vergib)"
_NEAR = r"[^.!?\n]{0,40}"

# Each is looked for in lower case, hidden characters taken out and white space folded.
_SPEAKING = (
    # forget what you were told
    rf"\b{_FORGET}\b{_NEAR}\b{_BEFORE}\b{_NEAR}\b{_ORDERS}\b",
    rf"\b{_FORGET}\b{_NEAR}\b{_ORDERS}\b{_NEAR}(?:\b{_BEFORE}\b|\bnow\b|\byou\b|\band\b|\be\b|\bund\b|\by\b|$)",
    rf"\b(?:ignore|olvida|esque[cç]a) (?:as|os|lo|las|los) (?:{_ORDERS} )?(?:acima|anterior\w*|de cima)\b",
    # give this answer a mark
    (
        rf"\b{_GIVE}\b{_NEAR}\b{_NUMBER}\s(?:for|to|on|in|as|a|em|en|auf)\s(?:\w+\s)?"
        rf"(?:every\w*|each|all|any|questions?|todas?|todo|tudo|alles?|it|this|{_MARKS})\b"
    ),
    (
        rf"\b{_GIVE}\s(?:it|this|this answer|the answer|this response|the response|esta resposta|diese antwort)\s"
        rf"(?:an?\s|{_MARKS}\s|of\s)*{_NUMBER}\b"
    ),
    (
        r"\b(?:rate|score|grade|mark|avalie|califica|bewerte)\s(?:me|it|this|us|this answer|the answer|this response|"
        rf"the response|them|everything|all)\s(?:an?\s|as\s|with\s|com\s|{_MARKS}\s|of\s)*{_NUMBER}\b"
    ),
    rf"\b(?:the|every|each|all|your)\s(?:of\s)?(?:\w+\s)?{_MARKS}\s(?:is|are|must be|has to be|to)\s{_NUMBER}\b",
    rf"\ball {_MARKS} are \d|\bset_score\b|\bany score other than\b|\b{_MARKS}\s?[:=]\s?\d{{1,3}}\b",
    # speaking to the judge by office
    (
        r"(?:^|[.!?:;,\"(]\s*)(?:dear|attention,?|note to(?: the)?|message (?:to|for)(?: the)?|aten[cç][aã]o,?|"
        rf"nota (?:ao|para o)) {_JUDGE}\b"
    ),
    rf"(?:^|[.!?]\s*){_JUDGE}s?\s?[,:]\s*{_NEAR}(?:\d|\b{_MARKS}\b)",
    (
        r"\byou,? (?:are|as) (?:a |the |an |my )?(?:ai |fair |wise |honest |llm )*"
        r"(?:grader|evaluator|rater|scorer|avaliador|evaluador)\b"
    ),
    rf"\bas an? (?:ai |llm |language model )+{_JUDGE}\b",
    rf"\b{_JUDGE}s? (?:says|rules|ruled|notes?|writes|said:?)\b{_NEAR}\d",
    r"\b(?:your|the) (?:task|instructions|rubric) (?:has|have) (?:now )?(?:changed|been (?:replaced|updated))\b",
    r"\b(?:the|these|all) blocks? ends? here\b",
    r"\bnew (?:rule|instructions?|task|orders?) from (?:the |your )?(?:operator|system|developer|judge|admin\w*)\b",
    r"\byou (?:have|had) already (?:scored|graded|rated|judged) this\b",
    "忽略.{0,8}(?:以上|之前|前面|上面)|全部给|给.{0,4}\\d+分",
    r"\bзабудь\b.{0,20}(?:правил|инструкц)|\bставь\b.{0,12}\d|\bигнорируй\b.{0,30}(?:правил|инструкц)",
    r"تجاهل.{0,12}(?:سبق|التعليمات)",
)
# Looked for in the text as it is: what imitates the border of a turn, of a block, or a finished judgment.
_SHAPES = (
    r"</?(?:system|assistant|user|end_of_turn|start_of_turn)>|<[|][^<>\n]{1,24}[|]>",
    r"\[/?INST\]|<</?SYS>>",
    r"(?im)^\s*(?:\#+\s*)?(?:system|developer|assistant|operator)\s*(?:message|prompt|note)?\s*[:>]\s*\S",
    r"(?i)</?(?:judge|grader|instructions?|system|tool_response|tool_result|card|answer|rubric)\b[^<>]{0,40}>",
    r"<<<[0-9a-f]{16,}|[0-9a-f]{16,}>>>",
    r"\"(?:score|choice|quote)\"\s*:",
    r"(?m)^\s*\"?[a-z]+_(?:alignment|quality|accuracy|preservation)\"?\s*[:=]\s*[{\d]",
)
_TAGGED = re.compile("[\U000e0020-\U000e007e]{4,}")  # letters nobody sees: there is no innocent use of a run of them
_FOLDED = tuple(re.compile(pattern, re.MULTILINE) for pattern in _SPEAKING)
_PLAIN = tuple(re.compile(pattern) for pattern in _SHAPES)
_LONGEST = 160  # characters told of what was found


def addressed_to_judge(text: str) -> str | None:
    """The first words of a text that speak to a judge or imitate what is around a card, None if there are none."""
    for found in _found(text):
        return shortened(found.strip(' \n.,:;!?("'), _LONGEST)
    return None


def _found(text: str) -> Iterator[str]:
    if _TAGGED.search(text):
        yield "letters nobody can see"
    seen = normalize("NFKC", "\n".join(HIDDEN.sub("", line) for line in text.splitlines()))
    for pattern in _PLAIN:
        yield from (one.group() for one in [pattern.search(seen)] if one)
    lines = "\n".join(" ".join(line.split()) for line in seen.casefold().split("\n"))
    for pattern in _FOLDED:
        yield from (one.group() for one in [pattern.search(lines)] if one)
