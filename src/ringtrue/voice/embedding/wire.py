"""JSON to one address by the standard library: proxies and certificates of the environment, retries, no leaks."""

import json
import os
import ssl
from collections.abc import Callable, Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, Request, build_opener

from ringtrue.terms import Problem
from ringtrue.voice.embedding.backend import EmbeddingFailed
from ringtrue.voice.embedding.retry import ATTEMPTS, TRY_AGAIN, TryAgain, asked_pause, patiently

_SECONDS = 60.0
_MOST_BYTES = 1 << 28
_AUTHORITIES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")  # SSL_CERT_FILE and SSL_CERT_DIR are OpenSSL's own


class Wire:
    """Posts JSON to one address.

    Proxies (`HTTPS_PROXY`, `NO_PROXY` and so on) and certificate authorities (`SSL_CERT_FILE`, `SSL_CERT_DIR`,
    `REQUESTS_CA_BUNDLE`, `CURL_CA_BUNDLE`) of the environment are honoured. The key is read from the environment for
    every request and kept nowhere. Redirects are refused: they would carry the key to another host.
    """

    def __init__(self, url: str, key_env: str | None, pause: Callable[[float], None]) -> None:
        """`key_env` names the variable that holds the key, None for no key; `pause` waits between attempts."""
        self.url = url
        self._key_env = key_env
        self._pause = pause

    def __repr__(self) -> str:
        """Where it goes and what the key's variable is called; never the key."""
        return f"Wire({shown(self.url)!r}, key_env={self._key_env!r})"

    def send(self, body: Mapping[str, Any]) -> Any:
        """The answer to one request, tried again where the server is busy or the line breaks."""
        key = self._key()
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ringtrue"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = json.dumps(body).encode()
        request = Request(self.url, data, headers, method="POST")  # noqa: S310 - Endpoint admits http(s) only
        opener = self._opener()
        try:
            return patiently(lambda: self._once(opener, request, key), self._pause)
        except TryAgain as last:
            said = f"gave up after {ATTEMPTS} attempts: {last}"
            raise self._failure(said, "check that the server runs and is reachable, then try again") from None

    def _once(self, opener: OpenerDirector, request: Request, key: str) -> Any:
        try:
            with opener.open(request, timeout=_SECONDS) as answer:
                content = answer.read(_MOST_BYTES)
        except HTTPError as error:
            with error:
                raise self._refused(error, key) from None
        except (OSError, HTTPException) as error:  # a refused connection, a time-out, an answer cut short
            why = error.reason if isinstance(error, URLError) else error
            if isinstance(why, ssl.SSLCertVerificationError):
                remedy = "name the file of your certificate authority in SSL_CERT_FILE"
                raise self._failure(f"its certificate is not trusted: {why.verify_message}", remedy) from None
            raise TryAgain(f"{type(why).__name__}: {why}"[:200]) from None
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise TryAgain("the answer is not JSON") from None

    def _refused(self, error: HTTPError, key: str) -> Exception:
        if error.code in TRY_AGAIN:
            return TryAgain(f"HTTP {error.code}", asked_pause(error.headers.get("Retry-After")))
        if error.code in (401, 403):  # servers echo parts of a wrong key, so their words are left out
            remedy = f"check the key in {self._key_env}" if self._key_env else "name the variable that holds the key"
            return self._failure(f"the server refused the key (HTTP {error.code})", remedy)
        if 300 <= error.code < 400:
            remedy = f"give the address it points to: {shown(error.headers.get('Location') or '')}"
            return self._failure(f"the address has moved (HTTP {error.code})", remedy)
        words = error.read(2000).decode("utf-8", "replace")
        said = "".join(c for c in (words.replace(key, "[key]") if key else words) if c.isprintable())
        return self._failure(f"HTTP {error.code}", "check the model and the address", said[:200])

    def _failure(self, what: str, remedy: str, value: str = "") -> EmbeddingFailed:
        return EmbeddingFailed([Problem(shown(self.url), "embeddings", what, value, remedy)])

    def _key(self) -> str:
        if self._key_env is None:
            return ""
        key = os.environ.get(self._key_env, "").strip()
        if not key:
            raise self._failure(f"the variable {self._key_env} is not set", f"export {self._key_env}=...")
        if not (key.isascii() and key.isprintable()):  # urllib would print it whole in its complaint
            raise self._failure(f"the key in {self._key_env} holds unusual characters", "copy the key again")
        return key

    def _opener(self) -> OpenerDirector:
        if not self.url.startswith("https:"):
            return build_opener(_NoRedirects)
        context = ssl.create_default_context()
        for variable in _AUTHORITIES:
            if place := os.environ.get(variable):
                folder = Path(place).is_dir()
                try:
                    context.load_verify_locations(None if folder else place, place if folder else None)
                except OSError:
                    remedy = f"let {variable} name a file of certificates"
                    raise self._failure(f"{variable} cannot be read", remedy, place) from None
        return build_opener(_NoRedirects, HTTPSHandler(context=context))


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow nothing; the redirect then arrives as an error."""


def shown(url: str) -> str:
    """An address as it may be printed: without user, password, query and fragment."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "(not an address)"
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
