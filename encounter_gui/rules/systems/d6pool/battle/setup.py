"""A fight as numbers: everything that a forecast under the doctrine ``simple`` needs of a state, read once.

The dice of an attack come from the plan of the table, the outcomes from the exact tables of the odds.
Source: D6P-15 to D6P-24, D6P-28 to D6P-35, D6P-42 to D6P-44.
"""

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.battle.battle import OutcomeTables, is_foe, likeness, takers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.resolution import held_events
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.combat.attack_plan import AttackPlan, plan_attack, situation
from encounter_gui.rules.systems.d6pool.commands import Attack
from encounter_gui.rules.systems.d6pool.odds.attack import hit_chance, wound_spread
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import action_budget, initiative

Ints = npt.NDArray[np.int64]

STUNNED, WOUNDED, AIMED = 1, 2, 4
"""What changes the dice of a combatant, as bits of its mode."""

MODES = 8
RESIST_MODES = 4

MISS, STUN, NOTHING = 0, 1, 2
"""Outcomes of an attack; ``NOTHING + w`` are w wounds, so that NOTHING itself is a hit that does nothing at all."""

_OF_THE_TURN = frozenset(
    {"stunned", "busy", "drawn", "reloading", "running", "crawling", "got_up", "heroic"}
)


class Attacks:
    """What all attacks of a fight come to: exact outcomes, worked out once for each number of dodge dice."""

    def __init__(self, attackers: Ints, targets: Ints) -> None:
        """Takes what everybody attacks and defends with; those who are alike share a kind.

        Args:
            attackers: (n, 2, 8, 4) in the first turn and later, by mode: dice, difficulty, damage, and 1 where cover
                of the target counts.
            targets: (n, 2, 4, 2) in the first turn and later, by mode: dice that cover takes or gives, resistance.
        """
        self.outcomes = OutcomeTables()
        those, self.attacker_kind = _kinds(attackers)
        these, self.target_kind = _kinds(targets)
        ours = those.swapaxes(0, 1)[:, :, None, :, None, :]
        theirs = these.swapaxes(0, 1)[:, None, :, None, :, :]
        dice = np.maximum(ours[..., 0] + ours[..., 3] * theirs[..., 0], 0)
        shape = dice.shape
        parts = (dice, ours[..., 1], ours[..., 2], theirs[..., 1])
        whole = np.stack([np.broadcast_to(each, shape) for each in parts], axis=-1)
        self._known, places = np.unique(whole.reshape(-1, 4), axis=0, return_inverse=True)
        self._places = places.reshape(shape)
        self._rows: list[Ints] = []

    def rows(self, most_dodge: int) -> Ints:
        """Returns from which row of ``outcomes`` attacks are drawn, (most_dodge + 1, 2, a, t, 8, 4).

        By the dice the target dodges or parries with, first turn or later, the kinds of attacker and target, and the
        modes of both.
        """
        while len(self._rows) <= most_dodge:
            first = _add_outcomes(self.outcomes, self._known, dodge=len(self._rows))
            self._rows.append(first + self._places)
        return np.stack(self._rows[: most_dodge + 1])


class Setup(Struct, frozen=True, kw_only=True):
    """A fight as numbers, n combatants in the order of joining.

    By combatant, (n,): ``foe``, ``health``, ``left`` (Temporary Health now), ``bleeding`` (the turn at whose end the
    next wound is lost, 0: none), ``stunned``, ``aimed``, ``busy``, ``acted``, ``away`` (it has fled), ``speed`` (what
    is added to the initiative die), ``total`` (an initiative that is fixed for the first turn, -1: none); ``ammo`` (-1:
    needs none), ``magazine``, ``reloads`` (rounds that one reloading adds), ``rounds`` of an attack, ``limit`` of
    attacks an action, ``first_limit`` in the first turn; ``dodge`` (dice that a turn begins with, 0 for who cannot
    use them), ``dodge_now`` (dice left).

    Of a turn in progress, (n, 2) by first and second action: the ``order`` in which what is left of them comes (-1:
    nothing is), attacks ``made`` in it; ``group`` is who acts now. ``waiting`` (n, 2): wounds and stuns of a tie that
    are still held.

    ``most_dodge``: dice that may be spent on one attack. ``stun_hits_dodge``: whether a stun takes one of them.
    """

    who: tuple[CombatantId, ...]
    foe: npt.NDArray[np.bool_]
    health: Ints
    left: Ints
    bleeding: Ints
    stunned: Ints
    aimed: Ints
    busy: Ints
    acted: Ints
    away: Ints
    speed: Ints
    total: Ints
    ammo: Ints
    magazine: Ints
    reloads: Ints
    rounds: Ints
    limit: Ints
    first_limit: Ints
    order: Ints
    made: Ints
    waiting: Ints
    dodge: Ints
    dodge_now: Ints
    most_dodge: int
    stun_hits_dodge: bool
    attacks: Attacks
    turn: int
    in_turn: bool
    group: int
    counts_by_turn: bool
    second_at: int
    bleeding_turns: int


