"""What a task is rolled on: attributes and skills, and nothing else on the sheet."""

import msgspec
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome import commands as chrome
from encounter_gui.rules.systems.cwn import commands as cwn
from encounter_gui.rules.systems.d6pool import commands as d6pool
from encounter_gui.rules.systems.phases import commands as phases
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

ACE = CombatantId("ace_1")


def table_of(game: str, **sheet: str | int) -> Table:
    """Returns a table of a game with one combatant."""
    table = Table(system_for(game), shipped(game), message_catalog())
    table.join("Ace", side="pc", **sheet)
    return table


@pytest.mark.rule("D6P-09")
@pytest.mark.rule("PHA-05")
@pytest.mark.parametrize(
    ("game", "command"),
    [
        ("d6pool", d6pool.Task(who=ACE, skill="health", dn=10)),
        ("d6pool", d6pool.Task(who=ACE, skill="hero_points", dn=10)),
        ("d6pool", d6pool.Oppose(who=ACE, target=ACE, skill="strength", target_skill="reflex")),
        ("phases", phases.Task(who=ACE, characteristic="load")),
        ("phases", phases.Task(who=ACE, characteristic="evade")),
        ("phases", phases.Task(who=ACE, characteristic="cool", skill="size")),
        ("phases", phases.Task(who=ACE, characteristic="cool", skill="reflexes")),
        ("phases", phases.Task(who=ACE, characteristic="tech", specialty="medicine")),
        ("phases", phases.Oppose(who=ACE, target=ACE, characteristic="kind")),
    ],
)
def test_a_task_takes_attributes_and_skills_only(game: str, command: Command) -> None:
    """Full Health, a load or a kind is nothing to roll on; a skill does not stand in for a characteristic."""
    table = table_of(game)
    if game == "d6pool":
        table.begin(3)
    assert table.refused(command) == "rules.not_rolled_on"


@pytest.mark.rule("D6P-09")
@pytest.mark.parametrize("skill", ["dexterity", "firearms"])
def test_a_task_of_the_pools_takes_an_attribute_or_a_skill(skill: str) -> None:
    """Either has dice of its own."""
    table = table_of("d6pool", dexterity=1, firearms=1)
    table.begin(3)
    table.play(d6pool.Task(who=ACE, skill=skill, dn=5), 6)
    assert table.last is not None


@pytest.mark.rule("PHA-02")
@pytest.mark.rule("PHA-05")
def test_a_task_of_the_phases_takes_a_characteristic_alone_or_with_a_skill_and_a_specialty() -> (
    None
):
    """Each in its place; what is not on the sheet counts 0."""
    table = table_of("phases", cool=4)
    assert table.play(phases.Task(who=ACE, characteristic="cool", dn=10), 3, 3, 3)["total"] == 13
    whole = phases.Task(
        who=ACE, characteristic="cool", skill="athletics", specialty="climbing", dn=10
    )
    assert table.play(whole, 3, 3, 3)["total"] == 13


@pytest.mark.rule("CWN-10")
def test_a_check_of_cwn_takes_a_skill_of_its_list() -> None:
    """Hit points and the like are no skill."""
    table = table_of("cwn")
    for wanted in ("hp", "morale", "strength"):
        assert table.refused(cwn.Check(who=ACE, skill=wanted)) == "rules.no_such_field"


@pytest.mark.rule("CHR-13")
@pytest.mark.rule("CHR-14")
def test_a_check_of_chrome_takes_a_stat_or_a_save() -> None:
    """Another field cannot even be written down: a fight script or a typed line with it is refused."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "check", "who": ACE, "test": "health"}, chrome.Check)
