"""The address of an endpoint: the proxy it is reached by, the certificates that are trusted, how it is shown."""

import os
import ssl
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from ringtrue.terms.call import Refused

_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def proxy_for(url: str) -> str | None:
    """The proxy of the environment (https_proxy, http_proxy, all_proxy, but for no_proxy), None without one."""
    parts = urlsplit(url)
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or not parts.hostname or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def trusted(url: str, ca: str | None, folder: Path) -> ssl.SSLContext | None:
    """The TLS context: certificates of the setting `ca`, of the environment, or of the system; None without TLS.

    A bundle is a file of certificates or a folder of them. Refused where it cannot be read.
    """
    if urlsplit(url).scheme != "https":
        return None
    named = folder / ca if ca else next(filter(None, map(os.environ.get, _BUNDLES)), None)
    if not named:
        return _context(None)
    path = Path(named)
    try:
        return _context(path)
    except (OSError, ssl.SSLError) as error:
        why = error.strerror or "it holds no certificate"
        remedy = f"Check the setting ca, {' and '.join((', '.join(_BUNDLES[:-1]), _BUNDLES[-1]))}."
        raise Refused(f"The certificates in {path} cannot be read: {why}.", remedy) from None


@lru_cache
def _context(path: Path | None) -> ssl.SSLContext:
    """Who trusts the certificates there; a cache, because a bundle takes some 20 ms to read."""
    if path is not None and path.is_dir():
        return ssl.create_default_context(capath=path)
    return ssl.create_default_context(cafile=path)


def shown(url: str) -> str:
    """An address as it may be printed: without user, password, query and fragment."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "(not an address)"
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
