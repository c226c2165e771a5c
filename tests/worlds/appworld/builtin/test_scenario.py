import pytest

from bdproxy.worlds.appworld.inside.builtin import discovery
from bdproxy.worlds.appworld.inside.builtin.scenario import Instance, Scenario

SCENARIO = Scenario(
    difficulty=1,
    apps=("phone",),
    instruction='Text {friend} about {thing}, then tell {friend} "{words}". Thanks!',
    instances=(),
)


def test_read_gives_the_visible_values_back() -> None:
    instruction = 'Text Ada about the (old) tent, then tell Ada "2 + 2 = 4". Thanks!'
    expected = {"friend": "Ada", "thing": "the (old) tent", "words": "2 + 2 = 4"}
    assert SCENARIO.read(instruction) == expected


def test_read_allows_a_further_sentence() -> None:
    instruction = 'Text Ada about it, then tell Ada "x". Thanks! Read my texts first.'
    assert SCENARIO.read(instruction)["words"] == "x"


@pytest.mark.parametrize(
    "instruction",
    ["", "Pay Ada.", 'Text Ada about it, then tell Ben "x". Thanks!'],
    ids=["empty", "another one", "one placeholder, two values"],
)
def test_read_refuses_what_is_not_its_instruction(instruction: str) -> None:
    with pytest.raises(ValueError, match="not an instruction of this scenario"):
        SCENARIO.read(instruction)


@pytest.mark.parametrize("definition", discovery.all_scenarios(), ids=lambda one: one.id)
def test_every_instruction_can_be_read_back(definition) -> None:
    for instance in definition.scenario.instances:
        values = definition.scenario.read(definition.instruction(instance))
        assert values == {name: str(instance[name]) for name in values}
        assert "{" not in definition.instruction(instance)


def test_an_instance_shows_its_values() -> None:
    instance = Instance("Priya", amount=3)
    assert instance["amount"] == 3
    assert repr(instance) == "Instance('Priya', {'amount': 3})"
