"""Movement on the plan: metres of the turn, gaits, rings, and what a push does not spend."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Condition
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.model.commands import Finish, Next, Put, SetPlan
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns.rounds import view_of_tie
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel
from tests.rules.systems.d6pool.field.yard import Yard


def rings(yard: Yard) -> dict[str, tuple[float, int, bool]]:
    """Returns what the shooter's rings are, by their words."""
    view = yard.table.system.field(yard.table.context, yard.who)
    return {each.text: (each.radius, each.cost, each.is_open) for each in view.rings}


def go(yard: Yard, x: float, y: float = 20) -> do.Move:
    """Takes the shooter to a point as dragging does, and returns the command that did it."""
    _, command = yard.table.system.move_offer(yard.table.context, yard.who, (x, y))
    yard.table.play(command)
    assert isinstance(command, do.Move)
    return command


def label(yard: Yard) -> str:
    """Returns the line in the log of what was done last."""
    assert yard.table.last is not None
    return yard.table.context.texts.text(yard.table.last.label)


@pytest.mark.rule("D6P-18")
@pytest.mark.parametrize(("far", "gait"), [(5, "walk"), (5.1, "run"), (10, "run"), (14, "run")])
def test_dragging_picks_the_cheapest_gait_that_reaches(yard: Yard, far: float, gait: str) -> None:
    """Up to 5 m is a walk; who goes farther runs, and loses a die."""
    assert go(yard, 10 + far).gait == gait
    assert yard.point(yard.who) == (10 + far, 20)
    assert yard.has(yard.who, "running") is (gait == "run")
    assert ("beyond" in label(yard)) is (far > 10)


@pytest.mark.rule("D6P-18")
def test_metres_gone_count_for_the_rest_of_the_turn(yard: Yard) -> None:
    """3 m walked leave 2 to walk and 7 to run; rings say so from where one stands now."""
    assert rings(yard) == {
        "Walk 5 m": (5, 0, True), "Run 10 m": (10, 1, True), "Crawl 2 m": (2, 1, True)
    }  # fmt: skip
    go(yard, 13)
    assert rings(yard) == {
        "Walk 2 m": (2, 0, True), "Run 7 m": (7, 1, True), "Crawl 2 m": (2, 1, False)
    }  # fmt: skip
    assert go(yard, 15).gait == "walk"
    assert go(yard, 16.5).gait == "run"
    assert rings(yard) == {"Run 3.5 m": (3.5, 0, True), "Crawl 2 m": (2, 1, False)}
    assert go(yard, 20).gait == "run"
    offer, command = yard.table.system.move_offer(yard.table.context, yard.who, (21, 20))
    assert offer.is_by_hand
    assert isinstance(command, Put)


@pytest.mark.rule("D6P-18")
def test_a_second_action_gives_no_more_metres(yard: Yard) -> None:
    """The distance is for the turn; a new turn gives it anew."""
    go(yard, 20)
    yard.table.next_turn(3, 3)
    assert rings(yard)["Run 10 m"] == (10, 1, True)


@pytest.mark.rule("D6P-18")
def test_who_has_shot_undeclared_only_walks(yard: Yard) -> None:
    """What running costs comes too late then: beyond 5 m the walk goes on, and the log says by how much."""
    table = yard.table
    table.play(do.Attack(who=yard.who, target=yard.mark), 1, 1, 1, 1)
    assert go(yard, 18).gait == "walk"
    assert yard.point(yard.who) == (18, 20)
    assert "3 m beyond" in label(yard)
    assert table.gauge(yard.who, "moved") == 5


@pytest.mark.rule("D6P-18")
def test_who_has_declared_a_run_runs_without_more(table: Table) -> None:
    """It is paid for: no cost is left, also after a shot, and walking is no cheaper."""
    yard = Yard(table)
    table.play(Next())
    table.play(do.Declare(who=yard.who, moves=("run",)))
    table.play(Next(), 3, 3)
    table.play(do.Attack(who=yard.who, target=yard.mark), 1, 1, 1)
    assert rings(yard)["Run 10 m"] == (10, 0, True)
    assert go(yard, 19).gait == "run"


@pytest.mark.rule("D6P-18")
def test_who_lies_only_crawls(yard: Yard) -> None:
    """2 m at the most; getting up goes nowhere."""
    table = yard.table
    table.play(do.Move(who=yard.who, gait="prone"))
    assert rings(yard)["Walk 5 m"][2] is False
    assert go(yard, 12).gait == "crawl"
    stand = do.Move(who=yard.who, gait="stand", to=(13, 20))
    assert table.refused(stand) == "d6pool.goes_nowhere"
    assert table.refused(do.Move(who=yard.who, gait="walk", to=(13, 20))) == "d6pool.is_prone"


