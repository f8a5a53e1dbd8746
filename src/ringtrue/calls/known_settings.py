"""Every setting a speaker or a judge may have, in study.yaml or by --set, and what is wrong with those given."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ringtrue.calls.setting_values import (
    ADDRESS,
    KEY_FILE,
    PATH,
    PRICE,
    PROGRAM,
    STOP,
    TABLE,
    TEXT,
    VARIABLE,
    Value,
    number,
    whole,
)
from ringtrue.calls.shown_values import shown
from ringtrue.calls.spelling import WHERE_KEYS_ARE
from ringtrue.files import nearest

_MANY = 10_000_000
MOST_REPEATS = 20
KNOWN: Mapping[str, Value] = {
    "model": TEXT,
    "url": ADDRESS,
    "ca": PATH,
    "key_env": VARIABLE,
    "key_file": KEY_FILE,
    "system": PATH,
    "kb": PATH,
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
_MAY_BE_EMPTY = ("url", "ca", "key_env", "key_file", "system", "kb")  # "" says what null does: not set
_SECRET_ENDS = ("_api_key", "_apikey", "_secret", "_password", "_access_token")
_HINTS = {  # for names that are like no setting, or like the wrong one
    "headers": WHERE_KEYS_ARE,
    "timeout": "give the command --timeout SECONDS",
    "concurrency": "give the command --concurrency N",
}


class SettingFault(NamedTuple):
    """One fault: which setting, what is wrong, the value where it may be shown, and what to do."""

    trail: tuple[str, ...]
    what: str
    value: str
    remedy: str


def is_secret(name: str, value: Any) -> bool:
    """Whether something of this name is a secret, and has no place in a file or on a command line.

    Only a text or a number can be one: a schema may well have a property called token, which is a table.
    """
    folded = name.strip().casefold().replace("-", "_")
    named = folded in SECRET or folded.endswith(_SECRET_ENDS)
    return named and isinstance(value, str | int | float) and not isinstance(value, bool)


def setting_faults(settings: Mapping[str, Any]) -> Iterator[SettingFault]:
    """Everything that is wrong with the settings of one speaker.

    A setting that is null is not set, nor is a path, an address or a variable's name that is empty.
    """
    for name, value in ((str(name), value) for name, value in settings.items()):
        known = KNOWN.get(name)
        if is_secret(name, value):
            yield _secret((name,))
        elif known is None:
            yield SettingFault((name,), "there is no such setting", "", _nearest(name))
        elif value is None or (value == "" and name in _MAY_BE_EMPTY):
            continue
        elif not known.fits(value):
            told = shown(value) if known.is_shown else ""
            yield SettingFault((name,), f"it is not {known.form}", told, f"give {known.form}")
        elif known.fault is not None and (fault := known.fault(value)):
            what = fault.what.rstrip(".")
            remedy = (fault.remedy or f"give {known.form}").rstrip(".")
            yield SettingFault((name,), what[0].lower() + what[1:], shown(value), remedy[0].lower() + remedy[1:])
        elif name == "prices":
            yield from _price_faults(value)
        elif name == "extra":
            yield from _secrets(value, (name,))


def _price_faults(prices: Mapping[str, Any]) -> Iterator[SettingFault]:
    for name, price in prices.items():
        if name not in _PRICES:
            remedy = "give prices.in and prices.out"
            yield SettingFault(("prices", str(name)), "there is no such price", shown(price), remedy)
        elif not PRICE.fits(price):
            yield SettingFault(("prices", name), f"it is not {PRICE.form}", shown(price), f"give {PRICE.form}")


def _secrets(value: Any, trail: tuple[str, ...]) -> Iterator[SettingFault]:
    """Secrets anywhere in what is passed on: it is recorded with every response."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            inside = (*trail, str(name))
            if is_secret(str(name), inner):
                yield _secret(inside)
            else:
                yield from _secrets(inner, inside)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _secrets(inner, trail)


def _secret(trail: tuple[str, ...]) -> SettingFault:
    return SettingFault(trail, "a secret has no place here", "", f"leave it out: {WHERE_KEYS_ARE}")


def _nearest(name: str) -> str:
    if name.casefold() in _HINTS:
        return _HINTS[name.casefold()]
    near = nearest(name, KNOWN)
    start = f"did you mean {near}?" if near else f"known are {', '.join(KNOWN)}."
    return f"{start} Anything else an endpoint should get is set as extra.{name}"
