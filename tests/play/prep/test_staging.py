"""From a plan to a fight: who joins, what is due, and parties that carry their damage on."""

import pytest
from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.paths import message_catalog
from encounter_gui.play.prep.creature_repository import CreatureRepository
from encounter_gui.play.prep.staging import (
    StagingContext,
    due_reminders,
    due_waves,
    party_combatants,
    party_of,
    start_command,
    threat_sum,
    wave_command,
)
from encounter_gui.rules.model.commands import Adjust
from encounter_gui.rules.model.prepared import (
    EncounterPlan,
    LibraryCreature,
    Party,
    Recruit,
    Reminder,
    Wave,
)
from encounter_gui.rules.model.ruleset import CreatureDef, TimeUnits
from encounter_gui.rules.systems import system_for
from encounter_gui.storage.campaign import Campaign
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

ROUNDS = TimeUnits()
PHASES = TimeUnits(round="phase", whole="round", parts=4)


@pytest.fixture
def library(tmp_path):
    with Campaign.create(tmp_path / "a.encounter", "a") as campaign:
        made = CreatureRepository(campaign.prepared, [shipped("d6pool")])
        yield made
        made.close()


@pytest.fixture
def table():
    return Table(system_for("d6pool"), shipped("d6pool"), message_catalog())


def staged(table, library, face=3):
    return StagingContext(
        system=table.system,
        context=table.context,
        library=library,
        die=lambda sides: min(face, sides),
    )


def _come(plan):
    """The plan when its first wave has come."""
    wave, *others = plan.waves
    return structs.replace(plan, waves=(structs.replace(wave, has_come=True), *others))


def _fired(plan):
    """The plan when its first reminder was said."""
    reminder, *others = plan.reminders
    return structs.replace(plan, reminders=(structs.replace(reminder, has_fired=True), *others))


def test_a_roster_joins_in_one_step(table, library):
    plan = EncounterPlan(
        recruits=(
            Recruit(creature="ganger", count="1d4"),
            Recruit(creature="knife_dancer", name="Okoro", side="ally", is_hidden=True, group="A"),
        )
    )
    table.play(start_command(staged(table, library), plan))
    state = table.context.state
    assert [combatant.name for combatant in state.combatants.values()] == [
        "Ganger 1",
        "Ganger 2",
        "Ganger 3",
        "Okoro",
    ]
    okoro = list(state.combatants.values())[-1]
    assert (okoro.side, okoro.flags, okoro.memo["group"]) == ("ally", ("hidden",), "A")
    assert table.last.label.key == "rules.log.joined"


def test_own_creatures_variants_and_changes_for_this_fight_alone(table, library):
    creature = CreatureDef(key="marrow", name="Marrow", sheet={"strength": 4, "firearms": 3})
    (own,) = library.add("d6pool", [LibraryCreature(creature=creature)])
    recruit = Recruit(creature="marrow", own=own.row, overlay="elite", sheet={"dodge": 5})
    table.play(start_command(staged(table, library), EncounterPlan(recruits=(recruit,))))
    (one,) = table.context.state.combatants.values()
    assert (one.name, one.sheet["strength"], one.sheet["firearms"], one.sheet["dodge"]) == (
        "Marrow (elite)",
        5,
        5,
        5,
    )
    assert library.one(own.key).value.creature == creature
    assert one.origin == own.key  # so that the library knows its copies in the fight


def test_gear_is_drawn_only_where_it_is_asked_for(table, library):
    """A creature keeps what it carries in the library, though its tag has loadouts."""
    carried = [item.item for item in shipped("d6pool").creature("ganger").items]
    kept, drawn = Recruit(creature="ganger"), Recruit(creature="ganger", draws_gear=True)
    table.play(
        start_command(staged(table, library, face=99), EncounterPlan(recruits=(kept, drawn)))
    )
    first, second = table.context.state.combatants.values()
    assert [item.key for item in first.items] == carried
    assert [item.key for item in second.items] != carried


def test_a_wounded_variant_begins_with_half(table, library):
    table.play(
        start_command(
            staged(table, library),
            EncounterPlan(recruits=(Recruit(creature="ganger", overlay="wounded"),)),
        )
    )
    (one,) = table.context.state.combatants.values()
    assert one.gauges["th"] == one.sheet["health"] // 2


def test_a_question_mark_asks_for_made_up_names(table, library):
    plan = EncounterPlan(recruits=(Recruit(creature="ganger", count="2", name="?"),))
    table.play(start_command(staged(table, library), plan))
    names = [combatant.name for combatant in table.context.state.combatants.values()]
    assert len(set(names)) == 2
    assert not any(name.startswith("Ganger") for name in names)


def test_a_plan_of_nobody_or_of_somebody_gone_is_refused(table, library):
    with pytest.raises(RuleError, match=r"prep\.nobody_planned"):
        start_command(staged(table, library), EncounterPlan())
    with pytest.raises(RuleError, match=r"prep\.creature_gone"):
        start_command(
            staged(table, library), EncounterPlan(recruits=(Recruit(creature="unicorn"),))
        )