@pytest.mark.rule("D6P-18")
def test_towards_somebody_stops_beside_them(yard: Yard) -> None:
    """In reach, and the metres are those of the way."""
    yard.put(yard.mark, 18, 20)
    yard.table.play(do.Move(who=yard.who, gait="run", towards=yard.mark))
    assert yard.point(yard.who) == (17, 20)
    assert yard.table.gauge(yard.who, "moved") == 7


@pytest.mark.rule("D6P-18")
def test_a_way_of_no_metres_left_is_beyond_all_of_it(yard: Yard) -> None:
    """A typed command goes as drawn even then, twice, and spends nothing more."""
    table = yard.table
    table.play(do.Move(who=yard.who, gait="run", to=(20, 20)))
    for x in (24, 28):
        table.play(do.Move(who=yard.who, gait="run", to=(x, 20)))
        assert "4 m beyond" in label(yard)
        assert yard.point(yard.who) == (x, 20)
        assert table.gauge(yard.who, "moved") == 10


@pytest.mark.rule("D6P-18")
def test_pushed_is_not_walked(yard: Yard) -> None:
    """F10: who is put elsewhere has all metres left."""
    before = rings(yard)
    yard.put(yard.who, 40, 10)
    assert rings(yard) == before
    assert yard.table.gauge(yard.who, "moved") == 0
    assert not yard.has(yard.who, "running")


@pytest.mark.rule("D6P-18")
def test_undo_gives_place_and_metres_back_together(yard: Yard) -> None:
    """F10: a run is undone with its metres and its cost; a placement with nothing else; redo does both again."""
    table = yard.table
    game = Game(
        system=table.system,
        ruleset=table.context.ruleset,
        texts=table.context.texts,
        dice=lambda: Roller.seeded(1),
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(table.context.state), game)

    def stand() -> tuple[Point, int, bool]:
        one = session.state.combatants[yard.who]
        assert one.place is not None
        return one.place.point, one.gauges.get("moved", 0), one.has("running")

    session.start(do.Move(who=yard.who, gait="run", to=(18.5, 20)))
    session.start(Put(who=(yard.who,), at=(40, 20)))
    assert stand() == ((40, 20), 9, True)
    session.undo()
    assert stand() == ((18.5, 20), 9, True)
    session.undo()
    assert stand() == ((10, 20), 0, False)
    session.redo()
    assert stand() == ((18.5, 20), 9, True)


@pytest.mark.rule("D6P-18")
def test_bad_ways_are_refused(yard: Yard) -> None:
    """Beside the plan, towards oneself, towards who stands nowhere, without a place."""
    table = yard.table
    walk = do.Move(who=yard.who, gait="walk")
    assert table.refused(replace(walk, to=(90, 0))) == "rules.field.off_plan"
    assert table.refused(replace(walk, to=(float("nan"), 0))) == "rules.field.no_point"
    assert table.refused(replace(walk, towards=yard.who)) == "rules.field.towards_self"
    yard.put(yard.mark, 0, 0, off=True)
    assert table.refused(replace(walk, towards=yard.mark)) == "rules.field.stands_nowhere"
    yard.put(yard.who, 0, 0, off=True)
    assert table.refused(replace(walk, to=(10, 10))) == "rules.field.stands_nowhere"


@pytest.mark.rule("D6P-18")
def test_without_a_plan_a_place_is_refused(table: Table) -> None:
    """There is none to go to."""
    duel = Duel(table)
    table.begin(3, 3)
    walk = do.Move(who=duel.who, gait="walk", to=(1, 1))
    assert table.refused(walk) == "rules.field.no_plan"


@pytest.mark.rule("D6P-15")
def test_who_does_not_act_is_moved_by_hand(yard: Yard) -> None:
    """Not its turn, fallen, or after the end: the game master puts it there."""
    table = yard.table

    def offered(who: CombatantId) -> bool:
        return table.system.move_offer(table.context, who, (12, 20))[0].is_by_hand

    assert offered(yard.mark)
    assert not offered(yard.who)
    table.happen(ev.GaugeSet(who=yard.who, gauge="th", to=-1))
    assert offered(yard.who)
    table.happen(ev.GaugeSet(who=yard.who, gauge="th", to=9))
    table.play(Finish())
    assert offered(yard.who)


@pytest.mark.rule("D6P-46")
def test_first_aid_needs_to_be_beside(yard: Yard) -> None:
    """Across the yard it is refused; beside the patient it is tried; oneself is always beside."""
    table = yard.table
    table.happen(
        ev.GaugeSet(who=yard.mark, gauge="th", to=-1),
        ev.ConditionAdded(who=yard.mark, condition=Condition(key="bleeding")),
    )
    aid = do.FirstAid(who=yard.who, patient=yard.mark)
    assert table.refused(aid) == "d6pool.not_beside"
    yard.put(yard.who, 28, 20)
    table.play(aid, 1, 1, 1)


