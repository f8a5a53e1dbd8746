"""Forms: read within limits, and only where the page that holds the form was ours."""

from hmac import compare_digest
from secrets import token_urlsafe
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse

from ringtrue.web.refusal import Refused
from ringtrue.web.site import Site

FIELD = "form_token"
_TYPE = "application/x-www-form-urlencoded"
_MOST_BYTES = 64 << 10
_MOST_FIELDS = 50


def form_page(site: Site, request: Request, template: str, status: int = 200, **words: object) -> HTMLResponse:
    """A page with a form: its hidden field repeats what the browser holds as a cookie that other sites cannot send."""
    token = site.cookies.read(request, "form") or ""
    if not _is_token(token):
        token = token_urlsafe(24)
    response = site.page(template, status, form_token=token, **words)
    site.cookies.give(response, "form", token)
    return response


async def read_form(site: Site, request: Request) -> dict[str, str]:
    """The fields sent, the last of a name; Refused where the form was not ours or is no form."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _TYPE:
        raise Refused(415, "This is not a form.", "Use the form on the page.")
    body = await request.body()
    if len(body) > _MOST_BYTES:
        raise Refused(413, "This is too large.", f"Send at most {_MOST_BYTES >> 10} KB.")
    try:
        fields = dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise Refused(422, "This form cannot be read.", "Use the form on the page.") from None
    if any("\0" in value for value in fields.values()):  # not every database can hold it
        raise Refused(422, "This form cannot be read.", "Use the form on the page.")
    held = site.cookies.read(request, "form") or ""
    if not _is_token(held) or not compare_digest(held.encode(), fields.get(FIELD, "").encode()):
        raise Refused(403, "This form is out of date.", "Open the page again and send it once more.")
    return fields


def _is_token(text: str) -> bool:
    return len(text) == 32 and text.isascii() and text.replace("-", "").replace("_", "").isalnum()
