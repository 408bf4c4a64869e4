"""The same fight with metres typed and with places: the same events, but for those of the plan."""

from collections.abc import Iterable

import pytest
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Condition
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command, Next, Put, PutArea, SetPlan
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

A, B, C = CombatantId("ann_1"), CombatantId("bob_2"), CombatantId("cut_3")
_LIES = (ev.ConditionAdded(who=B, condition=Condition(key="prone")),)

Step = tuple[Command, Command, tuple[int, ...]]
"""What is done without places, what is done with them, and the dice."""


class Case(Struct, frozen=True, kw_only=True):
    """A fight: who stands where, the areas, the dice of initiative, what is in Ann's hand, and what is done."""

    places: dict[CombatantId, Point]
    steps: tuple[Step, ...]
    areas: tuple[PutArea, ...] = ()
    initiative: tuple[int, ...] = (6, 3, 1)
    held: str = "smg"
    before: tuple[ev.Event, ...] = ()


def area(kind: str, step: str = "") -> PutArea:
    """Returns an area of half the plan's height, from 20 m to 24 m."""
    return PutArea(shape="rectangle", is_=kind, step=step, at=(20, 0), size=(4, 20))  # type: ignore[arg-type]  # kinds


def both(command: Command, *dice: int) -> Step:
    """Returns a step that is the same with places and without."""
    return command, command, dice


def shot(*dice: int, metres: float | None, modifiers: tuple[str, ...] = (), **more: object) -> Step:
    """Returns a shot of Ann at Bob."""
    made = do.Attack(who=A, target=B, **more)  # type: ignore[arg-type]  # fields of the command
    return replace(made, metres=metres, modifiers=modifiers), made, dice


def move(gait: str, metres: float, *dice: int, who: CombatantId = A, **where: object) -> Step:
    """Returns a movement."""
    made = do.Move(who=who, gait=gait)  # type: ignore[arg-type]  # gaits
    return replace(made, metres=metres), replace(made, **where), dice


MISS = (1, 1, 1, 1, 1)
HIT = (6, 6, 6, 6, 6)

CASES = {
    "the last metre of short": Case(
        places={A: (10, 10), B: (25, 10)}, steps=(shot(*MISS, metres=15, mode="SA"),)
    ),
    "a hit at medium": Case(
        places={A: (10, 10), B: (40, 10)},
        steps=(shot(*HIT, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, metres=30, mode="SA"),),
    ),
    "a burst into the dark": Case(
        places={A: (10, 10), B: (24, 10)},
        areas=(area("dark", "dark_total"),),
        steps=(shot(1, metres=14, mode="FA", modifiers=("dark_total",)),),
    ),
    "over a cover": Case(
        places={A: (10, 10), B: (70, 10)},
        areas=(area("cover", "cover_75"), area("cover")),
        steps=(shot(1, 1, 1, metres=60, mode="SA", modifiers=("cover_75",)),) * 2,
    ),
    "at one who lies behind less": Case(
        places={A: (10, 10), B: (30, 10)},
        areas=(area("cover"),),
        before=_LIES,
        steps=(shot(1, 1, 1, 1, metres=20, mode="SA", modifiers=("cover_50",)),),
    ),
    "a walk and a knife": Case(
        places={A: (10, 10), B: (16, 10)},
        held="knife",
        steps=(
            move("walk", 5, to=(15, 10)),
            (
                do.Attack(who=A, target=B, metres=1, dodge=1),
                do.Attack(who=A, target=B, dodge=1),
                (3, *MISS),
            ),
        ),
    ),
    "a run towards somebody": Case(
        places={A: (10, 10), B: (18.5, 10)},
        held="knife",
        steps=(
            move("run", 7.5, towards=B),
            (do.Attack(who=A, target=B), do.Attack(who=A, target=B), (1, 1, 1, 1)),
        ),
    ),
    "crawling in two parts": Case(
        places={A: (10, 10), B: (30, 10)},
        steps=(
            both(do.Move(who=A, gait="prone")),
            move("crawl", 0.5, to=(10.5, 10)),
            move("crawl", 1.5, to=(12, 10)),
            shot(1, 1, 1, 1, metres=18, mode="SA"),
        ),
    ),
    "a grenade that misses": Case(
        places={A: (10, 10), B: (25, 10), C: (25, 16)},
        held="grenade",
        steps=(
            (do.Throw(who=A, metres=15), do.Throw(who=A, target=B), (*MISS, 4, 3)),
            (
                do.Blast(
                    who=A,
                    targets=(do.Caught(target=C, metres=3.2), do.Caught(target=B, metres=4)),
                ),
                do.Blast(who=A, targets=(do.Caught(target=C), do.Caught(target=B))),
                (1, 1, 1, 1, 1, 1, 1, 1),
            ),
        ),
    ),
    "a grenade at a point, on the point": Case(
        places={A: (10, 10), B: (25, 10), C: (25, 30)},
        held="grenade",
        steps=(
            (do.Throw(who=A, metres=13), do.Throw(who=A, at=(23, 10)), (6, 6, 6, 6, 6)),
            (
                do.Blast(who=A, targets=(do.Caught(target=B, metres=2),), more=True),
                do.Blast(who=A, targets=(do.Caught(target=B),), more=True),
                (1, 1, 1, 1),
            ),
            (
                do.Blast(who=A, targets=(do.Caught(target=C, metres=20.1),)),
                do.Blast(who=A, targets=(do.Caught(target=C),)),
                (),
            ),
        ),
    ),
    "a charge": Case(
        places={A: (10, 10), B: (14, 10), C: (18, 10)},
        steps=(
            (
                do.Blast(
                    weapon="grenade",
                    targets=(do.Caught(target=A, metres=0), do.Caught(target=C, metres=8)),
                ),
                do.Blast(
                    weapon="grenade",
                    at=(10, 10),
                    targets=(do.Caught(target=A), do.Caught(target=C)),
                ),
                (1, 1, 1, 1, 1, 1, 1, 1),
            ),
        ),
    ),
    "two at once": Case(
        places={A: (10, 10), B: (40, 10), C: (20, 10)},
        initiative=(3, 3, 1),
        steps=(
            move("walk", 5, to=(15, 10)),
            move("run", 10, who=B, to=(50, 10)),
            shot(*MISS, metres=25, mode="SA"),
            (
                do.Attack(who=B, target=A, metres=40, mode="SA"),
                do.Attack(who=B, target=A, mode="SA"),
                (1, 1, 1, 1),
            ),
            both(do.Wait(who=A)),
            both(do.Wait(who=B)),
            both(do.Apply()),
        ),
    ),
    "first aid beside": Case(
        places={A: (10, 10), B: (12, 10)},
        before=(ev.GaugeSet(who=B, gauge="th", to=5),),
        steps=(both(do.FirstAid(who=A, patient=B), 6, 6, 6, 2),),
    ),
}


