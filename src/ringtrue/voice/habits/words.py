"""Habits of wording, counted by word lists: openers, contractions, hedges and boosters, I, we and you."""

from functools import partial

from ringtrue.voice.habits.habit import Habit, Lists, Tally, listed_habit, occurrences, places
from ringtrue.voice.habits.parsed_text import ParsedText, Span, WordList, word_list, words

# Openers: the words sentences begin with.

_JOINING: Lists = {"en": word_list("and but so or because"), "pt": word_list("e mas então aí ou porque só_que")}
_SPEAKING: Lists = {
    "en": word_list("well look now okay ok yes no yeah right listen see oh hey sure i_mean you_know you_see by_the"),
    "pt": word_list("bom olha olhe bem agora tá sim não pois ah ó veja escuta sabe gente quer_dizer ou_seja"),
}
_LINKING: Lists = {
    "en": word_list(
        "however moreover furthermore additionally therefore thus consequently ultimately overall nevertheless "
        "similarly instead finally firstly secondly in_addition in_conclusion as_a for_example in_summary on_the at_the"
    ),
    "pt": word_list(
        "porém contudo entretanto todavia além_disso portanto assim consequentemente finalmente ademais ainda "
        "em_resumo por_fim por_outro por_exemplo dessa_forma primeiramente"
    ),
}


def _opening(read: ParsedText, listed: WordList) -> list[int]:
    """The sentences that begin with an entry of the list."""
    words = [*read.words, ""]
    return [
        sentence
        for sentence, first in enumerate(read.firsts[:-1].tolist())
        if words[first] in listed.words or (words[first], words[first + 1]) in listed.pairs
    ]


def _opened(lists: Lists, read: ParsedText) -> Tally | None:
    if read.language is None:
        return None
    return float(len(_opening(read, lists[read.language]))), float(len(read.sentences))


def _opened_at(lists: Lists, read: ParsedText) -> list[Span]:
    return _first_words(read, _opening(read, lists[read.language])) if read.language else []


def _first_words(read: ParsedText, of: list[int]) -> list[Span]:
    words = read.firsts[of].tolist()
    return [(int(read.starts[word]), int(read.ends[word])) for word in words]


def _alike(read: ParsedText) -> list[int]:
    """The sentences that begin with the same word as the one before."""
    begins = [read.words[first] for first in read.firsts[:-1].tolist()]
    return [place for place in range(1, len(begins)) if begins[place] == begins[place - 1]]


def _repeated(read: ParsedText) -> Tally:
    return float(len(_alike(read))), float(len(read.sentences))


def _repeats(read: ParsedText) -> list[Span]:
    return _first_words(read, _alike(read))


def _opener(name: str, title: str, usual: float, lists: Lists) -> Habit:
    return Habit(
        name,
        title,
        "of 100 sentences",
        "opener",
        100,
        usual,
        3,
        partial(_opened, lists),
        partial(_opened_at, lists),
    )


OPENERS = (
    _opener("joining_openers", "sentences that begin with And/But/So", 10, _JOINING),
    _opener("speaking_openers", "sentences that begin as in talk (Well, Look, Now)", 5, _SPEAKING),
    _opener("linking_openers", "sentences that begin with a connective (However, Moreover)", 4, _LINKING),
    Habit(
        "repeated_openers",
        "sentences that begin like the one before",
        "of 100 sentences",
        "opener",
        100,
        9,
        3,
        _repeated,
        _repeats,
    ),
)


# Contractions: of the places where the language leaves a choice, how many are contracted.

_NOT = " ".join(
    f"{verb}n't {verb}nt"
    for verb in words("do does did is are was were have has had could should would must need ca wo")
)
_AFTER_PRONOUN = (
    "it's that's what's there's here's who's he's she's where's how's let's thats whats theres hes shes lets"
)
_PRONOUNS = "i'm i've i'll i'd im ive " + " ".join(
    f"{who}'re {who}'ve {who}'ll {who}'d" for who in ("you", "we", "they")
)

