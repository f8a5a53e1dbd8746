"""Which of many texts share the rarest words with a question (BM25, by tantivy), in any script."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

MOST_TERMS = 256  # of a question: the rarest say most, and a long question stays quick
_SHORTEST, _ENDING = 4, 3  # letters a word's other forms share at least, and by how many they may be longer or shorter
_MOST_FORMS = 8
_OTHER_FORM = 0.5  # weight of another form: apprentice where apprentices was asked for
_HEAP = 40_000_000  # bytes the writer may hold: some ten thousand texts in one piece

_RUN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"  # Thai to Han
)


class WordIndex:
    """Texts by their number, 0, 1, 2 ..., held in memory."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Index the texts, in another thread than the one that gives them."""
        import tantivy  # 20 ms and a native library, which only those pay who search

        self._tantivy = tantivy
        self._analyzer = _analyzer(tantivy)
        builder = tantivy.SchemaBuilder()
        builder.add_integer_field("number", stored=True)
        builder.add_text_field("words", stored=False, tokenizer_name="words", index_option="freq")
        self._schema = builder.build()
        index = tantivy.Index(self._schema)
        index.register_tokenizer("words", self._analyzer)
        writer = index.writer(heap_size=_HEAP, num_threads=1)
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(number=number, words=_spaced(text)))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def terms(self, text: str) -> list[str]:
        """The different words of a text as they are indexed, in alphabetical order."""
        return sorted(set(self._analyzer.analyze(_spaced(text))))

    def search(self, text: str, most: int) -> list[tuple[float, int]]:
        """Scores and numbers of the texts that have most in common with the question, best first."""
        words = self._rarest(self.terms(text))
        if not words:
            return []
        should = self._tantivy.Occur.Should
        asked = self._tantivy.Query.boolean_query([(should, self._query(word, forms)) for word, forms in words])
        found = self._searcher.search(asked, most, count=False).hits
        hits = [(round(score, 4), self._searcher.doc(address)["number"][0]) for score, address in found]
        return sorted(hits, key=lambda hit: (-hit[0], hit[1]))

    def _query(self, word: str, forms: list[str]) -> Any:
        """The word in the form that fits best: itself, or another form at half its weight."""
        query = self._tantivy.Query
        asked = []
        for form in forms:
            term = query.term_query(self._schema, "words", form)
            asked.append(term if form == word else query.boost_query(term, _OTHER_FORM))
        return asked[0] if len(asked) == 1 else query.disjunction_max_query(asked)

    def _rarest(self, words: list[str]) -> list[tuple[str, list[str]]]:
        """Words that stand in any text, each with its other forms; the rarest where there are many."""
        found = []
        for word in words:
            counts = self._forms(word)
            if counts:
                found.append((max(counts.values()), word, list(counts)))
        return [(word, forms) for _, word, forms in sorted(found)[:MOST_TERMS]]

    def _forms(self, word: str) -> dict[str, int]:
        """The word and others that begin alike and are about as long, with the number of texts each stands in."""
        own = self._searcher.doc_freq("words", word)
        forms = {word: own} if own else {}
        if len(word) >= _SHORTEST:
            stem = word[: max(_SHORTEST, len(word) - _ENDING)]
            alike = self._searcher.terms_with_prefix("words", stem, limit=_MOST_FORMS)
            forms |= {form: count for form, count in alike if abs(len(form) - len(word)) <= _ENDING}
        return forms


def _analyzer(tantivy: Any) -> Any:
    """Words in lower case without accents, so that nao finds não."""
    filters = tantivy.Filter
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(filters.remove_long(40))
    return builder.filter(filters.lowercase()).filter(filters.ascii_fold()).build()


def _spaced(text: str) -> str:
    """The text with its characters composed and, for scripts without spaces, as pairs of neighbours."""
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", text).encode("utf-8", "replace").decode("utf-8")
    return _RUN.sub(_pairs, composed)


def _pairs(run: re.Match[str]) -> str:
    letters = run[0]
    if len(letters) == 1:
        return f" {letters} "
    return " " + " ".join(letters[at : at + 2] for at in range(len(letters) - 1)) + " "
