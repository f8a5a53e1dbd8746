"""Break a result down: by each tag of its items, by the answers given to each question, and every rater's comment."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ringtrue.report.section import Column, Section, Table, columns
from ringtrue.report.summary import About
from ringtrue.study.item_cards import GatheredAnswers
from ringtrue.terms.item import Item
from ringtrue.terms.number import brief, figure
from ringtrue.terms.protocol import Protocol, Scale
from ringtrue.terms.result import Estimate, Result

_FEWEST, _MOST = 2, 12  # values of a tag worth a table
_MOST_COMMENTS = 500
_TAG_COLUMNS = ("items", "mean score", "passed", "95 % interval of passed")
_LEFT_OUT = ("control",)


def breakdown_sections(
    items: Sequence[Item], result: Result, about: About, protocol: Protocol, answers: GatheredAnswers
) -> list[Section]:
    """The sections that have something to say: by tag, answers in counts, comments."""
    found = [
        Section("tags", "By domain, layer, type and other tags", tuple(_tags(items, result, about))),
        Section("answers", "Answers in counts", tuple(_counts(answers, about, protocol))),
        Section("comments", "What raters wrote", tuple(_comments(answers, protocol))),
    ]
    return [section for section in found if not section.is_empty]


def _tags(items: Sequence[Item], result: Result, about: About) -> Iterator[Table]:
    """For each tag a table of its values: how many items, their mean score, how many passed."""
    rows = {str(row.get("id")): row for row in result.items}
    groups: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for item in items:
        if item.id in rows:
            for name, value in _values(item):
                groups.setdefault(name, {}).setdefault(value, []).append(rows[item.id])
    for name, members in groups.items():
        if _FEWEST <= len(members) <= _MOST:
            cells = tuple((value, *_figures(members[value], about)) for value in sorted(members))
            yield Table(columns(name, *_TAG_COLUMNS, numbers=_TAG_COLUMNS), cells, title=f"By {name}")


def _values(item: Item) -> Iterator[tuple[str, str]]:
    """The tags of an item, a value each; an item of two layers counts in both."""
    given = {**item.tags, **({"domain": item.fields["domain"]} if "domain" in item.fields else {})}
    for name, value in given.items():
        if name not in _LEFT_OUT:
            for one in value if isinstance(value, list | tuple) else (value,):
                if one not in (None, ""):
                    yield str(name), str(one)


def _figures(rows: Sequence[Mapping[str, Any]], about: About) -> tuple[str, ...]:
    scores = [float(score) for row in rows if (score := _score(row, about)) is not None]
    mean = figure(sum(scores) / len(scores)) if scores else "-"
    judged = [bool(row["passed"]) for row in rows if row.get("passed") is not None]
    if not judged:
        return str(len(rows)), mean, "-", "-"
    from ringtrue.stats.detection.proportion import wilson  # with it comes SciPy

    share: Estimate = wilson(sum(judged), len(judged))
    bounds = f"{100 * (share.low or 0.0):.0f} to {100 * (share.high or 0.0):.0f} %"
    return str(len(rows)), mean, f"{sum(judged)} of {len(judged)}", bounds


def _score(row: Mapping[str, Any], about: About) -> float | None:
    return next((row[name] for name in about.rank_by if isinstance(row.get(name), int | float)), None)


def _counts(answers: GatheredAnswers, about: About, protocol: Protocol) -> Iterator[Table]:
    """How often each answer was given, for questions that have few."""
    questions = {one.name: one for kind in protocol.kinds.values() for one in kind.questions}
    for name, question in questions.items():
        scale = protocol.scales[question.scale]
        if scale.type not in ("flag", "steps", "bipolar"):
            continue
        values = [
            one.value
            for given in answers.answers.values()
            for one in given
            if one.question == name and isinstance(one.value, bool | int | float) and one.about == protocol.candidate
        ]
        if values:
            counted = Counter(_said(value, scale) for value in values)
            order = sorted(counted, key=lambda said: [_said(value, scale) for value in sorted(values)].index(said))
            head = columns("answer", "times", numbers=("times",))
            rows = tuple((said, str(counted[said])) for said in order)
            yield Table(head, rows, title=f"{about.wording.label(name).capitalize()}: {question.text}")


def _said(value: Any, scale: Scale) -> str:
    if scale.type == "flag":
        return "yes" if value else "no"
    words = scale.labels.get(float(value), "")
    return f"{brief(float(value))} {words}".strip()


def _comments(answers: GatheredAnswers, protocol: Protocol) -> Iterator[Table]:
    """Every comment of a person, with the item it is about."""
    texts = {
        one.name
        for kind in protocol.kinds.values()
        for one in kind.questions
        if protocol.scales[one.scale].type == "text"
    }
    rows = []
    for item, given in answers.answers.items():
        for one in given:
            said = one.row.comment or (str(one.value) if one.question in texts and one.value else "")
            if said and one.row.judge_kind == "person":
                rows.append((item, one.row.rater, said))
    if rows:
        head = (Column("item", "item"), Column("rater"), Column("comment"))
        left = len(rows) - _MOST_COMMENTS
        more = f"{left} more are in the table of ratings." if left > 0 else ""
        yield Table(head, tuple(dict.fromkeys(rows[:_MOST_COMMENTS])), more=more, long=True)
