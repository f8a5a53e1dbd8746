"""Which word lists apply."""

import pytest

from ringtrue.voice.habits import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I think that the people of this town are not as bad as you say", "en"),
        ("Eu acho que as pessoas da cidade não são tão más como se diz por aí", "pt"),
        ("Yo creo que la gente de los pueblos no es tan mala como se dice en el centro", None),
        ("Je crois que les gens de la ville ne sont pas aussi mauvais que vous le dites", None),
        ("Ich glaube dass die Leute in der Stadt nicht so schlecht sind und es ist gut", None),
        ("xyzzy plugh frotz gnusto rezrov nitfol blorb yomin", None),
        ("the of and", None),
        ("", None),
    ],
)
def test_small_words_decide(text: str, language: str | None) -> None:
    assert language_of(text.lower().split()) == language
