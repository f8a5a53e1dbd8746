"""Abbreviations after which a full stop ends no sentence, in English and Portuguese."""

from ringtrue.voice.habits.wordlists import words

NEVER_LAST = words(
    "mr mrs ms mx dr prof rev hon st mt gen sen rep gov col lt sgt capt maj adm pres messrs mme mlle e.g i.e cf v vs "
    "viz approx ca al sr sra srta dra profa exmo exma ilmo av eng arq des min p.ex ex obs ref tel"
)
"""Titles and particles that always stand before something."""

BEFORE_NUMBERS = words("no nos nr fig figs vol vols p pp pg pag pág págs art arts sec ch cap n eq ed")
"""Abbreviations only when a number follows: 'No. 5', but 'No. Never.'."""

SELDOM_LAST = words(
    "etc inc ltd co corp dept est jr u.s u.k u.n e.u a.m p.m ph.d m.d b.a m.a d.c bros ltda cia s.a "
    "jan feb mar apr jun jul aug sept sep oct nov dec fev abr mai ago set out dez mon tue wed thu fri"
)
"""Abbreviations that may end a sentence, and do so only where an ordinary opening word follows."""

OPENERS = words(
    "the a an this that these those there here it its i we you he she they his her my our your their and but so or "
    "if when while what who why how where is are was do does did in on at for with as to not no yes now then well let "
    "o os um uma isso isto este esta esse essa ele ela eles elas eu nós você vocês mas e se quando como por para não "
    "sim em no na que quem onde agora então"
)
"""Words that often open a sentence and seldom follow an abbreviation within one."""
