"""Sources: a clone's folder and raw texts, citations that point into them, passages that bear on a question."""

from typing import TYPE_CHECKING

from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.sources.checking import check_item, check_text, reference_of, references_of
    from ringtrue.sources.chunks import Chunk, chunks_of
    from ringtrue.sources.citation import Reference, chunk_key, citations_in, rendered
    from ringtrue.sources.clone import Clone, find_clones, read_clone
    from ringtrue.sources.dna import Dna, DnaItem, Evidence, Link, Paradox
    from ringtrue.sources.knowledge import KnowledgeBase, Passage
    from ringtrue.sources.person_texts import PersonTexts, read_person_texts, read_text_groups
    from ringtrue.sources.prompt import SystemPrompt, read_prompt
    from ringtrue.sources.resolution import Found, Missing, resolve
    from ringtrue.sources.shelf import Shelf
    from ringtrue.sources.texts import SourceText, Texts, read_texts
    from ringtrue.sources.tokens import tokens_in
else:
    __getattr__ = on_demand(
        __name__,
        {
            "checking": "check_item check_text reference_of references_of",
            "chunks": "Chunk chunks_of",
            "citation": "Reference chunk_key citations_in rendered",
            "clone": "Clone find_clones read_clone",
            "dna": "Dna DnaItem Evidence Link Paradox",
            "knowledge": "KnowledgeBase Passage",
            "person_texts": "PersonTexts read_person_texts read_text_groups",
            "prompt": "SystemPrompt read_prompt",
            "resolution": "Found Missing resolve",
            "shelf": "Shelf",
            "texts": "SourceText Texts read_texts",
            "tokens": "tokens_in",
        },
    )

__all__ = [
    "Chunk",
    "Clone",
    "Dna",
    "DnaItem",
    "Evidence",
    "Found",
    "KnowledgeBase",
    "Link",
    "Missing",
    "Paradox",
    "Passage",
    "PersonTexts",
    "Reference",
    "Shelf",
    "SourceText",
    "SystemPrompt",
    "Texts",
    "check_item",
    "check_text",
    "chunk_key",
    "chunks_of",
    "citations_in",
    "find_clones",
    "read_clone",
    "read_person_texts",
    "read_prompt",
    "read_text_groups",
    "read_texts",
    "reference_of",
    "references_of",
    "rendered",
    "resolve",
    "tokens_in",
]
