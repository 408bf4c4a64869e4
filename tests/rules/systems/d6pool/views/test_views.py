"""What a screen shows of a D6-pool fight."""

from collections.abc import Mapping

import pytest

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.rules.model.commands import Adjust, Afflict
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import ChipsCell, DiceCell, GaugeCell, PipsCell, TextCell
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


def texts(value: object) -> list[str]:
    """Every text anywhere inside a view value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, tuple):
        return [text for each in value for text in texts(each)]
    if isinstance(value, Message):
        return []
    slots = getattr(type(value), "__struct_fields__", ())
    return [text for name in slots for text in texts(getattr(value, name, ""))]


def test_rows_stand_in_turn_order(duel: Duel) -> None:
    """Those with a place in the order first, newcomers after them."""
    late = duel.table.join("Late")
    rows = duel.table.system.rows(duel.table.context)
    assert [row.who for row in rows] == [duel.who, duel.mark, late]
    assert [row.is_now for row in rows] == [True, False, False]


@pytest.mark.rule("D6P-50")
def test_a_row_says_what_a_game_master_asks(duel: Duel) -> None:
    """Health, resistance, dodge dice, conditions, actions and the weapon with its rounds."""
    table = duel.table
    table.play(Adjust(who=(duel.mark,), change="-13"))
    table.play(do.Attack(who=duel.who, target=duel.mark), 1, 1, 1, 1)
    first, second = table.system.rows(table.context)
    health, dodge, chips = second.cells["th"], second.cells["dodge"], second.cells["conditions"]
    assert isinstance(health, GaugeCell)
    assert (health.low, health.current, health.high) == (-12, -1, 12)
    assert isinstance(dodge, DiceCell)
    assert (dodge.left, dodge.total) == (4, 4)
    assert isinstance(chips, ChipsCell)
    assert [(chip.text, chip.duration) for chip in chips.chips] == [
        ("Unconscious", ""),
        ("Bleeding", "13 turns"),
    ]
    weapon, actions = first.cells["weapon"], first.cells["actions"]
    assert isinstance(weapon, TextCell)
    assert (weapon.text, weapon.note) == ("Baretta 96F", "14/15")
    assert isinstance(actions, PipsCell)
    assert actions.pips == ("free",)
    assert second.is_out


def test_nothing_on_the_screen_is_a_raw_key(table: Table) -> None:
    """Every view of a lively scene speaks in words, whatever is selected or offered."""
    duel = Duel(table, held="grenade", hero_points=2)
    table.join("Third", dexterity=7, items=["smg", "medium_vest"], firearms=3, dodge=2)
    table.next()
    table.play(do.Declare(who=duel.mark, intent="run"))
    _check(table, duel)
    table.next(3, 3, 5)
    table.play(Afflict(who=(duel.mark,), condition="prone", rounds=3))
    table.happen(ev.GaugeChanged(who=duel.mark, gauge="th", by=-14))
    _check(table, duel)
    table.next()
    table.play(do.Throw(who=duel.who), 1, 1, 1, 1, 2, 3)
    _check(table, duel)


def _check(table: Table, duel: Duel) -> None:
    system, context = table.system, table.context
    views = [
        system.columns(context),
        system.rows(context),
        system.heading(context),
        system.timeline(context),
        system.notices(context),
        *(system.combatant_view(context, who) for who in context.state.combatants),
        *(system.body(context, who) for who in context.state.combatants),
        *(
            tuple((each.text, each.why_not) for each in system.action_options(context, who))
            for who in context.state.combatants
        ),
        *(
            system.attack_form(context, {"target": duel.mark, "weapon": key})
            for key in ("", "grenade", "smg", "unarmed")
        ),
    ]
    form = system.attack_form(context, {"target": duel.mark})
    if form.command is not None:
        views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert not text.startswith(("d6pool.", "rules.")), text
            assert "{" not in text, text


def test_a_tie_is_announced_with_what_waits(table: Table) -> None:
    """Both rows are now, the notice counts who is resolved and offers to apply when all are."""
    duel = Duel(table)
    table.begin(1, 4)
    assert all(row.is_tied for row in table.system.rows(table.context))
    table.play(do.Attack(who=duel.who, target=duel.mark), *[6] * 4, *[1] * 6, *[6] * 5)
    (notice,) = table.system.notices(table.context)
    assert notice.command is None
    assert "1" in notice.note
    table.play(do.Wait(who=duel.mark))
    (notice,) = table.system.notices(table.context)
    assert notice.command is None  # a shot is left
    table.play(do.Wait(who=duel.who))
    (notice,) = table.system.notices(table.context)
    assert notice.command == do.Apply()


def test_a_change_by_hand_is_shown_before_it_is_made(duel: Duel) -> None:
    """Before and after, and what it would come to; the state is as it was."""
    table = duel.table
    before = table.context
    mark, shooter = table.system.changes(
        table.context, Adjust(who=(duel.mark, duel.who), change="-12")
    )
    assert (mark.gauges[0].before.current, mark.gauges[0].after.current, mark.outcome) == (
        12,
        0,
        "Unconscious",
    )
    assert (shooter.gauges[0].after.current, shooter.outcome) == (-3, "Unconscious")
    assert table.context is before


def test_the_timeline_marks_second_actions_and_the_next_turn(table: Table) -> None:
    """Separators open the second pass and the next turn."""
    Duel(table)
    table.begin(6, 1)
    strip = table.system.timeline(table.context)
    assert [(slot.text, slot.look) for slot in strip.slots] == [
        ("Shooter", "now"),
        ("Mark", "next"),
        ("Second actions", "later"),
        ("Shooter", "later"),
        ("Turn 2", "later"),
    ]
