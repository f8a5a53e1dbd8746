"""`ringtrue serve`: the study on a web page, for raters and organisers."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines

if TYPE_CHECKING:
    from ringtrue.web.state import Site


@ringtrue_command("serve", example="ringtrue serve my-study --open")
@click.argument("folder", metavar="DIR")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need TLS.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on; 0 takes a free one.")
@click.option("--tls-cert", type=Path, metavar="FILE", help="Certificate chain, PEM.")
@click.option("--tls-key", type=Path, metavar="FILE", help="Its private key, PEM.")
@click.option("--behind-proxy", is_flag=True, help="A proxy before it does TLS; take its X-Forwarded-For.")
@click.option("--public-url", metavar="URL", help="The address people type, where it is another.")
@click.option("--open", "open_browser", is_flag=True, help="Open the dashboard in a browser.")
@click.option("--quiet", is_flag=True, help="No line for each request.")
@who_option
def command(
    folder: str,
    host: str,
    port: int,
    tls_cert: Path | None,
    tls_key: Path | None,
    behind_proxy: bool,
    public_url: str | None,
    open_browser: bool,
    quiet: bool,
    who: str,
    as_json: bool,
) -> None:
    """Host a study: raters rate by personal links, organisers watch, invite, pause and close.

    The first start asks for an organiser's name and password, or prints a link to choose them where nobody sits at a
    terminal. Plain HTTP is for this machine alone; see docs/hosting.md for TLS and proxies. End it with Ctrl-C.

    Of a conversation nothing is dealt: scorers are added on the dashboard, and score it by personal links.
    """
    from ringtrue.web.addresses import Hosting
    from ringtrue.web.server import listening, opened_site, serve

    asked = Hosting(host, port, tls_cert, tls_key, behind_proxy, public_url)
    asked.check()
    study = open_study(folder, who=who)
    with listening(asked) as (listener, hosting), opened_site(study, hosting) as site:
        if site.first_start.token and not as_json and sys.stdin.isatty():
            _ask_organiser(site, who)
        serve(site, listener, started=_announcement(site, as_json, open_browser), log=not quiet)
    if not as_json:
        print_lines(["Ended. Every acknowledged answer is saved."], stderr=True)


def _ask_organiser(site: "Site", who: str) -> None:
    """The first organiser, made at the terminal."""
    from ringtrue.terms.problem import BadInput
    from ringtrue.web.first_organiser import check_organiser

    print_lines(["Nobody can log in yet. Choose a name and a password for the dashboard."], stderr=True)
    while site.first_start.token:
        name = click.prompt("Name", default=who, err=True)
        password = click.prompt("Password (10 characters or more)", hide_input=True, confirmation_prompt=True, err=True)
        try:
            check_organiser(name, password)
        except BadInput as refusal:
            print_lines([problem.what for problem in refusal.problems], stderr=True)
            continue
        site.rating.access.set_organiser(name, password, who=name)
        site.first_start.done()


def _announcement(site: "Site", as_json: bool, open_browser: bool) -> Callable[[], None]:
    """What is said once the server listens."""

    def announce() -> None:
        url = site.hosting.url
        set_up = f"{url}/set-up/{site.first_start.token}" if site.first_start.token else None
        if as_json:
            print_json({"url": url, "dashboard": f"{url}/organiser", "set_up": set_up})
        else:
            lines = [f"Dashboard: {url}/organiser", "End with Ctrl-C."]
            if site.public.is_local:
                lines.insert(1, "Links work on this machine only; the dashboard takes another address.")
            if site.scoring:
                lines.insert(
                    1, "This study is a conversation: add scorers there, and each scores it by a personal link."
                )
            first = ["Nobody can log in yet. Open this link, once, to choose a name and a password:", f"  {set_up}"]
            print_lines([*(first if set_up else []), *lines])
        sys.stdout.flush()
        if open_browser:
            click.launch(set_up or f"{url}/organiser")

    return announce
