"""Settings of speakers and judges, validated: the type and range of each; addresses; API keys are never shown."""

import os
import re
from collections.abc import Mapping
from itertools import chain
from os.path import isfile
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ringtrue.files.problems import excerpt, nearest
from ringtrue.files.section import Fault, Field, Section, is_number, number, whole
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

# Models and addresses as people write them.


WHERE_KEYS_ARE = (
    "a key is read from OPENAI_API_KEY or ANTHROPIC_API_KEY, from the variable key_env names, "
    "or from the file key_file names"
)
HIDDEN = "[hidden]"
_QUERY = re.compile(r"[?#]")


class AddressFault(NamedTuple):
    """What keeps a text from being an address; the remedy is empty where the form is the remedy."""

    what: str
    remedy: str = ""


def model_at_url(text: str, form: str) -> dict[str, Any]:
    """The settings in `MODEL` or `MODEL@URL`; `form` shows how it is written."""
    places = [place for start in ("@http://", "@https://") if (place := text.find(start)) >= 0]
    model, at, url = (text[: min(places)], "@", text[min(places) + 1 :]) if places else text.partition("@")
    shown = f"{model}{at}{hidden_address(url)}"
    if not model.strip():
        raise BadInput([Problem("--speaker", shown or "(empty)", "This names no model.", shown, f"Write {form}.")])
    if at and (fault := address_fault(url)):
        remedy = fault.remedy or f"Write {form}."
        raise BadInput([Problem("--speaker", shown, fault.what, hidden_address(url), remedy)])
    return {"model": model.strip()} | ({"url": url} if url else {})


def needed(speaker: Speaker, name: str, what: str) -> str:
    """A setting a speaker cannot do without."""
    given = speaker.settings.get(name)
    if not isinstance(given, str) or not given.strip():
        remedy = f"Add {name}: {what}."
        found = "" if given is None else str(given)
        place = f"speakers, {speaker.name}, {name}"
        raise BadInput([Problem("study.yaml", place, f"The {speaker.kind} speaker lacks it.", found, remedy)])
    return given.strip()


def address(speaker: Speaker, usual: str, *, variable: str = "") -> str:
    """The address a speaker is reached at, without a slash at its end.

    It is the setting `url`, or what the variable of the environment holds, or else the usual one.
    """
    given = speaker.settings.get("url")
    named = os.environ.get(variable, "") if variable and not given else ""
    url = str(given or named or usual).rstrip("/")
    if fault := address_fault(url):
        file, place = ("environment", variable) if named else ("study.yaml", f"speakers, {speaker.name}, url")
        remedy = fault.remedy or "Write it as http://host:port/v1."
        raise BadInput([Problem(file, place, fault.what, hidden_address(url), remedy)])
    return url


def address_fault(url: str) -> AddressFault | None:
    """What is wrong with an address, None if nothing is. A secret is wrong: addresses are shown and stored."""
    try:
        parts = urlsplit(url)
        reachable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        reachable = False
    if not reachable or parts.scheme not in ("http", "https"):
        return AddressFault("This is not an address.")
    if "@" in parts.netloc:
        return AddressFault("The address holds a name or a password.", f"Leave it out: {WHERE_KEYS_ARE}.")
    if _QUERY.search(url):
        return AddressFault("The address has something behind ? or #.", f"Leave it out: {WHERE_KEYS_ARE}.")
    return None


def hidden_address(url: str) -> str:
    """An address fit to be shown: a name, a password and a query may be secrets, and are not repeated."""
    scheme, sign, rest = url.partition("://") if "://" in url else ("", "", url)
    start = f"{scheme}{sign}"
    query = _QUERY.search(rest)
    if "@" not in rest:
        return f"{start}{rest[: query.end()]}{HIDDEN}" if query else url
    if query:  # which of the two it belongs to is unknown
        return f"{start}{HIDDEN}"
    return f"{start}{HIDDEN}@{rest.rpartition('@')[2]}"


# The types of settings.


_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")  # as variables are usually named: HF_TOKEN is no key
_KEY = re.compile(r"[A-Za-z0-9_-]+")
KEY_STARTS = ("sk-", "sk_", "gsk_", "hf_", "xai-", "pk-")  # as providers begin their keys
_SHORTEST_KEY = 20  # characters, with one of these starts
_DEEPEST = 50  # tables within tables; a schema has some ten
_SHORTEST_MIXED = 32  # characters, mixed of digits and letters of both cases


