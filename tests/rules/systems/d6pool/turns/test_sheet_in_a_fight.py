"""Numbers of a sheet set in a running fight: what hangs on them goes with them."""

import pytest

from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Correct, SetField, SetSheet
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import character
from tests.rules.systems.d6pool.conftest import Duel


def line(duel: Duel) -> str:
    """Returns the last line of the log."""
    assert duel.table.last is not None
    return duel.table.context.texts.sentence(duel.table.last.label)


@pytest.mark.rule("D6P-03", "D6P-04", "D6P-42")
def test_health_raised_leaves_the_unhurt_unhurt(duel: Duel) -> None:
    """D6P-04: 9 of 9 are 20 of 20, and nobody is wounded by it; the line says old and new."""
    duel.table.play(SetField(who=duel.who, field="health", to=20))
    assert duel.table.gauge(duel.who) == 20
    assert not character.is_wounded(duel.table.combatant(duel.who))
    assert line(duel) == "Shooter: Health 9 → 20, Temporary Health 9 → 20"


@pytest.mark.rule("D6P-01", "D6P-03")
@pytest.mark.parametrize(("own", "after"), [(0, 15), (20, 20)])
def test_health_by_formula_goes_with_strength(duel: Duel, own: int, after: int) -> None:
    """D6P-03: three times Strength, also once that is changed, unless the sheet says another number."""
    if own:
        duel.table.play(SetField(who=duel.who, field="health", to=own))
    duel.table.play(SetField(who=duel.who, field="strength", to=5))
    assert character.health(duel.table.combatant(duel.who)) == after
    assert duel.table.gauge(duel.who) == after


@pytest.mark.rule("D6P-12")
def test_hero_points_given_on_the_sheet_can_be_spent(duel: Duel) -> None:
    """D6P-12: two given are two to spend; one of three spent leaves two of three, and one of two."""
    table = duel.table
    table.play(SetField(who=duel.who, field="hero_points", to=2))
    assert table.gauge(duel.who, "hero") == 2
    table.play(do.Attack(who=duel.who, target=duel.mark, hero=True), *[1] * 8)
    table.play(SetField(who=duel.who, field="hero_points", to=3))
    assert table.gauge(duel.who, "hero") == 2
    table.play(SetField(who=duel.who, field="hero_points", to=1))
    assert table.gauge(duel.who, "hero") == 0


@pytest.mark.rule("D6P-31")
def test_dodge_dice_go_with_the_skill_and_what_is_spent_stays_spent(duel: Duel) -> None:
    """D6P-31: two of four are spent; with a skill of 6 four are left."""
    table = duel.table
    table.play(do.Attack(who=duel.who, target=duel.mark, dodge=2), *[6, 6], *[1] * 4)
    table.play(Correct(who=duel.mark, number="sheet.dodge", to=6))
    assert table.gauge(duel.mark, "dodge") == 4


@pytest.mark.rule("D6P-15")
def test_the_next_initiative_is_rolled_with_the_new_dexterity(duel: Duel) -> None:
    """D6P-15: the turn under way keeps its order."""
    table = duel.table
    table.play(SetField(who=duel.mark, field="dexterity", to=6))
    assert table.context.state.acting == (duel.who,)
    table.next_turn(3, 3)
    assert table.context.state.acting == (duel.mark,)


@pytest.mark.rule("D6P-43", "D6P-44")
@pytest.mark.parametrize(
    ("left", "health", "keys"),
    [(4, 5, ("unconscious",)), (-4, 6, ("dead",)), (-2, 15, ("wounded",))],
)
def test_who_falls_or_rises_by_a_changed_health_does_so_by_the_rules(
    duel: Duel, left: int, health: int, keys: tuple[str, ...]
) -> None:
    """D6P-43, D6P-44: who is down bleeds, the dead and the risen do not."""
    table = duel.table
    table.play(do.Aim(who=duel.who))
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=12))
    table.play(SetField(who=duel.mark, field="health", to=9))
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=left))
    table.play(SetField(who=duel.mark, field="health", to=health))
    combatant = table.combatant(duel.mark)
    assert character.derived_keys(combatant) == keys
    assert combatant.has("bleeding") == (keys == ("unconscious",))
    assert table.combatant(duel.who).has("aimed")


@pytest.mark.rule("D6P-05", "D6P-07", "D6P-34")
def test_every_number_of_a_sheet_and_of_what_is_carried_can_be_set(duel: Duel) -> None:
    """By its key or its words; a magazine holds no more rounds than it has room for."""
    table, who, mark = duel.table, duel.who, duel.mark
    table.play(Correct(who=mark, number="light kevlar level", to=5))
    assert character.resistance(table.context, table.combatant(mark)).dice == 8
    table.play(Correct(who=who, number="baretta_96f.damage", to=9))
    table.play(do.Attack(who=who, target=mark), *[6] * 4, *[1] * 9, *[6] * 8)
    table.play(Correct(who=who, number="baretta rounds in a magazine", to=8))
    assert table.gauge(who, "ammo.baretta_96f") == 8
    assert line(duel) == "Shooter: Baretta 96F, Rounds in a magazine 15 → 8, by hand"
    table.play(Correct(who=who, number="strength", to=4))
    assert line(duel) == "Shooter: Strength 3 → 4, Health 9 → 12, Temporary Health 9 → 12"
    table.play(Correct(who=who, number="max health", to=13))
    assert table.gauge(who) == 13
    assert table.refused(Correct(who=who, number="strength", to=99)) == "rules.number_beyond"


def test_several_fields_are_one_entry(duel: Duel) -> None:
    """A sheet out of the library: Strength with its Health, Dexterity, in one line."""
    table = duel.table
    table.play(SetSheet(who=(duel.who,), fields={"strength": 5, "dexterity": 6, "dodge": 4}))
    carried = "Shooter: Strength 3 → 5, Dexterity 4 → 6, Health 9 → 15, Temporary Health 9 → 15"
    assert line(duel) == carried
    table.play(SetSheet(who=(duel.who, duel.mark), fields={"armed": 5}))
    assert line(duel) == "Shooter, Mark: Armed weapons = 5"
    assert table.refused(SetSheet(who=(duel.who,), fields={})) == "rules.no_field_named"
    wrong = SetSheet(who=(duel.who,), fields={"armed": 5, "magic": 1})
    assert table.refused(wrong) == "rules.no_such_field"
