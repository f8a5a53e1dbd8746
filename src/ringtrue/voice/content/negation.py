"""Which words of a sentence stand under a negation, in English and Portuguese."""

from collections.abc import Sequence

from ringtrue.voice.content.stems import SMALL_WORDS, listed, stem

NEGATORS = listed("""
    not never nobody nothing neither nor none without cannot dont doesnt didnt wont cant hardly
    nao nunca jamais nem nenhum nenhuma ninguem nada sem tampouco
""")
_REFUSALS = frozenset(map(stem, listed("refuse avoid reject decline forbid recusar evitar rejeitar proibir")))
_NOT_MEANT = frozenset(  # a negator and its next word that negate nothing
    {("not", "only"), ("not", "just"), ("not", "merely"), ("no", "doubt"), ("without", "doubt")}
    | {("nao", "so"), ("nao", "apenas"), ("nao", "somente"), ("sem", "duvida")}
)
_CLAUSE_ENDS = listed(". , ; : ! ? ( ) — – … but however although because unless mas porem contudo embora porque and e")
_ENGLISH = listed("the of to is are was it that this there with for you we they have has be on will would should i my")
_PORTUGUESE = listed("o os um uma de da das dos em na nas que com para por se ele ela eu meu minha e nao nos mais")


def negated(read: Sequence[str]) -> list[bool]:
    """For every word whether the clause has denied it by then.

    Several negators deny once (`nao ... nada`); a verb of refusal turns the sense round (`never refuse to lend`).
    """
    english = sum(word in _ENGLISH for word in read) - sum(word in _PORTUGUESE for word in read)
    denied = refused = False
    found: list[bool] = []
    for index, word in enumerate(read):
        if word in _CLAUSE_ENDS:
            denied = refused = False
        found.append(denied != refused)
        following = read[index + 1] if index + 1 < len(read) else ""
        if _denies(word, following, english > 0 or (english == 0 and index == 0)):
            denied = True
        elif word not in SMALL_WORDS and stem(word) in _REFUSALS:
            refused = not refused
    return found


def _denies(word: str, following: str, english: bool) -> bool:
    if (word, following) in _NOT_MEANT:
        return False
    # `no` is Portuguese for "in the"; what the sentence's other small words are decides.
    return word in NEGATORS or word.endswith("n't") or (word == "no" and english)
