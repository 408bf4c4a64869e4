"""What a turn allows once: a free run after shooting, one grenade against the same man, were played and failed."""

from collections.abc import Callable
from itertools import product
from typing import Any, ClassVar

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter import events as ev
from encounter_gui.rules.engine.reading.table import events_of
from encounter_gui.rules.model.commands import Command, Next, SetField
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.rules import harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from tests.helpers.table import Table
from tests.rules.systems.d6pool.conftest import Duel


@pytest.fixture
def duel(table: Table) -> Duel:
    """The shooter's turn."""
    duel = Duel(table)
    table.play(Next())
    table.play(Next(), 3, 1)
    return duel


def shoot(duel: Duel) -> None:
    duel.table.play(do.Attack(who=duel.who, target=duel.mark), *[1] * 4)


@pytest.mark.rule("D6P-18")
def test_running_after_shooting_is_refused_unless_it_was_declared(duel: Duel) -> None:
    shoot(duel)
    for gait in ("run", "crawl"):
        command = do.Move(who=duel.who, gait=gait, metres=2)  # type: ignore[arg-type]  # a gait
        assert duel.table.refused(command) == "d6pool.move_undeclared"


@pytest.mark.rule("D6P-18")
@pytest.mark.parametrize("gait", ["walk", "prone"])
def test_what_is_free_stays_free_after_shooting(duel: Duel, gait: do.Gait) -> None:
    shoot(duel)
    duel.table.play(do.Move(who=duel.who, gait=gait))


@pytest.mark.rule("D6P-18")
def test_a_run_that_was_declared_weighs_on_the_shot_before_it(table: Table) -> None:
    duel = Duel(table)
    table.play(Next())
    table.play(do.Declare(who=duel.who, moves=("run",)))
    table.play(Next(), 3, 1)
    table.play(do.Attack(who=duel.who, target=duel.mark), *[1] * 3)
    table.play(do.Move(who=duel.who, gait="run", metres=10))
    assert table.combatant(duel.who).gauges["moved"] == 10


@pytest.mark.rule("D6P-18")
def test_the_next_turn_begins_anew(duel: Duel) -> None:
    shoot(duel)
    table = duel.table
    begun = table.context.state.round
    while table.context.state.round == begun:
        table.play(Next())
    table.play(Next(), 3, 1)
    table.play(do.Move(who=duel.who, gait="run", metres=10))


# ---- explosions


def grenade(table: Table, **switches: bool) -> Duel:
    duel = Duel(table, held="grenade")
    for key, value in switches.items():
        table.switch(f"d6pool.{key}", value)
    table.play(Next())
    table.play(Next(), 3, 1)
    table.play(do.Throw(who=duel.who, weapon="grenade", band="short"), 6, 6, 6, 6)
    return duel


def caught(duel: Duel, target: CombatantId, *, dodge: int = 0) -> do.Blast:
    return do.Blast(
        who=duel.who, targets=(do.Caught(target=target, metres=8, dodge=dodge),), more=True
    )


@pytest.mark.rule("D6P-40")
def test_one_grenade_strikes_the_same_man_once(table: Table) -> None:
    duel = grenade(table)
    table.play(caught(duel, duel.mark), 1, 1, 1, 1)
    assert table.refused(caught(duel, duel.mark)) == "d6pool.caught_twice"
    form = table.system.attack_form(table.context, {})
    assert form.command is None or duel.mark not in {
        each.target
        for each in form.command.targets  # type: ignore[attr-defined]  # a blast
    }
    table.play(caught(duel, duel.who), 1, 1, 1, 1)


@pytest.mark.rule("D6P-40")
def test_the_next_grenade_strikes_him_again(table: Table) -> None:
    duel = grenade(table)
    table.play(caught(duel, duel.mark), 1, 1, 1, 1)
    table.play(do.Blast(who=duel.who))
    assert table.refused(caught(duel, duel.mark)) == "d6pool.nothing_in_air"


