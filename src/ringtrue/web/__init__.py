"""The hosted study: the rating page for raters, a dashboard for organisers, and the guards before both."""

from ringtrue.web.hosting import Hosting
from ringtrue.web.serving import listening, opened_site, serve
from ringtrue.web.site import Site

__all__ = ["Hosting", "Site", "listening", "opened_site", "serve"]