# Written without the apostrophe only where that makes no other word: not "its", "were", "well", "id".
_SHORT: Lists = {
    "en": word_list(
        f"{_NOT} {_AFTER_PRONOUN} {_PRONOUNS} youre youve theyre theyve weve it'll that'll he'll she'll he'd she'd "
        "gonna wanna gotta ain't aint"
    ),
    "pt": word_list("pra pras pro pros tá tô tava tavam né cê cês peraí"),
}
_FULL: Lists = {
    "en": word_list(
        "cannot do_not does_not did_not is_not are_not was_not were_not have_not has_not had_not could_not should_not "
        "would_not must_not will_not can_not i_am i_will i_would i_have you_are you_will you_have we_are we_will "
        "we_have they_are they_will they_have it_is that_is what_is there_is here_is who_is he_is she_is it_will "
        "let_us going_to want_to"
    ),
    "pt": word_list("para está estou estava estavam não_é você vocês"),
}


def _contracted(read: ParsedText) -> Tally | None:
    if read.language is None:
        return None
    short = occurrences(read, _SHORT[read.language])
    return float(short), float(short + occurrences(read, _FULL[read.language]))


def _contracted_at(read: ParsedText) -> list[Span]:
    return places(read, _SHORT[read.language]) if read.language else []


CONTRACTIONS = (
    Habit(
        "contractions",
        "contractions",
        "of 100 places that allow one",
        "contraction",
        100,
        50,
        3,
        _contracted,
        _contracted_at,
    ),
)


# Hedges soften a claim, boosters stress it.

_SOFTENING: Lists = {
    "en": word_list(
        "maybe perhaps probably possibly apparently presumably somewhat roughly arguably might seems seem seemed "
        "suppose guess i_think i_believe i_feel sort_of kind_of a_bit a_little more_or in_general it_depends "
        "tend_to tends_to could_be may_be not_sure likely generally usually often sometimes"
    ),
    "pt": word_list(
        "talvez provavelmente possivelmente aparentemente supostamente parece pareceu acho creio suponho imagino "
        "meio quase geralmente normalmente costuma um_pouco pode_ser mais_ou de_certo às_vezes em_geral "
        "tende_a não_sei depende"
    ),
}
_STRESSING: Lists = {
    "en": word_list(
        "very really absolutely definitely certainly clearly obviously totally completely extremely truly deeply "
        "literally always never simply incredibly frankly honestly indeed surely of_course no_doubt for_sure in_fact"
    ),
    "pt": word_list(
        "muito muita realmente absolutamente certamente claramente obviamente totalmente completamente extremamente "
        "profundamente literalmente sempre nunca jamais simplesmente francamente sinceramente com_certeza é_claro "
        "de_fato sem_dúvida na_verdade"
    ),
}

HEDGES = (
    listed_habit("hedges", "hedges (maybe, I think, sort of)", "hedge", 10, _SOFTENING),
    listed_habit("boosters", "boosters (very, really, of course)", "hedge", 9, _STRESSING),
)


# Person: how often a text says I, we and you.

_FIRST: Lists = {
    "en": word_list("i me my mine myself i'm i've i'd i'll im ive"),
    "pt": word_list("eu me mim comigo meu minha meus minhas tô acho sou estou tenho"),
}
_PLURAL: Lists = {
    "en": word_list("we us our ours ourselves we're we've we'd we'll weve let's"),
    "pt": word_list("nós conosco nosso nossa nossos nossas a_gente somos temos estamos vamos"),
}
_SECOND: Lists = {
    "en": word_list("you your yours yourself yourselves you're you've you'd you'll youre youve"),
    "pt": word_list("você vocês cê tu te ti contigo teu tua teus tuas vossa"),
}

PERSON = (
    listed_habit("first_person", "I, me, my", "person", 25, _FIRST),
    listed_habit("first_person_plural", "we, us, our", "person", 10, _PLURAL),
    listed_habit("second_person", "second person (you, your)", "person", 12, _SECOND),
)
