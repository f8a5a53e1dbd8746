"""Hedges and their opposite: words that soften a claim, and words that press it."""

from ringtrue.voice.habits.listed import Lists, listed_habit
from ringtrue.voice.habits.wordlists import word_list

_HEDGES: Lists = {
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
_BOOSTERS: Lists = {
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

HABITS = (
    listed_habit("hedges", "hedges (maybe, I think, sort of)", "hedge", 10, _HEDGES),
    listed_habit("boosters", "boosters (very, really, of course)", "hedge", 9, _BOOSTERS),
)