def looks_like_key(text: str) -> bool:
    """Whether somebody seems to have written a key where its place should be named.

    A start counts only as providers write it: names of variables and files may begin alike.
    """
    if _KEY.fullmatch(text) is None:
        return False
    mixed = all(any(map(test, text)) for test in (str.isdigit, str.islower, str.isupper))
    begins = text.startswith(KEY_STARTS) and len(text) >= _SHORTEST_KEY
    return begins or (mixed and len(text) >= _SHORTEST_MIXED)


def _address_check(url: str) -> tuple[str, str] | None:
    """What is wrong with an address, and the remedy, as parts of a sentence."""
    fault = address_fault(url)
    if fault is None:
        return None
    what, remedy = fault.what.rstrip("."), (fault.remedy or f"give {_ADDRESS}").rstrip(".")
    return what[0].lower() + what[1:], remedy[0].lower() + remedy[1:]


def _is_text(given: Any) -> bool:
    """Something to read in it, and no null: no path, program or variable can have one."""
    return isinstance(given, str) and bool(given.strip()) and "\0" not in given and _is_whole(given)


def _is_whole(text: str) -> bool:
    """Whether all of it are characters: half of one can be written in JSON on a command line, and in no file."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_program(given: Any) -> bool:
    """A line, or words of which the first names the program; an argument may be blank or empty."""
    if isinstance(given, list | tuple):
        return (
            bool(given) and _is_text(given[0]) and all(isinstance(word, str) and _is_text(f"-{word}") for word in given)
        )
    return _is_text(given)


def _is_stop(given: Any) -> bool:
    texts = [given] if isinstance(given, str) else given
    return (
        isinstance(texts, list | tuple)
        and bool(texts)
        and all(isinstance(one, str) and one and _is_whole(one) for one in texts)
    )


def _is_table(given: Any) -> bool:
    """A table whose texts are whole and whose tables and lists end somewhere."""
    level = [given]
    for _ in range(_DEEPEST):
        tables = [one for one in level if isinstance(one, Mapping)]
        lists = [one for one in level if isinstance(one, list | tuple)]
        texts = [one for one in (*level, *chain.from_iterable(tables)) if isinstance(one, str)]
        if not all(map(_is_whole, texts)):
            return False
        level = [*chain.from_iterable(table.values() for table in tables), *chain.from_iterable(lists)]
    return isinstance(given, Mapping) and not level


def _is_variable(given: Any) -> bool:
    if not isinstance(given, str) or _VARIABLE.fullmatch(given) is None:
        return False
    return _CAPITALS.fullmatch(given) is not None or not looks_like_key(given)


def _is_key_file(given: Any) -> bool:
    """A path, even one that looks like a key where there is such a file; what has a suffix does not."""
    return _is_text(given) and (not looks_like_key(given) or isfile(given))  # noqa: PTH113 - it takes a name too long for a Path


_ADDRESS = "an address such as http://host:port/v1"
_VARIABLE_NAME = "the name of an environment variable that holds the key, such as MY_KEY"
_KEY_PATH = "the path of a file that holds the key"
TEXT = Field("a text", _is_text, is_text=True)
PATH = Field("a path", _is_text, is_text=True)
OPTIONAL_PATH = PATH._replace(may_be_empty=True)
PROGRAM = Field("a program, or a list of texts that begins with one", _is_program, is_text=True)
STOP = Field("a text, or a list of texts", _is_stop)
TABLE = Field("a table of names and values", _is_table)
ADDRESS = Field(_ADDRESS, _is_text, may_be_empty=True, is_text=True, check=_address_check)
VARIABLE = Field(_VARIABLE_NAME, _is_variable, may_be_empty=True, is_text=True, is_shown=False)
KEY_FILE = Field(_KEY_PATH, _is_key_file, may_be_empty=True, is_text=True, is_shown=False)
PRICE = Field("a number of 0 or more, per million tokens", lambda given: is_number(given) and given >= 0)


# Wrong values as they may be repeated to the user who gave them: short, fit to be printed, and never a key.


# Rather one value too many is hidden than a key shown: shorter ones count here than where a value is refused.
_STARTS = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(KEY_STARTS)})|\bbearer\s", re.IGNORECASE)
_RUNS = re.compile(r"[A-Za-z0-9_]{20,}|[A-Za-z0-9_-]{32,}")


def shown(value: Any) -> str:
    """The value as text, nothing where there may be a key in it."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # more digits than Python writes, or more lists within lists
        return ""
    if may_hold_key(text):
        return ""
    return excerpt(hidden_address(text).encode("utf-8", "backslashreplace").decode("utf-8"))


