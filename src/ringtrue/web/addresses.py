"""Where the server listens, and under which address people reach it; what would not be safe is refused."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from ringtrue.terms.problem import BadInput, Problem

_LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Hosting:
    """How the pages are served. `port` is the one listened on; `public_url` what people type, where it is another."""

    host: str = "127.0.0.1"
    port: int = 8000
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False
    public_url: str | None = None

    @property
    def secure(self) -> bool:
        """Whether people reach the pages over TLS: cookies are then sent over nothing else."""
        return self.certificate is not None or (self.behind_proxy and self.url.startswith("https:"))

    @property
    def url(self) -> str:
        """The address to give to people, without a slash at its end."""
        if self.public_url:
            return self.public_url.rstrip("/")
        scheme = "https" if self.certificate else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    @property
    def origins(self) -> frozenset[str]:
        """Every origin a page of ours can have."""
        scheme = "https" if self.certificate else "http"
        own = {f"{scheme}://{host}" for host in self.hosts}
        return frozenset(own | {self.url})

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which requests may ask for us, as a Host header spells them."""
        names = {urlsplit(self.url).netloc.lower()}
        if is_loopback(self.host) or self.behind_proxy:
            names |= {f"{name}:{self.port}" for name in _LOOPBACK_NAMES}
        return frozenset(names | {_without_usual_port(name) for name in names})

    def check(self) -> None:
        """BadInput with everything about these settings that is unsafe or cannot work."""
        problems = [*self._transport(), *self.address_problems()]
        if problems:
            raise BadInput(problems)

    def _transport(self) -> list[Problem]:
        problems = []
        if (self.certificate is None) != (self.key is None):
            what = "A certificate and its key go together."
            problems.append(_problem("--tls-cert", what, "", "Give both --tls-cert and --tls-key."))
        for option, file in (("--tls-cert", self.certificate), ("--tls-key", self.key)):
            if file is not None and not file.is_file():
                problems.append(_problem(option, "There is no such file.", str(file), "Name a PEM file."))
        if not problems and self.certificate and (fault := _fault_of_pair(self.certificate, self.key)):
            problems.append(_problem("--tls-cert", fault, str(self.certificate), "Give a PEM chain and its plain key."))
        if not is_loopback(self.host) and self.certificate is None and not self.behind_proxy:
            what = "Without TLS the pages are served on this machine only."
            remedy = "Give --tls-cert and --tls-key, or put a proxy with TLS before it and say --behind-proxy."
            problems.append(_problem("--host", what, self.host, remedy))
        return problems

    def address_problems(self) -> list[Problem]:
        """What is wrong with the address that people type."""
        if self.public_url is None:
            if self.behind_proxy or self.host in ("0.0.0.0", "::"):  # noqa: S104 - looked for, not bound to
                what = "The address that people will type is not known."
                return [_problem("--public-url", what, "", "Give --public-url https://rate.example.org")]
            return []
        parts = urlsplit(self.public_url)
        plain = parts.path in ("", "/") and not parts.query and not parts.fragment and "@" not in parts.netloc
        if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
            remedy = "Give a scheme and a host alone, like https://rate.example.org"
            return [_problem("--public-url", "This is not an address of a site.", self.public_url, remedy)]
        if parts.scheme == "http" and not is_loopback(parts.hostname):
            remedy = "Let people reach it by https."
            return [_problem("--public-url", "Answers would travel unprotected.", self.public_url, remedy)]
        return []


class PublicAddress:
    """The address that links begin with: as the server was started, or as an organiser has set it since."""

    def __init__(self, hosting: Hosting, noted: str = "") -> None:
        """Take the settings and what was noted earlier; a --public-url comes first."""
        self._hosting = hosting
        self.url = noted if noted and not hosting.public_url else hosting.url

    @property
    def is_local(self) -> bool:
        """Whether links would work on this machine alone."""
        return is_loopback(urlsplit(self.url).hostname or "")

    @property
    def host(self) -> str:
        """The host as a request's header spells it."""
        return _without_usual_port(urlsplit(self.url).netloc.lower())

    def set(self, url: str) -> bool:
        """Take another address, where it is one and safe; BadInput else. True if it differs from before."""
        asked = Hosting(public_url=url)
        problems = list(asked.address_problems())
        if problems:
            raise BadInput(problems)
        changed = asked.url != self.url
        self.url = asked.url
        return changed


def is_loopback(host: str) -> bool:
    """Whether the name means this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _fault_of_pair(certificate: Path, key: Path | None) -> str | None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (ssl.SSLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        return f"Certificate and key cannot be used together: {reason.lower().replace('_', ' ')}."
    return None


def _without_usual_port(name: str) -> str:
    return name.removesuffix(":80").removesuffix(":443")


def _problem(place: str, what: str, value: str, remedy: str) -> Problem:
    return Problem("ringtrue serve", place, what, value, remedy)
