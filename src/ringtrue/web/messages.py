"""What the rating page sends, in types: read strictly, and described in the OpenAPI document from the same words."""

from collections.abc import Mapping
from json import JSONDecodeError, loads
from typing import Any, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request

from ringtrue.terms import Problem
from ringtrue.web.refusal import Refused

NAME = r"^[0-9a-f]{16}$"
_DEEPEST = 8
_LONGEST = 64 << 10


class Message(BaseModel):
    """Anything the page sends: no surprises, no conversions."""

    model_config = ConfigDict(strict=True, extra="forbid")
    name: str = Field(pattern=NAME, description="The name of the packet document this belongs to.")


class GivenMessage(BaseModel):
    """One answer as the page sends it; the value is checked against the card's scale."""

    model_config = ConfigDict(extra="forbid")
    card: str
    question: str
    value: bool | float | str | list[bool] | None = Field(description="null takes an answer back")
    shown: list[str] = []
    seconds: float | None = None
    visible_seconds: float | None = None
    comment: str = ""
    recognised: bool = False
    position: int | None = None


class AnswersMessage(Message):
    """Answers to save, the newest last."""

    answers: list[Any] = Field(max_length=2_000, json_schema_extra={"items": GivenMessage.model_json_schema()})


class SittingMessage(Message):
    """A step of the sitting: consent, qualification, comprehension check, practice, or how the sitting went."""

    kind: Literal["consent", "qualification", "comprehension", "practice", "sitting"]
    body: dict[str, Any]


class FinishMessage(Message):
    """The rater is done with this packet."""


M = TypeVar("M", bound=Message)


async def read_message(request: Request, shape: type[M]) -> M:
    """The body as one of the messages; Refused with every fault."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, "This is not JSON.", "Send it with Content-Type: application/json.")
    try:
        document = loads(await request.body(), parse_constant=_no_number)
    except (JSONDecodeError, UnicodeDecodeError, RecursionError, ValueError):
        raise Refused(422, "This is not readable as JSON.", "Send one JSON object.") from None
    if _too_deep(document, _DEEPEST):
        raise Refused(422, "This is nested too deeply.", f"Use at most {_DEEPEST} levels.")
    try:
        return shape.model_validate(document)
    except ValidationError as error:
        problems = [
            Problem("message", ".".join(map(str, one["loc"])) or "message", _sentence(one["msg"]))
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise Refused(422, "Something in this cannot be taken.", "Correct what is listed.", problems=problems) from None


def check_body(body: Mapping[str, Any]) -> None:
    """Refuse a note that is not small: it is kept as it is."""
    if len(repr(body)) > _LONGEST:
        raise Refused(422, "This note is too large.", f"Send at most {_LONGEST >> 10} KB.")


def body_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The request body for the OpenAPI document."""
    content = {"application/json": {"schema": shape.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def _too_deep(value: object, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is not None and (left == 0 or any(_too_deep(one, left - 1) for one in inner))


def _sentence(message: str) -> str:
    return message[:1].upper() + message[1:].rstrip(".") + "."


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