def setup_of(context: RulesContext) -> Setup:
    """Returns a state as numbers. Nobody moves, aims or spends Hero Points. Source: D6P-15 to D6P-44."""
    combatants = takers(context.state)
    plans = [_plan(context, each) for each in combatants]
    state = context.state
    running = state.stage == "running"
    in_turn = running and bool(state.slots)
    order, made = _places(context, combatants)
    kept = initiative.kept_totals(context)
    later = [_later(each) for each in combatants]

    def of(values: object) -> Ints:
        return np.array(list(values), np.int64)  # type: ignore[call-overload]

    return Setup(
        who=tuple(each.id for each in combatants),
        foe=np.array([is_foe(each) for each in combatants]),
        health=of(character.health(each) for each in combatants),
        left=of(character.health_now(each) for each in combatants),
        bleeding=of(_bleeding(each) for each in combatants),
        stunned=of(each.has("stunned") for each in combatants),
        aimed=of(each.has("aimed") for each in combatants),
        busy=of(each.has("busy") for each in combatants),
        acted=of(bool(each.gauges.get("acted")) for each in combatants),
        away=of("left" in each.flags for each in combatants),
        speed=of(
            mechanics.initiative(
                0, character.level(context, each, "dexterity"), number(each.sheet.get("reflex"))
            )
            for each in combatants
        ),
        total=of(kept.get(each.id, -1) for each in combatants),
        ammo=of(
            each.gauges.get(plan.weapon.ammo, 0) if plan and plan.rounds else -1
            for each, plan in zip(combatants, plans, strict=True)
        ),
        magazine=of(plan.weapon.magazine if plan else 0 for plan in plans),
        reloads=of(
            (context.number(mechanics.RELOAD_ROUNDS) if plan.weapon.is_single_load else 10**6)
            if plan
            else 0
            for plan in plans
        ),
        rounds=of(plan.rounds if plan else 0 for plan in plans),
        limit=of(
            action_budget.attack_limit(context, each, plan.mode) if plan else 0
            for each, plan in zip(later, plans, strict=True)
        ),
        first_limit=of(
            action_budget.attack_limit(context, each, plan.mode) if plan else 0
            for each, plan in zip(combatants, plans, strict=True)
        ),
        order=order,
        made=made,
        waiting=_waiting(context, combatants),
        dodge=of(_dodge(context, each, later=True) for each in combatants),
        dodge_now=of(_dodge(context, each, later=not in_turn) for each in combatants),
        most_dodge=context.number(mechanics.DODGE_MOST),
        stun_hits_dodge=bool(context.switch("d6pool.stunHitsDodge")),
        attacks=Attacks(
            _attack_dice(context, combatants, plans), _target_dice(context, combatants)
        ),
        turn=max(state.round, 1),
        in_turn=in_turn,
        group=state.group,
        counts_by_turn=action_budget.counts_by_turn(context),
        second_at=context.number(mechanics.SECOND_ACTION_AT),
        bleeding_turns=context.number(mechanics.BLEEDING_TURNS),
    )


def _bleeding(combatant: Combatant) -> int:
    bleeding = combatant.condition("bleeding")
    return (bleeding.count or 0) if bleeding else 0


def _dodge(context: RulesContext, combatant: Combatant, *, later: bool) -> int:
    """Returns the dice somebody has to dodge and parry with, in a later turn or now. Source: D6P-31."""
    if combatant.has("unaware") or combatant.has("helpless"):
        return 0
    if later:
        return character.dodge_pool(context, _later(combatant))
    return character.dodge_left(combatant)


def _later(combatant: Combatant) -> Combatant:
    """Returns a combatant without what lasts for a turn. Source: D6P-18, D6P-21, D6P-35."""
    kept = tuple(each for each in combatant.conditions if each.key not in _OF_THE_TURN)
    gauges = {key: value for key, value in combatant.gauges.items() if key != "drew"}
    return replace(combatant, conditions=kept, gauges=gauges)


def _in_mode(combatant: Combatant, mode: int) -> Combatant:
    """Returns a combatant as it would be stunned, wounded or aiming, or not."""
    keys = {"stunned": STUNNED, "aimed": AIMED}
    kept = [each for each in combatant.conditions if each.key not in keys]
    kept += [Condition(key=key) for key, bit in keys.items() if mode & bit]
    health = character.health(combatant)
    gauges = {**combatant.gauges, character.HEALTH: health - bool(mode & WOUNDED)}
    return replace(combatant, conditions=tuple(kept), gauges=gauges)


def _plan(context: RulesContext, combatant: Combatant) -> AttackPlan | None:
    """Returns the attack of the bench as it is proposed, against anybody; None: it has none.

    An explosive in hand is no attack, nor is a burst that the magazine does not hold: then bare hands.
    """
    item = gear.find(combatant, "")
    weapon = item.key if item is not None and item.kind == "weapon" else gear.UNARMED.key
    other = next((each for each in context.state.combatants if each != combatant.id), None)
    if other is None:
        return None
    plan = plan_attack(context, Attack(who=combatant.id, target=other, weapon=weapon))
    if plan.rounds <= plan.weapon.magazine:
        return plan
    return plan_attack(context, Attack(who=combatant.id, target=other, weapon=gear.UNARMED.key))


