"""Gauges go as far as the ruleset says: by hand, by dice, and as they are drawn."""

import dataclasses
from typing import Any

import pytest

from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.view import GaugeCell
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


def changed(**values: Any) -> Ruleset:
    """Returns the D6-pool rules with the main gauge changed."""
    ruleset = shipped("d6pool")
    gauges = (
        dataclasses.replace(each, **values) if each.is_main else each for each in ruleset.gauges
    )
    return dataclasses.replace(ruleset, gauges=tuple(gauges))


def table(**values: Any) -> Table:
    """Returns a table by such rules, with somebody of 9 Health."""
    made = Table(system_for("d6pool"), changed(**values), message_catalog())
    made.join("Ann", strength=3)
    return made


def cell(made: Table) -> GaugeCell:
    """Returns the main gauge as the table shows it."""
    (row,) = made.system.rows(made.context)
    found = row.cells["th"]
    assert isinstance(found, GaugeCell)
    return found


@pytest.mark.parametrize(("floor", "left"), [("", -20), ("-7", -7), ("-health", -9), ("0", 0)])
def test_nothing_goes_below_a_floor_by_hand(floor: str, left: int) -> None:
    """What the ruleset says is the least; without a floor there is none."""
    made = table(floor=floor)
    (who,) = made.context.state.combatants
    made.play(Adjust(who=(who,), change="-29"))
    assert made.gauge(who) == left
    assert made.system.changes(made.context, Adjust(who=(who,), change="-5"))[0].gauges[
        0
    ].after.current == (left if floor else left - 5)


@pytest.mark.parametrize(("floor", "left"), [("", -15), ("-7", -7)])
def test_nothing_goes_below_a_floor_by_dice(floor: str, left: int) -> None:
    """A fall of four metres does 24 wounds: the gauge stops at its floor."""
    made = table(floor=floor)
    (who,) = made.context.state.combatants
    made.play(do.Fall(who=who, metres=4), 6, 6, 6, 6)
    assert made.gauge(who) == left


@pytest.mark.parametrize(("most", "left"), [("health", 9), ("2 * health", 18), ("7", 9), ("", 109)])
def test_filling_up_stops_at_the_most(most: str, left: int) -> None:
    """What is above the most already stays; without a most there is no end."""
    made = table(most=most)
    (who,) = made.context.state.combatants
    made.play(Adjust(who=(who,), change="+100"))
    assert made.gauge(who) == left


def test_a_gauge_is_drawn_between_its_ends_in_parts() -> None:
    """From the floor to the most, divided by ticks."""
    shown = cell(table(floor="-3", most="2 * health", ticks=3))
    assert (shown.low, shown.current, shown.high) == (-3, 9, 18)
    assert shown.ticks == (4, 11)
    assert cell(table()).ticks == ()
