"""Attention cards for studies that bring none of their own: told from others only by reading them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ringtrue.blind.card_drafts import Attention
from ringtrue.terms.answer import Answer
from ringtrue.terms.protocol import POSITIONS, Kind, Protocol, Scale

# The first type of scale in this order that a kind asks on is the one its card gives an instruction for.
_CHECKABLE = ("pick", "bipolar", "checklist", "flag", "steps", "anchored")


@dataclass(frozen=True, slots=True)
class _Story:
    """A question with two replies; the instruction follows on the first sentences of one of them."""

    prompt: str
    begun: str
    whole: str


_STORIES: Mapping[str, tuple[_Story, _Story]] = {
    "en": (
        _Story(
            "What do you do when a plan has to be given up halfway?",
            "I look at what is already paid for and what is not. People hold on to a plan because it is theirs, and "
            "then the plan holds on to them.",
            "First I say it aloud, so that nobody learns of it by rumour. Then I ask what can be kept, and who has to "
            "hear of it today. The next morning the list is shorter than it looked, and half of what seemed lost is of "
            "use elsewhere.",
        ),
        _Story(
            "How do you choose whom to ask for advice?",
            "I ask someone who has nothing to win by my decision. Such people are rarer than one thinks, and mostly "
            "they do not offer their advice.",
            "I ask the one who did it last, not the one who did it best. The last one still remembers where it hurt, "
            "and has not yet had time to turn it into a good story for others to tell at dinner.",
        ),
    ),
    "pt": (
        _Story(
            "O que você faz quando um plano precisa ser abandonado no meio do caminho?",
            "Olho o que já está pago e o que não está. As pessoas se agarram a um plano porque é delas, e depois é o "
            "plano que se agarra a elas.",
            "Primeiro digo em voz alta, para que ninguém saiba por boato. Depois pergunto o que dá para guardar e quem "
            "precisa saber ainda hoje. Na manhã seguinte a lista é mais curta do que parecia, e metade do que se "
            "julgava perdido serve em outro lugar.",
        ),
        _Story(
            "Como você escolhe a quem pedir conselho?",
            "Pergunto a alguém que não ganha nada com a minha decisão. Gente assim é mais rara do que se pensa, e "
            "quase nunca oferece conselho.",
            "Pergunto a quem fez por último, não a quem fez melhor. O último ainda lembra onde doeu e não teve tempo "
            "de transformar aquilo numa boa história, dessas que se contam no jantar para os amigos.",
        ),
    ),
}
_SAYS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "pick": "This card only checks that the texts are read: please choose this text, whatever you think of it.",
        "bipolar": "This card only checks that the texts are read: please choose this text as definitely as you can.",
        "checklist": "This card only checks that the texts are read: please tick the first thing listed and no other.",
        "flag": "This card only checks that the texts are read: please answer yes.",
        "steps": "This card only checks that the texts are read: please give the highest grade.",
    },
    "pt": {
        "pick": "Este cartão só verifica se os textos são lidos: por favor, escolha este texto, goste dele ou não.",
        "bipolar": "Este cartão só verifica se os textos são lidos: por favor, escolha este texto com toda a certeza.",
        "checklist": "Este cartão só verifica se os textos são lidos: por favor, marque só a primeira opção da lista.",
        "flag": "Este cartão só verifica se os textos são lidos: por favor, responda sim.",
        "steps": "Este cartão só verifica se os textos são lidos: por favor, dê a nota mais alta.",
    },
}
_LISTED = {
    "en": ("It asks for a tick here", "It names a colour", "It tells of a journey"),
    "pt": ("Pede uma marca aqui", "Cita uma cor", "Conta uma viagem"),
}
_POSITIONS = {
    "en": ("One should ask before one decides.", "One should decide before one asks."),
    "pt": ("É preciso perguntar antes de decidir.", "É preciso decidir antes de perguntar."),
}
LANGUAGES = tuple(_STORIES)


def built_in_attention(protocol: Protocol, language: str = "en") -> tuple[Attention, ...]:
    """Cards for each kind that asks something checkable; English where the language is unknown.

    A kind with two sides has two, one for each side, so that always choosing the same side does not pass both.
    """
    known = language if language in LANGUAGES else "en"
    return tuple(card for kind in protocol.kinds.values() for card in _cards(kind, protocol, known))


def _cards(kind: Kind, protocol: Protocol, language: str) -> Iterator[Attention]:
    asked = {protocol.scales[question.scale].type: question for question in reversed(kind.questions)}
    type_ = next((one for one in _CHECKABLE if one in asked), None)
    if type_ is None:
        return
    question, scale = asked[type_], protocol.scales[asked[type_].scale]
    says = _SAYS[language]["steps" if type_ == "anchored" else type_]
    lists: dict[str, tuple[str, ...]] = {question.lists: _LISTED[language]} if question.lists is not None else {}
    lists |= {POSITIONS: _POSITIONS[language]} if "position" in asked else {}  # so that it looks like the others
    for side in range(2 if type_ in ("pick", "bipolar") else 1):
        story = _STORIES[language][side]
        told = f"{story.begun} {says}"
        texts = ((told, story.whole) if side == 0 else (story.whole, told))[: len(kind.show)]
        expect = {question.on_card: _expected(scale, side)}
        yield Attention(f"attention {kind.name} {side + 1}", kind.name, story.prompt, texts, expect, lists)


def _expected(scale: Scale, side: int) -> Answer:
    """The answer the text asks for, as it comes from a rater."""
    if scale.type == "pick":
        return "AB"[side]
    if scale.type == "checklist":
        return (True, False, False)
    if scale.type == "flag" or scale.low is None or scale.high is None:
        return True
    return scale.low if scale.type == "bipolar" and side == 0 else scale.high
