"""The forecast against the table from random states in mid-turn, field by field, with the same dice."""

import contextlib
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.model.commands import Adjust, Afflict, Command, Next
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.battle.game import CwnGame
from encounter_gui.rules.systems.cwn.combat.attack_plan import strike_at
from encounter_gui.rules.systems.cwn.rules.areas import (
    AreaPlan,
    Swept,
    ThrowPlan,
    blast,
    caught_in_blast,
    lands,
    suppressive,
)
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.injury import InjuryPlan, injury
from encounter_gui.rules.systems.cwn.rules.saves import SavePlan, save
from encounter_gui.rules.systems.cwn.rules.screens import PastPlan, name_of_screener, past
from encounter_gui.rules.systems.cwn.rules.strike import Strike, bare, strike
from encounter_gui.rules.systems.cwn.sheet import action_budget, character
from tests.helpers.mid_turn import ROWS, MidTurn, Step, assert_spread_is_counted, reads
from tests.rules.systems.cwn.battle.test_agreement import Doctrine
from tests.rules.systems.cwn.bout import Bout

ARMS = [
    "heavy_pistol",
    "rifle",
    "shotgun",
    "sword",
    "knife",
    "big_club",
    "advanced_bow",
    "taser_pistol",
]
SPARES = CarriedDef(item="spare_magazine", values={"count": 2})


class Recording(Doctrine):
    """A table that remembers the faces that fell."""

    def __init__(self, seed: int, *, defends: bool) -> None:
        """Takes the seed of the dice."""
        super().__init__(seed, defends=defends)
        self.faces: list[int] = []

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        answer = super().answered(asked, left)
        if isinstance(answer, tuple):
            self.faces += [face for each in answer for face in each.faces]
        return answer


class CwnSide:
    """CWN's part of the test."""

    def __init__(self, *, defends: bool = False) -> None:
        """Takes whether both sides use Total Defense."""
        self.orders = Orders(pc_defends=defends, foe_defends=defends)

    def scene(self, rng: random.Random) -> Recording:
        """Returns a fight somewhere in its first rounds."""
        table = Recording(rng.randrange(10**9), defends=self.orders.any_defends)
        for number in range(rng.randint(2, 3)):
            table.pc(
                f"PC {number}",
                items=[rng.choice(ARMS), SPARES, *_gear(rng)],
                hp=rng.randint(3, 14),
                soak=rng.choice([0, 3, 6]),
                shoot=rng.randint(0, 2),
                stab=rng.randint(0, 2),
            )
        for number in range(rng.randint(2, 4)):
            table.npc(
                f"Foe {number}",
                items=[rng.choice(ARMS), *_gear(rng)],
                named=rng.random() < 0.4,
                hp=rng.randint(3, 12),
                attack=rng.randint(0, 6),
                attack_ranged=rng.randint(0, 6),
                soak=rng.choice([0, 3]),
                morale=rng.randint(5, 11),
                skill=rng.randint(0, 2),
            )
        table.switch("cwn.deathRounds", rng.choice([1, 2, 6]))
        table.play(Next())
        table.play(Next())
        _happenings(table, rng)
        return table

    def context(self, table: Recording) -> RulesContext:
        """Returns the state."""
        return table.context

    def is_over(self, table: Recording) -> bool:
        """Returns whether a side is out."""
        return table._over() is not None

    def game(self, context: RulesContext) -> CwnGame:
        """Returns the forecast's fight."""
        battle: Any = system_for("cwn").battle(context)
        game = battle.begun(self.orders)
        assert isinstance(game, CwnGame)
        return game

    def step(self, table: Recording, rng: random.Random) -> Step | None:
        """Has somebody act who can, or moves on; now and then something else is done."""
        if rng.random() < 0.2:
            _disturb(table, rng)
            return None
        table.faces = []
        ready = [CombatantId(who) for who in table.context.state.acting if _acts(table, who)]
        if ready and rng.random() > 0.15:
            place = list(table.context.state.combatants).index(ready[0])
            table._act(ready[0])
            return Step(table.faces, lambda field: _act(field, place), is_action=True)
        return self._next(table)

    def _next(self, table: Recording) -> Step:
        now, group = table.context.state.round, table.context.state.group
        table.play(Next())
        table._check_morale()
        state = table.context.state
        is_new = state.round != now
        began = is_new or state.group != group
        begin = [list(state.combatants).index(each) for each in state.acting] if began else []

        def again(field: Battlefield) -> None:
            if is_new:
                field.end_round()
                field.round = state.round
                field.game.order(field)
            for place in begin:
                field.expire("turn", ROWS, np.full(ROWS.size, place))
            for place in begin:
                _check_morale(field, place)

        return Step(table.faces, again, is_action=False)

    def counts(
        self, field: Field[Any], context: RulesContext, members: Sequence[Combatant]
    ) -> Array:
        """Returns everybody's but what is no matter of who is out: the weapon it has dropped, its turn, its screen."""
        is_in = Fighter.is_in.column(context, members)
        if field.name == "screens":
            return is_in[:, None] & is_in
        if field.name in (
            "ammo",
            "magazine",
            "spares",
            "main",
            "bonus_main",
            "move",
            "bonus_move",
            "faced",
        ):
            return is_in
        return np.ones(len(members), bool)


