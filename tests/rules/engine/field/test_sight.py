"""One measure for everything, and what counts on a line: cover, dark, smoke, floors, bodies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, AreaKind, Plan
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.field import sight

A, B, C = (CombatantId(each) for each in "abc")


def state(places: dict[CombatantId, Place | None], *areas: Area, unit: str = "m") -> EncounterState:
    """A fight with a plan of 100 × 100 and people on it."""
    return EncounterState(
        plan=Plan(width=100, height=100, unit=unit, areas=areas),  # type: ignore[arg-type]
        combatants={
            who: Combatant(id=who, number=number, name=who, place=place)
            for number, (who, place) in enumerate(places.items(), 1)
        },
    )


def area(
    kind: AreaKind, left: float, top: float, right: float, bottom: float, *, floor: int = 0
) -> Area:
    return Area(
        key=f"{kind}{left}",
        shape="rectangle",
        points=((left, top), (right, bottom)),
        kind=kind,
        floor=floor,
    )


def seen(*areas: Area, a: Place, b: Place) -> list[str]:
    """The kinds of area that count when A attacks B."""
    found = sight.sight(state({A: a, B: b}, *areas), A, B)
    assert found is not None
    return [each.kind for each in found.areas]


@pytest.mark.parametrize(
    ("to", "unit", "distance"),
    [
        ((12, 16), "m", 20),  # the diagonal is as long as it is
        ((18, 18), "m", 25.5),
        ((20, 0), "m", 20),
        ((20.04, 0), "m", 20),
        ((20.06, 0), "m", 20.1),
        ((18, 18), "ft", 25),
        ((0, 0), "m", 0),
    ],
)
def test_f2_one_measure(to: tuple[float, float], unit: str, distance: float) -> None:
    """To a tenth of a metre, or to a foot; straight on the diagonal, with a grid or without."""
    there = Place(x=to[0], y=to[1])
    fight = state({A: Place(x=0, y=0), B: there}, unit=unit)
    assert sight.distance(fight, A, B) == distance == sight.distance(fight, B, A)
    assert sight.nearest_first(fight, A)[0][1] == distance
    assert [far for _, far in sight.near(fight, Place(x=0, y=0), distance, but=(A,))] == [distance]


def test_f4_touching_is_not_two_metres_apart() -> None:
    """Two large bodies that touch are 0 apart, whatever corner they touch with, and a size gives no reach."""
    large = Place(x=10, y=10, radius=2)
    fight = state({A: large, B: Place(x=14, y=10, radius=2), C: Place(x=12.83, y=12.83, radius=2)})
    assert sight.distance(fight, A, B) == 0
    assert sight.distance(fight, A, C) == 0
    apart = state({A: large, B: Place(x=16, y=10)})
    assert sight.distance(apart, A, B) == 4  # from the rim of the body, not from its middle


def test_f12_another_floor() -> None:
    """The height counts in the range; a blast reaches nobody on another floor."""
    fight = state({A: Place(x=0, y=0), B: Place(x=4, y=0, floor=1), C: Place(x=4, y=0)})
    assert sight.distance(fight, A, B) == 5  # 4 along, 3 up
    assert [who.id for who, _ in sight.near(fight, Place(x=4, y=0), 10)] == [C, A]
    assert [who.id for who, _ in sight.near(fight, Place(x=4, y=0, floor=1), 10)] == [B]


def test_f12_a_large_body_below_the_ceiling() -> None:
    """However wide it is, whoever stands on the floor above it is a storey away."""
    fight = state({A: Place(x=0, y=0, radius=5), B: Place(x=4, y=0, floor=1), C: Place(x=4, y=0)})
    assert sight.distance(fight, A, B) == 3
    assert sight.distance(fight, B, A) == 3
    assert sight.distance(fight, A, C) == 0


def test_f5_the_rim_of_a_blast_belongs_to_it() -> None:
    """Whose body is touched by it is in it, with the distance to the body."""
    fight = state({A: Place(x=5, y=0), B: Place(x=5.1, y=0), C: Place(x=7, y=0, radius=2)})
    assert sight.near(fight, Place(x=0, y=0), 5) == (
        (fight.combatants[A], 5),
        (fight.combatants[C], 5),
    )


def test_f11_the_wall_behind_me() -> None:
    """Cover behind the target or the attacker is not crossed; what the attacker leans out of does not count."""
    a, b = Place(x=10, y=10), Place(x=30, y=10)
    assert seen(area("cover", 18, 5, 20, 15), a=a, b=b) == ["cover"]
    assert seen(area("cover", 32, 5, 34, 15), a=a, b=b) == []
    assert seen(area("cover", 2, 5, 6, 15), a=a, b=b) == []
    assert seen(area("cover", 11, 5, 12, 15), a=a, b=b) == []  # leans out
    assert seen(area("cover", 11.5, 5, 12.5, 15), a=a, b=b) == ["cover"]
    assert seen(area("cover", 9, 9, 11, 11), a=a, b=b) == []  # stands in it
    assert seen(area("cover", 29, 9, 31, 11), a=a, b=b) == ["cover"]  # the target stands in it
    assert seen(area("cover", 5, 5, 35, 15), a=a, b=b) == []  # both stand in it
    assert seen(area("cover", 18, 12, 20, 15), a=a, b=b) == []  # the line passes it
    assert seen(area("cover", 30, 5, 32, 15), a=a, b=b) == []  # the target has its back against it
    assert seen(area("cover", 28, 5, 30, 15), a=a, b=b) == [
        "cover"
    ]  # the target is right behind it


def test_people_are_no_cover() -> None:
    """The fallen one on the line covers nobody, nor does one who stands there (F11)."""
    fight = state({A: Place(x=0, y=0), C: Place(x=5, y=0, radius=1), B: Place(x=10, y=0)})
    found = sight.sight(fight, A, B)
    assert found is not None
    assert found.areas == ()


def test_dark_and_smoke() -> None:
    """In the dark is who stands in it; smoke hides who is in it or behind it, also from one in it."""
    a, b = Place(x=10, y=10), Place(x=30, y=10)
    assert seen(area("dark", 25, 5, 35, 15), a=a, b=b) == ["dark"]
    assert seen(area("dark", 15, 5, 20, 15), a=a, b=b) == []
    assert seen(area("smoke", 15, 5, 20, 15), a=a, b=b) == ["smoke"]
    assert seen(area("smoke", 5, 5, 12, 15), a=a, b=b) == ["smoke"]
    assert seen(area("cover", 15, 5, 20, 15, floor=1), a=a, b=b) == []


def test_nobody_sees_from_nowhere() -> None:
    """Without a plan, and for those who stand nowhere, nothing is said."""
    assert sight.sight(EncounterState(), A, B) is None
    fight = state({A: Place(x=0, y=0), B: None})
    assert sight.sight(fight, A, B) is None
    assert sight.distance(fight, B, A) is None
    assert sight.nearest_first(fight, B) == ()


@given(x=st.floats(0, 100), y=st.floats(0, 100), px=st.floats(0, 100), py=st.floats(0, 100))
def test_a_measure_is_symmetric_and_never_below_0(x: float, y: float, px: float, py: float) -> None:
    fight = state({A: Place(x=x, y=y, radius=1), B: Place(x=px, y=py)})
    far = sight.distance(fight, A, B)
    assert far == sight.distance(fight, B, A)
    assert far is not None
    assert far >= 0
    assert far == round(far, 1)
