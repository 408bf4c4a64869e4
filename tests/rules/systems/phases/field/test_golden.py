"""The same fight with distances typed and with places gives the same events, but for those of places."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.place import Place
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command, Put, PutArea
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.field.rules import RULES
from tests.rules.systems.phases.field.scene import RANGES, apart, lay_out, without_places
from tests.rules.systems.phases.playing import HIT, Duel, duel

MISS = (3, 3, 3, 1, 1, 2)

Steps = Callable[[Duel, bool], list[tuple[Command, tuple[int, ...], tuple[str, ...]]]]


def shot(made: Duel, **fields: Any) -> do.Attack:
    """Returns an attack of the shooter."""
    return do.Attack(who=made.who, target=made.mark, **({"defense": "standard"} | fields))


def plain(command: Command, *dice: int, choose: tuple[str, ...] = ()) -> Any:
    """Returns a step."""
    return command, dice, choose


CASES: dict[str, tuple[dict[str, Any], dict[str, Any], float, Steps]] = {
    "a miss at short range": (
        {},
        {},
        30,
        lambda made, typed: [plain(shot(made, band="short" if typed else ""), *MISS)],
    ),
    "a miss at medium range": (
        {},
        {},
        31,
        lambda made, typed: [plain(shot(made, band="medium" if typed else ""), *MISS)],
    ),
    "three shots at long range": (
        {},
        {},
        100,
        lambda made, typed: [
            plain(shot(made, shots=3, band="long" if typed else ""), 3, 3, 3, *((1, 1, 2) * 3))
        ],
    ),
    "a hit that wounds, and the test that it asks for": (
        {},
        {},
        200,
        lambda made, typed: [
            plain(
                shot(made, band="extreme" if typed else ""),
                *(1, 1, 2, 6, 6, 6, 7, 5, 5, 5, 6, 6, 5, 6, 6, 6),
            )
        ],
    ),
    "a burst aimed at the torso": (
        {},
        {"held": "smg"},
        60,
        lambda made, typed: [
            plain(shot(made, mode="burst", place="torso", band="medium" if typed else ""), *MISS)
        ],
    ),
    "a jog, then a shot": (
        {"actions": 2},
        {},
        60,
        lambda made, typed: [
            plain(
                do.Move(who=made.who, gait="jog", feet=10)
                if typed
                else do.Move(who=made.who, gait="jog", to=(90, 100))
            ),
            plain(shot(made, band="medium" if typed else ""), *MISS),
        ],
    ),
    "a run in the mud": (
        {"full": "run"},
        {},
        60,
        lambda made, typed: [
            plain(do.Move(who=made.who, gait="run", feet=16, terrain="difficult"))
            if typed
            else plain(do.Move(who=made.who, gait="run", to=(84, 100)))
        ],
    ),
    "closing in for a blow": (
        {},
        {"held": "knife"},
        12,
        lambda made, typed: (
            [plain(do.Move(who=made.who, gait="jog", feet=10)), plain(shot(made), *MISS)]
            if typed
            else [plain(shot(made), *MISS)]
        ),
    ),
    "a grab from beside": (
        {},
        {"held": "", "items": []},
        3,
        lambda made, typed: [plain(shot(made, technique="grab"), 1, 1, 2, *HIT)],
    ),
    "a target that runs straight away": (
        {},
        {},
        40,
        lambda made, typed: [
            plain(
                do.Move(who=made.who, gait="jog", feet=10)
                if typed
                else do.Move(who=made.who, gait="jog", to=(90, 100))
            ),
            plain(
                do.Attack(
                    who=made.mark,
                    target=made.who,
                    straight=True if typed else None,
                    defense="standard",
                    band="medium" if typed else "",
                ),
                *MISS,
            ),
        ],
    ),
}


def played(made: Duel, steps: Steps, *, typed: bool) -> list[ev.Event]:
    """Plays steps, and returns their events without those of places."""
    found: list[ev.Event] = []
    for command, dice, choose in steps(made, typed):
        made.table.turn_of(getattr(command, "who", made.who))
        made.table.play(command, *dice, choose=choose)
        assert made.table.last is not None
        found += without_places(made.table.last.events)
    return found


@pytest.mark.rule("PHA-12")
@pytest.mark.rule("PHA-30")
@pytest.mark.rule("PHA-31")
@pytest.mark.parametrize("name", CASES)
def test_typed_and_placed_are_the_same(name: str) -> None:
    """Every event and number of it, in the same order; the band and the ground are the plan's."""
    declared, shooter, feet, steps = CASES[name]
    typed = duel(declared or None, **shooter)
    typed.table.switch(RANGES, to=True)
    placed = apart(feet, declared or None, ranges=True, **shooter)
    for made in (typed, placed):
        _arm_the_mark(made)
    if "mud" in name:
        placed.table.play(PutArea(at=(0, 0), size=(400, 200), is_="difficult"))
    expected = played(typed, steps, typed=True)
    found = played(placed, steps, typed=False)
    if "closing" in name:  # one command in place of two: the same events, the jog among them
        assert sorted(map(str, found)) == sorted(map(str, expected))
    else:
        assert found == expected
    assert typed.table.context.state.combatants == {
        who: _unplaced(each) for who, each in placed.table.context.state.combatants.items()
    }


