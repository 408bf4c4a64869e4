"""The forecast against the table from random states in mid-turn, field by field, with the same dice."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition, Expiry
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.attack_form.selection import strike_at
from encounter_gui.rules.systems.phases.battle.game import PhasesGame
from encounter_gui.rules.systems.phases.combat.attack_plan import places_of
from encounter_gui.rules.systems.phases.rules import tests
from encounter_gui.rules.systems.phases.rules.plans import HitPlan, HitRule, ShotPlan
from encounter_gui.rules.systems.phases.rules.strike import hit, volley
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.sheet.gear import Damage
from encounter_gui.rules.systems.phases.turns import declarations
from tests.helpers.mid_turn import ROWS, MidTurn, OpenTie, Step, assert_spread_is_counted, reads
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table
from tests.rules.systems.phases.battle.table_player import TablePlayer

SINGLE, BURST, SALVO = (
    CarriedDef(item="revolver", values={"modes": "single"}),
    CarriedDef(item="smg", values={"modes": "burst"}),
    CarriedDef(item="assault_rifle", values={"modes": "full"}),
)
ARMS: list[str | CarriedDef] = [
    "heavy_pistol", SINGLE, "shotgun", "sword", "knife", "throwing_knife", "laser_rifle", BURST, SALVO,
]  # fmt: skip
SWITCHES: dict[str, list[Any]] = {
    "critCrit": ["critical"],
    "resuscitation": [False],
    "mookRule": [True],
    "attackFumbleOnMargin": [True],
    "recoilSpan": ["round"],
    "woundPenalty": ["sum"],
    "coolTestOnFlesh": [True],
    "mookSkipCool": [True],
    "armorStopsGraze": [True, False],
}
CONDITIONS = ["prone", "off_balance", "stunned", "in_shock", "cool_held", "running", "ambushed"]


class Recorder(TablePlayer):
    """A table that remembers the faces that fell; who is settled comes in the order of what is owed."""

    def __init__(self, table: Table, seed: int, *, defends: bool) -> None:
        """Takes the table, the seed of the dice, and whether everybody may abort to All-Out Dodge."""
        super().__init__(table, seed)
        self.faces: list[int] = []
        self.defends = defends
        answer = self.dice.answer

        def answered(request: RollRequest) -> Any:
            found = answer(request)
            self.faces += found.faces
            return found

        self.dice.answer = answered  # type: ignore[method-assign]  # remembers what falls

    def happen(self, *events: ev.Event) -> None:
        """Makes events true without any rule."""
        table = Table(self.system, self.context.ruleset, self.context.texts)
        table.context = self.context
        table.happen(*events)
        self.context = table.context


class PhasesSide:
    """This game's part of the test."""

    def __init__(self, *, defends: bool = False) -> None:
        """Takes whether both sides use All-Out Dodge."""
        self.orders = Orders(pc_defends=defends, foe_defends=defends)
        self._have_acted: set[CombatantId] = set()

    def scene(self, rng: random.Random) -> Recorder:  # noqa: C901 - all that may be
        """Returns a fight somewhere in its first phases."""
        table = Table(system_for("phases"), shipped("phases"), message_catalog())
        for key, values in SWITCHES.items():
            # Whether a dodge pays is worked out at this table without the Shock Test that puts mooks out.
            if rng.random() < 0.2 and not (key == "mookRule" and self.orders.any_defends):
                table.switch(f"phases.{key}", rng.choice(values))
        ties = rng.random() < 0.6
        for number in range(rng.randint(3, 6)):
            arm = rng.choice(ARMS)
            held = arm if isinstance(arm, str) else arm.item
            armor = rng.choice([[], ["leather"], ["light_vest"]])
            table.join(
                f"No {number}",
                side="pc" if number % 2 else "foe",
                items=[arm, *armor],
                held=held,
                kind=rng.choice(["pc", "npc", "mook"]),
                **{each: rng.randint(2, 5) for each in ("marksmanship", "melee", "athletics")},
                **{each: rng.randint(3, 7) for each in ("stamina", "cool", "strength")},
                reflexes=5 if ties else rng.randint(3, 7),
                evade=rng.randint(0, 3),
                initiative=1 if ties else rng.randint(0, 2),
            )
        player = Recorder(table, rng.randrange(10**9), defends=self.orders.any_defends)
        player.command(Next())
        ids = list(player.context.state.combatants)
        for place, who in enumerate(ids):
            score = rng.choice([20, 23]) if ties else 20 + place * 3
            player.happen(ev.GaugeSet(who=who, gauge=character.INITIATIVE, to=score))
            if rng.random() < 0.3:
                key = rng.choice(CONDITIONS)
                count = rng.randint(2, 4) if key == "in_shock" else None
                until = Expiry(round=1) if key == "ambushed" else None
                put_on = Condition(key=key, count=count, until=until)
                player.happen(ev.ConditionAdded(who=who, condition=put_on))
            if rng.random() < 0.3:
                place_key = rng.choice([each.key for each in player.context.ruleset.locations])
                player.happen(ev.LocationSet(who=who, location=place_key, level=rng.randint(1, 3)))
            if rng.random() < 0.3:
                player.happen(ev.MemoSet(who=who, key="gait", value=rng.choice(["jog", "run"])))
            if rng.random() < 0.3 and not character.is_out(
                player.context, player.context.combatant(who)
            ):
                actions = rng.randint(2, 4)
                full: do.Full = "all_out_dodge" if actions == 4 else ""
                player.tried(do.Declare(who=who, actions=min(actions, 3), full=full))
        player.command(Next())
        for _ in range(rng.randint(0, 6)):
            if not player.winner():
                self.step(player, rng)
        while declarations.is_open(player.context) and not player.winner():
            player.command(Next())
        return player

    def context(self, table: Recorder) -> RulesContext:
        """Returns the state."""
        return table.context

    def is_over(self, table: Recorder) -> bool:
        """Returns whether a side is out."""
        return bool(table.winner())

    def game(self, context: RulesContext) -> PhasesGame:
        """Returns the forecast's fight."""
        self._have_acted = set()  # whoever's turn is under way goes on with it in the forecast
        battle: Any = system_for("phases").battle(context)
        assert isinstance(battle.game, PhasesGame)
        return battle.game

    def step(self, table: Recorder, rng: random.Random) -> Step | None:
        """Has somebody act who can, or moves on."""
        table.faces = []
        state = table.context.state
        is_tied = character.is_tied(table.context)
        for who in state.acting:
            if who in self._have_acted:
                continue
            if rng.random() < 0.1:
                break
            if not self._acts(table, who) or not table.act(who):
                continue
            self._have_acted.add(who)
            while self._acts(table, who) and table.act(who):
                pass
            place = list(state.combatants).index(who)
            again = partial(_act, place=place, is_tied=is_tied)
            return Step(table.faces, again, is_action=True)
        return self._next(table)

    def _acts(self, table: Recorder, who: CombatantId) -> bool:
        one = table.context.combatant(who)
        full = one.memo_text("full") and not one.gauges.get(character.USED)
        return not full and bool(character.actions_left(table.context, one))

    def _next(self, table: Recorder) -> Step | None:
        now = table.context.state.round
        self._have_acted = set()
        table.command(Next())
        is_new = table.context.state.round != now
        if is_new and table.winner():
            return None  # nobody declares anything any more
        if is_new:
            table.command(Next())  # what is declared comes true

        def again(field: Battlefield) -> None:
            _ordered(field)
            tie = TIES.pop(field, None) or OpenTie(field)
            tie.release()
            if is_new:
                field.end_round()
                field.round = now + 1
                field.game.order(field)

        return Step(table.faces, again, is_action=False)

    def counts(self, field: Field[Any], context: RulesContext, members: Sequence[Combatant]) -> Any:
        """Returns True but for what nobody needs: the weapon of the dead or dropped, the actions of who is out."""
        in_hand = field.name in ("ammo", "jammed", "fired", "is_two_handed")
        if declarations.is_open(context):  # a side is out: nobody declares anything any more
            return np.zeros(len(members), bool)
        of_a_phase = ("limit", "used", "lost", "stunned", "recoil", "runs", "fired", "grip", "ammo")
        return np.array(
            [
                not (in_hand and (each.memo.get("dropped") or character.is_dead(each)))
                and not (field.name in of_a_phase and character.is_out(context, each))
                for each in members
            ]
        )


