"""Language models as judges, without the network: what they are told, and how their answers are read."""

from ringtrue.judge.model.messages import card_messages
from ringtrue.judge.model.records import scored, unscored
from ringtrue.judge.model.rubric import LANGUAGES, Rubric, rubric, untranslated
from ringtrue.judge.model.schema import answer_schema, response_format
from ringtrue.judge.model.scores import AnswerReader, Score, Scores, read_scores

__all__ = [
    "LANGUAGES",
    "AnswerReader",
    "Rubric",
    "Score",
    "Scores",
    "answer_schema",
    "card_messages",
    "read_scores",
    "response_format",
    "rubric",
    "scored",
    "unscored",
    "untranslated",
]
