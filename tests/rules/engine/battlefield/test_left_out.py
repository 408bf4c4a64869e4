"""What a forecast does not play is said by the fields that are not followed, and of whom."""

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.battle import LeftOut
from encounter_gui.rules.engine.battlefield.left_out import left_out
from encounter_gui.rules.engine.reading.fields import Body, condition, derived, gauge
from encounter_gui.rules.systems import system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


class Fighter(Body):
    health = gauge("health")
    tied_up = condition("tied_up", left_out="ropes")
    leads = derived(lambda context, one: one.name == "Ash", left_out="leads")
    chained = condition("chained", left_out="ropes")


def _table() -> Table:
    return Table(system_for("d6pool"), shipped("d6pool"), message_catalog())


def test_each_field_says_whom_it_is_about() -> None:
    """Two fields of one sentence are said once; what nobody has is not said; nor are those who take no part."""
    table = _table()
    ash, bee = table.join("Ash", side="pc"), table.join("Bee")
    context = table.context
    there = dict(context.state.combatants)
    there[bee] = replace(there[bee], conditions=(Condition(key="tied_up"),))
    there[ash] = replace(there[ash], conditions=(Condition(key="chained"),))
    context = replace(context, state=replace(context.state, combatants=there))
    members: tuple[Combatant, ...] = tuple(there.values())
    assert left_out(context, Fighter, members, owed="owed", settled=()) == (
        LeftOut("ropes", (bee, ash)),
        LeftOut("leads", (ash,)),
    )
    assert left_out(context, Fighter, members[1:], owed="owed", settled=()) == (
        LeftOut("ropes", (bee,)),
    )
    assert not Fighter.fields()["tied_up"].followed


def test_tests_that_are_due_and_not_played_are_said() -> None:
    """Those that the battle plays are not, nor those of later."""
    table = _table()
    ash = table.join("Ash", side="pc")
    owed = (
        Obligation(kind="panic", who=ash),
        Obligation(kind="save", who=ash),
        Obligation(kind="later", who=ash, due="round_end"),
        Obligation(kind="gone", who=CombatantId("nobody")),
    )
    context = table.context
    context = replace(context, state=replace(context.state, obligations=owed))
    members = (replace(context.combatant(ash), name="Nobody"),)
    assert left_out(context, Fighter, members, owed="owed", settled=("panic",)) == (
        LeftOut("owed", (ash,)),
    )
    assert not left_out(context, Fighter, members, owed="owed", settled=("panic", "save"))
