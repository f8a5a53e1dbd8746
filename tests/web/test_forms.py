"""Forms are read only where the page that held them was ours, and within limits."""

import asyncio
import re
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ringtrue.web import Site
from ringtrue.web.forms import FIELD, form_page, read_form
from ringtrue.web.refusal import Refused
from web_requests import request_to

TOKEN = "a1-_" * 8
FORM = "application/x-www-form-urlencoded"


def sent(site: Site, body: bytes | str, kind: str = FORM, cookie: str = f"ringtrue-form={TOKEN}") -> dict[str, str]:
    headers = {"content-type": kind, "cookie": cookie}
    raw = body.encode() if isinstance(body, str) else body
    return asyncio.run(read_form(site, request_to(site, method="POST", headers=headers, body=raw)))


def refusal(site: Site, body: bytes | str, kind: str = FORM, cookie: str = f"ringtrue-form={TOKEN}") -> Refused:
    with pytest.raises(Refused) as refused:
        sent(site, body, kind, cookie)
    assert refused.value.remedy
    return refused.value


@pytest.mark.parametrize("kind", [FORM, f"{FORM}; charset=utf-8", FORM.upper()])
def test_the_fields_of_our_own_form_come_back_the_last_of_a_name(shared_site: Site, kind: str) -> None:
    body = f"{FIELD}={TOKEN}&name=Zo%C3%AB+%C3%85&name=Ines&empty=&html=%3Cb%3E"
    assert sent(shared_site, body, kind) == {FIELD: TOKEN, "name": "Ines", "empty": "", "html": "<b>"}


@pytest.mark.parametrize("kind", ["", "application/json", "multipart/form-data; boundary=x", "text/plain"])
def test_what_is_no_form_is_told_so(shared_site: Site, kind: str) -> None:
    assert refusal(shared_site, f"{FIELD}={TOKEN}", kind).status == 415


@pytest.mark.parametrize(
    ("cookie", "field"),
    [
        ("", TOKEN),
        ("", ""),
        ("ringtrue-form=", ""),
        (f"ringtrue-form={TOKEN}", ""),
        (f"ringtrue-form={TOKEN}", TOKEN[:-1]),
        (f"ringtrue-form={TOKEN}", TOKEN[:-1] + "x"),
        (f"ringtrue-form={TOKEN}", "é" * 32),
        ("ringtrue-form=short", "short"),
        (f"ringtrue-form={'!' * 32}", "!" * 32),
        (f"other-form={TOKEN}", TOKEN),
    ],
)
def test_a_form_that_was_not_on_our_page_is_refused(shared_site: Site, cookie: str, field: str) -> None:
    found = refusal(shared_site, urlencode({FIELD: field}), cookie=cookie)
    assert (found.status, found.error) == (403, "This form is out of date.")


def test_the_limits_are_where_they_are_said_to_be(shared_site: Site) -> None:
    start = f"{FIELD}={TOKEN}&x="
    assert len(sent(shared_site, start + "y" * (65536 - len(start)))["x"]) == 65536 - len(start)
    large = refusal(shared_site, start + "y" * (65537 - len(start)))
    assert (large.status, large.remedy) == (413, "Send at most 64 KB.")
    fields = "".join(f"&f{n}=1" for n in range(49))
    assert len(sent(shared_site, f"{FIELD}={TOKEN}{fields}")) == 50
    assert refusal(shared_site, f"{FIELD}={TOKEN}{fields}&one=more").status == 422


@pytest.mark.parametrize("body", [b"\xff\xfe", f"{FIELD}={TOKEN}&name=a%00b".encode()])
def test_what_cannot_be_read_or_stored_is_refused(shared_site: Site, body: bytes) -> None:
    assert refusal(shared_site, body).status == 422


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=20), junk=st.binary(max_size=30))
def test_what_was_typed_arrives_and_junk_is_refused(shared_site: Site, name: str, junk: bytes) -> None:
    text = name.encode("utf-8", "replace").decode().replace("\0", "")
    assert sent(shared_site, f"name={quote(text)}&{FIELD}={TOKEN}")["name"] == text
    assert refusal(shared_site, junk).status in (403, 422)


def test_a_page_repeats_in_its_form_what_the_cookie_holds(shared_site: Site) -> None:
    fresh = form_page(shared_site, request_to(shared_site), "log_in.html", name="", problems=[])
    (token,) = re.findall(rf'name="{FIELD}" value="([^"]+)"', bytes(fresh.body).decode())
    assert f"ringtrue-form={token};" in fresh.headers["set-cookie"]
    assert sent(shared_site, urlencode({FIELD: token}), cookie=f"ringtrue-form={token}") == {FIELD: token}
    held = request_to(shared_site, headers={"cookie": f"ringtrue-form={token}"})
    again = form_page(shared_site, held, "log_in.html", 403, name="", problems=[])
    assert token in bytes(again.body).decode()  # a second window of the same browser keeps the first one's form alive
    assert again.status_code == 403


@pytest.mark.parametrize("held", ["short", "!" * 32, '"' * 32, "x" * 33])
def test_a_cookie_we_did_not_give_is_replaced(shared_site: Site, held: str) -> None:
    request = request_to(shared_site, headers={"cookie": f"ringtrue-form={held}"})
    page = form_page(shared_site, request, "log_in.html", name="", problems=[])
    (token,) = re.findall(rf'name="{FIELD}" value="([^"]+)"', bytes(page.body).decode())
    assert token != held
    assert len(token) == 32
