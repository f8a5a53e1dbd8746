"""The speakers and model judges that study.yaml names."""

from collections.abc import Mapping
from typing import Any

from ringtrue.calls import speaker_named
from ringtrue.files import nearest
from ringtrue.study.settings import FILE, Settings
from ringtrue.terms import BadInput, Problem, Speaker


def speakers_of(settings: Settings) -> dict[str, Speaker]:
    """Everyone under `speakers`, by name."""
    return _group(settings, "speakers")


def judges_of(settings: Settings) -> dict[str, Speaker]:
    """Everyone under `judges`, by name; a model that judges is reached like one that speaks."""
    return _group(settings, "judges")


def chosen(group: Mapping[str, Speaker], name: str, what: str) -> Speaker:
    """The one of that name, or a refusal that says who there is."""
    if name in group:
        return group[name]
    near = nearest(name, group)
    known = ", ".join(group) or f"none yet: add {what}: {{{name}: {{kind: openai, model: m, url: ...}}}}"
    remedy = f"did you mean {near}?" if near else f"{FILE} has {known}"
    raise BadInput([Problem(FILE, what, f"There is no {name} among the {what}.", name, remedy)])


def _group(settings: Settings, key: str) -> dict[str, Speaker]:
    given = settings.data.get(key) or {}
    if not isinstance(given, Mapping):
        raise BadInput([Problem(FILE, key, f"{key} is a table of names", str(given)[:80], f"{key}: {{NAME: ...}}")])
    problems: list[Problem] = []
    found: dict[str, Speaker] = {}
    for name, entry in given.items():
        if isinstance(entry, str):
            try:
                found[str(name)] = speaker_named(entry, name=str(name))
            except BadInput as refusal:
                problems.extend(Problem(FILE, f"{key}.{name}", p.what, p.value, p.remedy) for p in refusal.problems)
        elif isinstance(entry, Mapping) and isinstance(entry.get("kind"), str):
            rest = {str(inner): _plain(value) for inner, value in entry.items() if inner != "kind"}
            found[str(name)] = Speaker(str(name), str(entry["kind"]), rest)
        else:
            remedy = "write kind: openai, anthropic, local, command, python, recorded or documented"
            problems.append(Problem(FILE, f"{key}.{name}", "It does not say what kind it is.", "", remedy))
    if problems:
        raise BadInput(problems)
    return found


def _plain(value: Any) -> Any:
    """The value without what a YAML reader hangs on to it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return float(value) if isinstance(value, float) else int(value)
    return str(value)  # a date, for one: no setting is one, which is told when the speaker is to be asked