@pytest.mark.rule("D6P-41")
def test_where_grenades_always_hit_a_dodge_is_refused_and_none_is_offered(table: Table) -> None:
    duel = grenade(table, grenadeAlwaysHits=True)
    assert table.refused(caught(duel, duel.mark, dodge=2)) == "d6pool.no_dodge_in_blast"
    form = table.system.attack_form(table.context, {})
    dodges = [field for field in form.fields if field.key == "dodge"]
    assert all(each.why_not for field in dodges for each in field.options if each.key != "0")


@pytest.mark.rule("D6P-34", "D6P-35")
def test_the_unconscious_are_stunned_like_others(duel: Duel) -> None:
    table = duel.table
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=-1))
    events = events_of(table.context, Fighter, harm.suffer, duel.mark, 0, True)
    assert [each.condition.key for each in events if isinstance(each, ev.ConditionAdded)] == [
        "stunned"
    ]
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=-100))
    assert events_of(table.context, Fighter, harm.suffer, duel.mark, 0, True) == ()


# ---- running after any roll


ROLLED = (
    (lambda duel: do.Task(who=duel.who, skill="dexterity", dn=5), (1,) * 4),
    (lambda duel: do.FastDraw(who=duel.who, weapon="knife"), (6,) * 4),
    (lambda duel: do.Oppose(who=duel.who, target=duel.mark, skill="strength"), (6,) * 3 + (1,) * 3),
    (lambda duel: do.FirstAid(who=duel.who, patient=duel.mark), (1,) * 3),
)


@pytest.mark.rule("D6P-18", "D6P-22", "D6P-25", "D6P-46")
@pytest.mark.parametrize(("command", "faces"), ROLLED, ids=["task", "fast_draw", "oppose", "aid"])
def test_running_after_any_roll_is_refused_unless_it_was_declared(
    duel: Duel, command: Callable[[Duel], Command], faces: tuple[int, ...]
) -> None:
    table = duel.table
    table.happen(ev.GaugeSet(who=duel.mark, gauge="th", to=6))
    table.play(command(duel), *faces)
    run = do.Move(who=duel.who, gait="run", metres=10)
    assert table.refused(run) == "d6pool.move_undeclared"
    table.play(do.Move(who=duel.who, gait="walk", metres=5))


@pytest.mark.rule("D6P-18", "D6P-22")
def test_a_run_after_a_fast_draw_that_was_declared_weighs_on_the_draw(table: Table) -> None:
    duel = Duel(table)
    table.play(Next())
    table.play(do.Declare(who=duel.who, moves=("run",)))
    table.play(Next(), 3, 1)
    table.play(do.FastDraw(who=duel.who, weapon="knife"), 6, 6, 6)
    table.play(do.Move(who=duel.who, gait="run", metres=10))


@pytest.mark.rule("D6P-18")
def test_after_what_is_not_rolled_for_running_is_open_and_the_next_turn_begins_anew(
    duel: Duel,
) -> None:
    table = duel.table
    table.play(do.Draw(who=duel.who, weapon="knife"))
    table.play(do.Move(who=duel.who, gait="run", metres=1))
    table.next_turn(3, 1)
    table.play(do.Task(who=duel.who, skill="dexterity", dn=5), *[1] * 4)
    table.next_turn(3, 1)
    table.play(do.Move(who=duel.who, gait="run", metres=10))


# ---- gauges


@pytest.mark.rule("D6P-31", "D6P-35", "D6P-15")
def test_dodge_dice_keep_their_floor_when_a_stun_takes_one_that_was_spent_in_the_tie(
    table: Table,
) -> None:
    """Both of a tie stun the same one, who spends its last dice on the second shot: 0 dice, not less."""
    duel = Duel(table)
    third = table.join("Third", dexterity=4, firearms=4, items=["revolver"], held="revolver")
    table.switch("d6pool.stunHitsDodge", True)
    table.begin(1, 1, 1)
    table.happen(ev.GaugeSet(who=duel.mark, gauge="dodge", to=2))
    table.play(do.Attack(who=duel.who, target=duel.mark), *[6] * 4, *[1] * 6, *[6] * 5)
    table.play(do.Attack(who=third, target=duel.mark, dodge=2), 1, 1, *[6] * 4, *[1] * 7, *[6] * 5)
    assert table.gauge(duel.mark, "dodge") == 0
    table.next()
    assert table.combatant(duel.mark).has("stunned")
    assert table.gauge(duel.mark, "dodge") == 0


