"""Moves on the plan: feet, gaits, ground, beyond, straight. Source: PHA-12, PHA-13, PHA-22, PHA-31, PHA-64."""

import pytest

from encounter_gui.core.ids import EncounterId
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.model.commands import Put, PutArea, SetPlan
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.field.rules import RULES
from encounter_gui.rules.systems.phases.field.ways import goes_straight
from encounter_gui.rules.systems.phases.sheet import character
from tests.rules.systems.phases.field.scene import (
    apart,
    attack,
    lay_out,
    place_of,
    put,
    without_places,
)
from tests.rules.systems.phases.playing import Duel, duel

MOVE = 16
MISS = (3, 3, 3, 1, 1, 2)


def label(made: Duel) -> str:
    """Returns the log line of the last command."""
    assert made.table.last is not None
    return made.table.context.texts.text(made.table.last.label)


def all_mud(made: Duel, step: str = "") -> None:
    """Makes the whole plan difficult ground."""
    made.table.play(PutArea(at=(0, 0), size=(900, 200), is_="difficult", step=step))


@pytest.mark.rule("PHA-12")
@pytest.mark.parametrize(("gait", "most"), [("jog", MOVE), ("run", 2 * MOVE), ("sprint", 3 * MOVE)])
def test_a_move_goes_to_its_place(gait: do.Gait, most: int) -> None:
    """As far as the gait goes; a foot more is gone all the same, and the log says beyond."""
    made = apart(300)
    made.table.play(do.Move(who=made.who, gait=gait, to=(100 + most, 100)))
    assert place_of(made.table, made.who) == (100 + most, 100)
    assert made.table.result("move") == {"gait": gait, "feet": most}
    assert "beyond" not in label(made)
    again = apart(300)
    again.table.play(do.Move(who=again.who, gait=gait, to=(101 + most, 100)))
    assert place_of(again.table, again.who) == (101 + most, 100)
    assert "1 ft beyond what the move allows" in label(again)


@pytest.mark.rule("PHA-12")
def test_fewer_feet_than_the_way_are_a_part_of_it() -> None:
    """And more than MOVE allows are refused, as without a plan."""
    made = apart(300)
    move = do.Move(who=made.who, gait="jog", to=(160, 100), feet=MOVE + 1)
    assert made.table.refused(move) == "phases.too_far"
    made.table.play(do.Move(who=made.who, gait="jog", towards=made.mark, feet=10))
    assert place_of(made.table, made.who) == (110.0, 100.0)


@pytest.mark.rule("PHA-12")
def test_towards_somebody_ends_beside() -> None:
    """In melee range, without running over."""
    made = apart(12)
    made.table.play(do.Move(who=made.who, gait="jog", towards=made.mark))
    assert place_of(made.table, made.who) == (109.5, 100.0)
    assert RULES.is_beside(made.table.context.state, made.who, made.mark)


@pytest.mark.rule("PHA-13")
@pytest.mark.parametrize(("step", "factor"), [("", 2), ("very", 4)])
@pytest.mark.parametrize("gait", ["jog", "run"])
def test_difficult_ground_by_plan_and_typed(gait: do.Gait, step: str, factor: int) -> None:
    """What a typed terrain allows, the plan allows to the foot."""
    terrain: do.Terrain = "very_difficult" if step else "difficult"
    made = apart(300)
    all_mud(made, step)
    most = character.move(made.table.context, made.table.combatant(made.who), gait, terrain)
    assert most == MOVE * (2 if gait == "run" else 1) // factor
    made.table.play(do.Move(who=made.who, gait=gait, to=(100 + most, 100)))
    assert "beyond" not in label(made)
    assert made.table.result("move")["feet"] == most
    over = apart(300)
    all_mud(over, step)
    over.table.play(do.Move(who=over.who, gait=gait, to=(101 + most, 100)))
    assert "beyond" in label(over)


@pytest.mark.rule("PHA-13")
def test_a_way_through_both_counts_each_part() -> None:
    """Six feet of road and five of mud take sixteen of MOVE; a typed terrain holds for all of it instead."""
    made = apart(300)
    made.table.play(PutArea(at=(106, 0), size=(100, 200), is_="difficult"))
    made.table.play(do.Move(who=made.who, gait="jog", to=(111, 100)))
    assert "beyond" not in label(made)
    typed = apart(300)
    typed.table.play(PutArea(at=(106, 0), size=(100, 200), is_="difficult"))
    typed.table.play(do.Move(who=typed.who, gait="jog", terrain="difficult", to=(109, 100)))
    assert "1 ft beyond" in label(typed)


