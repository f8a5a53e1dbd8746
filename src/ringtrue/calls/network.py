"""The way out: which proxy an address is reached by, and whose certificates are believed."""

import os
import ssl
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from ringtrue.calls.faults import Refused


def proxy_for(url: str) -> str | None:
    """The proxy of the environment (https_proxy, http_proxy, all_proxy, but for no_proxy), asked once per address."""
    parts = urlsplit(url)
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or not parts.hostname or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def trusted(url: str, ca: str | None, folder: Path) -> ssl.SSLContext | None:
    """Whom to believe: the setting `ca`, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, or the system; None where TLS is not used.

    A bundle is a file of certificates or a folder of them.
    """
    if urlsplit(url).scheme != "https":
        return None
    named = folder / ca if ca else os.environ.get("SSL_CERT_FILE") or os.environ.get("REQUESTS_CA_BUNDLE")
    if not named:
        return _believing(None)
    path = Path(named)
    try:
        return _believing(path)
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or "it holds no certificate"
        remedy = "Check the setting ca, SSL_CERT_FILE and REQUESTS_CA_BUNDLE."
        raise Refused(f"The certificates in {path} cannot be read: {why}.", remedy) from None


@lru_cache
def _believing(path: Path | None) -> ssl.SSLContext:
    """Who believes the certificates there: read once, and one for all, so that connections can be shared."""
    if path is not None and path.is_dir():
        return ssl.create_default_context(capath=path)
    return ssl.create_default_context(cafile=path)


def shown(url: str) -> str:
    """An address without the name and password it may hold."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