def _gear(rng: random.Random) -> list[str]:
    """Something that changes how shots go; whose skin is armoured stops them for others, too."""
    found = [rng.choice(["deadeye_2", "riot_shield"])] if rng.random() < 0.2 else []
    return [*found, "dermal_armor_1"] if rng.random() < 0.3 else found


def _acts(table: Recording, who: str) -> bool:
    actor = table.combatant(CombatantId(who))
    return bool(character.can_act(actor) and action_budget.actions_left(actor, "main"))


def _act(field: Battlefield, place: int) -> None:
    who = np.full(ROWS.size, place)
    field.game.act(field, ROWS, who, np.zeros_like(who))
    field.decide()


def _check_morale(field: Battlefield, place: int) -> None:
    who = np.full(ROWS.size, place)
    field.now = field.round, int(field.extra["places"][0, place])
    field.game.begin_place(field, ROWS, who)


def _disturb(table: Recording, rng: random.Random) -> None:
    """Lets somebody do what no doctrine does, if it may."""
    there = list(table.context.state.combatants)
    one, other = (CombatantId(each) for each in rng.sample(there, 2))
    if table.context.state.acting and rng.random() < 0.8:
        one = CombatantId(rng.choice(table.context.state.acting))
        other = CombatantId(rng.choice([each for each in there if each != one]))
    mine = table.combatant(one).side
    friends = [each for each in there if each != one and table.combatant(each).side == mine]
    friend = friends[0] if friends else other
    command: Command = rng.choice(
        [
            *(do.Screen(who=one, ally=friend),) * 8,
            do.TotalDefense(who=one),
            do.GoProne(who=one),
            do.Run(who=one, metres=3),
            do.Engage(who=one, target=other),
            Afflict(who=(one,), condition=rng.choice(["dazzled", "leader", "concealed"])),
            Adjust(who=(one,), change=f"-{rng.randint(1, 4)}"),
            do.Leave(who=one),
        ]
    )
    with contextlib.suppress(RuleError):
        table.play(command)


