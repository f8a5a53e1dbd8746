"""Whoever cannot be asked is told with where it was named; faults of other files keep their own place."""

from dataclasses import dataclass

from callers import Scripted
from ringtrue.calls import Refused
from ringtrue.study.readiness import ready
from ringtrue.terms import BadInput, Problem


class _Lacking(Scripted):
    def check(self) -> None:
        raise Refused("There is no bell.", "Cast one.")


@dataclass(frozen=True)
class _Asked:
    adapter: Scripted


def test_who_can_be_asked_is_given_back() -> None:
    problems: list[Problem] = []
    asked = _Asked(Scripted(lambda _: "yes"))
    assert ready(lambda: asked, problems, file="command line", place="--judge") is asked
    assert problems == []


def test_what_is_missing_is_told_with_where_the_speaker_was_named() -> None:
    problems: list[Problem] = []
    assert ready(lambda: _Asked(_Lacking(lambda _: "")), problems, file="command line", place="--judge") is None
    assert problems == [Problem("command line", "--judge", "There is no bell.", "scripted", "Cast one.")]


def test_faults_of_other_files_keep_their_place() -> None:
    problems: list[Problem] = []
    here, there = Problem("study.yaml", "speakers, a, url", "No.", "v", "r"), Problem("a.jsonl", "line 3", "Bad.")

    def refuse() -> _Asked:
        raise BadInput([here, there])

    assert ready(refuse, problems, file="command line", place="--speaker") is None
    assert problems == [Problem("command line", "--speaker", "No.", "v", "r"), there]
    problems.clear()
    assert ready(refuse, problems, file="s/study.yaml", place="speakers.a") is None
    assert problems == [Problem("s/study.yaml", "speakers, a, url", "No.", "v", "r"), there]
