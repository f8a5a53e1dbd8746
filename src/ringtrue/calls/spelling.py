"""Models and addresses as people write them."""

from typing import Any
from urllib.parse import urlsplit

from ringtrue.terms import BadInput, Problem, Speaker


def model_at_url(text: str, form: str) -> dict[str, Any]:
    """The settings in `MODEL` or `MODEL@URL`; `form` shows how it is written."""
    places = [place for start in ("@http://", "@https://") if (place := text.find(start)) >= 0]
    model, url = (text[: min(places)], text[min(places) + 1 :]) if places else (text, "")
    if not model.strip() or ("@" in model and not places) or (url and not _is_address(url)):
        raise BadInput([Problem("--speaker", text or "(empty)", "This names no model.", text, f"Write {form}.")])
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


def address(speaker: Speaker, usual: str) -> str:
    """The address a speaker is reached at, its setting `url` or the usual one, without a slash at its end."""
    url = str(speaker.settings.get("url") or usual).rstrip("/")
    if not _is_address(url):
        place = f"speakers, {speaker.name}, url"
        remedy = "Write it as http://host:port/v1."
        raise BadInput([Problem("study.yaml", place, "This is not an address.", url, remedy)])
    return url


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        reachable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        return reachable and parts.scheme in ("http", "https")
    except ValueError:
        return False
