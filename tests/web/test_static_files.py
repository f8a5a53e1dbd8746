"""The files everybody may fetch: what they are, how a browser knows them again, and that no path leads elsewhere."""

from hashlib import sha256
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.page.offline import script, style
from ringtrue.web.app import application
from ringtrue.web.errors import HttpError
from ringtrue.web.state import Site
from ringtrue.web.static_files import SCRIPT, STYLE, _file
from web_requests import Answered, ask

TYPES = {
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "site.css": "text/css; charset=utf-8",
    "organiser.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


def get(site: Site, path: str, **headers: str) -> Answered:
    return ask(application(site), "GET", path, {name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize("name", TYPES)
def test_each_file_comes_whole_with_its_type_and_a_mark_of_its_content(shared_site: Site, name: str) -> None:
    own = {"page.js": script, "page.css": style}
    expected = own[name]() if name in own else (files("ringtrue.web") / "static" / name).read_text(encoding="utf-8")
    reply = get(shared_site, f"/static/{name}")
    assert (reply.status, reply.headers["content-type"]) == (200, TYPES[name])
    assert reply.body.decode() == expected
    assert reply.headers["etag"] == f'"{sha256(reply.body).hexdigest()[:16]}"'


@pytest.mark.parametrize("name", TYPES)
def test_a_browser_that_has_the_file_is_told_so(shared_site: Site, name: str) -> None:
    mark = get(shared_site, f"/static/{name}").headers["etag"]
    again = get(shared_site, f"/static/{name}", if_none_match=mark)
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", mark)
    stale = get(shared_site, f"/static/{name}", if_none_match='"0123456789abcdef"')
    assert (stale.status, len(stale.body) > 0) == (200, True)


def test_two_files_have_two_marks(shared_site: Site) -> None:
    assert len({get(shared_site, f"/static/{name}").headers["etag"] for name in TYPES}) == len(TYPES)


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/nothing.js",
        "/static/../app.py",
        "/static/%2e%2e%2fapp.py",
        "/static/page.js/",
        "/static/PAGE.JS",
    ],
)
def test_nothing_else_is_there(shared_site: Site, path: str) -> None:
    assert get(shared_site, path).status == 404


@given(st.text(max_size=20) | st.sampled_from(["../app.py", "site.css\0", "/etc/passwd", "site.css/..", ".", ".."]))
def test_no_other_name_is_a_file(name: str) -> None:
    if name not in TYPES:
        with pytest.raises(HttpError) as refused:
            _file(name)
        assert refused.value.status == 404


def test_browsers_that_ask_for_an_icon_get_nothing(shared_site: Site) -> None:
    reply = get(shared_site, "/favicon.ico")
    assert (reply.status, reply.body) == (204, b"")


def test_the_pages_name_the_files_as_they_are(shared_site: Site) -> None:
    assert get(shared_site, SCRIPT).status == get(shared_site, STYLE).status == 200
