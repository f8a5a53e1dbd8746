"""The words around the rating page, in the study's language: the page itself brings its own."""

from collections.abc import Mapping
from typing import Any

_WORDS = {
    "en": {
        "invited": "You are invited to rate.",
        "minutes": "It takes about {minutes} minutes. Each answer is saved as you give it: you can stop and come back.",
        "once": "This link is yours alone and works once. Begin in the browser you will stay in.",
        "begin": "Begin",
        "contact": "Questions: {contact}",
    },
    "pt": {
        "invited": "Este é o seu convite para avaliar.",
        "minutes": "Leva cerca de {minutes} minutos. Cada resposta é guardada no momento: pode parar e voltar depois.",
        "once": "Este endereço é só seu e serve uma vez. Comece no navegador em que vai continuar.",
        "begin": "Começar",
        "contact": "Perguntas: {contact}",
    },
}


def words_of(document: Mapping[str, Any] | None) -> dict[str, str]:
    """What is said around the page, from the packet a rater is at."""
    language = document["language"] if document and document["language"] in _WORDS else "en"
    study = document["study"] if document else {}
    fill = {"minutes": str(document["minutes"]) if document else "", "contact": study.get("contact") or ""}
    words = {name: text.format(**fill) for name, text in _WORDS[language].items()}
    if not document or not document["minutes"]:
        words["minutes"] = ""
    if not fill["contact"]:
        words["contact"] = ""
    return words | {"language": language, "title": study.get("title") or "ringtrue"}