@pytest.mark.rule("PHA-64")
def test_a_wounded_leg_shortens_the_rings() -> None:
    """A Slight leg leaves three quarters; the run and sprint of that, and none is open once it has moved."""
    made = apart(300)
    made.table.hurt(made.who, "left_leg", 2)
    system, context = made.table.system, made.table.context
    rings = system.field(context, made.who).rings
    assert [(each.text, each.cost, each.is_open) for each in rings] == [
        ("jog 12 ft", 0, True),
        ("run 24 ft", 1, True),
        ("sprint 36 ft", 2, True),
    ]
    made.table.play(do.Move(who=made.who, gait="jog", to=(104, 100)))
    rings = system.field(made.table.context, made.who).rings
    assert [each.is_open for each in rings] == [False, False, False]


@pytest.mark.rule("PHA-22")
def test_the_cheapest_gait_that_is_left() -> None:
    """A jog where it suffices, then run and sprint; once an action is used no Full Action; else by hand."""
    made = apart(300, {"actions": 2})
    system = made.table.system

    def offered(x: float) -> tuple[object, bool]:
        offer, command = system.move_offer(made.table.context, made.who, (x, 100.0))
        return getattr(command, "gait", None), offer.is_beyond

    assert [offered(100 + each) for each in (16, 17, 32, 33, 48, 60)] == [
        ("jog", False),
        ("run", False),
        ("run", False),
        ("sprint", False),
        ("sprint", False),
        ("sprint", True),
    ]
    text = system.move_offer(made.table.context, made.who, (160.0, 100.0))[0].text
    assert text == "sprint 60 of 48 ft, beyond"
    made.attack(*MISS)
    assert [offered(100 + each) for each in (16, 17)] == [("jog", False), ("jog", True)]
    made.table.play(do.Move(who=made.who, gait="jog", feet=3))
    offer, command = system.move_offer(made.table.context, made.who, (150.0, 100.0))
    assert offer.is_by_hand
    assert isinstance(command, Put)
    not_its_turn = system.move_offer(made.table.context, made.mark, (150.0, 100.0))
    assert isinstance(not_its_turn[1], Put)


@pytest.mark.rule("PHA-22")
def test_a_declared_run_is_offered_as_it_is_declared() -> None:
    """Who has declared a run does not jog."""
    made = apart(300, {"full": "run"})
    _, command = made.table.system.move_offer(made.table.context, made.who, (105.0, 100.0))
    assert isinstance(command, do.Move)
    assert command.gait == "run"
    made.table.play(command)
    assert place_of(made.table, made.who) == (105.0, 100.0)


@pytest.mark.rule("PHA-22")
def test_f10_pushed_is_not_walked() -> None:
    """Whoever is placed by hand keeps its move and its gait."""
    made = apart(100)
    before = made.table.combatant(made.who)
    put(made.table, **{made.who: (140.0, 100.0)})
    after = made.table.combatant(made.who)
    assert (after.gauges, after.memo) == (before.gauges, before.memo)
    made.table.play(do.Move(who=made.who, gait="jog", to=(150, 100)))
    assert place_of(made.table, made.who) == (150.0, 100.0)


@pytest.mark.rule("PHA-12")
def test_f3_feet_are_not_metres() -> None:
    """A plan in metres given to this game is converted, its floors too."""
    made = duel()
    made.table.play(SetPlan(size=(80, 40), unit="m", storey=3))
    plan = made.table.context.state.plan
    assert plan is not None
    assert plan.unit == "ft"
    assert (round(plan.width), round(plan.height), round(plan.storey)) == (262, 131, 10)


@pytest.mark.rule("PHA-12")
@pytest.mark.parametrize(
    ("move", "refusal"),
    [
        ({"to": (1000.0, 5.0)}, "rules.field.off_plan"),
        ({"to": (float("nan"), 5.0)}, "rules.field.no_point"),
        ({"towards": "Shooter"}, "rules.field.towards_self"),
        ({"gait": "still", "to": (5.0, 5.0)}, "phases.goes_nowhere"),
        ({"gait": "prone", "to": (5.0, 5.0)}, "phases.goes_nowhere"),
        ({"to": (110.0, 100.0), "floor": 10**6}, "rules.field.no_floor"),
    ],
)
def test_places_that_are_none(move: dict[str, object], refusal: str) -> None:
    """Refused in words, and nobody has moved."""
    made = apart(50)
    if "towards" in move:
        move = {"towards": made.who}
    command = do.Move(**({"who": made.who, "gait": "jog"} | move))  # type: ignore[arg-type]
    assert made.table.refused(command) == refusal


@pytest.mark.rule("PHA-12")
def test_without_a_plan_there_is_no_place_to_go_to() -> None:
    """And on one, nobody goes anywhere who stands nowhere."""
    made = duel()
    command = do.Move(who=made.who, gait="jog", to=(5, 5))
    assert made.table.refused(command) == "rules.field.no_plan"
    lay_out(made.table)
    assert made.table.refused(command) == "rules.field.stands_nowhere"