def _kinds(values: Ints) -> tuple[Ints, Ints]:
    """Returns the different ones among the values of n, and for each of the n which of them it has."""
    _, first, kinds = np.unique(
        values.reshape(len(values), -1), axis=0, return_index=True, return_inverse=True
    )
    return values[first], kinds


def _attack_dice(
    context: RulesContext, combatants: tuple[Combatant, ...], plans: list[AttackPlan | None]
) -> Ints:
    """Returns what everybody attacks with; see ``Attacks``. Those who are alike are looked at once."""
    attack = np.zeros((len(combatants), 2, MODES, 4), np.int64)
    known: dict[str, Ints] = {}
    for row, (combatant, plan) in enumerate(zip(combatants, plans, strict=True)):
        if plan is None:
            continue
        key = likeness(combatant)
        if key not in known:
            for version, base in enumerate((combatant, _later(combatant))):
                for mode in range(MODES):
                    attack[row, version, mode, :3] = _dice(context, _in_mode(base, mode), plan)
            attack[row, :, :, 3] = plan.mode != "melee"
            known[key] = attack[row]
        attack[row] = known[key]
    return attack


def _target_dice(context: RulesContext, combatants: tuple[Combatant, ...]) -> Ints:
    """Returns what everybody is protected by; see ``Attacks``."""
    protection = [
        [
            [
                (
                    total(situation(context, (), combatant)),
                    character.resistance(context, _in_mode(base, mode)).dice,
                )
                for mode in range(RESIST_MODES)
            ]
            for base in (combatant, _later(combatant))
        ]
        for combatant in combatants
    ]
    return np.array(protection, np.int64).reshape(len(combatants), 2, RESIST_MODES, 2)


def _dice(context: RulesContext, combatant: Combatant, plan: AttackPlan) -> tuple[int, int, int]:
    """Returns the dice, difficulty and damage of an attack on somebody without cover, before they fall below 0."""
    state = context.state
    other = next(each for each in state.combatants.values() if each.id != combatant.id)
    bare = replace(other, conditions=())
    combatants = {**state.combatants, combatant.id: combatant, other.id: bare}
    view = replace(context, state=replace(state, combatants=combatants))
    command = Attack(who=combatant.id, target=other.id, weapon=plan.weapon.key)
    found = plan_attack(view, command).strike
    return total(found.pool.modifiers), found.dn, found.damage


def _add_outcomes(tables: OutcomeTables, known: Ints, *, dodge: int) -> int:
    """Adds the exact outcomes of every kind of attack against so many dodge dice, and returns the row of the first.

    Source: D6P-29, D6P-31, D6P-33 to D6P-35.
    """
    rows = []
    for dice, difficulty, damage, resistance in known.tolist():
        hit = hit_chance(dice, dodge, difficulty)
        wounds = wound_spread(damage, resistance)
        values = NOTHING + np.arange(-2, wounds.size)
        chances = np.zeros(values.size)
        chances[MISS] = 1.0 - hit
        chances[NOTHING:] = hit * wounds
        if mechanics.harms(damage):
            chances[STUN], chances[NOTHING] = chances[NOTHING], 0.0
        rows.append(tables.add(chances, values))
    return rows[0]


def _places(context: RulesContext, combatants: tuple[Combatant, ...]) -> tuple[Ints, Ints]:
    """Returns what is left of a turn in progress: the place of each action in the order, and attacks made of it."""
    order = np.full((len(combatants), 2), -1, np.int64)
    made = np.zeros((len(combatants), 2), np.int64)
    state = context.state
    numbers = {each.id: number for number, each in enumerate(combatants)}
    for slot in state.slots:
        combatant = state.combatants.get(slot.who)
        if (
            combatant is None
            or slot.who not in numbers
            or action_budget.is_spent(context, combatant, slot)
        ):
            continue
        action = 1 if slot.lane else 0
        order[numbers[slot.who], action] = slot.group
        if slot.group == state.group:
            made[numbers[slot.who], action] = action_budget.attacks_made(context, combatant)
        elif action_budget.counts_by_turn(context):
            made[numbers[slot.who], action] = combatant.gauges.get("attacks_turn", 0)
    return order, made


def _waiting(context: RulesContext, combatants: tuple[Combatant, ...]) -> Ints:
    """Returns the wounds and stuns of a tie that wait until all of it have rolled. Source: D6P-15."""
    state = context.state
    if not state.held:
        return np.zeros((len(combatants), 2), np.int64)
    after = fold(state, held_events(state)).combatants
    return np.array(
        [
            (
                character.health_now(each) - character.health_now(after[each.id]),
                int(after[each.id].has("stunned")),
            )
            for each in combatants
        ],
        np.int64,
    )
