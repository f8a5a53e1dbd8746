"""What to tell a clone about each habit: what to do less of, and what to do more of."""

from collections.abc import Mapping

from ringtrue.voice.habits.wordlists import words

LESS_MORE: Mapping[str, tuple[str, str]] = {
    "words_per_sentence": ("Use shorter sentences", "Use longer sentences"),
    "sentence_spread": ("Keep sentences more even in length", "Vary the length of sentences more"),
    "short_sentences": ("Use fewer very short sentences", "Put in more very short sentences"),
    "long_sentences": ("Break up long sentences", "Let some sentences run long"),
    "questions": ("Ask fewer questions", "Ask more questions"),
    "commas": ("Use fewer commas", "Use more commas"),
    "semicolons": ("Use fewer semicolons", "Use semicolons more"),
    "colons": ("Use fewer colons", "Use colons more"),
    "dashes": ("Use fewer dashes", "Use dashes more"),
    "parentheses": ("Use fewer parentheses", "Use parentheses more"),
    "exclamations": ("Use fewer exclamation marks", "Use exclamation marks more"),
    "ellipses": ("Use fewer ellipses (...)", "Let sentences trail off (...) more"),
    "quotations": ("Put less in quotation marks", "Quote more"),
    "numerals": ("Give fewer numbers in digits", "Give more numbers in digits"),
    "joining_openers": ("Begin fewer sentences with And, But or So", "Begin more sentences with And, But or So"),
    "speaking_openers": (
        "Begin fewer sentences as in talk (Well, Look, Now)",
        "Begin more sentences as in talk (Well, Look, Now)",
    ),
    "linking_openers": (
        "Begin fewer sentences with a connective (However, Moreover)",
        "Begin more sentences with a connective (However, Therefore)",
    ),
    "repeated_openers": (
        "Do not begin one sentence like the last so often",
        "Begin neighbouring sentences with the same word more often",
    ),
    "contractions": ("Contract less: write 'do not', 'it is'", "Contract more: write 'don't', 'it's'"),
    "hedges": ("Hedge less (maybe, I think, sort of)", "Hedge more (maybe, I think, sort of)"),
    "boosters": ("Stress less (very, really, of course)", "Stress more (very, really, of course)"),
    "first_person": ("Say I, me and my less", "Say I, me and my more"),
    "first_person_plural": ("Say we, us and our less", "Say we, us and our more"),
    "second_person": ("Say you and your less", "Say you and your more"),
    "word_length": ("Use shorter, plainer words", "Use longer words"),
    "paragraph_length": ("Write shorter paragraphs", "Write longer paragraphs"),
    "text_length": ("Answer more briefly", "Answer at more length"),
    "list_items": ("Write fewer lists", "Use lists more"),
    "headings": ("Use fewer headings", "Use headings more"),
    "bold": ("Use less bold type", "Use bold type more"),
    "emoji": ("Use fewer emoji", "Use emoji more"),
}

GRAMMAR = words(
    "the a an of and or to in on at by for with from as into about than that this these those it its is are was were "
    "be been being am have has had do does did will would can could should may might must not no i me my we us our "
    "you your he him his she her they them their what which who whom whose there here if but so because when where "
    "how all any some such only also just more most other one o os as um uma uns umas de do da dos das em no na nos "
    "nas por para com sem que se e ou mas eu me meu minha nós você vocês ele ela eles elas seu sua seus suas é são foi "
    "ser estar está ter tem não mais muito como quando onde isso isto esse essa este esta ao à aos às"
)
"""Words of grammar: telling somebody to say 'of' less often helps nobody."""
