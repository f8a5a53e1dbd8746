"""The small words of a language, which everybody uses and nobody chooses: lists, and what to do without one."""

from collections.abc import Iterable

from ringtrue.voice.habits import Language

MOST_FREQUENT = 150  # words of the material that stand in for a list

_MARKS = ". , ; : ? ! - – — ( ) \" '"
_ENGLISH = """
a about above across after again against all almost along already also although always am among an and another any
anybody anyone anything are around as at away back be because been before behind being below between beyond both but by
can cannot could did do does doing done down during each either else enough even ever every everybody everyone
everything few for from further had has have having he her here hers herself him himself his how however i if in indeed
instead into is it its itself just least less let like many may maybe me might mine more most much must my myself
neither never no nobody none nor not nothing now of off often on once one only onto or other others our ours ourselves
out over own perhaps quite rather really same shall she should since so some somebody someone something sometimes still
such than that the their theirs them themselves then there therefore these they this those though through thus to
together too toward towards under unless until up upon us very was we well were what whatever when where whether which
while who whom whose why will with within without would yes yet you your yours yourself yourselves
"""
_ENGLISH_SHORTENED = """
ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't he'd he'll he's i'd i'll i'm i've isn't it'll
it's let's mustn't she'd she'll she's shouldn't that's there's they'd they'll they're they've wasn't we'd we'll we're
we've weren't what's who's won't wouldn't you'd you'll you're you've
"""
_PORTUGUESE = """
a à às ao aos acaso ainda além algo alguém algum alguma algumas alguns ali ambos ante antes após aquela aquelas aquele
aqueles aquilo aqui as assim até bem cada cá com como conforme contra contudo da daquela daquele daqui das de dela delas
dele deles depois desde dessa desse desta deste disso disto do dos e é ela elas ele eles em embora enquanto então entre
era eram essa essas esse esses esta está estamos estão estas estava este estes estou eu foi fora for foram fosse há
isso isto já lá lhe lhes logo mais mas me mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos
na nada não nas nela nele nem nenhum nenhuma nessa nesse nesta neste nisso no nos nós nossa nossas nosso nossos num numa
nunca o onde ora os ou outra outras outro outros para pela pelas pelo pelos per perante pois por porém porque portanto
pouca pouco poucos pra qual quais qualquer quando quanto que quem quer se seja sem sempre senão ser será seu seus si sim
sob sobre só somente sou sua suas tal também tampouco tanto te tem têm tenho ter teu ti tinha toda todas todavia todo
todos tua tudo um uma umas uns vai você vocês vós vosso
"""
# Transcripts often drop apostrophes; what then looks like another word (were, well, its) is left as that word.
_WITHOUT_APOSTROPHE = [word.replace("'", "") for word in _ENGLISH_SHORTENED.split()]

LISTS: dict[Language, frozenset[str]] = {
    "en": frozenset([*_ENGLISH.split(), *_ENGLISH_SHORTENED.split(), *_WITHOUT_APOSTROPHE, *_MARKS.split()]),
    "pt": frozenset([*_PORTUGUESE.split(), *_MARKS.split()]),
}


def small_words(language: Language | None, by_frequency: Iterable[str]) -> frozenset[str]:
    """The language's list, or the most frequent words of the material where there is none."""
    if language is not None:
        return LISTS[language]
    return frozenset(word for word, _ in zip(by_frequency, range(MOST_FREQUENT), strict=False))
