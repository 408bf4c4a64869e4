"""The same fight with distances said and with places: the same events, but for those of places."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems.cwn import commands as do
from tests.rules.systems.cwn.field.ground import Ground

OP, FRIEND, FOE, OTHER, THIRD = (
    CombatantId(each) for each in ("op_1", "friend_2", "foe_3", "other_4", "third_5")
)
_OF_PLACES = (ev.PlaceSet, ev.AreaSet, ev.AreaRemoved, ev.PlanSet)


def gathered(*, has_plan: bool, items: list[Any], **more: Any) -> Ground:
    """An operator, a friend 12 m beside, and foes at 10, 30 and 34 m, at the turn of the players."""
    ground = Ground(has_plan=has_plan)
    ground.at(ground.pc("Op", items=items, hp=60, dexterity=14, shoot=1, **more), 10, 10)
    ground.at(ground.pc("Friend", stab=2, hp=60), 10, 22)
    ground.at(ground.npc("Foe", hp=40, save=15), 20, 10)
    ground.at(ground.npc("Other", hp=40, save=15), 40, 10)
    ground.at(ground.npc("Third", hp=40, save=15, items=["heavy_pistol"]), 44, 10)
    ground.start()
    return ground


def told(ground: Ground, played: tuple[tuple[Command, tuple[int, ...]], ...]) -> list[Any]:
    """What has happened, place events left out, and the lines of the log."""
    found: list[Any] = []
    for command, faces in played:
        ground.play(command, *faces)
        assert ground.last is not None
        found += [
            _placeless(each) for each in ground.last.events if not isinstance(each, _OF_PLACES)
        ]
        found += [ground.context.texts.sentence(each) for each in ground.labels]
    return found


def _placeless(event: ev.Event) -> ev.Event:
    """Leaves out where an explosive in the air has landed, and what the plan said of attacks that are still owed."""
    if isinstance(event, ev.ObligationAdded):
        values = {key: each for key, each in event.obligation.values.items() if key != "seen"}
        return replace(event, obligation=replace(event.obligation, values=values))
    if isinstance(event, ev.ConditionAdded) and event.condition.key == "in_air":
        return replace(event, condition=replace(event.condition, keys=event.condition.keys[:1]))
    return event


RAPID = CarriedDef(item="heavy_pistol", values={"attacks": 2})
THREE = CarriedDef(item="frag_grenade", values={"count": 3})


def shot(**said: Any) -> do.Attack:
    return do.Attack(**{"who": OP, "target": FOE} | said)


def move(who: CombatantId, x: float, y: float) -> Callable[[Ground], None]:
    def moved(ground: Ground) -> None:
        ground.at(who, x, y)

    return moved


def lay(*areas: tuple[str, float]) -> Callable[[Ground], None]:
    """Areas across the line, each 1 m deep, where there is a plan."""

    def laid(ground: Ground) -> None:
        for kind, x in areas if ground.has_plan else ():
            ground.area(kind, (x, 5), (1, 10))

    return laid


def lying(ground: Ground) -> None:
    ground.at(FOE, 11, 10)
    ground.happen(ev.ConditionAdded(who=FOE, condition=Condition(key="prone")))


def as_they_stand(ground: Ground) -> None:
    """Nobody moves."""


CASES: dict[str, tuple[list[Any], Callable[[Ground], None], list[Any], list[Any]]] = {
    "at the last metre of normal range": (
        ["heavy_pistol"],
        as_they_stand,
        [(shot(), (14, 3, 5))],
        [(shot(metres=10), (14, 3, 5))],
    ),
    "a step beyond it": (
        ["heavy_pistol"],
        move(FOE, 20.1, 10),
        [(shot(), (14, 3, 5))],
        [(shot(metres=10.1), (14, 3, 5))],
    ),
    "behind cover": (
        ["heavy_pistol"],
        lay(("cover", 15)),
        [(shot(), (14, 3, 5))],
        [(shot(metres=10, modifiers=("cover_partial",)), (14, 3, 5))],
    ),
    "through smoke and cover": (
        ["heavy_pistol"],
        lay(("cover", 15), ("smoke", 13)),
        [(shot(target=OTHER), (19, 3, 5))],
        [(shot(target=OTHER, metres=30, modifiers=("cover_near_total",)), (19, 3, 5))],
    ),
    "at arm's length with a pistol": (
        ["heavy_pistol"],
        move(FOE, 12, 10),
        [(shot(), (14, 3, 5))],
        [(shot(metres=2), (14, 3, 5))],
    ),
    "a blow at one who lies there": (
        ["sword"],
        lying,
        [(shot(), (14, 3, 5))],
        [(shot(metres=1), (14, 3, 5))],
    ),
    "a charge": (
        ["sword"],
        as_they_stand,
        [(shot(how="charge"), (14, 3, 5))],
        [(shot(how="charge", moved=9, metres=1), (14, 3, 5))],
    ),
    "a knife thrown far": (
        ["knife"],
        move(FOE, 25, 10),
        [(shot(mode="thrown"), (14, 3, 2))],
        [(shot(mode="thrown", metres=15), (14, 3, 2))],
    ),
    "two targets of one Main": (
        [RAPID],
        lay(("cover", 35)),
        [(shot(also=(OTHER,)), (14, 3, 5, 15, 2, 4))],
        [
            (
                shot(
                    also=(OTHER,),
                    metres=10,
                    aims=(
                        do.Aimed(target=FOE, metres=10),
                        do.Aimed(target=OTHER, metres=30, modifiers=("cover_partial",)),
                    ),
                ),
                (14, 3, 5, 15, 2, 4),
            )
        ],
    ),
    "two shots at once": (
        ["heavy_pistol"],
        as_they_stand,
        [
            (
                do.SnapTogether(
                    shots=(do.Shot(who=OP, target=OTHER), do.Shot(who=THIRD, target=OP))
                ),
                (19, 2, 4, 10),
            )
        ],
        [
            (
                do.SnapTogether(
                    shots=(
                        do.Shot(who=OP, target=OTHER, metres=30),
                        do.Shot(who=THIRD, target=OP, metres=34),
                    )
                ),
                (19, 2, 4, 10),
            )
        ],
    ),
    "a grenade among them": (
        [THREE],
        as_they_stand,
        [
            (do.Throw(who=OP, towards=OTHER), (14,)),
            (do.Blast(who=OP), (6, 5, 3, 2, 15, 4)),
        ],
        [
            (do.Throw(who=OP, metres=30), (14,)),
            (
                do.Blast(who=OP, targets=(do.Caught(target=OTHER), do.Caught(target=THIRD))),
                (6, 5, 3, 2, 15, 4),
            ),
        ],
    ),
    "suppressive fire": (
        ["automatic_rifle"],
        as_they_stand,
        [(do.Suppress(who=OP, towards=OTHER), (3, 15, 2, 5, 1, 1, 1))],
        [
            (
                do.Suppress(
                    who=OP,
                    targets=(
                        do.InCone(target=FOE),
                        do.InCone(target=OTHER),
                        do.InCone(target=THIRD),
                    ),
                ),
                (3, 15, 2, 5, 1, 1, 1),
            )
        ],
    ),
    "a prepared shot": (
        ["heavy_pistol"],
        as_they_stand,
        [(do.Execute(who=OP, target=FOE), (5, 5, 3))],
        [(do.Execute(who=OP, target=FOE, distance="normal"), (5, 5, 3))],
    ),
}


@pytest.mark.rule("CWN-28")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_places_and_metres_come_to_the_same(case: str) -> None:
    """A golden case for each thing that has a distance."""
    items, before, placed, said = CASES[case]
    there, here = (gathered(has_plan=each, items=items) for each in (True, False))
    before(there)
    before(here)
    assert told(there, tuple(placed)) == told(here, tuple(said))
