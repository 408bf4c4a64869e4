"""The forecast against the table from random states in mid-turn, field by field, with the same dice, ties included."""

import random
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pytest
from typing_extensions import override

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.battle import game
from encounter_gui.rules.systems.d6pool.battle.game import D6PoolGame
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.combat.variants import Spans
from encounter_gui.rules.systems.d6pool.rules import costs, harm
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from encounter_gui.rules.systems.d6pool.rules.strike import (
    Strike,
    ThrowPlan,
    pool_of,
    strike,
    strike_of_dice,
    throw,
)
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, rounds
from tests.helpers.mid_turn import ROWS, MidTurn, OpenTie, Step, assert_spread_is_counted, reads
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.helpers.table_player import side_of

ARMS = ["baretta_96f", "revolver", "smg", "shotgun", "sword", "knife", "grenade", ""]
SWITCHES = {
    "d6pool.stunHitsDodge": (True, False),
    "d6pool.woundHitsResist": (True, False),
    "d6pool.attackLimit": ("perTurn", "perAction"),
    "d6pool.grenadeAlwaysHits": (True, False),
    "d6pool.moveHitsDodge": (True, False),
}


class Recording(Table):
    """A table that rolls its own dice and remembers the faces that fell."""

    def __init__(self, seed: int) -> None:
        """Takes the seed of the dice."""
        super().__init__(system_for("d6pool"), shipped("d6pool"), message_catalog())
        self.dice, self.faces = Roller.seeded(seed), list[int]()

    @override
    def answered(self, asked: Any, left: list[int]) -> Any:
        if isinstance(asked, Choice):
            return Chosen(option=asked.options[0])
        answer = tuple(self.dice.answer(each) for each in asked)
        self.faces += [face for each in answer for face in each.faces or ()]
        return answer

    def tried(self, command: Command) -> bool:
        """Plays a command; False: it is refused."""
        try:
            self.play(command)
        except RuleError:
            return False
        return True


def targets_of(context: RulesContext, who: CombatantId) -> list[CombatantId]:
    """Returns whom somebody may aim at, the first in the order of joining first."""
    mine = side_of(context.combatant(who))
    return [
        each.id
        for each in context.state.combatants.values()
        if side_of(each) not in ("", mine) and not character.is_out(each)
    ]


def act(table: Recording, who: CombatantId, *, defends: bool) -> int:
    """Does with an action what the doctrine says; returns how much of it could be done."""
    done = 0
    while done < 2 and _one_thing(table, who, defends=defends):
        done += 1
    return done


def _one_thing(table: Recording, who: CombatantId, *, defends: bool) -> bool:
    view = rounds.view_of_tie(table.context, who)
    actor, targets = view.combatant(who), targets_of(view, who)
    weapon = _weapon(view, actor)
    if weapon and weapon != gear.UNARMED.key and _reloads(view, actor, weapon):
        return table.tried(do.Reload(who=who))
    if not targets:
        return False
    if weapon:
        dodge = action_budget.dodge_limit(view, view.combatant(targets[0])) if defends else 0
        return table.tried(do.Attack(who=who, target=targets[0], weapon=weapon, dodge=dodge))
    return _bombs(table, who, targets[0], defends=defends)


def _weapon(view: RulesContext, actor: Combatant) -> str:
    """Returns what somebody attacks with; empty: it throws."""
    item = gear.find(actor, "")
    if item is None or item.key == gear.UNARMED.key:
        return gear.UNARMED.key
    if item.kind == "explosive":
        return "" if actor.gauges.get(f"ammo.{item.key}", 0) else gear.UNARMED.key
    plan = plan_attack(view, do.Attack(who=actor.id, target=actor.id, weapon=item.key))
    return item.key if plan.rounds <= plan.weapon.magazine else gear.UNARMED.key


def _reloads(view: RulesContext, actor: Combatant, weapon: str) -> bool:
    plan = plan_attack(view, do.Attack(who=actor.id, target=actor.id, weapon=weapon))
    return plan.rounds > actor.gauges.get(plan.weapon.ammo, 0)