def _ordered(field: Battlefield) -> None:
    if "place" not in field.extra:
        field.game.order(field)


TIES: WeakKeyDictionary[Battlefield, OpenTie] = WeakKeyDictionary()
"""The tie under way on a battlefield."""


def _act(field: Battlefield, place: int, *, is_tied: bool) -> None:
    _ordered(field)
    who = np.full(ROWS.size, place)
    if is_tied:
        if field not in TIES:
            TIES[field] = OpenTie(field)
        TIES[field].act(place)
    else:
        field.game.act(field, ROWS, who, np.zeros_like(who))
        field.game.end_place(field)
    field.decide()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("actions", "seed", "defends"),
    [
        (300, 3, False),
        (300, 3, True),
        *(
            pytest.param(2_500, seed, defends, marks=mark)
            for seed, mark in (
                (3, pytest.mark.deep),
                (4, pytest.mark.deep),
                (5, pytest.mark.night),
                (6, pytest.mark.night),
            )
            for defends in (False, True)
        ),
    ],
)
def test_the_forecast_goes_as_the_table_from_the_middle_of_a_phase(
    actions: int, seed: int, defends: bool
) -> None:
    """Every followed field of everybody after each action and each end of a phase, with the same faces."""
    run = MidTurn(PhasesSide(defends=defends), seed)
    run.play(actions)
    settled = {"wound", "in_shock", "cool_held", "prone", "ammo", "jammed", "grip", "is_in", "lost"}
    assert all(run.changed[each] for each in settled)


