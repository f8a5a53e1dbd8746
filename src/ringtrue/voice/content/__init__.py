"""What replies say: facts covered, contradictions to look at, likeness to another answer, variety."""

from ringtrue.voice.content.contradictions import Candidate, Contradictions, contradictions
from ringtrue.voice.content.coverage import Coverage, Match, coverage
from ringtrue.voice.content.definitions import DEFINITIONS, Definition, Recorded, definitions_that_fit
from ringtrue.voice.content.dispersion import Dispersion, dispersion
from ringtrue.voice.content.facts import Fact, facts_from_dna, facts_from_list
from ringtrue.voice.content.model_index import ModelIndex, PairIndex, model_index

__all__ = [
    "DEFINITIONS",
    "Candidate",
    "Contradictions",
    "Coverage",
    "Definition",
    "Dispersion",
    "Fact",
    "Match",
    "ModelIndex",
    "PairIndex",
    "Recorded",
    "contradictions",
    "coverage",
    "definitions_that_fit",
    "dispersion",
    "facts_from_dna",
    "facts_from_list",
    "model_index",
]
