"""What everybody attacks with, and the plans of attacks as the table makes them, each when it is first met.

Source: D6P-17 to D6P-24, D6P-28 to D6P-41.
"""

from collections.abc import Hashable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battlefield.plans import Key, Kinds, Remembered, plan_table
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.engine.reading.books import Plans
from encounter_gui.rules.systems.d6pool.combat.attack_plan import (
    AttackPlan,
    blast_in,
    plan_attack,
    throw_plan,
)
from encounter_gui.rules.systems.d6pool.combat.variants import (
    Protection,
    Spans,
    Variant,
    attack_in,
    protection_in,
    strike_on,
    variant,
    with_variants,
)
from encounter_gui.rules.systems.d6pool.commands import Attack, Throw
from encounter_gui.rules.systems.d6pool.rules.costs import base_of
from encounter_gui.rules.systems.d6pool.rules.strike import Bombing, Strike, bombing, strike
from encounter_gui.rules.systems.d6pool.sheet import gear

HAND, BARE = 0, 1
"""With what somebody attacks: what is in hand, or bare hands."""

OWN_MODES, MODES = 16, 4
"""What changes the dice of an attacker, and of a target: stunned 1, wounded 2, aiming 4, a Hero Point 8."""


class Arm(Struct, frozen=True, kw_only=True):
    """What somebody attacks with.

    ``base`` attacks an action at most, ``rounds`` for each, ``magazine`` 0: it needs none; ``uses_aim``: it is no blow.
    ``explosive``: it is thrown, and what it is.
    """

    key: str
    mode: str
    rounds: int = 0
    magazine: int = 0
    is_single: bool = False
    explosive: gear.Explosive | None = None

    @property
    def base(self) -> int:
        """How many attacks an action allows."""
        return base_of(self.mode)

    @property
    def uses_aim(self) -> bool:
        """Whether an attack uses up the aim."""
        return self.mode != "melee"


class Situation(Struct, frozen=True, kw_only=True):
    """What an attack takes from the plan: a shot or blow of nobody, or a throw; ``runs``: its attacker runs or crawls.

    Source: D6P-18, D6P-26, D6P-28.
    """

    attack: Attack | None = None
    throw: Throw | None = None
    runs: bool = False


_UNSAID = Situation()
"""The plan says nothing of it."""

NO_ARM = Arm(key=gear.UNARMED.key, mode="melee")
"""Bare hands."""


def arm_of(context: RulesContext, combatant: Combatant) -> Arm:
    """Returns what somebody attacks with: what is in hand; bare hands for a burst that no magazine holds."""
    item = gear.find(combatant, "")
    if item is None:
        return NO_ARM
    if item.kind == "explosive":
        return Arm(key=item.key, mode="thrown", rounds=1, explosive=gear.explosive_of(item))
    if item.kind != "weapon" or item.key == gear.UNARMED.key:
        return NO_ARM
    plan = plan_attack(context, Attack(who=combatant.id, target=combatant.id, weapon=item.key))
    if plan.rounds > plan.weapon.magazine:
        return NO_ARM
    return Arm(
        key=item.key,
        mode=plan.mode,
        rounds=plan.rounds,
        magazine=plan.weapon.magazine,
        is_single=plan.weapon.is_single_load,
    )


