"""Person and impostors in rows: what each reference is a sum of, and whose passages are foreign."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from ringtrue.voice.background import Background
from ringtrue.voice.background.making import table_of
from ringtrue.voice.habits import vector
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.panel import WEIGHTS
from ringtrue.voice.texts import Text
from speakers import Speaker, english


def read(*texts: str) -> list[Text]:
    return [Text.read(text) for text in texts]


FOLDS = [read("ban dal ban"), read("dal dal", "kel"), read("mer ban")]
OTHERS = [read("kel kel mer"), read("dal mer", "mer mer ban")]


def grams(*voices: list[Text]) -> Counter[str]:
    """Words and pairs of all documents, by a plain loop."""
    tokens = [text.tokens for voice in voices for text in voice]
    words = Counter(token for found in tokens for token in found)
    return words + Counter(f"{left} {right}" for found in tokens for left, right in pairwise(found))


def row(lineup: Lineup, number: int) -> dict[str, int]:
    counts = lineup.panel.references.phrases.toarray()[number]
    return {lineup.gram_name(column): int(count) for column, count in enumerate(counts) if count}


@pytest.fixture(scope="module")
def small() -> Background:
    return Background(table_of([read(*english(600 + i).texts(5)) for i in range(4)], "en"))


def test_rows_leave_each_fold_out_in_turn_then_come_the_person_and_the_impostors() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    first, second, third = FOLDS
    sums = [(second, third), (first, third), (first, second), (first, second, third), (OTHERS[0],), (OTHERS[1],)]
    assert lineup.own == 3
    assert [row(lineup, number) for number in range(6)] == [dict(grams(*voices)) for voices in sums]


def test_habits_of_a_reference_are_the_mean_over_its_documents_where_they_are_short() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    documents = [vector(text.raw) for fold in FOLDS for text in fold]
    assert lineup.panel.references.habits[3] == pytest.approx(np.mean(documents, axis=0))
    assert lineup.panel.references.habits[4] == pytest.approx(vector("kel kel mer"))


def test_likeness_has_a_number_for_every_measure_text_and_reference() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    likeness = lineup.likeness(lineup.count(read("ban dal", "never seen before", "")))
    assert likeness.shape == (len(WEIGHTS), 3, 6)
    assert np.isfinite(likeness).all()


def test_grams_nobody_used_are_not_counted() -> None:
    lineup = Lineup(FOLDS, OTHERS, None)
    counted = lineup.grams(read("ban dal unheard dal", "unheard")).toarray()
    names = [lineup.gram_name(column) for column in range(counted.shape[1])]
    assert {name: count for name, count in zip(names, counted[0], strict=True) if count} == {
        "ban": 1,
        "dal": 2,
        "ban dal": 1,
    }
    assert not counted[1].any()


def test_foreign_passages_say_whose_they_are() -> None:
    lineup = Lineup(FOLDS, [read(Speaker(9).text(45)), read("kel mer")], None)
    passages, writer = lineup.foreign(20)
    tokens = len(Text.read(Speaker(9).text(45)))
    whole, rest = divmod(tokens, 20)
    cut = whole + (rest >= 10)  # a rest of half the length counts
    # the second impostor has too little for a passage, and is taken whole
    assert writer.tolist() == [0] * cut + [1]
    assert len(passages) == cut + 1


def test_a_long_winded_impostor_gives_no_more_than_sixty_passages() -> None:
    lineup = Lineup(FOLDS, [read(Speaker(9).text(3000)), OTHERS[0]], None)
    assert np.bincount(lineup.foreign(20)[1]).tolist() == [60, 1]


def test_with_a_background_its_writers_stand_after_those_given(small: Background) -> None:
    folds = [read(*english(1).texts(3)), read(*english(1, draw=1).texts(3))]
    lineup = Lineup(folds, [read(*english(2).texts(3))], "en", small)
    references = lineup.panel.references
    assert len(references) == 2 + 1 + 1 + small.writers
    assert (references.phrases[[4]] != small.references.phrases[[0]]).nnz == 0
    passages, writer = lineup.foreign(50)
    assert len(passages) == writer.size
    assert sorted(set(writer.tolist())) == list(range(1 + small.writers))


def test_a_background_alone_is_enough(small: Background) -> None:
    lineup = Lineup([read(*english(1).texts(3))], [], "en", small)
    passages, writer = lineup.foreign(50)
    drawn, who = small.passages(50)
    assert (passages.phrases != drawn.phrases).nnz == 0
    assert np.array_equal(writer, who)