def _unplaced(combatant: Any) -> Any:
    memo = {key: value for key, value in combatant.memo.items() if key != "way"}
    return replace(combatant, place=None, memo=memo)


def _arm_the_mark(made: Duel) -> None:
    pistol = duel().table.combatant(made.who).item("heavy_pistol")
    assert pistol is not None
    made.table.happen(
        ev.ItemPut(who=made.mark, item=pistol),
        ev.MemoSet(who=made.mark, key="held", value=pistol.key),
        ev.GaugeSet(who=made.mark, gauge="ammo.heavy_pistol", to=10),
    )


# ---- properties

feet = st.integers(0, 400)
commands = st.one_of(
    st.builds(
        lambda band, straight, place, weapon, technique: do.Attack(
            who=CombatantId("w"),
            target=CombatantId("m"),
            band=band,
            straight=straight,
            place=place,
            weapon=weapon,
            technique=technique,
        ),
        st.sampled_from(["", "point_blank", "short", "extreme"]),
        st.sampled_from([None, True, False]),
        st.sampled_from(["", "head"]),
        st.sampled_from(["", "smg", "knife", "nothing"]),
        st.sampled_from(["", "grab", "nothing"]),
    ),
    st.builds(
        lambda gait, said, terrain, to, at: do.Move(
            who=CombatantId("w"),
            gait=gait,
            feet=said,
            terrain=terrain,
            to=at if to == "to" else None,
            towards=CombatantId("m") if to == "towards" else None,
        ),
        st.sampled_from(["jog", "run", "sprint", "still"]),
        st.one_of(st.none(), st.integers(0, 60)),
        st.sampled_from(["normal", "difficult"]),
        st.sampled_from(["", "to", "towards"]),
        st.tuples(st.floats(0, 900), st.floats(0, 200)),
    ),
)


def _of(made: Duel, command: Command) -> Command:
    """Returns a drawn command of the people of a duel."""
    if isinstance(command, do.Attack):
        return replace(command, who=made.who, target=made.mark)
    assert isinstance(command, do.Move)
    towards = made.mark if command.towards else None
    return replace(command, who=made.who, towards=towards)


PLACED, UNPLACED = apart(0, ranges=True), duel()
UNPLACED.table.switch(RANGES, to=True)
lay_out(UNPLACED.table)
UNPLACED.table.play(PutArea(at=(0, 0), size=(900, 200), is_="difficult", amount=-5))


@pytest.mark.rule("PHA-31")
@given(command=commands, x=st.floats(0, 900), y=st.floats(0, 200), floor=st.integers(-1, 1))
def test_completed_twice_is_completed_once(
    command: Command, x: float, y: float, floor: int
) -> None:
    """And never changes what is said."""
    place = ev.PlaceSet(who=PLACED.mark, to=Place(x=x, y=y, floor=floor))
    PLACED.table.happen(place)
    command = _of(PLACED, command)
    context = PLACED.table.context
    once = RULES.completed(context, command)
    assert RULES.completed(context, once) == once
    for field in command.__struct_fields__:
        said = getattr(command, field)
        if said not in (None, ""):
            assert getattr(once, field) == said


@pytest.mark.rule("PHA-31")
@given(command=commands)
def test_nobody_placed_changes_nothing(command: Command) -> None:
    """A plan full of areas, and nobody on it: a command stays as it is, unless it names a place."""
    command = _of(UNPLACED, command)
    if isinstance(command, do.Move) and (command.to or command.towards):
        return
    assert RULES.completed(UNPLACED.table.context, command) is command


def _outcome(context: RulesContext, made: Duel, command: Command) -> list[ev.Event]:
    made.table.context = context
    made.table.play(command, *MISS)
    assert made.table.last is not None
    return list(made.table.last.events)


@pytest.mark.rule("PHA-31")
@given(band=st.sampled_from(["", "medium", "long"]), held=st.sampled_from(["smg", "knife"]))
def test_one_alone_on_the_plan_changes_nothing(band: do.Band, held: str) -> None:
    """The shooter stands somewhere and the mark nowhere: the same events as without a plan."""
    free, alone = duel(held=held), duel(held=held)
    lay_out(alone.table)
    alone.table.play(Put(who=(alone.who,), at=(10, 10)))
    command = shot(free, band=band)
    assert _outcome(alone.table.context, alone, command) == _outcome(
        free.table.context, free, command
    )