def _bombs(table: Recording, who: CombatantId, target: CombatantId, *, defends: bool) -> bool:
    if not table.tried(do.Throw(who=who)):
        return False
    (thrown,) = (
        event
        for event in table.last.events  # type: ignore[union-attr]  # there is one
        if isinstance(event, ev.Resolved) and event.what == "throw"
    )
    metres = int(str(thrown.values["metres"]))
    view = rounds.view_of_tie(table.context, who)
    item = gear.find(view.combatant(who), "")
    assert item is not None
    is_reached = gear.band_at(metres, gear.explosive_of(item).blast) is not None
    dodge = 0
    if defends and is_reached and not view.switch("d6pool.grenadeAlwaysHits"):
        dodge = action_budget.dodge_limit(view, view.combatant(target))
    table.play(do.Blast(who=who, targets=(do.Caught(target=target, metres=metres, dodge=dodge),)))
    return True


class D6PoolSide:
    """The game's part of the test."""

    def __init__(self, *, defends: bool = False) -> None:
        """Takes whether both sides dodge and parry."""
        self.orders = Orders(pc_defends=defends, foe_defends=defends)
        self._defends = defends
        self._have_acted: set[str] = set()

    def scene(self, rng: random.Random) -> Recording:
        """Returns a fight somewhere in its first turns."""
        table = Recording(rng.randrange(10**9))
        for key, values in SWITCHES.items():
            if rng.random() < 0.4:
                table.switch(key, rng.choice(values))
        for number in range(rng.randint(2, 5)):
            _join(table, rng, "pc" if number % 2 else "foe", number)
        table.play(Next())
        for who in list(table.context.state.combatants):
            if rng.random() < 0.15:
                table.tried(do.Hero(who=who))
            if rng.random() < 0.15:
                table.tried(do.Declare(who=who, moves=("run",)))
        table.play(Next())
        _happenings(table, rng)
        for _ in range(rng.randint(0, 8)):
            self._go_on(table, rng)
        return table

    def _go_on(self, table: Recording, rng: random.Random) -> None:
        """Brings a fight a little further, also by what no doctrine does."""
        state = table.context.state
        ready = [who for who in state.acting if _is_able(table, who)] if state.slots else []
        if not ready or rng.random() < 0.2:
            table.tried(Next())
        elif rng.random() < 0.3:
            _something_else(table, rng.choice(ready), rng)
        else:
            act(table, rng.choice(ready), defends=self._defends)

    def context(self, table: Recording) -> RulesContext:
        """Returns the state."""
        return table.context

    def is_over(self, table: Recording) -> bool:
        """Returns whether a side is out, and nothing is held."""
        there = table.context.state.combatants.values()
        sides = {side_of(each) for each in there if not character.is_out(each)}
        return len(sides - {""}) < 2 and not table.context.state.held

    def game(self, context: RulesContext) -> D6PoolGame:
        """Returns the forecast's fight."""
        self._have_acted = set()  # whoever's action is under way goes on with it in the forecast
        battle: Any = system_for("d6pool").battle(context)
        game = battle.begun(self.orders)
        assert isinstance(game, D6PoolGame)
        return game

    def step(self, table: Recording, rng: random.Random) -> Step | None:
        """Has somebody do its action who can, or moves on."""
        table.faces = []
        state = table.context.state
        ready = [
            who for who in state.acting if _is_able(table, who) and who not in self._have_acted
        ]
        if state.slots and ready and rng.random() > 0.1:
            who = rng.choice(ready)
            if rng.random() < 0.1:
                _something_else(table, who, rng)
                return None
            self._have_acted.add(who)
            place = list(state.combatants).index(who)
            is_tied = rounds.is_tied(table.context)
            act(table, who, defends=self._defends)
            return Step(
                table.faces, lambda field: _act(field, place, is_tied=is_tied), is_action=True
            )
        return self._next(table)

    def _next(self, table: Recording) -> Step:
        before = table.context.state
        self._have_acted = set()
        table.play(Next())
        state = table.context.state
        is_new = state.round != before.round
        began = state.slots and (state.group != before.group or not before.slots)
        begin = [list(state.combatants).index(each) for each in state.acting] if began else []

        def again(field: Battlefield) -> None:
            _release(field)
            if is_new:
                field.end_round()
                field.round = state.round
                field.reading.said.begin_round(state.round)
            for place in begin:
                field.expire("turn", ROWS, np.full(ROWS.size, place))

        return Step((), again, is_action=False)

    def counts(
        self, field: Field[Any], context: RulesContext, members: Sequence[Combatant]
    ) -> Array:
        """Returns everybody's but the aim of who has shot in a tie: it is gone at once, or with the rest of it.

        Nobody sees it but who aims.
        """
        state = context.state
        is_tied = bool(state.held) or len(state.acting) > 1
        if field.name != "aimed" or not is_tied:
            return np.ones(len(members), bool)
        return np.array([not each.gauges.get("attacks_turn") for each in members])