class Stunning(Table):
    """A table whose dice hit, hurt little and are never resisted into nothing: every attack stuns."""

    FACES: ClassVar[dict[str, int]] = {"attack": 6, "damage": 1, "resistance": 6, "dodge": 1}

    def answered(self, asked: Any, left: list[int]) -> Any:
        """Answers with the faces that are left, and then every roll by its kind."""
        if left:
            return super().answered(asked, left)
        answers = ((each, (self.FACES.get(each.key, 1),) * each.count) for each in asked)
        return tuple(
            Rolled(request=each, faces=faces, total=sum(faces), physical=False)
            for each, faces in answers
        )


@pytest.mark.rule("D6P-15", "D6P-31", "D6P-34")
@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("stuns", [False, True])
@pytest.mark.parametrize("left", range(4))
def test_dodge_dice_never_fall_below_zero(
    left: int, stuns: bool, moves: bool, ruleset: Ruleset, texts: MessageCatalog
) -> None:
    """With stunHitsDodge and moveHitsDodge either way: every way to spend dice on four attacks of a tie of three.

    The one who is stunned acts in the tie too.
    """
    was_stunned = []
    for spent in product(range(3), repeat=4):
        table = Stunning(system_for("d6pool"), ruleset, texts)
        duel = Duel(table)
        table.switch("d6pool.stunHitsDodge", stuns)
        table.switch("d6pool.moveHitsDodge", moves)
        table.join("Third", dexterity=4, firearms=4, items=["baretta_96f"], held="baretta_96f")
        table.begin(1, 4, 1)
        assert len(table.context.state.acting) == 3
        table.happen(ev.GaugeSet(who=duel.mark, gauge="dodge", to=left))
        attackers = [each for each in table.context.state.acting if each != duel.mark]
        for who, dice in zip(attackers * 2, spent, strict=True):
            try:
                table.play(do.Attack(who=who, target=duel.mark, dodge=dice))
            except RuleError:  # so many dice are not left
                table.play(do.Attack(who=who, target=duel.mark))
            assert table.gauge(duel.mark, "dodge") >= 0
        table.play(do.Attack(who=duel.mark, target=duel.who))
        table.play(do.Apply())
        assert 0 <= table.gauge(duel.mark, "dodge") <= left
        was_stunned.append(table.combatant(duel.mark).has("stunned"))
    assert all(was_stunned)


@pytest.mark.rule("D6P-03", "D6P-04")
def test_health_set_lower_lowers_what_is_left_of_it_to_its_top(duel: Duel) -> None:
    table = duel.table
    table.play(do.Aim(who=duel.who))
    table.play(SetField(who=duel.who, field="health", to=5))
    assert table.gauge(duel.who) == 5
    assert table.combatant(duel.who).has("aimed")
    cells = gauge_cell(table.context, table.combatant(duel.who), "th", "TH")
    assert (cells.current, cells.high) == (5, 5)
    table.play(SetField(who=duel.who, field="health", to=9))
    assert table.gauge(duel.who) == 9


@pytest.mark.rule("D6P-04")
def test_wounds_stay_whatever_health_is_set_to(duel: Duel) -> None:
    """D6P-04: Temporary Health is Health less the wounds taken, and these are five."""
    duel.table.happen(ev.GaugeSet(who=duel.who, gauge="th", to=4))
    duel.table.play(SetField(who=duel.who, field="health", to=6))
    assert duel.table.gauge(duel.who) == 1
    duel.table.play(SetField(who=duel.who, field="health", to=20))
    assert duel.table.gauge(duel.who) == 15
