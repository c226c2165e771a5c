import re
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as some

from bdproxy.apis import READING_METHODS, Api, ApiCatalogue

METHODS = some.sampled_from(["GET", "POST", "PATCH", "DELETE"])
# What can stand between two slashes of a documented path, or in place of a parameter.
WORDS = some.text("abcdefgh_-.é ", min_size=1, max_size=6)
PARTS = WORDS | some.builds("{{{}_id}}".format, some.text("abc", min_size=1, max_size=3))
TEMPLATES = some.lists(PARTS, min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts))
APIS = some.lists(
    some.builds(Api, some.just("app"), some.uuids().map(str), METHODS, TEMPLATES, some.booleans()),
    min_size=1,
    max_size=8,
)


def _fill(template: str, value: str) -> str:
    return re.sub(r"\{[^}]+\}", lambda _: value, template)


def _fits(api: Api, method: str, path: str) -> bool:
    """The definition, part by part."""
    wanted, given_parts = api.path_template.split("/"), path.split("/")
    return (
        api.method == method
        and len(wanted) == len(given_parts)
        and all(
            bool(got) if want.startswith("{") else want == got
            for want, got in zip(wanted, given_parts, strict=True)
        )
    )


@given(APIS, some.data())
def test_an_api_s_own_path_finds_one_that_fits(apis: list[Api], data: some.DataObject) -> None:
    catalogue = ApiCatalogue(apis)
    api = data.draw(some.sampled_from(apis))
    path = _fill(api.path_template, data.draw(WORDS))
    for written in (path, quote(path), quote(path, safe="")):
        found = catalogue.find(api.method, written)
        assert found is not None
        assert _fits(found, api.method, path)


@given(
    APIS,
    METHODS,
    TEMPLATES.map(lambda path: _fill(path, "7")) | some.text("/abc{}%2F", max_size=12),
)
def test_what_is_found_fits_and_what_fits_is_found(apis: list[Api], method: str, path: str) -> None:
    found = ApiCatalogue(apis).find(method, quote(path))
    fitting = [api for api in apis if _fits(api, method, path)]
    assert (found is not None) == bool(fitting)
    if found is not None:
        assert _fits(found, method, path)


@given(APIS, some.data())
def test_a_literal_path_wins(apis: list[Api], data: some.DataObject) -> None:
    literal = Api("app", "literal", "GET", "/" + data.draw(WORDS) + "/download", True)
    parameter = Api("app", "parameter", "GET", literal.path_template[:-8] + "{id}", False)
    for order in ([literal, parameter, *apis], [*apis, parameter, literal]):
        found = ApiCatalogue(order).find("GET", quote(literal.path_template))
        assert found is not None
        assert "{" not in found.path_template


@given(APIS, some.sampled_from([*READING_METHODS, "POST", "PUT", "MADE-UP"]))
def test_an_undocumented_call_writes_unless_its_method_is_safe(
    apis: list[Api], method: str
) -> None:
    undocumented = "/not/documented/at/all/by/anybody"
    assert ApiCatalogue(apis).writes(method, undocumented) == (method not in READING_METHODS)


def test_the_documentation_has_the_last_word_on_what_writes() -> None:
    catalogue = ApiCatalogue(
        [
            Api("venmo", "download_receipt", "GET", "/venmo/{id}/receipt", True),
            Api("splitwise", "show_balance", "POST", "/splitwise/balance", False),
        ]
    )
    assert catalogue.writes("GET", "/venmo/3/receipt")
    assert not catalogue.writes("POST", "/splitwise/balance")
    # An escaped slash is a slash to the world's router, too.
    assert catalogue.writes("GET", "/venmo/3%2Freceipt")
    assert not catalogue.writes("GET", "/venmo/3/receipt/")


@given(some.text(max_size=40), some.text(max_size=10))
def test_any_path_is_looked_up_without_harm(path: str, method: str) -> None:
    api = Api("venmo", "show", "GET", "/venmo/{id}", False)
    assert ApiCatalogue([api]).find(method, path) in (None, api)
