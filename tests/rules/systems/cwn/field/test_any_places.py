"""What holds wherever people stand, and where nobody does. Source: CWN-18, CWN-28, CWN-29."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.field.ground import Ground

PEOPLE = tuple(CombatantId(each) for each in ("op_1", "friend_2", "foe_3", "other_4"))
_OF_PLACES = (ev.PlaceSet, ev.AreaSet, ev.AreaRemoved)

who = st.sampled_from(PEOPLE)
metres = st.none() | st.sampled_from([0, 1, 2, 2.1, 10, 50, 500])
point = st.none() | st.tuples(st.floats(0, 100), st.floats(0, 100))
modifiers = st.sampled_from([(), ("cover_partial",), ("cover_near_total",)])

commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        do.Attack,
        who=who,
        target=who,
        weapon=st.sampled_from(["", "heavy_pistol", "knife"]),
        mode=st.sampled_from(["", "thrown"]),
        how=st.sampled_from(["", "charge", "snap", "swarm"]),
        metres=metres,
        modifiers=modifiers,
        overruled=st.sampled_from([(), ("cover_partial",), ("area_1",)]),
        also=st.lists(who, max_size=2).map(tuple),
        to=point,
    ),
    st.builds(do.Run, who=who, metres=st.sampled_from([0, 5, 10]), to=point, main=st.booleans()),
    st.builds(do.Run, who=who, towards=who),
    st.builds(do.Screen, who=who, ally=who, to=point),
    st.builds(do.Swarm, who=who, target=who),
    st.builds(do.Throw, who=who, metres=metres, at=point, towards=st.none() | who),
    st.builds(do.Blast, who=st.none() | who, weapon=st.just("frag_grenade"), at=point),
    st.builds(do.Suppress, who=who, towards=st.none() | who),
    st.builds(do.Execute, who=who, target=who, metres=metres),
    st.builds(
        do.SnapTogether,
        shots=st.lists(st.builds(do.Shot, who=who, target=who, metres=metres), max_size=2).map(
            tuple
        ),
    ),
)
places = st.none() | st.builds(
    Place,
    x=st.floats(0, 100).map(lambda each: round(each, 2)),
    y=st.floats(0, 100).map(lambda each: round(each, 2)),
    floor=st.sampled_from([0, 0, 0, 1]),
    radius=st.sampled_from([0, 0, 1.5]),
)
standing = st.tuples(places, places, places, places)


def fight(*, has_plan: bool) -> Ground:
    """Four people with all sorts of things, at the turn of the players."""
    ground = Ground(has_plan=has_plan)
    grenade = CarriedDef(item="frag_grenade", values={"count": 3})
    things: list[Any] = ["knife", "heavy_pistol", grenade]
    ground.pc("Op", items=things, held="knife", stab=1)
    ground.pc("Friend", items=things, held="frag_grenade", stab=2)
    ground.npc("Foe", items=things, held="knife", hp=30)
    ground.npc("Other", items=things, held="heavy_pistol", hp=30)
    ground.start()
    return ground


def stood(ground: Ground, at: tuple[Place | None, ...]) -> Ground:
    """The same with people in these places, and cover between them."""
    cover = Area(
        key="area_1", shape="rectangle", points=((40, 0), (45, 100)), kind="cover", amount=-1
    )
    smoke = Area(key="area_2", shape="circle", points=((60, 50),), radius=20, kind="smoke")
    ground.happen(ev.AreaSet(area=cover), ev.AreaSet(area=smoke))
    ground.happen(*(ev.PlaceSet(who=one, to=each) for one, each in zip(PEOPLE, at, strict=True)))
    return ground


def outcome(ground: Ground, command: Command) -> list[Any]:
    """Plays a command with the same dice whatever is asked, and returns what happened, or why not."""
    procedure = ground.system.procedure(ground.context, command)
    answer: Any = None
    try:
        while True:
            asked = procedure.send(answer)
            answer = ground.answered(asked, [1] * 40)
    except StopIteration as done:
        ground.happen(*done.value.events)
        return [each for each in done.value.events if not isinstance(each, _OF_PLACES)]
    except RuleError as refused:
        return [refused.message.key]


@given(command=commands, at=standing)
def test_completed_twice_is_completed_once(command: Command, at: tuple[Place | None, ...]) -> None:
    """What the plan has said is said; a place that is none is refused, both times alike."""
    ground = stood(fight(has_plan=True), at)
    completed = ground.system.rules().field.completed
    try:
        once = completed(ground.context, command)
    except RuleError:
        return
    assert completed(ground.context, once) == once


@given(command=commands)
@pytest.mark.rule("CWN-28")
def test_f12_with_nobody_placed_nothing_changes(command: Command) -> None:
    """A plan alone asks, adds and refuses nothing; only a point or somebody to go to needs a place."""
    there, here = fight(has_plan=True), fight(has_plan=False)
    completed = there.system.rules().field.completed
    names_a_place = getattr(command, "to", None) or getattr(command, "at", None)
    if names_a_place or (isinstance(command, do.Run) and command.towards):
        return
    assert completed(there.context, command) == command
    assert outcome(there, command) == outcome(here, command)


@settings(max_examples=60)
@given(played=st.lists(commands, max_size=6), at=standing)
@pytest.mark.rule("CWN-18")
def test_any_commands_anywhere(played: list[Command], at: tuple[Place | None, ...]) -> None:
    """Nothing breaks; nobody stands off the plan, is in melee with whom it cannot reach, or screens from afar."""
    ground = stood(fight(has_plan=True), at)
    field = ground.system.rules().field
    for command in played:
        before = ground.context
        outcome(ground, command)
        ground.system.field(ground.context, PEOPLE[0], PEOPLE[2])
        ground.system.attack_form(ground.context, {})
        for each in ground.context.state.combatants.values():
            if each.place is not None:
                assert 0 <= each.place.x <= 100
                assert 0 <= each.place.y <= 100
            moved = each.place != before.combatant(each.id).place
            for foe in ground.melee(each.id):
                if moved and each.place is not None:
                    assert field.is_beside(ground.context.state, each.id, foe) is not False
            screening = each.condition("screening")
            if screening is not None and screening.about and moved:
                from encounter_gui.rules.engine.field.sight import distance

                far = distance(ground.context.state, each.id, screening.about)
                assert far is None or far <= 3
