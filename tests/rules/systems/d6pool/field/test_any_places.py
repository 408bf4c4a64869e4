"""Whoever stands wherever: commands are completed once and for all, and without places nothing changes."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area
from encounter_gui.paths import message_catalog
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.field.rules import RULES
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

PEOPLE = tuple(CombatantId(each) for each in ("ann_1", "bob_2", "cut_3"))

number = st.floats(0, 40).map(lambda each: round(each, 2))
point = st.tuples(number, number)
wild = point | st.sampled_from([(-1.0, 3.0), (float("nan"), 0.0), (1e9, 1e9)])
floor = st.integers(0, 1)
place = st.none() | st.builds(
    Place, x=number, y=number, floor=floor, radius=st.sampled_from([0, 0, 1.5])
)
area = st.builds(
    lambda kind, corner, size, amount, step, on: Area(
        key="", shape="circle", points=(corner,), radius=size, kind=kind, amount=amount, step=step,
        floor=on,
    ),
    st.sampled_from(["cover", "dark", "smoke", "difficult", ""]),
    point,
    st.floats(1, 15),
    st.integers(-2, 2),
    st.sampled_from(["", "cover_75", "dark_total"]),
    floor,
)  # fmt: skip
areas = st.lists(area, max_size=4)
who = st.sampled_from([*PEOPLE, CombatantId("nobody")])
metres = st.none() | st.integers(0, 40)
band = st.sampled_from(["", "", "short", "long"])
modifiers = st.lists(st.sampled_from(["cover_50", "dark_partial", "size_3m"]), max_size=2).map(
    tuple
)
overruled = st.lists(st.sampled_from(["cover_50", "cover_75", "area_1"]), max_size=2).map(tuple)
weapon = st.sampled_from(["", "smg", "knife", "grenade", "throwing_knife", "nothing"])
said = {"metres": metres, "band": band, "modifiers": modifiers, "overruled": overruled}
commands = st.one_of(
    st.builds(do.Attack, who=who, target=who, weapon=weapon, **said),
    st.builds(
        do.Throw, who=who, weapon=weapon, at=st.none() | wild, target=st.none() | who, **said
    ),
    st.builds(
        do.Move,
        who=who,
        gait=st.sampled_from(["walk", "run", "crawl", "prone"]),
        to=st.none() | wild,
        towards=st.none() | who,
        floor=st.none() | floor,
    ),
    st.builds(
        do.Blast,
        who=st.none() | who,
        weapon=st.just("grenade"),
        at=st.none() | wild,
        targets=st.lists(st.builds(do.Caught, target=who, metres=metres), max_size=2).map(tuple),
    ),
)


def fight(places: tuple[Place | None, ...], on_plan: list[Area] | None) -> Table:
    """Returns a fight with people at these places; None: without a plan."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    for name in ("Ann", "Bob", "Cut"):
        table.join(
            name, strength=4, dexterity=4, firearms=5, throwing=5,
            items=["smg", "knife", "grenade", "throwing_knife"], held="smg",
        )  # fmt: skip
    table.begin(3, 3, 1)
    if on_plan is not None:
        table.happen(ev.PlanSet(width=40, height=40))
        known = (replace(each, key=f"area_{at + 1}") for at, each in enumerate(on_plan))
        table.happen(*(ev.AreaSet(area=each) for each in known))
        table.happen(*(ev.PlaceSet(who=who, to=to) for who, to in zip(PEOPLE, places, strict=True)))
    owed = Obligation(
        kind="next_victim",
        who=PEOPLE[0],
        values={"weapon": "grenade", "x": 9000, "y": 4500, "floor": 0},
    )
    table.happen(ev.ObligationAdded(obligation=owed))
    return table


@given(st.tuples(place, place, place), areas, commands)
@examples(150)
def test_completing_is_done_once_and_for_all(
    places: tuple[Place | None, ...], on_plan: list[Area], command: Command
) -> None:
    """Done twice it is as done once, and what is said stays said; it refuses nothing itself."""
    context = fight(places, on_plan).context
    once = RULES.completed(context, command)
    assert RULES.completed(context, once) == once
    assert type(once) is type(command)
    for name in ("band", "gm", "weapon", "overruled", "at", "target", "gait", "to"):
        assert getattr(once, name, None) == getattr(command, name, None)
    if isinstance(command, do.Attack | do.Throw) and command.metres is not None:
        assert getattr(once, "metres", None) == command.metres
    before = getattr(command, "modifiers", ())
    assert getattr(once, "modifiers", ())[: len(before)] == before


@given(commands)
@examples(60)
def test_with_nobody_placed_nothing_changes(command: Command) -> None:
    """On a plan where nobody stands a command is what it is without one; a point of the plan alone is known there."""
    names_point = getattr(command, "at", None) is not None
    empty, bare = fight((None, None, None), []), fight((None, None, None), None)
    if not names_point and not (isinstance(command, do.Blast) and command.who == PEOPLE[0]):
        assert RULES.completed(empty.context, command) == command
    if names_point or getattr(command, "to", None) is not None:
        return
    assert outcome(empty, command) == outcome(bare, command)


def outcome(table: Table, command: Command) -> str:
    """Returns the refusal of a command before its first die, or that there is none."""
    try:
        next(table.system.procedure(table.context, command))
    except RuleError as refused:
        # Without a plan it is said that there is none, on one that they stand nowhere.
        return refused.message.key.replace("rules.field.stands_nowhere", "rules.field.no_plan")
    except StopIteration:
        return "done"
    return "asks"


@given(st.tuples(place, place, place), areas, commands)
@examples(150)
def test_whatever_is_asked_is_played_or_refused(
    places: tuple[Place | None, ...], on_plan: list[Area], command: Command
) -> None:
    """Nobody leaves the plan, and no move uses up more than a turn has."""
    table = fight(places, on_plan)
    if isinstance(command, do.Move):
        try:
            table.play(command)
        except RuleError:
            return
        assert table.gauge(command.who, "moved") <= 10
    else:
        outcome(table, command)
    for who in PEOPLE:
        there = table.combatant(who).place
        assert there is None or (0 <= there.x <= 40 and 0 <= there.y <= 40)
    table.system.field(table.context, PEOPLE[0], PEOPLE[1])
    table.system.attack_form(table.context, {"who": PEOPLE[1]})
    table.system.attack_form(table.context, {"who": PEOPLE[0]})
