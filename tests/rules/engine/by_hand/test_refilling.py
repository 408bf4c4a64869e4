"""Magazines that are filled outside a fight from what is carried, in every game."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Refill
from encounter_gui.rules.model.items import ammo_gauge, most_ammo
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table


def table_of(game: str) -> Table:
    """An empty table of a game."""
    return Table(system_for(game), shipped(game), message_catalog())


def said(table: Table) -> str:
    """The line of the log of the last command."""
    assert table.last is not None
    return table.context.texts.sentence(table.last.label)


def with_two_guns(table: Table, name: str = "Ash") -> tuple[CombatantId, tuple[str, str]]:
    """Somebody with two different guns of the game, both short of a round."""
    ruleset = table.context.ruleset
    guns = [
        each for each in ruleset.items if each.values.get("magazine") and not each.values.get("bow")
    ]
    keys = tuple(each.key for each in guns if int(str(each.values["magazine"])) > 1)[:2]
    assert len(keys) == 2, ruleset.id
    who = table.join(name, side="foe", items=keys)
    table.happen(*(ev.GaugeSet(who=who, gauge=ammo_gauge(key), to=1) for key in keys))
    return who, (keys[0], keys[1])


@pytest.mark.parametrize("game", SYSTEMS)
def test_every_weapon_is_filled_to_its_last_round(game: str) -> None:
    """CHR-29d, CWN-36l, PHA-77, D6P-24: a magazine is full again, each weapon's, and the log says what is in it."""
    table = table_of(game)
    who, keys = with_two_guns(table)
    table.play(Refill(who=(who,)))
    for key in keys:
        item = table.combatant(who).item(key)
        assert item is not None
        assert table.gauge(who, ammo_gauge(key)) == most_ammo(item)
        assert f"Ash’s {item.name} {most_ammo(item)}/{most_ammo(item)}" in said(table)


@pytest.mark.parametrize("game", SYSTEMS)
def test_full_magazines_and_running_fights_are_refused_in_words(game: str) -> None:
    """A second time there is nothing to fill; in a fight a magazine costs an action."""
    table = table_of(game)
    who, keys = with_two_guns(table)
    table.play(Refill(who=(who,)))
    assert table.refused(Refill(who=(who,))) == "rules.refill.full"
    table.happen(ev.GaugeSet(who=who, gauge=ammo_gauge(keys[0]), to=0), ev.StageSet(to="running"))
    assert table.refused(Refill(who=(who,))) == "rules.refill.in_fight"
    assert table.refused(Refill()) == "rules.refill.in_fight"


@pytest.mark.parametrize("game", SYSTEMS)
@pytest.mark.parametrize("stage", ["ready", "ended", "between"])
def test_nobody_named_means_everybody(game: str, stage: str) -> None:
    """All who are there and short of rounds, in one step; nobody there at all is refused."""
    table = table_of(game)
    assert table.refused(Refill()) == "rules.nobody_named"
    one, keys = with_two_guns(table)
    two, _ = with_two_guns(table, "Brandt")
    table.happen(ev.StageSet(to=stage))  # type: ignore[arg-type]
    table.play(Refill())
    assert all(table.gauge(who, ammo_gauge(key)) > 1 for who in (one, two) for key in keys)


def test_the_dead_refill_nothing() -> None:
    """Whoever is dead is passed over; where only the dead are short, nothing is to fill."""
    table = table_of("d6pool")
    dead, keys = with_two_guns(table, "Dead")
    table.happen(ev.GaugeSet(who=dead, gauge="th", to=-99))
    assert table.refused(Refill()) == "rules.refill.full"
    ash, _ = with_two_guns(table)
    table.play(Refill())
    assert table.gauge(ash, ammo_gauge(keys[0])) > 1
    assert table.gauge(dead, ammo_gauge(keys[0])) == 1


# ---- spare magazines


def runner(table: Table, spares: int) -> CombatantId:
    """Somebody of the players with two guns and so many spare magazines, 2 and 1 rounds in the guns."""
    who = table.join(
        "Ash", side="pc", items=("light_pistol", "heavy_pistol", CarriedDef(item="spare_magazine"))
    )
    table.happen(
        ev.GaugeSet(who=who, gauge=ammo_gauge("light_pistol"), to=2),
        ev.GaugeSet(who=who, gauge=ammo_gauge("heavy_pistol"), to=1),
        ev.GaugeSet(who=who, gauge=ammo_gauge("spare_magazine"), to=spares),
    )
    return who


def test_each_weapon_takes_a_spare_magazine_and_the_log_counts_them() -> None:
    """CWN-36l: three spares, two guns: one is left, and nothing more is taken for full ones."""
    table = table_of("cwn")
    who = runner(table, 3)
    table.play(Refill(who=(who,)))
    assert table.gauge(who, ammo_gauge("spare_magazine")) == 1
    assert "(1 spare magazine left)" in said(table)
    assert table.refused(Refill(who=(who,))) == "rules.refill.full"
    assert table.gauge(who, ammo_gauge("spare_magazine")) == 1


def test_spares_that_run_out_fill_what_they_can() -> None:
    """CWN-36l: one spare for two guns: the first is filled, the other stays as it is and is named."""
    table = table_of("cwn")
    who = runner(table, 1)
    table.play(Refill(who=(who,)))
    assert table.gauge(who, ammo_gauge("light_pistol")) == 15
    assert table.gauge(who, ammo_gauge("heavy_pistol")) == 1
    assert "no spare magazine left for Ash’s Heavy pistol 1/8" in said(table)


def test_without_any_spare_it_is_refused() -> None:
    """CWN-36l: no spare magazine is carried: nothing changes, and the weapons are named."""
    table = table_of("cwn")
    who = runner(table, 0)
    assert table.refused(Refill(who=(who,))) == "rules.refill.no_spares"
    assert table.gauge(who, ammo_gauge("light_pistol")) == 2