FOLLOWED = {
    *(("who", each) for each in ("off_balance", "prone", "recoil")),
    *(("target", each) for each in ("moves", "prone", "all_out_dodge", "off_balance")),
}
"""What the totals of attacks are made by, besides wounds and rounds."""

DOWN = {("target", each) for each in ("dead", "unconscious", "incapacitated", "clinically_dead")}
"""Nobody attacks who is down."""


LEFT_OUT = {(whose, name) for whose in ("who", "target") for name in ("grabbed", "clinched")}
"""A forecast says that it does not play them."""


def _totals(context: RulesContext, who: CombatantId, target: CombatantId) -> Any:
    """Returns what an attack and the defense against it are rolled with; None: it cannot be made."""
    try:
        strike = strike_at(context, do.Attack(who=who, target=target, shots=1))
    except RuleError:
        return None
    plan, defense = strike.plan, strike.defense
    bonus = defense.bonus.amount if defense else None
    return plan.discharges[0].bonus.amount, bonus, plan.passive, plan.landing, plan.hits


@pytest.mark.parametrize("times", [60, pytest.param(1_500, marks=pytest.mark.deep)])
def test_an_attack_depends_on_no_field_that_its_totals_are_not_made_by(times: int) -> None:
    """Each field is given another value by its own events, in random states."""
    found = reads(PhasesSide(), _totals, times=times)
    assert ("who", "off_balance") in found
    assert not found - FOLLOWED - DOWN - LEFT_OUT, found - FOLLOWED - DOWN - LEFT_OUT


# ---- each roll rule exactly, against the table with all faces counted through


def _shot(rule: HitRule, most: int, critical: int, passive: int | None) -> ShotPlan:
    part = (Modifier(name="Reflexes", amount=9),)
    landing = HitPlan(places=(), thresholds=(), damage=Damage(dice=1))
    return ShotPlan(
        attack=part,
        defense=() if passive is not None else part,
        passive=passive,
        defends="Standard",
        critical=critical,
        rule=rule,
        most=most,
        landing=landing,
    )


@pytest.mark.parametrize("critical", [0, 5])
@pytest.mark.parametrize("rule", ["one", "burst", "salvo", "pellets", "technique"])
def test_a_discharge_comes_exactly_to_what_the_table_comes_to(rule: HitRule, critical: int) -> None:
    """At a target that rolls nothing: 216 ways, with the dice of a burst 648 (PHA-34, PHA-35)."""
    side, rng = PhasesSide(), random.Random(4)
    context = side.context(side.scene(rng))
    who = next(iter(context.state.combatants))
    plan = _shot(rule, 3, critical, 19)
    assert_spread_is_counted(context, volley, plan, {"who": who, "target": who})


def test_dice_against_dice_come_exactly_to_what_the_table_comes_to() -> None:
    """All 46,656 ways of three dice against three (PHA-32)."""
    side, rng = PhasesSide(), random.Random(4)
    context = side.context(side.scene(rng))
    who = next(iter(context.state.combatants))
    assert_spread_is_counted(context, volley, _shot("one", 1, 0, None), {"who": who, "target": who})


def test_tests_of_wounds_come_exactly_to_what_the_table_comes_to() -> None:
    """A Shock Test and a COOL test of everybody (PHA-62, PHA-63)."""
    side, rng = PhasesSide(), random.Random(4)
    context = side.context(side.scene(rng))
    for one in context.state.combatants.values():
        plan = tests.shock_plan(context, one, 3)
        assert_spread_is_counted(context, tests.test, plan, {"who": one.id})


def test_where_a_hit_lands_comes_exactly_to_what_the_table_comes_to() -> None:
    """A hit without dice, and a graze, by all ten faces of the die for its place (PHA-40 to PHA-42, PHA-60)."""
    side, rng = PhasesSide(), random.Random(4)
    context = side.context(side.scene(rng))
    one = next(iter(context.state.combatants.values()))
    plan = HitPlan(
        places=places_of(context, one),
        thresholds=character.thresholds(context, one),
        damage=Damage(dice=0, flat=8),
        bonus=2,
        graze=1,
    )
    for kind in ("one", "graze"):
        assert_spread_is_counted(context, hit, replace(plan, kind=kind), {"who": one.id})