def _happenings(table: Recording, rng: random.Random) -> None:
    """Lets things be that play seldom comes to by itself."""
    state = table.context.state
    for who in rng.sample(list(state.combatants), 2):
        if rng.random() < 0.4:
            table.happen(ev.GaugeSet(who=who, gauge=action_budget.FIRST_SHOCK, to=1))
        if rng.random() < 0.3:
            key = rng.choice(["traumatized", "frail", "prone"])
            table.happen(ev.ConditionAdded(who=who, condition=Condition(key=key)))


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize(
    ("actions", "seed"),
    [
        (300, 3),
        pytest.param(5_000, 13, marks=pytest.mark.deep),
        pytest.param(5_000, 14, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_the_forecast_goes_as_the_table_from_the_middle_of_a_turn(
    actions: int, seed: int, defends: bool
) -> None:
    """Every followed field of everybody after each action and each end of a turn, with the same faces."""
    run = MidTurn(CwnSide(defends=defends), seed=seed)
    run.play(actions)
    print(run.actions, run.others, run.changed)


FOLLOWED = {("target", "first_shock"), ("target", "total_defense"), ("who", "melee")}
"""What the plans of attacks are made by."""

IN_THE_STATE = {("target", "prone"), ("target", "charging"), ("who", "hands_full")}
"""What nobody who is in begins while fights are played out: until it ends, it is in the state of the plans."""


def _plan(context: RulesContext, who: CombatantId, target: CombatantId) -> Any:
    command = do.Attack(who=who, target=target)
    return bare(strike_at(context, command, context.combatant(target)))


@pytest.mark.parametrize("times", [250, pytest.param(2_000, marks=pytest.mark.deep)])
def test_an_attack_depends_on_no_field_that_plans_are_not_made_by(times: int) -> None:
    """Each field is given another value by its own events, in random states."""
    found = reads(CwnSide(), _plan, times=times)
    assert ("target", "first_shock") in found
    assert not found - FOLLOWED - IN_THE_STATE


def _random_strike(rng: random.Random) -> Strike:
    """A strike with dice that few faces are enough for."""
    dice = [DiceSum(count=1, sides=4), DiceSum(count=2, sides=4, flat=1), DiceSum(count=0, flat=3)]
    shock = rng.choice([0, 0, 2, 4])
    return Strike(
        hit=(Modifier(name="Attack", amount=rng.randint(-3, 9)),),
        armor=(Modifier(name="Base", amount=rng.randint(8, 22)),),
        damage=rng.choice(dice),
        damage_plus=(Modifier(name="Strength", amount=rng.randint(-2, 4)),),
        swarm=rng.choice([0, 0, 1, 3]),
        trauma=rng.choice([None, DiceSum(count=1, sides=6), DiceSum(count=1, sides=8, flat=1)]),
        trauma_plus=rng.randint(0, 1),
        trauma_target=rng.randint(5, 9),
        rating=rng.randint(2, 4),
        shock=shock,
        shock_parts=(Modifier(name="Sword", amount=shock),),
        is_shock_ignored=not shock and rng.random() < 0.3,
        graze=rng.choice([None, None, DiceSum(count=1, sides=6)]),
        least=rng.choice([0, 1]),
        is_lethal=True,
        is_melee=rng.random() < 0.5,
        soak=0,
        hp=5,
    )


def _random_area(rng: random.Random) -> AreaPlan:
    return AreaPlan(
        damage=DiceSum(count=rng.randint(0, 2), sides=4, flat=rng.randint(0, 2)),
        damage_plus=rng.randint(-2, 3),
        save=SavePlan(rng.randint(2, 20), rng.randint(-3, 3)),
        trauma=rng.choice([None, DiceSum(count=1, sides=6)]),
        trauma_plus=rng.randint(0, 1),
        trauma_target=rng.randint(4, 7),
        rating=rng.randint(1, 3),
        armor=rng.randint(10, 20),
        step=rng.choice([0, 14]),
    )


ROLLS: dict[str, tuple[Any, Callable[[random.Random], Any]]] = {
    "strike": (strike, _random_strike),
    "injury": (
        injury,
        lambda rng: InjuryPlan(rng.randint(2, 20), rng.randint(-2, 2), (1, rng.randint(2, 12))),
    ),
    "save": (save, lambda rng: SavePlan(rng.randint(2, 20), rng.randint(-9, 9))),
    "throw": (lands, lambda rng: ThrowPlan(rng.randint(-2, 9), rng.randint(8, 20))),
    "blast": (blast, _random_area),
    "suppressive fire": (suppressive, _random_area),
}


@pytest.mark.parametrize("kind", ROLLS)
@pytest.mark.parametrize("plans", [4, pytest.param(40, marks=pytest.mark.deep)])
def test_a_roll_read_exactly_is_what_the_table_comes_to(kind: str, plans: int) -> None:
    """Random plans, all faces counted through at the table."""
    table, rng = Bout(), random.Random(4)
    who, target = table.npc("A"), table.npc("B")
    rule, made = ROLLS[kind]
    for _ in range(plans):
        people = {"who": who, "target": target}
        assert_spread_is_counted(table.context, rule, made(rng), people)


def test_getting_past_read_exactly_is_what_the_table_comes_to() -> None:
    """One screener, all four dice counted through (CWN-40)."""
    table = Bout()
    who, target = table.npc("A"), table.npc("B")
    people = {"who": who, name_of_screener(0): target}
    for plan in (PastPlan(1, (1,)), PastPlan(0, (2,))):
        assert_spread_is_counted(table.context, past, plan, people)


def test_a_natural_20_saves_whatever_is_taken_off() -> None:
    """Also from a blast, where it was looked for in the total (CWN-09, CWN-41)."""
    plan = replace(_random_area(random.Random(1)), save=SavePlan(30, -5))
    assert caught_in_blast(plan, Swept(6, 20, None)).is_saved
    assert not caught_in_blast(plan, Swept(6, 19, None)).is_saved
