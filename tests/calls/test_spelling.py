"""Models and addresses as people write them: read where they can be meant, refused with the remedy where not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.spelling import address, hidden_address, model_at_url, needed
from ringtrue.terms import BadInput, Problem, Speaker

FORM = "openai:MODEL@URL"


def refusal(text: str) -> Problem:
    with pytest.raises(BadInput) as refused:
        model_at_url(text, FORM)
    (problem,) = refused.value.problems
    return problem


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("m", {"model": "m"}),
        (" org/model:7b ", {"model": "org/model:7b"}),
        ("m@http://127.0.0.1:8080/v1", {"model": "m", "url": "http://127.0.0.1:8080/v1"}),
        ("m@https://api.example/v1", {"model": "m", "url": "https://api.example/v1"}),
        ("m@2024@https://h/v1", {"model": "m@2024", "url": "https://h/v1"}),
        ("m@https://h/@http://x", {"model": "m", "url": "https://h/@http://x"}),  # the first one begins the address
        ("m@http://[::1]:80/v1", {"model": "m", "url": "http://[::1]:80/v1"}),
    ],
)
def test_a_model_and_its_address_are_told_apart(text: str, settings: dict[str, str]) -> None:
    assert model_at_url(text, FORM) == settings


@pytest.mark.parametrize("text", ["", "  ", "@http://h/v1", " @http://h/v1", "@"])
def test_what_names_no_model_is_refused_with_the_form(text: str) -> None:
    problem = refusal(text)
    assert (problem.file, problem.place, problem.value) == ("--speaker", text or "(empty)", text)
    assert (problem.what, problem.remedy) == ("This names no model.", "Write openai:MODEL@URL.")


@pytest.mark.parametrize(
    "text",
    [
        "m@",
        "m@notaurl",
        "m@h/v1",
        "m@ftp://h/v1",
        "m@http://",
        "m@http://:80/v1",
        "m@http://h:0/v1",
        "m@http://h:99999/v1",
        "m@http://h:port/v1",
        "m@http://[::1/v1",
    ],
)
def test_an_address_that_is_none_is_at_fault_and_not_the_model(text: str) -> None:
    problem = refusal(text)
    assert (problem.file, problem.place, problem.value) == ("--speaker", text, text.removeprefix("m@"))
    assert (problem.what, problem.remedy) == ("This is not an address.", "Write openai:MODEL@URL.")


@pytest.mark.parametrize(
    "url",
    [
        "http://user:LEAK@h/v1",
        "http://LEAK@h/v1",
        "https://user:LE/LEAK@h/v1",
        "https://user:LE?LEAK@h/v1",
        "http://h/v1?api-key=LEAK",
        "http://h/v1?api-key=x@LEAK",
        "http://h/v1#LEAK",
        "ftp://user:LEAK@h",
        "user:LEAK@h/v1",
        "http://user:LEAK@:80",
    ],
)
def test_secrets_in_an_address_are_refused_and_not_repeated(url: str) -> None:
    for problem in (refusal(f"m@{url}"), _unreachable(speaker(url=url))):
        assert "LEAK" not in str(problem)
        assert "[hidden]" in problem.value
    told = refusal("m@http://user:LEAK@h/v1")
    assert (told.what, told.value) == ("The address holds a name or a password.", "http://[hidden]@h/v1")
    assert "OPENAI_API_KEY" in told.remedy
    assert "key_env" in told.remedy


def test_an_address_without_secrets_is_shown_as_it_is() -> None:
    assert hidden_address("http://h:80/v1") == "http://h:80/v1"
    assert hidden_address("nothing") == "nothing"


def test_secrets_in_an_address_of_the_environment_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE_URL", "http://me:LEAK@h/v1")
    problem = _unreachable(speaker(), variable="HERE_URL")
    assert (problem.file, problem.place, problem.value) == ("environment", "HERE_URL", "http://[hidden]@h/v1")
    monkeypatch.setenv("HERE_URL", "http://h/v1/")
    assert address(speaker(), "https://usual.example/v1", variable="HERE_URL") == "http://h/v1"
    assert address(speaker(url="http://own/v1"), "https://usual.example/v1", variable="HERE_URL") == "http://own/v1"


def _unreachable(one: Speaker, *, variable: str = "") -> Problem:
    with pytest.raises(BadInput) as refused:
        address(one, "https://usual.example/v1", variable=variable)
    (problem,) = refused.value.problems
    return problem


@given(
    st.text() | st.text("m@:/[]htps .", max_size=20) | st.text("m@:/[]", max_size=9).map(lambda end: f"m@http://{end}")
)
def test_every_text_is_read_or_refused(text: str) -> None:
    try:
        settings = model_at_url(text, FORM)
    except BadInput as refused:
        said = refused.problems[0].remedy
    else:
        said = "sound"
        assert settings["model"] == settings["model"].strip() != ""
        assert "url" not in settings or text.endswith(settings["url"])
    assert said


def speaker(**settings: object) -> Speaker:
    return Speaker("clone", "openai", settings)


def test_a_setting_is_given_without_the_blanks_around_it() -> None:
    assert needed(speaker(model=" m "), "model", "the model's name") == "m"


@pytest.mark.parametrize(("given_model", "found"), [(None, ""), ("", ""), ("  ", "  "), (5, "5"), (["m"], "['m']")])
def test_a_setting_that_lacks_is_asked_for(given_model: object, found: str) -> None:
    with pytest.raises(BadInput) as refused:
        needed(speaker(model=given_model) if given_model is not None else speaker(), "model", "the model's name")
    (problem,) = refused.value.problems
    assert (problem.file, problem.place) == ("study.yaml", "speakers, clone, model")
    assert problem.what == "The openai speaker lacks it."
    assert problem.value in (found, "('m',)")
    assert problem.remedy == "Add model: the model's name."


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("http://h:8080/v1/", "http://h:8080/v1"),
        ("https://h///", "https://h"),
        ("", "https://usual.example/v1"),
        (None, "https://usual.example/v1"),
    ],
)
def test_an_address_has_no_slash_at_its_end(url: str | None, found: str) -> None:
    assert address(speaker(url=url), "https://usual.example/v1/") == found


@pytest.mark.parametrize("url", ["h:8080", "ftp://h", "http://", "http:///v1", "http://h:0", "http://h:x", 8080, "//h"])
def test_what_is_no_address_is_refused(url: object) -> None:
    with pytest.raises(BadInput) as refused:
        address(speaker(url=url), "https://usual.example/v1")
    (problem,) = refused.value.problems
    assert (problem.file, problem.place) == ("study.yaml", "speakers, clone, url")
    assert problem.value == str(url).rstrip("/")
    assert problem.remedy == "Write it as http://host:port/v1."