def may_hold_key(text: str) -> bool:
    """Whether something in a text begins as keys do, or is as long and mixed as they are."""
    return _STARTS.search(text) is not None or any(map(_is_mixed, _RUNS.findall(text)))


def _is_mixed(run: str) -> bool:
    return any(map(str.isdigit, run)) and any(map(str.isalpha, run))


# Every setting a speaker or a judge may have, in study.yaml or by --set, and what is wrong with those given.


_MANY = 10_000_000
MOST_REPEATS = 20
KNOWN: Mapping[str, Field] = {
    "model": TEXT,
    "url": ADDRESS,
    "ca": OPTIONAL_PATH,
    "key_env": VARIABLE,
    "key_file": KEY_FILE,
    "system": OPTIONAL_PATH,
    "kb": OPTIONAL_PATH,
    "temperature": number(0, 2),
    "top_p": number(0, 1),
    "max_tokens": whole(1, _MANY, form="a whole number of 1 or more"),
    "seed": whole(-(2**63), 2**63 - 1, form="a whole number"),
    "stop": STOP,
    "presence_penalty": number(-2, 2),
    "frequency_penalty": number(-2, 2),
    "extra": TABLE,
    "prices": TABLE,
    "repeats": whole(1, MOST_REPEATS),
    "language": TEXT,
    "program": PROGRAM,  # command
    "function": TEXT,  # python
    "file": PATH,  # recorded
    "speaker": TEXT,  # recorded: whose lines are meant
    "field": TEXT,  # documented: where an item holds the words
    "context": whole(1, _MANY, form="a whole number of 1 or more"),  # local, as the next one
    "threads": whole(1, 1024),
}
_PRICES = ("in", "out")
SECRET = (
    "key", "api_key", "apikey", "x_api_key", "token", "access_token", "auth_token", "bearer", "password", "secret",
    "authorization", "credentials",
)  # fmt: skip
_SECRET_ENDS = ("_api_key", "_apikey", "_secret", "_password", "_access_token")
_HINTS = {  # for names that are like no setting, or like the wrong one
    "headers": WHERE_KEYS_ARE,
    "timeout": "give the command --timeout SECONDS",
    "concurrency": "give the command --concurrency N",
}


def is_secret(name: str, value: Any) -> bool:
    """Whether something of this name is a secret, and has no place in a file or on a command line.

    Only a text or a number can be one: a schema may well have a property called token, which is a table.
    """
    folded = name.strip().casefold().replace("-", "_")
    named = folded in SECRET or folded.endswith(_SECRET_ENDS)
    return named and isinstance(value, str | int | float) and not isinstance(value, bool)


def setting_faults(settings: Mapping[str, Any]) -> list[Fault]:
    """Validate the settings of one speaker: everything that is wrong with them, no key among what is repeated.

    A setting that is null is not set, nor is a path, an address or a variable's name that is empty.
    """
    section = Section({str(name): given for name, given in settings.items()}, (), [], blank=True, shown=shown)
    for name, given in section.data.items():
        field = KNOWN.get(name)
        if is_secret(name, given):
            _note_secret(section, name)
        elif field is None:
            section.fault("there is no such setting", name, remedy=_nearest(name))
        elif section.value(name, field) is None:
            continue
        elif name == "prices":
            _check_prices(section.table(name))
        elif name == "extra":
            _check_secrets(section, given, name)
    return section.faults


def _check_prices(prices: Section) -> None:
    prices.only(_PRICES)
    for name in _PRICES:
        prices.value(name, PRICE)


def _check_secrets(section: Section, given: Any, *trail: str) -> None:
    """Secrets anywhere in what is passed on: it is recorded with every response."""
    if isinstance(given, Mapping):
        for name, inner in given.items():
            if is_secret(str(name), inner):
                _note_secret(section, *trail, str(name))
            else:
                _check_secrets(section, inner, *trail, str(name))
    elif isinstance(given, list | tuple):
        for inner in given:
            _check_secrets(section, inner, *trail)


def _note_secret(section: Section, *trail: str) -> None:
    section.fault("a secret has no place here", *trail, remedy=f"leave it out: {WHERE_KEYS_ARE}")


def _nearest(name: str) -> str:
    if name.casefold() in _HINTS:
        return _HINTS[name.casefold()]
    near = nearest(name, KNOWN)
    start = f"did you mean {near}?" if near else f"known are {', '.join(KNOWN)}."
    return f"{start} Anything else an endpoint should get is set as extra.{name}"