class Strikes:
    """The strikes of everybody at everybody, each made once, by the table's own plans; several threads may ask."""

    def __init__(self, context: RulesContext, members: Sequence[Combatant], spans: Spans) -> None:
        """Takes the state as the fight begins, and when conditions end by themselves."""
        self._context, self._spans = context, spans
        self.situations: tuple[Situation, ...] = (_UNSAID,)
        self.kinds = Kinds(members)
        self.spans = len(spans.begins)
        self._arms = tuple(arm_of(context, each) for each in self.kinds.first)
        self.arms = tuple(self._arms[kind] for kind in self.kinds.of)
        self._attacks = Remembered(self._attack)
        self._protections = Remembered(self._protection)

    def follow(self, situations: Sequence[Hashable]) -> None:
        """Takes what attacks take from the plan, by number; None: nothing."""
        self.situations = tuple(
            each if isinstance(each, Situation) else _UNSAID for each in situations
        )

    def plan(self, key: Key) -> Strike | Bombing:
        """Returns the attack of a kind of combatant on another.

        ``key`` is (attacker, its mode, with what, target, its mode, dice to dodge with, situation, span).
        """
        mine, own_mode, arm, theirs, mode, dodge, where, span = key
        attack = self._attacks[mine, own_mode, arm, span, where]
        protection = self._protections[theirs, mode, span, where]
        if isinstance(attack, Bombing):
            blasts = tuple(
                (most, _bare(replace(each, resistance=protection.resistance), dodge))
                for most, each in attack.blasts
            )
            return Bombing(throw=attack.throw, blasts=blasts)
        return _bare(strike_on(attack, protection), dodge)

    def _attack(self, key: Key) -> AttackPlan | Bombing:
        """Returns an attack on somebody without cover. Source: D6P-28, D6P-38."""
        kind, mode, arm, span, where = key
        one, context, situation = self.kinds.first[kind], self._context, self.situations[where]
        if situation.runs:
            one = replace(one, conditions=(*one.conditions, Condition(key="running")))
            context = with_variants(context, (one,))
        with_what = self._arms[kind] if arm == HAND else NO_ARM
        explosive = with_what.explosive
        then = self._variant(mode, span, hero=character_skill(one) if mode & 8 else "")
        if explosive is None:
            command = situation.attack or Attack(who=one.id, target=one.id)
            command = replace(command, who=one.id, target=one.id, weapon=with_what.key)
            return attack_in(context, command, then)
        view = with_variants(context, (variant(one, then),))
        throw = replace(situation.throw or Throw(who=one.id), who=one.id, weapon=explosive.key)
        thrown = throw_plan(view, throw, explosive, throw.band or "short")
        bands = zip(gear.BANDS, explosive.blast, strict=False)
        blasts = tuple((most, blast_in(view, explosive, band)) for band, most in bands)
        return Bombing(throw=thrown.bare, blasts=blasts)

    def _protection(self, key: Key) -> Protection:
        kind, mode, span, where = key
        attack = self.situations[where].attack
        return protection_in(
            self._context,
            self.kinds.first[kind],
            self._variant(mode, span),
            attack.modifiers if attack else (),
        )

    def _variant(self, mode: int, span: int, *, hero: str = "") -> Variant:
        return Variant(
            round=self._spans.begins[span],
            is_stunned=bool(mode & 1),
            is_wounded=bool(mode & 2),
            is_aimed=bool(mode & 4),
            hero=hero,
        )


def character_skill(combatant: Combatant) -> str:
    """Returns the skill that a combatant uses what is in its hand with."""
    item = gear.find(combatant, "")
    return "" if item is None else gear.skill_of(item)


def _bare(made: Strike, dodge: int) -> Strike:
    return replace(made, dodge=0 if made.is_certain else dodge).bare


class Attacks:
    """The attacks of one call, as columns of plans; another thread may be drawing from other books."""

    def __init__(self, strikes: Strikes, *, most_dodge: int) -> None:
        """Takes the strikes, and how many dice anybody dodges an attack with at most."""
        self._kind, count = strikes.kinds.of, strikes.kinds.count
        mine, theirs = (count, OWN_MODES, 2), (count, MODES, most_dodge + 1)
        shape = (*mine, *theirs, len(strikes.situations), strikes.spans)
        self._blows = plan_table(strike, shape, strikes.plan)
        self._bombs = plan_table(bombing, shape, strikes.plan)

    def strikes(self, *key: Array | int) -> Plans:
        """Returns the plan of each shot or blow.

        ``key`` are attackers, their modes, with what, targets, their modes, dice to dodge with, situations, and the
        span; what is the same for all may be a number.
        """
        return self._blows.plans(*self._key(*key))

    def throws(self, *key: Array | int) -> Plans:
        """Returns the plan of each throw at somebody; see ``strikes``."""
        return self._bombs.plans(*self._key(*key))

    def _key(
        self,
        who: Array | int,
        own_mode: Array | int,
        arm: Array | int,
        target: Array | int,
        *more: Array | int,
    ) -> tuple[Array | int, ...]:
        return self._kind[who], own_mode, arm, self._kind[target], *more