def _join(table: Recording, rng: random.Random, side: Any, number: int) -> None:
    weapon = rng.choice(ARMS)
    who = table.join(
        f"{side} {number}",
        side=side,
        items=[*([weapon] if weapon else []), *(["light_kevlar"] if rng.random() < 0.3 else [])],
        held=weapon,
        strength=rng.randint(2, 5),
        dexterity=rng.choice([4, 4, 4, 5, 7]),
        firearms=rng.randint(2, 6),
        armed=rng.randint(2, 6),
        unarmed=rng.randint(2, 6),
        throwing=rng.randint(2, 6),
        dodge=rng.randint(0, 5),
        pain_resistance=rng.randint(0, 4),
        health=rng.randint(4, 12),
    )
    table.happen(ev.GaugeSet(who=who, gauge="hero", to=1))
    if weapon == "grenade":
        table.happen(ev.GaugeSet(who=who, gauge="ammo.grenade", to=rng.randint(0, 2)))
    elif weapon and rng.random() < 0.5:
        table.happen(ev.GaugeSet(who=who, gauge=f"ammo.{weapon}", to=rng.randint(0, 3)))


def _happenings(table: Recording, rng: random.Random) -> None:
    """Lets things be that play seldom comes to by itself."""
    for who in list(table.context.state.combatants):
        until = Expiry(round=rng.randint(1, 2))
        for key, chance, ends in (
            ("stunned", 0.2, Expiry(round=1)),
            ("aimed", 0.2, None),
            ("drawn", 0.1, Expiry(round=1)),
            ("unaware", 0.1, until),
            ("prone", 0.1, None),
            ("crawling", 0.1, until),
            ("bleeding", 0.1, None),
        ):
            if rng.random() < chance:
                count = rng.randint(1, 3) if key == "bleeding" else None
                condition = Condition(key=key, until=ends, count=count)
                table.happen(ev.ConditionAdded(who=who, condition=condition))
        if rng.random() < 0.2:
            table.happen(ev.GaugeSet(who=who, gauge="th", to=rng.randint(-2, 4)))


def _something_else(table: Recording, who: CombatantId, rng: random.Random) -> None:
    """Does what no doctrine does."""
    targets = targets_of(table.context, who)
    choices: list[Command] = [do.Aim(who=who), do.Draw(who=who, weapon="knife")]
    if targets:
        choices += [do.Attack(who=who, target=targets[0], hero=True)]
        choices += [do.Attack(who=who, target=targets[0], weapon="unarmed")]
        choices += [do.Attack(who=who, target=targets[0], mode="SA")]
    table.tried(rng.choice(choices))


def _is_able(table: Recording, who: str) -> bool:
    try:
        action_budget.require_action(table.context, CombatantId(who))
    except RuleError:
        return False
    return True


TIES: WeakKeyDictionary[Battlefield, OpenTie] = WeakKeyDictionary()
"""The tie under way on a battlefield."""


def _act(field: Battlefield, place: int, *, is_tied: bool) -> None:
    if is_tied:
        if field not in TIES:
            TIES[field] = OpenTie(field)
        TIES[field].act(place)
        return
    who = np.full(ROWS.size, place)
    field.game.begin_place(field, ROWS, who)
    field.game.act(field, ROWS, who, np.zeros_like(who))
    field.game.end_place(field)


def _release(field: Battlefield) -> None:
    tie = TIES.pop(field, None) or OpenTie(field)
    tie.release()


@pytest.mark.rule("D6P-13", "D6P-15", "D6P-16", "D6P-17", "D6P-23", "D6P-24", "D6P-31", "D6P-35")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize(
    ("actions", "seed"),
    [
        (300, 3),
        pytest.param(5_000, 4, marks=pytest.mark.deep),
        pytest.param(5_000, 5, marks=[pytest.mark.deep, pytest.mark.night]),
    ],
)
def test_the_forecast_goes_as_the_table_from_the_middle_of_a_turn(
    actions: int, seed: int, defends: bool
) -> None:
    """Every followed field of everybody after each action and each end of a turn, with the same faces."""
    run = MidTurn(D6PoolSide(defends=defends), seed=seed)
    run.play(actions)
    print(run.actions, run.others, run.changed)


# ---- planted mistakes


