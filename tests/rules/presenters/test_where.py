"""Where somebody stands, in the panel of every game."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Add, Flag, Put, PutArea, SetPlan
from encounter_gui.rules.systems import SYSTEMS, system_for
from encounter_gui.rules.view import Section
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


@pytest.fixture(params=SYSTEMS)
def table(request: pytest.FixtureRequest) -> Table:
    """Two player characters and a foe."""
    game = str(request.param)
    table = Table(system_for(game), shipped(game), message_catalog())
    creature = next(each for each in table.context.ruleset.creatures if each.side == "pc")
    for name, side in (("Nova", "pc"), ("Vee", "pc"), ("Cutter", "foe")):
        table.play(Add(creature=creature.key, name=name, side=side))  # type: ignore[arg-type]
    return table


def who(table: Table, name: str) -> CombatantId:
    found = table.context.state.combatants.values()
    return next(each.id for each in found if each.name == name)


def where(table: Table, name: str) -> Section | None:
    sections = table.system.combatant_view(table.context, who(table, name)).sections
    return next((each for each in sections if each.title == "Where"), None)


def facts(table: Table, name: str) -> dict[str, tuple[str, str]]:
    section = where(table, name)
    assert section is not None
    return {each.name: (each.value, each.note) for each in section.facts}


def test_who_is_placed_nowhere_has_no_such_section(table: Table) -> None:
    """A plan alone changes nothing of a panel, nor does another who stands on it."""
    before = table.system.combatant_view(table.context, who(table, "Nova"))
    table.play(SetPlan(size=(80, 40)))
    table.play(Put(who=(who(table, "Cutter"),), at=(10, 10)))
    assert table.system.combatant_view(table.context, who(table, "Nova")) == before


def test_it_names_the_nearest_opponent_and_who_reaches(table: Table) -> None:
    """A friend beside somebody is neither an opponent nor in the way."""
    unit = table.system.field_rules.unit
    table.play(Put(who=(who(table, "Nova"),), at=(10, 10)))
    table.play(Put(who=(who(table, "Vee"),), at=(11, 10)))
    table.play(Put(who=(who(table, "Cutter"),), at=(30, 10)))
    assert facts(table, "Nova")["Nearest opponent"] == ("Cutter", f"20 {unit}")
    assert facts(table, "Nova")["Leaving melee"] == ("nobody in reach", "free")
    table.play(Put(who=(who(table, "Cutter"),), near=who(table, "Nova")))
    assert facts(table, "Nova")["Leaving melee"] == ("Cutter", "in reach")
    assert facts(table, "Cutter")["Nearest opponent"][0] in ("Nova", "Vee")


def test_it_says_where_and_in_what(table: Table) -> None:
    """Areas by their names, the point, and another floor than the ground."""
    table.play(Put(who=(who(table, "Nova"),), at=(10, 12.5), floor=1))
    table.play(PutArea(at=(10, 12), radius=5, name="Office", is_="dark", floor=1))
    assert facts(table, "Nova") == {
        "Stands in": ("Office", ""),
        "Place": ("10, 12.5", "floor 1"),
    }


def test_it_stands_before_what_is_carried(table: Table) -> None:
    """Behind the figures."""
    table.play(Put(who=(who(table, "Nova"),), at=(10, 10)))
    table.play(Flag(who=(who(table, "Cutter"),), flag="hidden"))
    sections = table.system.combatant_view(table.context, who(table, "Nova")).sections
    at = sections.index(where(table, "Nova"))  # type: ignore[arg-type]
    assert at > 0
    assert all(not each.title or each.gauges or each.stats for each in sections[:at])
