"""Models and addresses as people write them."""

import os
import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ringtrue.terms import BadInput, Problem, Speaker

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
    if query:  # which of the two it belongs to cannot be told
        return f"{start}{HIDDEN}"
    return f"{start}{HIDDEN}@{rest.rpartition('@')[2]}"