def _ends(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(Fighter.fields()[name], "ends", "")


def _game(name: str, new: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setattr(D6PoolGame, name, new)


def _nothing(*arguments: Any) -> None:
    pass


def _without_dodging(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "dodged_attack", game.attack)


def _with_aim(patch: pytest.MonkeyPatch) -> None:
    def attack(play: Any, who: Any, target: Any, plan: Any, *more: Any) -> Any:
        base, rounds, _ = more
        yield from costs.attack(play, who, base, rounds, np.zeros_like(base, bool))
        return (yield from harm.attack(play, who, target, plan))

    patch.setattr(game, "attack", attack)


MUTANTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a stun never ends": _ends("stunned"),
    "who has reloaded stays busy": _ends("busy"),
    "attacks of an action count in the next": _ends("attacks"),
    "a Hero Point stays": _ends("hero"),
    "who has drawn a weapon draws for ever": _ends("drawn"),
    "nothing follows from wounds": _game("end_place", _nothing),
    "dice for dodging are not renewed, nobody bleeds": _game("end_round", _nothing),
    "what follows from a tie is not looked for": _game("end_tie", _nothing),
    "nobody reloads": _game("_reload", _nothing),
    "dice for dodging are not spent": _without_dodging,
    "an aim is not used up": _with_aim,
    "wounds change no dice": lambda patch: patch.setattr(
        game, "_mode", lambda fighter: np.asarray(fighter.stunned + 0)
    ),
    "what is declared for this turn stays": lambda patch: patch.setattr(
        Spans, "number", lambda spans, turn: 0
    ),
}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_mistake_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these in the forecast alone makes it differ from the table."""
    MUTANTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        MidTurn(D6PoolSide(defends="dodging" in name), seed=3).play(1_500)


# ---- what plans depend on, and what rolls come to


FOLLOWED = {
    ("who", "stunned"),
    ("who", "health"),
    ("who", "aimed"),
    ("who", "hero"),
    ("target", "stunned"),
    ("target", "health"),
}
"""What the plans of attacks are made by."""

OF_THIS_TURN = {("who", "drawn")}
"""Conditions that nobody begins while fights are played out, and that end with the turn: plans are made anew then."""


def _plan(context: RulesContext, who: CombatantId, target: CombatantId) -> Any:
    item = gear.find(context.combatant(who), "")
    if item is None or item.kind == "explosive":
        return None
    return plan_attack(context, do.Attack(who=who, target=target)).strike.bare


@pytest.mark.parametrize("times", [100, pytest.param(2_000, marks=pytest.mark.deep)])
def test_an_attack_depends_on_no_field_that_plans_are_not_made_by(times: int) -> None:
    """Each field is given another value by its own events, in random states."""
    found = reads(D6PoolSide(), _plan, times=times)
    assert {("who", "aimed"), ("target", "stunned")} <= found
    assert not found - FOLLOWED - OF_THIS_TURN


SMALL = (
    strike_of_dice(attack=1, dn=3, dodge=1, damage=1, resistance=1),
    strike_of_dice(attack=2, dn=8, dodge=0, damage=2, resistance=1),
    strike_of_dice(attack=1, dn=5, dodge=0, damage=0, resistance=2),
    strike_of_dice(attack=0, dn=0, dodge=0, damage=1, resistance=1),
    strike_of_dice(attack=0, dn=9, dodge=0, damage=2, resistance=0, is_certain=True),
)


@pytest.mark.rule("D6P-09", "D6P-29", "D6P-33", "D6P-34", "D6P-35", "D6P-41")
@pytest.mark.parametrize("plan", SMALL)
def test_the_exact_outcomes_of_a_strike_are_those_of_every_roll_at_the_table(plan: Strike) -> None:
    """All faces counted through."""
    context, people = _two()
    assert_spread_is_counted(context, strike, plan, people)


@pytest.mark.rule("D6P-38", "D6P-39")
@pytest.mark.parametrize("is_forward", [False, True])
def test_the_exact_outcomes_of_a_throw_are_those_of_every_roll_at_the_table(
    is_forward: bool,
) -> None:
    """All faces counted through."""
    context, people = _two()
    plan = ThrowPlan(pool=pool_of(2), dn=8, is_forward=is_forward)
    assert_spread_is_counted(context, throw, plan, people)


def _two() -> tuple[RulesContext, dict[str, CombatantId]]:
    table = Recording(1)
    people = {"who": table.join("One", side="pc"), "target": table.join("Other")}
    return table.context, people
