import pytest

from bdproxy.worlds.appworld.inside.builtin.filling import fill, fill_value

VALUES = {"friend": "Mei", "amount": 43.5, "ids": {"Cake stand": 7}, "emails": ["a@b.c", "d@e.f"]}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Pay {friend}", "Pay Mei"),
        ("{friend:email}", "mei.tanaka@gmail.com"),
        ("{friend:phone}", "5035550959"),
        ("{friend:name}", "Mei Tanaka"),
        ("${amount:.2f}", "$43.50"),
        ("{emails[1]}", "d@e.f"),
        ("{ids[Cake stand]}", "7"),
        ("nothing", "nothing"),
    ],
)
def test_texts_are_filled(template: str, expected: str) -> None:
    assert fill(template, VALUES) == expected


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{amount}", 43.5),
        ("{ids[Cake stand]}", 7),
        ("{emails}", ["a@b.c", "d@e.f"]),
        ("{friend:email}", "mei.tanaka@gmail.com"),
        ("{amount} and more", "43.5 and more"),
        (["{amount}", {"to": "{friend}"}, 3, None], [43.5, {"to": "Mei"}, 3, None]),
        (True, True),
    ],
)
def test_a_placeholder_alone_gives_its_value(template: object, expected: object) -> None:
    assert fill_value(template, VALUES) == expected


@pytest.mark.parametrize("template", ["{nobody}", "{amount:email}", "{emails[2]}"])
def test_what_has_no_value_is_refused(template: str) -> None:
    with pytest.raises((KeyError, IndexError)):
        fill(template, VALUES)
