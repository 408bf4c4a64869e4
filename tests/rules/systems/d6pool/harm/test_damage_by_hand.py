"""Damage by hand under the D6-pool rules: against resistance dice, wounds or a stun."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Total
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Damage, DamageTarget
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


def damage(*who: CombatantId, amount: int = 7, **fields: object) -> Damage:
    """Returns so much damage to these."""
    targets = tuple(DamageTarget(who=each) for each in who)
    return Damage(targets=targets, amount=amount, **fields)  # type: ignore[arg-type]  # fields of the command


@pytest.mark.rule("D6P-34")
@pytest.mark.rule("D6P-35")
@pytest.mark.parametrize(
    ("faces", "left", "stunned"),
    [((1, 1, 1, 1, 1), 10, False), ((1, 1, 1, 2, 2), 12, True), ((6, 6, 6, 6, 6), 12, True)],
)
def test_damage_against_resistance(
    duel: Duel, faces: tuple[int, ...], left: int, stunned: bool
) -> None:
    """7 against 5: 2 wounds; against 7 or more: none, but stunned."""
    duel.table.play(damage(duel.mark), *faces)
    assert duel.table.gauge(duel.mark) == left
    assert duel.table.combatant(duel.mark).has("stunned") == stunned


@pytest.mark.rule("D6P-34")
def test_the_dice_of_all_are_asked_for_together(duel: Duel) -> None:
    """Each resists for itself; the preview waits for the dice and then has every step."""
    table = duel.table
    command = damage(duel.who, duel.mark)
    waiting = table.system.damage_preview(table.context, command)
    assert waiting.total == "14 damage: 2 waiting for dice"
    keys = [shown.damage.dice[0].key for shown in waiting.rows if shown.damage]
    assert keys == [f"resistance.{duel.who}", f"resistance.{duel.mark}"]
    typed = {keys[0]: Total(value=4), keys[1]: Total(value=9)}
    preview = table.system.damage_preview(table.context, command, typed)
    assert [shown.outcome for shown in preview.rows] == ["Wounded", "Stunned"]
    assert preview.total == "14 damage: 11 resisted, wounds: 3"
    asked = next(table.system.procedure(table.context, command))
    assert [each.who for each in asked] == [duel.who, duel.mark]


@pytest.mark.rule("D6P-35")
@pytest.mark.parametrize("resisted", [(1, 1, 1, 1, 1), (3, 3, 3, 3, 3), (6, 6, 6, 6, 6)])
@pytest.mark.parametrize("wounds", [0, 10, 20])
def test_typed_damage_does_what_the_damage_of_an_attack_does(
    duel: Duel, resisted: tuple[int, ...], wounds: int
) -> None:
    """The same total against the same resistance: the same Health and conditions."""
    table = duel.table
    table.happen(ev.GaugeChanged(who=duel.mark, gauge="th", by=-wounds))
    start, ends = table.context, []
    dealt = 0
    for is_attack in (True, False):
        table.context = start
        if is_attack:
            command = do.Attack(who=duel.who, target=duel.mark)
            first = next(table.system.procedure(start, command))
            assert first[0].key == "attack"
            left = [6] * first[0].count + [4] * 6 + list(resisted)
            table.one_command(command, left, [])
            assert not left
            dealt = 24
        else:
            table.play(damage(duel.mark, amount=dealt), *resisted)
        combatant = table.combatant(duel.mark)
        ends.append((combatant.gauges["th"], combatant.conditions))
    assert ends[0] == ends[1]


@pytest.mark.rule("D6P-43")
@pytest.mark.rule("D6P-44")
def test_past_zero_bleeding_and_past_death_nothing(duel: Duel) -> None:
    """At 0 they bleed; far below they are dead; the dead take nothing."""
    table = duel.table
    table.play(damage(duel.mark, amount=17), 1, 1, 1, 1, 1)
    assert (table.gauge(duel.mark), table.combatant(duel.mark).has("bleeding")) == (0, True)
    resist = f"resistance.{duel.mark}"
    preview = table.system.damage_preview(
        table.context, damage(duel.mark, amount=40), {resist: Total(value=5)}
    )
    (shown,) = preview.rows
    assert (shown.gauges[0].after.current, shown.outcome, shown.note) == (-35, "Dead", "")
    table.play(damage(duel.mark, amount=40), 1, 1, 1, 1, 1)
    assert table.gauge(duel.mark) == -35
    assert table.refused(damage(duel.mark)) == "rules.damage.beyond"


def test_raw_damage_is_straight_off_health(duel: Duel) -> None:
    """No die is asked."""
    duel.table.play(damage(duel.mark, way="raw"))
    assert duel.table.gauge(duel.mark) == 5


def test_places_and_armour_mean_nothing_here(duel: Duel) -> None:
    """Both are refused, with what to do instead."""
    table = duel.table
    assert table.refused(damage(duel.mark, place="head")) == "rules.damage.no_places"
    assert table.refused(damage(duel.mark, way="past_armor")) == "rules.damage.no_armor"


def test_who_has_no_resistance_is_asked_for_no_dice(table: Table) -> None:
    """A vehicle of the game master's own without the skill: every point is a wound."""
    truck = table.join("Truck", strength=10, pain_resistance=0)
    table.play(damage(truck, amount=4))
    assert table.gauge(truck) == 26
