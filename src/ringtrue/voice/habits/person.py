"""Person: how often a text says I, we and you."""

from ringtrue.voice.habits.listed import Lists, listed_habit
from ringtrue.voice.habits.wordlists import word_list

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

HABITS = (
    listed_habit("first_person", "I, me, my", "person", 25, _FIRST),
    listed_habit("first_person_plural", "we, us, our", "person", 10, _PLURAL),
    listed_habit("second_person", "second person (you, your)", "person", 12, _SECOND),
)
