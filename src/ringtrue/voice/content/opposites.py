"""Words that point in opposite directions, in English and Portuguese; short lists of our own, meant to be read."""

from typing import Literal, NamedTuple

from ringtrue.voice.content.sentences import SMALL_WORDS, stem, words

Sort = Literal["opposite words", "opposite verbs", "opposite direction"]

_ADJECTIVES = """
cheap inexpensive affordable | expensive costly dear
good great | bad poor terrible
strong | weak
fast quick quickly | slow slowly
early | late
easy simple | hard difficult complicated
safe | dangerous risky unsafe
rich wealthy | poor
young | old
big large | small little tiny
public publicly | private privately secret secretly
open | closed
possible | impossible
necessary needed | unnecessary superfluous
honest | dishonest
fair | unfair unjust
correct | wrong incorrect mistaken
true | false
friend ally | enemy opponent
optimist optimistic | pessimist pessimistic
guilty | innocent
everybody everyone | nobody
always | never
everything | nothing
morning | evening night
winter | summer
barato acessivel | caro cara
bom boa otimo | mau ma ruim pessimo
forte | fraco fraca
rapido rapida | lento lenta devagar
cedo | tarde
facil simples | dificil complicado
seguro segura | perigoso perigosa arriscado
rico rica | pobre
jovem | velho velha
grande | pequeno pequena
publico publica | privado privada secreto
aberto aberta | fechado fechada
possivel | impossivel
necessario | desnecessario
honesto | desonesto
justo | injusto
certo correto | errado incorreto
verdadeiro verdade | falso mentira
amigo | inimigo
todos | ninguem
sempre | nunca jamais
tudo | nada
manha | noite
inverno | verao
"""
_VERBS = """
buy bought purchase | sell sold
hire hired recruit | fire fired dismiss
accept accepted | reject rejected refuse refused decline
love loved adore | hate hated dislike detest
start started begin began launch | stop stopped end quit cease
keep kept hold | drop dropped abandon leave left sell sold
support supported | oppose opposed fight fought
agree agreed | disagree disagreed
trust trusted | distrust mistrust suspect
allow allowed permit | forbid forbade forbidden ban banned prohibit
build built create | destroy destroyed demolish
join joined | leave left quit
spend spent | save saved
borrow borrowed | lend lent
win won | lose lost
remember remembered | forget forgot forgotten
succeed succeeded | fail failed
praise praised | blame blamed criticise criticize
share shared | withhold withheld hide hid hidden
centralise centralize | delegate decentralise decentralize
attack attacked | defend defended
believe believed | doubt doubted
comprar compro comprei compra | vender vendo vendi venda
contratar contrato | demitir demito despedir
aceitar aceito | recusar recuso rejeitar
amar amo gostar gosto adorar | odiar odeio detestar
comecar comeco iniciar | parar paro terminar encerrar
manter mantenho guardar | abandonar largar vender vendi
apoiar apoio | combater
concordar concordo | discordar discordo
confiar confio | desconfiar desconfio
permitir permito | proibir proibo
construir construo criar | destruir destruo
gastar gasto | poupar economizar
ganhar ganho vencer | perder perco
lembrar lembro | esquecer esqueco
elogiar elogio | criticar culpar
dividir compartilhar | esconder
centralizar | delegar descentralizar
atacar | defender
acreditar acredito | duvidar duvido
"""
_DIRECTIONS = """
more | less fewer
most | least
higher high above | lower low below
increase raise rise rose grow grew | decrease reduce lower cut fall fell shrink shrank
better | worse
best | worst
longer long | shorter short
before | after
first | last
over | under
faster | slower
bigger larger | smaller
inside | outside
maximum | minimum
mais | menos
maior | menor
aumentar aumento aumentei subir subo crescer | diminuir reduzir reduzo baixar cair encolher
melhor | pior
alto alta | baixo baixa
antes | depois apos
primeiro primeira | ultimo ultima
acima | abaixo
dentro | fora
maximo | minimo
"""


class Side(NamedTuple):
    """One side of a pair of opposites."""

    pair: int
    first: bool
    sort: Sort


def _key(word: str) -> str:
    """Small words stand for themselves: without its ending `para` would look like a form of `parar`."""
    return word if word in SMALL_WORDS else stem(word)


def _read() -> dict[str, frozenset[Side]]:
    sides: dict[str, set[Side]] = {}
    number = 0
    lists: tuple[tuple[Sort, str], ...] = (
        ("opposite words", _ADJECTIVES),
        ("opposite verbs", _VERBS),
        ("opposite direction", _DIRECTIONS),
    )
    for sort, text in lists:
        for line in text.strip().splitlines():
            for first, half in zip((True, False), line.split("|"), strict=True):
                for word in words(half):
                    sides.setdefault(_key(word), set()).add(Side(number, first, sort))
            number += 1
    return {known: frozenset(where) for known, where in sides.items()}


_SIDES = _read()


def pairs_of(word: str) -> frozenset[int]:
    """The pairs of opposites a word has a part in."""
    return frozenset(side.pair for side in _SIDES.get(_key(word), ()))


def opposed(one: str, other: str) -> Sort | None:
    """How two words are opposed by the lists, None where they are not."""
    there = _SIDES.get(_key(other), frozenset())
    turned = (Side(side.pair, not side.first, side.sort) for side in _SIDES.get(_key(one), ()))
    return next((side.sort for side in turned if side in there), None)