def test_a_wave_is_due_from_its_round_on_until_it_has_come(table, library):
    wave = Wave(name="Wave 2", recruits=(Recruit(creature="ganger", count="2"),), round=2)
    plan = EncounterPlan(
        recruits=(Recruit(creature="ganger"),),
        waves=(wave, Wave(name="Late", when="when Marrow falls")),
    )
    table.play(start_command(staged(table, library), plan))
    assert due_waves(plan, table.context.state, ROUNDS) == ()
    running = EncounterState(stage="running", round=3, combatants=table.context.state.combatants)
    assert due_waves(plan, running, ROUNDS) == ((0, wave),)
    table.play(wave_command(staged(table, library), wave))
    assert (table.last.label.key, table.last.label.params["wave"]) == ("rules.log.wave", "Wave 2")
    assert due_waves(_come(plan), running, ROUNDS) == ()


def test_a_planned_condition_that_was_deleted_since_is_nobodys(table, library):
    """The fight begins all the same."""
    conditions = (Condition(key="own_glitched"), Condition(key="stunned"))
    plan = EncounterPlan(recruits=(Recruit(creature="ganger", conditions=conditions),))
    table.play(start_command(staged(table, library), plan))
    (one,) = table.context.state.combatants.values()
    assert [each.key for each in one.conditions] == ["stunned"]


def test_a_round_of_phases_has_all_of_them():
    """Where phases are counted, the second round begins with the fifth."""
    plan = EncounterPlan(
        waves=(Wave(name="Backup", recruits=(Recruit(creature="ganger"),), round=2),),
        reminders=(Reminder(text="Lights out", round=2),),
    )
    for phase, due in ((2, 0), (4, 0), (5, 1), (9, 1)):
        state = EncounterState(stage="running", round=phase)
        assert len(due_waves(plan, state, PHASES)) == due
        assert len(due_reminders(plan, state, PHASES, ())) == due


def test_reminders_come_at_their_round_or_when_somebody_falls():
    plan = EncounterPlan(
        reminders=(Reminder(text="Lights out", round=2), Reminder(text="They flee", falls="Marrow"))
    )
    combatant = Combatant(id="marrow_1", number=1, name="Marrow the Elder")
    state = EncounterState(stage="running", round=1, combatants={combatant.id: combatant})
    assert due_reminders(plan, state, ROUNDS, ()) == ()
    assert [each.text for _, each in due_reminders(plan, state, ROUNDS, (combatant.id,))] == [
        "They flee"
    ]
    later = EncounterState(stage="running", round=2, combatants={combatant.id: combatant})
    assert [each.text for _, each in due_reminders(plan, later, ROUNDS, ())] == ["Lights out"]
    assert due_reminders(_fired(plan), later, ROUNDS, ()) == ()


def test_a_party_carries_its_damage_to_the_next_fight(table, library):
    table.play(
        start_command(
            staged(table, library),
            EncounterPlan(recruits=(Recruit(creature="ganger", side="pc", name="Ann"),)),
        )
    )
    (ann,) = table.context.state.combatants
    table.play(Adjust(who=(ann,), change="-4"))
    party = party_of("Squad", table.context.state)
    (member,) = party.members
    fresh = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    fresh.play(start_command(staged(fresh, library), EncounterPlan(), party))
    (combatant,) = fresh.context.state.combatants.values()
    assert combatant.gauges["th"] == member.gauges["th"] == combatant.sheet["health"] - 4


def test_what_ends_with_a_fight_is_not_carried_on():
    stunned = Condition(key="stunned", until=Expiry(round=3))
    marked = Condition(key="marked")
    combatant = Combatant(
        id="a", number=1, name="A", conditions=(stunned, marked), flags=("left", "named")
    )
    (after,) = party_combatants(Party(name="x", members=(combatant,)))
    assert (after.conditions, after.flags) == ((marked,), ("named",))


def test_threats_add_up_with_the_mean_of_dice(table, library):
    creature = LibraryCreature(creature=CreatureDef(key="x", name="X"), threat=3)
    (own,) = library.add("d6pool", [creature])
    plan = EncounterPlan(
        recruits=(
            Recruit(creature="x", own=own.row, count="1d4"),
            Recruit(creature="x", own=own.row),
        )
    )
    assert threat_sum(staged(table, library), plan) == 10


def test_hit_dice_are_rolled_for_each_copy(tmp_path):
    """A creature whose total is rolled gets its own hit points in every copy; others the average or what is printed."""
    rules = shipped("cwn")
    with Campaign.create(tmp_path / "a.encounter", "a") as campaign:
        library = CreatureRepository(campaign.prepared, [rules])
        ganger = CreatureDef(key="ganger", name="Ganger", sheet={"hd": 2})
        entries = [LibraryCreature(creature=ganger, total=each) for each in ("rolled", "sheet")]
        own, plain = library.add("cwn", entries)
        faces = iter((3, 6, 8, 8))
        table = Table(system_for("cwn"), rules, message_catalog())
        staging = StagingContext(
            system=table.system, context=table.context, library=library, die=lambda _: next(faces)
        )
        recruits = (
            Recruit(creature="ganger", own=own.row, count="2"),
            Recruit(creature="ganger", own=plain.row),
        )
        table.play(start_command(staging, EncounterPlan(recruits=recruits)))
        library.close()
    assert [combatant.gauges["hp"] for combatant in table.context.state.combatants.values()] == [
        9,
        16,
        9,
    ]