def fight(case: Case, *, placed: bool) -> tuple[list[ev.Event], Table]:
    """Plays a fight and returns what happened in its steps."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    sheet = {"strength": 4, "dexterity": 4, "firearms": 5, "throwing": 5, "armed": 5}
    for name, side in (("Ann", "pc"), ("Bob", "foe"), ("Cut", "foe")):
        table.join(
            name,
            side=side,  # type: ignore[arg-type]  # sides
            items=["smg", "knife", "grenade"],
            held=case.held,
            **sheet,
            dodge=4,
            pain_resistance=4,
            medicine=3,
        )
    table.happen(*case.before)
    if placed:
        table.play(SetPlan(size=(80, 40)))
        for each in case.areas:
            table.play(each)
        for who, at in case.places.items():
            table.play(Put(who=(who,), at=at))
    table.begin(*case.initiative)
    happened: list[ev.Event] = []
    for typed, with_places, dice in case.steps:
        table.play(with_places if placed else typed, *dice)
        assert table.last is not None
        happened += table.last.events
    table.play(Next())
    return list(without_plan(happened)), table


def without_plan(events: Iterable[ev.Event]) -> Iterable[ev.Event]:
    """Yields events without those of the plan, and without where something has come down on it."""
    return (bare for event in events if (bare := _bare(event)) is not None)


def _bare(event: ev.Event) -> ev.Event | None:
    match event:
        case ev.PlanSet() | ev.AreaSet() | ev.PlaceSet():
            return None
        case ev.ObligationAdded(obligation=owed):
            values = {k: v for k, v in owed.values.items() if k not in ("x", "y", "floor")}
            return replace(event, obligation=replace(owed, values=values))
        case ev.ResultHeld():
            held = tuple(without_plan(event.events))
            own = len(tuple(without_plan(event.events[: event.own])))
            return replace(event, events=held, own=own) if held else None
        case _:
            return event


@pytest.mark.rule("D6P-18")
@pytest.mark.rule("D6P-26")
@pytest.mark.rule("D6P-28")
@pytest.mark.rule("D6P-39")
@pytest.mark.parametrize("name", CASES)
def test_places_and_metres_come_to_the_same(name: str) -> None:
    """Whatever is taken from the plan is as if it had been typed."""
    typed, _ = fight(CASES[name], placed=False)
    placed, table = fight(CASES[name], placed=True)
    assert placed == typed
    assert table.context.state.plan is not None