# ---- acting at once


class Pair(Yard):
    """Shooter and Third act at once, 20 metres apart."""

    def __init__(self, table: Table) -> None:
        """Takes the table."""
        super().__init__(table)
        self.third = table.join(
            "Third", strength=4, dexterity=4, firearms=4, dodge=4, armed=4,
            items=["baretta_96f", "knife"], held="baretta_96f",
        )  # fmt: skip
        self.put(self.third, 20, 20)
        table.begin(1, 1, 1)


@pytest.mark.rule("D6P-15")
def test_a_move_in_a_tie_is_seen_by_nobody_else(table: Table) -> None:
    """The mover shoots from where it has gone; the other shoots at where it stood; when all have rolled it is there."""
    pair = Pair(table)
    table.play(do.Move(who=pair.who, gait="walk", to=(5, 20)))
    assert pair.point(pair.who) == (10, 20)
    assert table.system.field(table.context, pair.third).rows[0].distance == 10
    mine = table.system.field(table.context, pair.who)
    assert {each.who: each.x for each in mine.tokens}[pair.who] == 5
    shots = [
        table.play(do.Attack(who=pair.who, target=pair.third), 1, 1, 1, 1)["dn"] for _ in range(2)
    ]
    assert shots == [15, 15]
    assert table.play(do.Attack(who=pair.third, target=pair.who), 1, 1, 1, 1)["dn"] == 10
    table.play(do.Attack(who=pair.third, target=pair.who), 1, 1, 1, 1)
    table.play(do.Apply())
    assert pair.point(pair.who) == (5, 20)


@pytest.mark.rule("D6P-15")
def test_both_move_at_once(table: Table) -> None:
    """In whatever order they are typed they end in the same places, and each goes on from its own."""
    pair = Pair(table)
    table.play(do.Move(who=pair.who, gait="walk", to=(13, 20)))
    table.play(do.Move(who=pair.third, gait="walk", to=(17, 20)))
    table.play(do.Move(who=pair.who, gait="walk", to=(15, 20)))
    assert table.gauge(pair.who, "moved") == 5
    view = view_of_tie(table.context, pair.who)
    assert view.combatant(pair.third).place == pair.place(pair.third)
    for each in (pair.who, pair.third):
        table.play(do.Wait(who=each))
    table.play(do.Apply())
    assert (pair.point(pair.who), pair.point(pair.third)) == ((15, 20), (17, 20))


@pytest.mark.rule("D6P-15")
@pytest.mark.parametrize("back", [(10, 20), (40, 30)])
def test_who_is_put_somewhere_in_a_tie_stays_there(table: Table, back: Point) -> None:
    """The game master's hand goes before a way that waits, to all eyes and when the tie is over, back as well."""
    pair = Pair(table)
    table.play(do.Move(who=pair.who, gait="walk", to=(13, 20)))
    pair.put(pair.who, *back)
    mine = table.system.field(table.context, pair.who)
    assert {each.who: (each.x, each.y) for each in mine.tokens}[pair.who] == back
    assert pair.point(pair.who) == back
    for each in (pair.who, pair.third):
        table.play(do.Wait(who=each))
    table.play(do.Apply())
    assert pair.point(pair.who) == back


@pytest.mark.rule("D6P-15")
def test_who_is_taken_off_the_plan_in_a_tie_stays_off(table: Table) -> None:
    """A way that waits does not bring anybody back."""
    pair = Pair(table)
    table.play(do.Move(who=pair.who, gait="walk", to=(13, 20)))
    table.play(Put(who=(pair.who,), off=True))
    for each in (pair.who, pair.third):
        table.play(do.Wait(who=each))
    table.play(do.Apply())
    assert table.combatant(pair.who).place is None


@pytest.mark.rule("D6P-15")
def test_nobody_stands_on_a_plan_removed_in_a_tie(table: Table) -> None:
    """A way that waits does not bring anybody back where there is no plan any more, nor onto the next one."""
    pair = Pair(table)
    table.play(do.Move(who=pair.who, gait="walk", to=(13, 20)))
    table.play(SetPlan(remove=True))
    table.play(SetPlan(size=(5, 5)))
    for each in (pair.who, pair.third):
        table.play(do.Wait(who=each))
    table.play(do.Apply())
    assert table.combatant(pair.who).place is None


@pytest.mark.rule("D6P-15")
def test_a_plan_is_not_made_too_small_for_a_way_that_waits(table: Table) -> None:
    """Whoever will stand beside it when the tie is over is named."""
    pair = Pair(table)
    pair.put(pair.third, 1, 1)
    pair.put(pair.mark, 1, 1)
    table.play(do.Move(who=pair.who, gait="walk", to=(13, 20)))
    assert table.refused(SetPlan(size=(11, 40))) == "rules.field.outside_then"
    table.play(SetPlan(size=(13, 40)))
