"""Metres may have a part, in every game that measures in them: as typed, added up without error, shown with a point."""

from typing import Any

import msgspec
import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.metres import exactly, metres_count, metres_text
from encounter_gui.rules.systems import SYSTEMS, system_for
from encounter_gui.rules.systems.cwn.combat.to_hit import allow_range
from encounter_gui.rules.systems.cwn.sheet.gear import weapon_of
from encounter_gui.rules.systems.d6pool import commands as d6pool
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


def distances() -> list[tuple[type[msgspec.Struct], str]]:
    """Every command with a distance in metres, and the field."""
    kinds: list[type[msgspec.Struct]] = [
        kind for system in SYSTEMS for kind in system_for(system).commands
    ]
    return [
        (kind, field.name)
        for kind in (*kinds, d6pool.Caught)
        for field in msgspec.structs.fields(kind)
        if field.name in ("metres", "moved")
    ]


@pytest.mark.parametrize(("kind", "field"), distances())
@pytest.mark.parametrize(
    ("typed", "read"), [("10.5", 10.5), ("10", 10), (10.5, 10.5), (3, 3), ("0.25", 0.25)]
)
def test_a_distance_is_read_as_it_was_typed(
    kind: type[msgspec.Struct], field: str, typed: object, read: float
) -> None:
    required = {
        each.name: ()
        if str(each.type).startswith("tuple")
        else "walk"
        if each.name == "gait"
        else "x"
        for each in msgspec.structs.fields(kind)
        if each.required
    }
    found: Any = msgspec.convert({**required, field: typed}, kind, strict=False)
    value = getattr(found, field)
    assert value == read
    assert type(value) is type(read)
    again = msgspec.json.decode(msgspec.json.encode(found), type=kind)
    assert again == found


@pytest.mark.parametrize(
    ("metres", "text", "count"),
    [(10.5, "10.5", 11), (10, 10, 10), (10.0, 10, 10), (0.25, "0.25", 1)],
)
def test_a_distance_is_shown_with_a_point_and_counted_upwards(
    metres: float, text: str | int, count: int
) -> None:
    assert metres_text(metres) == text
    assert metres_count(metres) == count
    assert metres_text(exactly(0.1) * 3) == "0.3"


def a_table(system: str) -> Table:
    return Table(system_for(system), shipped(system), message_catalog())


def said(table: Table) -> str:
    """The line of the log of the last command."""
    assert table.last is not None
    return table.context.texts.sentence(table.last.label)


@pytest.mark.rule("D6P-18")
def test_parts_of_a_metre_add_up_to_the_limit_of_a_turn() -> None:
    table = a_table("d6pool")
    who = table.join("Runner")
    table.begin(3)
    table.play(d6pool.Move(who=who, gait="walk", metres=2.4))
    assert said(table).endswith("2.4 m")
    table.play(d6pool.Move(who=who, gait="walk", metres=2.5))
    further = d6pool.Move(who=who, gait="walk", metres=0.2)
    assert table.refused(further) == "d6pool.too_far"
    table.play(d6pool.Move(who=who, gait="walk", metres=0.1))
    assert table.gauge(who, "moved") == 5
    table.next_turn(3)
    table.play(d6pool.Move(who=who, gait="walk", metres=4.5))


@pytest.mark.rule("D6P-26", "D6P-40")
def test_a_band_ends_at_its_limit_and_not_half_a_metre_later() -> None:
    table = a_table("d6pool")
    who = table.join("Shooter", items=["baretta_96f", "grenade"], held="baretta_96f", firearms=4)
    mark = table.join("Mark")
    table.begin(6, 1)
    for metres, dn in ((10, 10), (10.5, 15), (25.5, 20)):
        assert (
            table.play(d6pool.Attack(who=who, target=mark, metres=metres), 1, 1, 1, 1)["dn"] == dn
        )
        if dn == 15:
            table.next_turn(6, 1)
    blast = d6pool.Blast(weapon="grenade", targets=(d6pool.Caught(target=mark, metres=10.5),))
    table.play(blast)
    assert "hit" not in said(table)


@pytest.mark.rule("D6P-37")
def test_only_full_metres_of_a_fall_count() -> None:
    table = a_table("d6pool")
    who = table.join("Faller", pain_resistance=1)
    table.begin(3)
    assert table.play(d6pool.Fall(who=who, metres=3.9), 1, 1, 1, 1)["level"] == 3
    assert table.refused(d6pool.Fall(who=who, metres=0.9)) == "d6pool.no_fall"


@pytest.mark.rule("CWN-25", "CWN-35")
def test_cwn_reaches_and_its_ranges_end_at_their_limit() -> None:
    """Hand to hand reaches 2 m and not 2.5; a Light Pistol 80 m and not 80.5."""
    table = a_table("cwn")
    who = table.join("Shooter", items=["knife", "light_pistol"], held="knife")
    shooter = table.combatant(who)
    knife, pistol = (weapon_of(each) for each in shooter.items)
    allow_range(knife, "melee", 2.0)
    allow_range(pistol, "ranged", float(pistol.ranges[-1]))
    for weapon, mode, metres in (
        (knife, "melee", 2.5),
        (pistol, "ranged", pistol.ranges[-1] + 0.5),
    ):
        with pytest.raises(RuleError) as caught:
            allow_range(weapon, mode, metres)
        assert caught.value.message.params["metres"] == str(metres)