@pytest.mark.rule("PHA-31")
@pytest.mark.parametrize(
    ("to", "is_straight"),
    [
        ((85.0, 100.0), True),  # away from the mark
        ((112.0, 100.0), True),  # towards it
        ((110.0, 102.0), True),  # 11 degrees off
        ((110.0, 105.0), False),  # 27 degrees off
        ((100.0, 110.0), False),
    ],
)
def test_straight_is_proposed_by_the_plan(to: tuple[float, float], *, is_straight: bool) -> None:
    """By the last move of the target; a click overrules it either way."""
    made = apart(60)
    table, system = made.table, made.table.system
    pistol = table.combatant(made.who).item("heavy_pistol")
    assert pistol is not None
    table.happen(
        ev.ItemPut(who=made.mark, item=pistol),
        ev.MemoSet(who=made.mark, key="held", value=pistol.key),
        ev.GaugeSet(who=made.mark, gauge="ammo.heavy_pistol", to=10),
    )
    table.play(do.Move(who=made.who, gait="jog", to=to))
    table.turn_of(made.mark)
    context = table.context
    shot = do.Attack(who=made.mark, target=made.who)
    whole = RULES.completed(context, shot)
    assert isinstance(whole, do.Attack)
    assert whole.straight is is_straight
    for said in (True, False):
        stays = RULES.completed(context, do.Attack(who=made.mark, target=made.who, straight=said))
        assert isinstance(stays, do.Attack)
        assert stays.straight is said

    def chip(**choices: str) -> tuple[bool, str]:
        form = system.attack_form(context, {"who": made.mark, "target": made.who, **choices})
        found = next(each for each in form.toggles if each.key == "straight")
        return found.is_on, found.by_plan

    assert (
        goes_straight(context.state, context.combatant(made.mark), context.combatant(made.who))
        is is_straight
    )
    assert chip() == (is_straight, "plan")
    assert chip(straight="on") == (True, "overruled")
    assert chip(straight="off") == (False, "overruled")


@pytest.mark.rule("PHA-31")
def test_of_a_run_that_is_to_come_nobody_knows_the_direction() -> None:
    """Declared again in the next phase, the last one says nothing of it; nor does a move that names no place."""
    made = apart(60, {"full": "run"})
    table = made.table
    table.play(do.Move(who=made.who, gait="run", to=(112, 100)))
    state = table.context.state

    def straight() -> bool:
        context = table.context
        return goes_straight(
            context.state, context.combatant(made.mark), context.combatant(made.who)
        )

    assert state.plan is not None
    assert straight()
    table.phase(**{made.who: {"full": "run"}})
    assert not straight()
    table.play(do.Move(who=made.who, gait="run"))
    assert not straight()
    assert not table.combatant(made.who).memo.get("way")


@pytest.mark.rule("PHA-31")
def test_a_push_is_no_direction() -> None:
    """Whoever has jogged across and is pushed by hand has still jogged across."""
    made = apart(60)
    made.table.play(do.Move(who=made.who, gait="jog", to=(100, 110)))
    put(made.table, **{made.who: (90.0, 100.0)})
    made.table.turn_of(made.mark)
    whole = RULES.completed(made.table.context, do.Attack(who=made.mark, target=made.who))
    assert isinstance(whole, do.Attack)
    assert whole.straight is False


@pytest.mark.rule("PHA-22")
def test_typed_and_drawn_moves_are_the_same_events() -> None:
    """But for those of places."""
    drawn, typed = apart(60), duel()
    drawn.table.play(do.Move(who=drawn.who, gait="jog", to=(112, 100)))
    typed.table.play(do.Move(who=typed.who, gait="jog", feet=12))
    assert drawn.table.last is not None
    assert typed.table.last is not None
    assert without_places(drawn.table.last.events) == list(typed.table.last.events)
    assert attack(drawn)


@pytest.mark.rule("PHA-22")
def test_f10_undo_gives_place_and_budget_back_together() -> None:
    """One step back: where it stood, with the jog unused; and again by one step forth."""
    made = apart(60, held="knife")
    game = Game(
        system=made.table.system,
        ruleset=made.table.context.ruleset,
        texts=made.table.context.texts,
        dice=lambda: Roller.seeded(1),
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(made.table.context.state), game)
    before = session.state.combatants[made.who]
    session.perform(do.Move(who=made.who, gait="jog", to=(112, 100)))
    moved = session.state.combatants[made.who]
    assert moved.place != before.place
    assert moved.gauges != before.gauges
    session.undo()
    assert session.state.combatants[made.who] == before
    session.redo()
    assert session.state.combatants[made.who] == moved


@pytest.mark.rule("PHA-53")
def test_whoever_is_pushed_while_aiding_or_holding_says_so_in_the_log() -> None:
    """What ends because somebody was moved is told with it."""
    made = apart(3)
    made.table.suffer(made.who, "grabbing", by=made.mark)
    made.table.suffer(made.mark, "grabbed", by=made.who)
    made.table.play(do.Move(who=made.who, gait="jog", to=(88, 100)))
    assert "too far apart" in label(made)
    assert not made.table.combatant(made.mark).has("grabbed")
