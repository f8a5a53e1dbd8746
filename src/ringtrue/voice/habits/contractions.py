"""Contractions: of the places where the language leaves a choice, how many are contracted."""

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.listed import Lists, occurrences, places
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span
from ringtrue.voice.habits.wordlists import word_list, words

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


def _tally(read: Reading) -> Tally | None:
    if read.language is None:
        return None
    short = occurrences(read, _SHORT[read.language])
    return float(short), float(short + occurrences(read, _FULL[read.language]))


def _spots(read: Reading) -> list[Span]:
    return places(read, _SHORT[read.language]) if read.language else []


HABITS = (
    Habit("contractions", "contractions", "of 100 places that allow one", "contraction", 100, 50, 3, _tally, _spots),
)
